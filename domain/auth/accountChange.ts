/** Context and checks of every change of an account: its actor and the actor's scopes. */
import type { Transaction } from '../../db/query.ts'
import { operator, stillActs } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { everyScope, permits } from '../identity/scopes.ts'
import { lockSeller } from '../identity/sellerRows.ts'

/** Context of a change: the account, the actor, the actor's scopes, the time. */
export type AccountChange = {
  seller_id: string
  actor: Actor
  scopes: readonly string[]
  now: Date
}

/** The operator may do everything. */
export const asOperator = (seller_id: string, now: Date): AccountChange => ({
  seller_id,
  actor: operator(),
  scopes: everyScope,
  now,
})

/**
 * Why an account cannot be changed so: the error code, the scopes that the actor lacks, and the
 * field that asks for what is refused.
 */
export type Fault<Code extends string> = { code: Code; missing?: string[]; param?: string }

/** Either what a change results in, or why it was not made. */
export type Outcome<Result extends object, Code extends string> =
  | (Result & { fault?: undefined })
  | ({ [Name in keyof Result]?: undefined } & { fault: Fault<Code> })

/**
 * Locks the seller's account, and looks whether the actor still may change it: its access may have
 * ended while it waited.
 */
export function* lockAccount({
  seller_id,
  actor,
}: AccountChange): Transaction<Fault<'invalid_access_token'> | undefined> {
  yield* lockSeller({ id: seller_id })
  const isInForce = yield* stillActs(seller_id, actor)
  return isInForce ? undefined : { code: 'invalid_access_token' }
}

/**
 * No actor grants a scope that it lacks, or changes what has one.
 *
 * @param param the field that grants the scopes
 */
export function faultOfScopes(
  held: readonly string[],
  scopes: readonly string[],
  param?: string,
): Fault<'insufficient_scope'> | undefined {
  const missing = scopes.filter((one) => !permits(held, one))
  if (missing.length === 0) return undefined
  return { code: 'insufficient_scope', missing, ...(param && { param }) }
}
