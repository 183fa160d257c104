/** Calls of operations from within the process, for a person who is signed in. */
import { ApiError } from '../contract/apiError.ts'
import { isClosedTo } from '../domain/identity/roles.ts'
import { catalogue } from '../generated/errors.ts'
import { paths } from '../generated/paths.ts'
import { LongList } from '../handlers/support/pagination.ts'
import type {
  Account,
  Input,
  OperationId,
  Response as ResponseOf,
} from '../handlers/support/handler.ts'
import type { Logger } from '../runtime/logger.ts'
import type { PageRequest, RequestContext } from './context.ts'
import type { Engine } from './engine/engine.ts'
import { createErrorMapper } from './errors.ts'
import type { SecurityLog } from './securityLog.ts'

type QueryValue = string | number | boolean

/** Input of a call, as a request to the operation would carry it. */
export type CallInput<Id extends OperationId> = {
  path?: Input<Id>['path']
  /** Parameters as text, as they stand in an address; undefined ones are left out. */
  query?: Record<string, QueryValue | QueryValue[] | undefined>
  body?: unknown
  /** Makes a repeat of the call answer as the first did. */
  idempotencyKey?: string
}

/** The body of an operation's successful response. */
export type CallResult<Id extends OperationId> = Exclude<ResponseOf<Id>['body'], undefined>

/**
 * Calls an operation with an account: its scopes are checked, its limits count, and its input is
 * validated as for a request with a token.
 *
 * @throws ApiError with a code that the contract lists for the operation
 */
export type Call = <Id extends OperationId>(
  id: Id,
  input?: CallInput<Id>,
) => Promise<CallResult<Id>>

/**
 * Validates the input of an operation as a call would, without the call.
 *
 * @throws ApiError with the code that the contract names for the failure
 */
export type Check = <Id extends OperationId>(id: Id, input?: CallInput<Id>) => void

/** Functions by which an account calls operations. */
export type Calls = { call: Call; check: Check }

export type CallOptions = { engine: Engine; log: Logger; securityLog: SecurityLog }

/** Makes the function that binds calls to the account and the request that they are made for. */
export function createCalls({ engine, log, securityLog }: CallOptions) {
  const methods = new Map(
    engine.operations.map((operation) => [operation.operationId, operation.method]),
  )
  const mapError = createErrorMapper(log)
  return (account: Account, request: PageRequest): Calls => {
    const { actor } = account
    const contextFor = <Id extends OperationId>(id: Id, input: CallInput<Id>): RequestContext => {
      if (actor.type === 'user' && isClosedTo(actor.role, id)) {
        throw new ApiError('insufficient_scope')
      }
      const context = contextOf(id, methods.get(id) ?? '', input, { account, request })
      engine.find(context)
      return context
    }
    return {
      check: (id, input = {}) => engine.validate(contextFor(id, input)),
      call: async (id, input = {}) => {
        const context = contextFor(id, input)
        try {
          const result = await engine.handle(context)
          securityLog.note(context, result)
          const { body } = result
          return (body instanceof LongList ? await body.whole() : body) as CallResult<typeof id>
        } catch (thrown) {
          const error = mapError(thrown, context)
          securityLog.note(context, catalogue[error.code], error.code)
          throw error
        }
      },
    }
  }
}

function contextOf<Id extends OperationId>(
  id: Id,
  method: string,
  { path, query = {}, body, idempotencyKey }: CallInput<Id>,
  { account, request }: { account: Account; request: PageRequest },
): RequestContext {
  const { address, requestId, now, response, permit } = request
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((text): [string, string] => [name, String(text)]),
  )
  const pathOf = paths[id] as (parameters: object | undefined) => string
  return {
    method: method.toUpperCase(),
    host: undefined,
    path: pathOf(path),
    query: String(new URLSearchParams(parameters)),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    address,
    params: {},
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    requestId,
    startMs: performance.now(),
    response,
    stage: 'clock',
    now,
    responseHeaders: {},
    account,
    ...(permit && { permit }),
  }
}
