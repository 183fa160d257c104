import { authenticate, grantScopes } from '../domain/auth/accounts.ts'
import { TOKEN_LIFETIME_SECONDS } from '../domain/auth/keys.ts'
import { readBasic } from '../domain/auth/basic.ts'
import { rateLimitHeaders } from '../runtime/rateLimit.ts'
import type { Handler, Input } from './support/handler.ts'

/** Fields that would be a second way to authenticate (RFC 6749 §2.3.1, RFC 7521 §4.2). */
const otherCredentials = ['client_secret', 'client_assertion']

/** The token endpoint (RFC 6749 §3.2, §4.4, §5): checks in the order of the specification. */
export const issueToken: Handler<'issueToken', 'clientUses' | 'limits' | 'tokens'> = async (
  input,
) => {
  const { body, db, service, now, fail } = input
  const { authorization } = input.headers
  // RFC 6749 §2.3: a client authenticates in one way only.
  const hasOther = otherCredentials.some((name) => Object.hasOwn(body, name))
  if (hasOther && authorization !== undefined) throw fail('oauth_invalid_request')
  const credentials = readBasic(authorization)
  const client = credentials && (await authenticate(db, { ...credentials, now }))
  if (!client) throw await clientError(input)
  const scopes = grantScopes(client, body.scope)
  if (!scopes) throw fail('oauth_invalid_scope')
  // A signature costs CPU: a client gets no more tokens a second than it may make requests.
  await input.known(client)
  const access_token = await service.tokens.issue(client, scopes, now)
  service.clientUses.note(client, now)
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
    body: {
      access_token,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope: scopes.join(' '),
    },
  }
}

/** Only wrong credentials count against an address: a client with right ones is not locked out. */
async function clientError({ service, address, fail }: Input<'issueToken', 'limits'>) {
  const allowance = await service.limits.failure(address)
  if (allowance.allowed) {
    const error = fail('oauth_invalid_client')
    error.headers['WWW-Authenticate'] = 'Basic realm="balcao", charset="UTF-8"'
    return error
  }
  const error = fail('oauth_too_many_requests')
  const retry = { 'Retry-After': String(allowance.resetSeconds) }
  Object.assign(error.headers, retry, rateLimitHeaders('address', allowance))
  return error
}
