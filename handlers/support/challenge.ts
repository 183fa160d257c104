/** Value of `WWW-Authenticate` when a token is refused (RFC 6750 §3). */
export const challenge = 'Bearer realm="balcao"'

/** @param scopes those that are wanted, for `insufficient_scope` */
export function challengeOf(
  error: 'invalid_token' | 'insufficient_scope',
  scopes?: string[],
): Record<string, string> {
  const wanted = scopes ? `, scope="${scopes.join(' ')}"` : ''
  return { 'WWW-Authenticate': `${challenge}, error="${error}"${wanted}` }
}
