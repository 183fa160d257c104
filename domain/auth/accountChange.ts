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
 * Why a change of an account is refused: the error code, the scopes that the actor lacks, and the
 * field at fault.
 */
export type Fault<Code extends string> = { code: Code; missing?: string[]; param?: string }

/** Result of a change, or why it was not made. */
export type ChangeResult<Result extends object, Code extends string> =
  | (Result & { fault?: undefined })
  | ({ [Name in keyof Result]?: undefined } & { fault: Fault<Code> })

/**
 * Locks the seller's account, and checks that the actor may still change it: its access may have
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
 * Refuses to grant a scope that the actor lacks, or to change a holder of one.
 *
 * @param param the field that grants the scopes
 */
export function faultOfScopes(
  held: readonly string[],
  scopes: readonly string[],
  param?: string,
): Fault<'insufficient_scope'> | undefined {
  const missing = scopes.filter((scope) => !permits(held, scope))
  if (missing.length === 0) return undefined
  return { code: 'insufficient_scope', missing, ...(param && { param }) }
}
