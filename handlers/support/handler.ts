import type { Readable } from 'node:stream'
import type { Code, ApiError } from '../../contract/apiError.ts'
import type { QueryRunner } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import type { codes } from '../../generated/errors.ts'
import type { operations } from '../../generated/types.ts'
import type { Account as TokenAccount } from '../../domain/auth/accounts.ts'
import type { ApiClientActor, UserActor } from '../../domain/identity/actor.ts'
import type { Service } from '../../domain/service.ts'

export { afterCommit } from '../../db/query.ts'

/** The operations of the contract that this process answers on its public port. */
export type OperationId = Exclude<keyof operations, `on${string}`>

/** The error codes that the contract lists for an operation. */
export type CodeOf<Id extends OperationId> = (typeof codes)[Id][number]

type Content<Holder> = Holder extends { content: infer Types }
  ? Extract<keyof Types, 'text/event-stream' | 'text/csv'> extends never
    ? Types[keyof Types]
    : Readable
  : undefined

type Responses<Id extends OperationId> = operations[Id]['responses']

/** The statuses of refusals that an operation answers with a page of its own. */
type PageStatus<Responses> = {
  [Status in 400 | 404 | 409 | 429]: Status extends keyof Responses
    ? Responses[Status] extends { content: { 'text/html': string } }
      ? Status
      : never
    : never
}[400 | 404 | 409 | 429]

type Success<Id extends OperationId> =
  | Extract<keyof Responses<Id>, 200 | 201 | 303 | 304>
  // A refusal that is a page is returned and not thrown.
  | PageStatus<Responses<Id>>

/** A successful response that the contract allows; errors are thrown. */
export type Response<Id extends OperationId> = {
  [Status in Success<Id> & keyof Responses<Id>]: {
    status: Status
    headers?: Record<string, string>
    /** The body as it is sent, when it has been serialised already. */
    bytes?: Buffer
  } & (Content<Responses<Id>[Status]> extends undefined
    ? { body?: undefined }
    : { body: Content<Responses<Id>[Status]> })
}[Success<Id> & keyof Responses<Id>]

type BodyOf<Described> = Described extends { content: infer Types } ? Types[keyof Types] : never

/** Undefined when the operation takes no body, and when one that may be left out was. */
type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer Described }
  ? BodyOf<Described>
  : operations[Id] extends { requestBody?: infer Described }
    ? BodyOf<Described> | undefined
    : undefined

type Parameters<
  Id extends OperationId,
  Place extends string,
> = operations[Id]['parameters'] extends { [P in Place]: infer Values extends object }
  ? Values
  : operations[Id]['parameters'] extends { [P in Place]?: infer Values }
    ? NonNullable<Values>
    : Record<never, never>

/** The caller, its seller, and its scopes. */
export type Account = Pick<TokenAccount, 'seller'> & {
  actor: ApiClientActor | UserActor
  scopes: readonly string[]
}

/** An operation that can refuse a missing token is one that has an account. */
type Caller<Id extends OperationId> =
  'missing_access_token' extends CodeOf<Id> ? Account : Record<never, never>

/** The services that handlers name: the parts of a running service, and its settings. */
export type ServiceName = keyof Service

/**
 * Input of a handler: valid by the contract, and free of HTTP.
 *
 * @typeParam Names the services that the handler takes, in alphabetical order
 */
export type Input<Id extends OperationId, Names extends ServiceName = never> = Caller<Id> & {
  body: Body<Id>
  path: Parameters<Id, 'path'>
  query: Parameters<Id, 'query'>
  headers: Record<string, string | undefined>
  /** The caller's network address, without a port. */
  address: string
  now: Date
  db: QueryRunner
  service: Pick<Service, Names>
  /**
   * Counts the request to an API client that has shown itself without a token; to be awaited.
   *
   * @throws ApiError when it has too many
   */
  known: (client: { client_id: string; seller_id: string }) => undefined | Promise<void>
  /**
   * Makes an error with one of the codes that the contract lists for this operation; `detail`
   * takes the place of the catalogue's message, and `existingId` names what a conflict is with.
   */
  fail: (code: CodeOf<Id> & Code, param?: string, detail?: string, existingId?: string) => ApiError
}

export type Handler<Id extends OperationId, Names extends ServiceName = never> = (
  input: Input<Id, Names>,
) => Response<Id> | Promise<Response<Id>>

/** A handler for every operation of the contract. */
export type Handlers = { [Id in OperationId]: Handler<Id, ServiceName> }

type TransactionBody<Id extends OperationId, Names extends ServiceName> = (
  input: Omit<Input<Id, Names>, 'db'>,
) => Transaction<Response<Id>>

/**
 * A handler that reads the database, once, and writes nothing. It names the services that it takes:
 * `reading<'getSettings', 'baseUrl'>(…)`.
 *
 * @param body a generator function; V8 makes a hidden class for each, so it is made here, once
 */
export const reading =
  <Id extends OperationId, Names extends ServiceName = never>(
    body: TransactionBody<Id, Names>,
  ): Handler<Id, Names> =>
  (input) =>
    input.db.read(() => body(input))

/**
 * A handler whose work is one transaction. The response is sent after its commit; an error undoes
 * all of it. The body may be run more than once, so it does nothing but run statements: other
 * effects happen by `afterCommit`. A repeat of its `Idempotency-Key` does not run the body.
 */
export const writing =
  <Id extends OperationId, Names extends ServiceName = never>(
    body: TransactionBody<Id, Names>,
  ): Handler<Id, Names> =>
  (input) =>
    input.db.run(() => body(input))

/**
 * A `writing` handler whose response is sent once no process uses a cached result from before its
 * commit, so that what it has changed about a client holds everywhere.
 */
export const writingEverywhere =
  <Id extends OperationId, Names extends ServiceName = never>(
    body: TransactionBody<Id, Names>,
  ): Handler<Id, Names | 'waitForCacheExpiry'> =>
  async (input) => {
    const response = await input.db.run(() => body(input))
    await input.service.waitForCacheExpiry()
    return response
  }
