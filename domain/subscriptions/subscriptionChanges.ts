/** Changes that a seller makes, as the audit trail records them. */
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import { query } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import { operator } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { cancelSubscription, changeAmount, requestVoid } from './cancel.ts'
import { openSubscription } from './open.ts'
import type { Recorder } from './ports.ts'
import type { Key } from './rows.ts'

type Opening = Parameters<typeof openSubscription>[1]

/** Opens a subscription; see `openSubscription`. */
export function* sellSubscription(
  order: Parameters<typeof openSubscription>[0],
  opening: Opening,
): ReturnType<typeof openSubscription> {
  const result = yield* openSubscription(order, opening)
  if (!result.opened) return result
  const { id: target, ...after } = result.opened
  const { seller, actor, now } = opening
  const changes = changesBetween(undefined, after, ['name', 'amount_minor', 'currency'])
  const action = 'subscription.created'
  yield* recordChange({ seller_id: seller.id, actor, action, target, changes, now })
  return result
}

type OfActor = Key & { actor: Actor }

/** Cancels a subscription in the name of its seller; see `cancelSubscription`. */
export function* endSubscription(
  { actor, reason, ...key }: OfActor & { reason?: string | undefined },
  recorder: Recorder,
): ReturnType<typeof cancelSubscription> {
  const cancel = { ...key, by: 'seller' as const, reason: reason ?? null }
  const result = yield* cancelSubscription(cancel, recorder)
  if (!result?.isCanceled) return result
  const { seller_id, id: target } = key
  const { now } = recorder
  yield* recordChange({ seller_id, actor, action: 'subscription.canceled', target, now })
  return result
}

const subscriptionOfAnySeller = query('subscription_of_any_seller', rowByKey('subscriptions', 'id'))

/** Cancels a subscription by its id alone, as the command line does. */
export function* endSubscriptionOfAnySeller(
  id: string,
  recorder: Recorder,
): ReturnType<typeof cancelSubscription> {
  const [row] = yield* subscriptionOfAnySeller({ id })
  if (!row) return undefined
  return yield* endSubscription({ seller_id: row.seller_id, id, actor: operator() }, recorder)
}

/** Has a period not charged; see `requestVoid`. */
export function* skipPeriod(
  { actor, ...key }: OfActor,
  recorder: Recorder,
): ReturnType<typeof requestVoid> {
  const result = yield* requestVoid(key, recorder)
  if (!result.invoice || result.isRepeated) return result
  const { seller_id, id: target } = key
  yield* recordChange({ seller_id, actor, action: 'invoice.voided', target, now: recorder.now })
  return result
}

/** Changes what a draft costs; see `changeAmount`. */
export function* repriceDraft(
  { actor, ...order }: OfActor & { amount_minor: number },
  recorder: Recorder,
): ReturnType<typeof changeAmount> {
  const { seller_id, id: target } = order
  const result = yield* changeAmount(order, recorder)
  if (!result.invoice) return result
  const before = { ...result.invoice, amount_minor: result.amountBefore }
  const changes = changesBetween(before, result.invoice, ['amount_minor'])
  const action = 'invoice.updated'
  yield* recordChange({ seller_id, actor, action, target, changes, now: recorder.now })
  return result
}
