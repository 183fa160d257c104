import type { Transaction } from '../../db/query.ts'
import { subscriptionById } from '../../domain/subscriptions/rows.ts'
import type { Key } from '../../domain/subscriptions/rows.ts'
import * as present from './present.ts'

/** A subscription that was changed just now, in the contract's form. */
export function* subscriptionNow(
  key: Key,
  baseUrl: string,
): Transaction<ReturnType<typeof present.subscription>> {
  const [subscription] = yield* subscriptionById(key)
  if (!subscription) throw new Error(`The subscription ${key.id} is not there.`)
  return present.subscription(subscription, baseUrl)
}
