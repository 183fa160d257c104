import type { Catalogue, Codes } from './generated/errors.ts'

/** The request that failed: an operation, or `issueToken` before it. */
export type ErrorOperation = keyof Codes

/** The base of every error of this package. */
export class BalcaoError extends Error {
  override name = 'BalcaoError'
}

/** No response came, or one that is not from the service. `cause`, if any, says more. */
export class NoResponse extends BalcaoError {
  override name = 'NoResponse'
}

/** The fields of the contract's error object. */
export type ApiErrorFields = {
  operation: ErrorOperation
  status: number
  code: string
  type: string
  message: string
  param: string | undefined
  existingId: string | undefined
  requestId: string | undefined
}

/** The service answered with an error. */
export class ApiError extends BalcaoError {
  override name = 'ApiError'
  readonly operation: ErrorOperation
  readonly status: number
  /** Stable: branch on it. A later version of the service may send codes unknown to these types. */
  readonly code: string
  readonly type: string
  /** The field at fault, dotted when nested. */
  readonly param: string | undefined
  /** In a conflict, the customer or checkout that is in the way. */
  readonly existingId: string | undefined
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined

  constructor({
    operation,
    status,
    code,
    type,
    message,
    param,
    existingId,
    requestId,
  }: ApiErrorFields) {
    super(`${operation}: ${status} ${code}: ${message} (request ${requestId ?? 'without an id'})`)
    this.operation = operation
    this.status = status
    this.code = code
    this.type = type
    this.param = param
    this.existingId = existingId
    this.requestId = requestId
  }
}

/** An error of an operation: a union that is discriminated by `code`. */
export type ApiErrorOf<Id extends ErrorOperation> = {
  [Code in Codes[Id]]: ApiError & { operation: Id; code: Code } & Catalogue[Code]
}[Codes[Id]]

/**
 * Narrows an error to the responses of one operation. Then `error.code` is typed as one of its
 * codes, and comparing it with any other does not compile.
 */
export function isApiError<Id extends ErrorOperation>(
  error: unknown,
  operation: Id,
): error is ApiErrorOf<Id> {
  return error instanceof ApiError && error.operation === operation
}

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The fields of an error response, in the contract's envelope or in OAuth's (RFC 6749 §5.2). */
function fieldsOf(
  operation: ErrorOperation,
  { status, headers }: Response,
  body: unknown,
): ApiErrorFields | undefined {
  const { error, error_description } = record(body)
  const { code, type, message, param, existing_id, request_id } = record(error)
  const oauthCode = operation === 'issueToken' ? textOf(error) : undefined
  const fullCode = oauthCode === undefined ? textOf(code) : `oauth_${oauthCode}`
  if (fullCode === undefined) return undefined
  return {
    operation,
    status,
    code: fullCode,
    type: textOf(type) ?? 'oauth_error',
    message: textOf(message) ?? textOf(error_description) ?? '',
    param: textOf(param),
    existingId: textOf(existing_id),
    requestId: textOf(request_id) ?? headers.get('x-request-id') ?? undefined,
  }
}

/** The error for a response that is not 2xx. */
export function errorOf(operation: ErrorOperation, response: Response, body: unknown): BalcaoError {
  const fields = fieldsOf(operation, response, body)
  if (fields) return new ApiError(fields)
  // A proxy's response may contain anything, so nothing of it is repeated.
  return new NoResponse(`${operation}: ${response.status}, but not from the service.`)
}
