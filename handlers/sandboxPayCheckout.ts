import { checkoutById } from '../db/checkouts.ts'
import { settle } from '../pix/settlement.ts'
import { isReplayed } from './idempotency.ts'
import type { Handler, Reply } from './operation.ts'
import * as present from './present.ts'

export const sandboxPayCheckout: Handler<'sandboxPayCheckout'> = async (
  { path, seller, now, db, service, fail },
) => {
  const reply = await db.run<Reply<'sandboxPayCheckout'>>(function* () {
    const key = { seller_id: seller.id, id: path.checkoutId }
    const { snapshot } = service
    const paid = yield* settle({ ...key, rail: 'sandbox', snapshot, now })
    if (paid) return { status: 200, body: present.checkout(paid, service.base_url) }
    const [checkout] = yield* checkoutById(key)
    throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
  })
  if (!isReplayed(reply)) service.metrics.money('completed', reply.body.amount_total_minor)
  service.webhooks.wake()
  // A charge at a bank is not to be paid any more.
  service.rail.look({ seller_id: seller.id, checkout_id: path.checkoutId })
  return reply
}
