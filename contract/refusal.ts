import { catalogue } from '../generated/errors.ts'

/** Every error code of the contract's catalogue. */
export type Code = keyof typeof catalogue

/**
 * An answer of the error catalogue on its way to the caller. It may be thrown anywhere below the
 * HTTP layer, which alone turns it into a reply.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: Code
  /** The field or parameter at fault, dotted when nested (`default_offer.amount_minor`). */
  readonly param: string | undefined
  /** Replaces the catalogue's message, for instance by the validator's text. */
  readonly detail: string | undefined
  readonly headers: Record<string, string>

  constructor(
    code: Code,
    { param, detail, headers = {} }: {
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
 * The status and the JSON body of a refusal: the specification's error object, or on the token
 * endpoint OAuth's own shape (RFC 6749 §5.2).
 */
export function present(refusal: Refusal, request_id: string): { status: number; body: object } {
  const { status, body } = catalogue[refusal.code]
  if (typeof body.error === 'string') return { status, body }
  const { type, code, message } = body.error
  const param = refusal.param === undefined ? {} : { param: refusal.param }
  const error = { type, code, message: refusal.detail ?? message, ...param, request_id }
  return { status, body: { error } }
}
