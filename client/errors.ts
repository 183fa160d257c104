import type { Catalogue, Codes } from './generated/errors.ts'

/** What can be refused: an operation, or the exchange of credentials that comes before it. */
export type RefusedId = keyof Codes

/** Whatever this package throws of its own. */
export class BalcaoError extends Error {
  override name = 'BalcaoError'
}

/** Nothing came back, or nothing that the service would say. The cause, if any, says more. */
export class NoAnswer extends BalcaoError {
  override name = 'NoAnswer'
}

/** What is known of a refusal, as the error object of the contract has it. */
export type RefusalFacts = {
  operation: RefusedId
  status: number
  code: string
  type: string
  message: string
  param: string | undefined
  request_id: string | undefined
}

/** The service answered with an error. */
export class Refusal extends BalcaoError {
  override name = 'Refusal'
  readonly operation: RefusedId
  readonly status: number
  /** Stable: branch on it. A later version of the service may say codes that are not typed here. */
  readonly code: string
  readonly type: string
  /** The field at fault, dotted when nested. */
  readonly param: string | undefined
  /** To be quoted when you ask for help. */
  readonly request_id: string | undefined

  constructor({ operation, status, code, type, message, param, request_id }: RefusalFacts) {
    super(`${operation}: ${status} ${code}: ${message} (request ${request_id ?? 'without an id'})`)
    this.operation = operation
    this.status = status
    this.code = code
    this.type = type
    this.param = param
    this.request_id = request_id
  }
}

/** A refusal by an operation, one of a union that `code` tells apart. */
export type RefusalOf<Id extends RefusedId> = {
  [Code in Codes[Id]]: Refusal & { operation: Id; code: Code } & Catalogue[Code]
}[Codes[Id]]

/**
 * Whether an error is a refusal by the operation. Then `error.code` is one of its codes, and no
 * other can be compared with it.
 */
export function isRefusal<Id extends RefusedId>(
  error: unknown,
  operation: Id,
): error is RefusalOf<Id> {
  return error instanceof Refusal && error.operation === operation
}

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What an unsuccessful answer says, in the envelope of the contract or in that of OAuth 2.0. */
function factsOf(
  operation: RefusedId,
  { status, headers }: Response,
  body: unknown,
): RefusalFacts | undefined {
  const { error, error_description } = record(body)
  const { code, type, message, param, request_id } = record(error)
  const oauth_code = operation === 'issueToken' ? textOf(error) : undefined
  const said = oauth_code === undefined ? textOf(code) : `oauth_${oauth_code}`
  if (said === undefined) return undefined
  return {
    operation,
    status,
    code: said,
    type: textOf(type) ?? 'oauth_error',
    message: textOf(message) ?? textOf(error_description) ?? '',
    param: textOf(param),
    request_id: textOf(request_id) ?? headers.get('x-request-id') ?? undefined,
  }
}

/** The error of an unsuccessful answer. */
export function errorOf(operation: RefusedId, response: Response, body: unknown): BalcaoError {
  const facts = factsOf(operation, response, body)
  if (facts) return new Refusal(facts)
  // Of what a proxy says, nothing is repeated: nobody knows what is in it.
  return new NoAnswer(`${operation}: ${response.status}, but not from the service.`)
}
