import { catalogue } from '../generated/errors.ts'

/** Every error code of the contract's catalogue. */
export type Code = keyof typeof catalogue

/**
 * An answer of the error catalogue on its way to the caller. It may be thrown anywhere below the
 * HTTP layer, which alone turns it into a reply.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: Code
  /** The field or parameter at fault, dotted when nested (`default_offer.amount_minor`). */
  readonly param: string | undefined
  /** Replaces the catalogue's message, for instance by the validator's text. */
  readonly detail: string | undefined
  readonly headers: Record<string, string>

  constructor(
    code: Code,
    {
      param,
      detail,
      headers = {},
    }: {
      param?: string | undefined
      detail?: string | undefined
      headers?: Record<string, string>
    } = {},
  ) {
    super(param === undefined ? code : `${code} (${param})`)
    this.code = code
    this.param = param
    this.detail = detail
    this.headers = headers
  }
}

/**
 * The reply of a refusal: the specification's error object, or on the token endpoint OAuth's own
 * shape (RFC 6749 §5.2).
 */
export function replyOf(
  refusal: ApiError,
  request_id: string,
): { status: number; headers: Record<string, string>; body: object } {
  const { status, body } = catalogue[refusal.code]
  const { headers } = refusal
  if (typeof body.error === 'string') return { status, headers, body }
  const { type, code, message } = body.error
  const param = refusal.param === undefined ? {} : { param: refusal.param }
  const error = { type, code, message: refusal.detail ?? message, ...param, request_id }
  return { status, headers, body: { error } }
}

/** The token endpoint lists these codes in OAuth's shape instead. */
const oauthCodes: Partial<Record<Code, Code>> = {
  invalid_request: 'oauth_invalid_request',
  internal_error: 'oauth_temporarily_unavailable',
  service_unavailable: 'oauth_temporarily_unavailable',
  too_many_requests: 'oauth_too_many_requests',
}

/** The refusal as the operation's own list of codes names it. */
export function asListed(refusal: ApiError, operationId: string | undefined): ApiError {
  const code = oauthCodes[refusal.code]
  if (operationId !== 'issueToken' || !code) return refusal
  const retry = code === 'oauth_temporarily_unavailable' && { 'Retry-After': '1' }
  return new ApiError(code, { headers: { ...refusal.headers, ...retry } })
}
