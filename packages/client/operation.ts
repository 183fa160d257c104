import type { routes } from './generated/operations.ts'
import type { operations } from './generated/types.ts'

/** The operations that are called with a token. */
export type OperationId = keyof typeof routes

/** The parameters in the path or the query; optional as a whole when each of them is. */
type Parameters<
  Id extends OperationId,
  Place extends 'path' | 'query',
> = operations[Id]['parameters'] extends { [P in Place]: infer Values extends object }
  ? { [P in Place]: Values }
  : operations[Id]['parameters'] extends { [P in Place]?: infer Values extends object }
    ? { [P in Place]?: Values }
    : unknown

type JsonOf<Content> = Content extends { content: { 'application/json': infer Json } }
  ? Json
  : never

/** The body; optional when the contract says so, and absent when it never has a field. */
type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer Content }
  ? { body: JsonOf<Content> }
  : string extends keyof JsonOf<NonNullable<operations[Id]['requestBody']>>
    ? unknown
    : { body?: JsonOf<NonNullable<operations[Id]['requestBody']>> }

type Key<Id extends OperationId> = (typeof routes)[Id]['takesKey'] extends true
  ? {
      /**
       * Makes the call safe to repeat for 24 hours. Without it, one is made for each call. Store
       * your own with the order when the process itself may end during the call.
       */
      idempotencyKey?: string
    }
  : unknown

/** The input of an operation: `path`, `query` and `body` as the contract has them. */
export type Input<Id extends OperationId> = Parameters<Id, 'path'> &
  Parameters<Id, 'query'> &
  Body<Id> &
  Key<Id> & {
    /** Aborts the call, a pause before a retry included. */
    signal?: AbortSignal
  }

type Success<Id extends OperationId> = operations[Id]['responses'][Extract<
  keyof operations[Id]['responses'],
  200 | 201
>]

/** The body of an operation's successful response; a file is its bytes. */
export type Output<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Json } }
    ? Json
    : Success<Id> extends { content: object }
      ? Uint8Array
      : never

/**
 * Calls an operation.
 *
 * @throws ApiError for an error response, NoResponse when none came
 */
export type Call<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>) => Promise<Output<Id>>
    : (input: Input<Id>) => Promise<Output<Id>>
