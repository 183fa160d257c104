import { Refusal } from '../contract/refusal.ts'
import type { Database } from '../db/database.ts'
import { accountOfToken } from './clients.ts'
import type { Account } from './clients.ts'
import { permits, scopesOf } from './scopes.ts'
import type { Tokens } from './tokens.ts'

const bearer = /^Bearer +(?=\S)/i
const challenge = 'Bearer realm="balcao"'

/**
 * The account behind an `Authorization` header (RFC 6750).
 *
 * @param admit is told which client calls, before the database is asked about it; it may throw
 * @throws Refusal `missing_access_token`, `invalid_access_token`
 */
export async function authorize(
  { authorization, tokens, db, now, admit }: {
    authorization: string | undefined
    tokens: Tokens
    db: Database
    now: Date
    admit: (client_id: string) => void | Promise<void>
  },
): Promise<Account & { scopes: string[] }> {
  const scheme = bearer.exec(authorization ?? '')?.[0]
  if (authorization === undefined || scheme === undefined) {
    throw new Refusal('missing_access_token', { headers: { 'WWW-Authenticate': challenge } })
  }
  // Each of the three is mostly known at once, and to wait for it all the same would cost a turn.
  const verified = tokens.verify(authorization.slice(scheme.length), now)
  const claims = verified instanceof Promise ? await verified : verified
  const admitted = claims && admit(claims.client_id)
  if (admitted) await admitted
  const account = claims && accountOfToken(db, claims)
  const found = account instanceof Promise ? await account : account
  if (!claims || !found) {
    const headers = { 'WWW-Authenticate': `${challenge}, error="invalid_token"` }
    throw new Refusal('invalid_access_token', { headers })
  }
  return { ...found, scopes: scopesOf(claims.scope) ?? [] }
}

/**
 * @param granted the scopes of the token
 * @param wanted the scopes that the contract asks for; none means that any token will do
 * @throws Refusal `insufficient_scope`
 */
export function requireScopes(granted: string[], wanted: string[]): void {
  if (wanted.every((scope) => permits(granted, scope))) return
  const scope = wanted.join(' ')
  const headers = {
    'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"`,
  }
  throw new Refusal('insufficient_scope', { headers })
}
