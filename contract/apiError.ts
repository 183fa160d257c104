import { catalogue } from '../generated/errors.ts'

/** Every error code of the contract's catalogue. */
export type Code = keyof typeof catalogue

/**
 * An error of the catalogue. Any layer may throw one; `http/` alone makes a response of it.
 *
 * @example throw new ApiError('invalid_request', { param: 'email', detail: 'email: …' })
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: Code
  /** The field or parameter at fault, dotted when nested (`default_offer.amount_minor`). */
  readonly param: string | undefined
  /** Takes the place of the catalogue's message, for instance the validator's text. */
  readonly detail: string | undefined
  /** The object that is in the way, of a conflict that names it. */
  readonly existingId: string | undefined
  readonly headers: Record<string, string>

  constructor(
    code: Code,
    {
      param,
      detail,
      existingId,
      headers = {},
    }: {
      param?: string | undefined
      detail?: string | undefined
      existingId?: string | undefined
      headers?: Record<string, string>
    } = {},
  ) {
    super(param === undefined ? code : `${code} (${param})`)
    this.code = code
    this.param = param
    this.detail = detail
    this.existingId = existingId
    this.headers = headers
  }
}

/**
 * The response to a request that failed: the API's error object, or OAuth's own shape for the codes
 * of the token endpoint (RFC 6749 §5.2).
 */
export function errorResponse(
  error: ApiError,
  requestId: string,
): { status: number; headers: Record<string, string>; body: object } {
  const { status, body } = catalogue[error.code]
  const { headers } = error
  if (typeof body.error === 'string') return { status, headers, body }
  const { type, code, message } = body.error
  const param = error.param === undefined ? {} : { param: error.param }
  const { existingId } = error
  const existing = existingId === undefined ? {} : { existing_id: existingId }
  const shown = {
    type,
    code,
    message: error.detail ?? message,
    ...param,
    ...existing,
    request_id: requestId,
  }
  return { status, headers, body: { error: shown } }
}

/** General codes that the token endpoint lists in OAuth's shape. */
const oauthCodes: Partial<Record<Code, Code>> = {
  invalid_request: 'oauth_invalid_request',
  internal_error: 'oauth_temporarily_unavailable',
  service_unavailable: 'oauth_temporarily_unavailable',
  too_many_requests: 'oauth_too_many_requests',
}

/** The same error by the code under which the operation lists it. */
export function asListed(error: ApiError, operationId: string | undefined): ApiError {
  const code = oauthCodes[error.code]
  if (operationId !== 'issueToken' || !code) return error
  const retry = code === 'oauth_temporarily_unavailable' && { 'Retry-After': '1' }
  return new ApiError(code, { headers: { ...error.headers, ...retry } })
}
