import type { routes } from './generated/operations.ts'
import type { operations } from './generated/types.ts'

/** The operations that are called with a token. */
export type OperationId = keyof typeof routes

/** Parameters of a place, which may be left out when each of them may. */
type Parameters<
  Id extends OperationId,
  Place extends 'path' | 'query',
> = operations[Id]['parameters'] extends { [P in Place]: infer Values extends object }
  ? { [P in Place]: Values }
  : operations[Id]['parameters'] extends { [P in Place]?: infer Values extends object }
    ? { [P in Place]?: Values }
    : unknown

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } }
}
  ? { body: Json }
  : unknown

type Key<Id extends OperationId> = (typeof routes)[Id]['takes_key'] extends true
  ? {
      /**
       * Makes the call safe to repeat for 24 hours; one is made for each call unless you give your
       * own. Give your own, kept with the order, when the process itself may be cut off.
       */
      idempotency_key?: string
    }
  : unknown

/** What an operation is called with: `path`, `query` and `body` as the contract has them. */
export type Input<Id extends OperationId> = Parameters<Id, 'path'> &
  Parameters<Id, 'query'> &
  Body<Id> &
  Key<Id> & {
    /** Ends the call, with whatever waits for it to be tried again. */
    signal?: AbortSignal
  }

type Success<Id extends OperationId> = operations[Id]['responses'][Extract<
  keyof operations[Id]['responses'],
  200 | 201
>]

/** What an operation answers with when it succeeds. */
export type Output<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Json } } ? Json : never

/**
 * Calls an operation.
 *
 * @throws Refusal when the service answers with an error, NoAnswer when it does not answer
 */
export type Call<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>) => Promise<Output<Id>>
    : (input: Input<Id>) => Promise<Output<Id>>
