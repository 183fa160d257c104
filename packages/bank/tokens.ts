/** Requests for tokens at the simulated bank, as RFC 6749 has them. */
import type { IncomingMessage } from 'node:http'
import { OAuthRefusal } from './problems.ts'

const GRANT = 'client_credentials'

/** The scopes of Pix Automático. */
const RECURRING_SCOPES = [
  'payloadlocationrec',
  'rec',
  'solicrec',
  'cobr',
  'webhookrec',
  'webhookcobr',
]
  .flatMap((name) => [`${name}.write`, `${name}.read`])
  .join(' ')

/** The scopes of ordinary Pix. */
export const ORDINARY_SCOPES =
  'cob.write cob.read payloadlocation.write payloadlocation.read pix.write pix.read ' +
  'webhook.write webhook.read'

/** The scopes that a token of this bank may have. */
export const SCOPES = `${ORDINARY_SCOPES} ${RECURRING_SCOPES}`

/** Headers of every answer of the token endpoint (RFC 6749 §5.1 and §5.2). */
export const tokenHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** @throws OAuthRefusal when it is no form, or has a parameter twice (§3.2) */
export function formOf({ method, headers }: IncomingMessage, body: string): URLSearchParams {
  const invalid = (why: string) => new OAuthRefusal(400, 'invalid_request', why)
  if (method !== 'POST') throw invalid('A token is requested by POST.')
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/x-www-form-urlencoded') {
    throw invalid('The parameters are sent as application/x-www-form-urlencoded.')
  }
  const form = new URLSearchParams(body)
  const names = [...form.keys()]
  if (new Set(names).size < names.length) throw invalid('A parameter is there twice.')
  return form
}

/**
 * The scopes that are asked for: all that are granted where a request names none.
 *
 * @throws OAuthRefusal
 */
export function scopesAsked(form: URLSearchParams, granted: string): string[] {
  const grant = form.get('grant_type')
  if (grant === null) throw new OAuthRefusal(400, 'invalid_request', 'grant_type is missing.')
  if (grant !== GRANT) {
    throw new OAuthRefusal(400, 'unsupported_grant_type', `Only ${GRANT} is supported.`)
  }
  const asked = (form.get('scope') ?? granted).split(' ')
  const unknown = asked.find((one) => !SCOPES.split(' ').includes(one))
  if (unknown !== undefined) {
    throw new OAuthRefusal(400, 'invalid_scope', 'A scope is unknown to this bank.')
  }
  return asked
}
