import type { Readable } from 'node:stream'
import type { Code, ApiError } from '../../contract/apiError.ts'
import type { QueryRunner } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import type { codes } from '../../generated/errors.ts'
import type { operations } from '../../generated/types.ts'
import type { Account as TokenAccount } from '../../domain/auth/clients.ts'
import type { SigningKeys } from '../../domain/auth/keys.ts'
import type { Tokens } from '../../domain/auth/tokens.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Limits } from '../../runtime/rateLimit.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { Sweeper } from '../../runtime/sweeper.ts'
import type { Rail } from '../../domain/pix/rail.ts'
import type { Dispatcher } from '../../domain/webhooks/delivery.ts'
import type { Snapshot } from '../../domain/webhooks/events.ts'
import type { StatusStreams } from './statusStreams.ts'

/** The operations of the contract that this process answers on its public port. */
export type OperationId = Exclude<keyof operations, `on${string}`>

/** The error codes that the contract lists for an operation. */
export type CodeOf<Id extends OperationId> = (typeof codes)[Id][number]

type Content<Holder> = Holder extends { content: infer Types }
  ? 'text/event-stream' extends keyof Types
    ? Readable
    : Types[keyof Types]
  : undefined

type Responses<Id extends OperationId> = operations[Id]['responses']
type HasPage<Response> = Response extends { content: { 'text/html': string } } ? 404 : never

type Success<Id extends OperationId> =
  | Extract<keyof Responses<Id>, 200 | 201 | 303>
  // A page is a page, also when there is nothing behind it.
  | (404 extends keyof Responses<Id> ? HasPage<Responses<Id>[404]> : never)

/** A successful answer that the contract allows; refusals are thrown. */
export type Reply<Id extends OperationId> = {
  [Status in Success<Id> & keyof Responses<Id>]: {
    status: Status
    headers?: Record<string, string>
  } & (Content<Responses<Id>[Status]> extends undefined
    ? { body?: undefined }
    : { body: Content<Responses<Id>[Status]> })
}[Success<Id> & keyof Responses<Id>]

type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Types } }
  ? Types[keyof Types]
  : undefined

type Parameters<
  Id extends OperationId,
  Place extends string,
> = operations[Id]['parameters'] extends { [P in Place]: infer Values extends object }
  ? Values
  : operations[Id]['parameters'] extends { [P in Place]?: infer Values }
    ? NonNullable<Values>
    : Record<never, never>

/** What a running service is made of. */
export type Service = {
  mode: 'sandbox' | 'live'
  /** The public address, without a slash at its end. */
  base_url: string
  clock: Clock
  keys: SigningKeys
  tokens: Tokens
  limits: Limits
  metrics: Metrics
  snapshot: Snapshot
  /** Sends the events; to be woken after a commit that recorded one. */
  webhooks: Dispatcher
  rail: Rail
  /** Does in the background what is due by the clock alone. */
  sweeper: Sweeper
  /** The streams of pages that are open. */
  streams: StatusStreams
  /** Aborted when the service drains, so that streams end. */
  ending: AbortSignal
}

/** Who calls: the token's seller and API client, and the scopes that the token carries. */
export type Account = TokenAccount & { scopes: string[] }

/** An operation that can refuse a missing token is one that has an account. */
type Caller<Id extends OperationId> =
  'missing_access_token' extends CodeOf<Id> ? Account : Record<never, never>

/** What a handler is given; nothing of it knows HTTP. */
export type Input<Id extends OperationId> = Caller<Id> & {
  body: Body<Id>
  path: Parameters<Id, 'path'>
  query: Parameters<Id, 'query'>
  headers: Record<string, string | undefined>
  /** The caller's network address, without a port. */
  address: string
  now: Date
  db: QueryRunner
  service: Service
  /**
   * Counts the request to an API client that has shown itself without a token; to be awaited.
   *
   * @throws ApiError when it has too many
   */
  known: (client_id: string) => undefined | Promise<void>
  /**
   * Makes a refusal with one of the codes that the contract lists for this operation; `detail`
   * takes the place of the catalogue's message.
   */
  fail: (code: CodeOf<Id> & Code, param?: string, detail?: string) => ApiError
}

export type Handler<Id extends OperationId> = (input: Input<Id>) => Reply<Id> | Promise<Reply<Id>>

/** A handler whose work is one read of the database. */
export const reading =
  <Id extends OperationId>(body: (input: Input<Id>) => Transaction<Reply<Id>>): Handler<Id> =>
  (input) =>
    input.db.read(() => body(input))
