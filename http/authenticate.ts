import { ApiError } from '../contract/apiError.ts'
import type { Database } from '../db/database.ts'
import { accountOfToken } from '../domain/auth/clients.ts'
import type { Account } from '../domain/auth/clients.ts'
import { permits, scopesOf } from '../domain/auth/scopes.ts'
import { hasTokenForm } from '../domain/auth/tokenForm.ts'
import type { Tokens } from '../domain/auth/tokens.ts'

const bearer = /^Bearer +(?=\S)/i
const challenge = 'Bearer realm="balcao"'

const missing = new ApiError('missing_access_token', { headers: { 'WWW-Authenticate': challenge } })
const invalid = new ApiError('invalid_access_token', {
  headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
})

/**
 * The token of an `Authorization` header (RFC 6750), as far as its form tells.
 *
 * @returns a ApiError when there is none, or it can be none of this service's
 */
export function readBearer(authorization: string | undefined): string | ApiError {
  const scheme = bearer.exec(authorization ?? '')?.[0]
  if (authorization === undefined || scheme === undefined) return missing
  const token = authorization.slice(scheme.length)
  return hasTokenForm(token) ? token : invalid
}

/**
 * The account behind a token.
 *
 * @throws ApiError `invalid_access_token`
 */
export async function authorize({
  token,
  tokens,
  db,
  now,
}: {
  token: string
  tokens: Tokens
  db: Database
  now: Date
}): Promise<Account & { scopes: string[] }> {
  // Each of the two is mostly known at once, and to wait for it all the same would cost a turn.
  const verified = tokens.verify(token, now)
  const claims = verified instanceof Promise ? await verified : verified
  const account = claims && accountOfToken(db, claims)
  const found = account instanceof Promise ? await account : account
  if (!claims || !found) throw invalid
  return { ...found, scopes: scopesOf(claims.scope) ?? [] }
}

/**
 * @param granted the scopes of the token
 * @param wanted the scopes that the contract asks for; none means that any token will do
 * @throws ApiError `insufficient_scope`
 */
export function requireScopes(granted: string[], wanted: string[]): void {
  if (wanted.every((scope) => permits(granted, scope))) return
  const scope = wanted.join(' ')
  const headers = {
    'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"`,
  }
  throw new ApiError('insufficient_scope', { headers })
}
