/** Authorization of callers: the same rules, whatever has read the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { requireScopes } from '../../../../http/authenticate.ts'
import { readBasic } from '../../../../domain/auth/basic.ts'
import { isScope, permits } from '../../../../domain/identity/scopes.ts'
import { ApiError } from '../../../../contract/apiError.ts'

/** A client in force and its seller, as far as a token is held against them. */
export type Caller = {
  seller_id: string
  default_currency: string
  id: string
  name: string
  generation: number
}

/** A client in force, as far as a token is issued to it. */
export type Credential = {
  client_id: string
  secret_hash: string
  scopes: string[]
  generation: number
}

const challenge = 'Bearer realm="balcao"'

/** @throws ApiError `missing_access_token` */
export function bearerToken(authorization: string | undefined): string {
  const token = /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1]
  if (token !== undefined) return token
  throw new ApiError('missing_access_token', { headers: { 'WWW-Authenticate': challenge } })
}

export const invalidToken = () =>
  new ApiError('invalid_access_token', {
    headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
  })

/**
 * Holds the claims of a good token against its client as it is now.
 *
 * @throws ApiError `invalid_access_token`, `insufficient_scope`
 */
export function admitted(
  { generation, scope }: { generation: number; scope: string },
  caller: Caller | undefined,
  wanted: string,
): Caller {
  if (caller?.generation !== generation) throw invalidToken()
  requireScopes(scope.split(' '), [wanted])
  return caller
}

function wrongCredentials(): ApiError {
  const headers = { 'WWW-Authenticate': 'Basic realm="balcao", charset="UTF-8"' }
  return new ApiError('oauth_invalid_client', { headers })
}

/** Compared against when there is no such client, so that both cases cost the same. */
const noClient = createHash('sha256').update('nobody').digest('base64url')

/**
 * Decides on a token request.
 *
 * @param find looks a client up by its `client_id`
 * @throws ApiError with one of the OAuth codes
 */
export async function granted(
  authorization: string | undefined,
  form: URLSearchParams,
  find: (client_id: string) => Credential | undefined | Promise<Credential | undefined>,
): Promise<{ client: Credential; scopes: string[] }> {
  const given = [...form.keys()]
  if (new Set(given).size < given.length || !form.get('grant_type')) {
    throw new ApiError('oauth_invalid_request')
  }
  if (form.get('grant_type') !== 'client_credentials') {
    throw new ApiError('oauth_unsupported_grant_type')
  }
  const credentials = readBasic(authorization)
  const client = credentials && (await find(credentials.client_id))
  const hash = createHash('sha256')
    .update(credentials?.client_secret ?? '')
    .digest('base64url')
  const right = timingSafeEqual(Buffer.from(hash), Buffer.from(client?.secret_hash ?? noClient))
  if (!client || !right) throw wrongCredentials()
  const named =
    form
      .get('scope')
      ?.split(' ')
      .filter((scope) => scope !== '') ?? []
  const scopes = named.length === 0 ? client.scopes : [...new Set(named)]
  const allowed = scopes.every((scope) => isScope(scope) && permits(client.scopes, scope))
  if (allowed) return { client, scopes }
  throw new ApiError('oauth_invalid_scope')
}
