import { cancelOpen, checkoutById } from '../db/checkouts.ts'
import { isReplayed } from './idempotency.ts'
import type { Handler, Reply } from './operation.ts'
import * as present from './present.ts'

export const cancelCheckout: Handler<'cancelCheckout'> = async (
  { path, seller, now, db, service, fail },
) => {
  const key = { seller_id: seller.id, id: path.checkoutId }
  const reply = await db.run<Reply<'cancelCheckout'>>(function* () {
    const [canceled] = yield* cancelOpen({ ...key, now: now.toISOString() })
    if (canceled) return { status: 200, body: present.checkout(canceled, service.base_url) }
    const [checkout] = yield* checkoutById(key)
    throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
  })
  if (!isReplayed(reply)) service.metrics.money('canceled', reply.body.amount_total_minor)
  // The charge is canceled at the bank as well, in the background.
  service.rail.look({ seller_id: seller.id, checkout_id: path.checkoutId })
  return reply
}
