import { cancelOpen, checkoutById } from '../domain/checkouts/view.ts'
import type { Transaction } from '../db/query.ts'
import { isReplayed } from './support/idempotency.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'

export const cancelCheckout: Handler<'cancelCheckout'> = async (input) => {
  const { path, seller, db, service } = input
  const reply = await db.run(() => cancel(input))
  if (!isReplayed(reply)) service.metrics.money('canceled', reply.body.amount_total_minor)
  // The charge is canceled at the bank as well, in the background.
  service.rail.scheduleCheck({ seller_id: seller.id, checkout_id: path.checkoutId })
  return reply
}

function* cancel({
  path,
  seller,
  now,
  service,
  fail,
}: Input<'cancelCheckout'>): Transaction<Reply<'cancelCheckout'>> {
  const key = { seller_id: seller.id, id: path.checkoutId }
  const [canceled] = yield* cancelOpen({ ...key, now: now.toISOString() })
  if (canceled) return { status: 200, body: present.checkout(canceled, service.base_url) }
  const [checkout] = yield* checkoutById(key)
  throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
}
