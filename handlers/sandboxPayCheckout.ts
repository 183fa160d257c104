import { checkoutById } from '../domain/checkouts/view.ts'
import type { Transaction } from '../db/query.ts'
import { settle } from '../domain/checkouts/settle.ts'
import { isReplayed } from './support/idempotency.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'

export const sandboxPayCheckout: Handler<'sandboxPayCheckout'> = async (input) => {
  const { path, seller, db, service } = input
  const reply = await db.run(() => pay(input))
  if (!isReplayed(reply)) service.metrics.money('completed', reply.body.amount_total_minor)
  service.webhooks.wake(seller.id)
  // A charge at a bank is not to be paid any more.
  service.rail.scheduleCheck({ seller_id: seller.id, checkout_id: path.checkoutId })
  return reply
}

function* pay({
  path,
  seller,
  now,
  service,
  fail,
}: Input<'sandboxPayCheckout'>): Transaction<Reply<'sandboxPayCheckout'>> {
  const key = { seller_id: seller.id, id: path.checkoutId }
  const paid = yield* settle({ ...key, rail: 'sandbox', snapshot: service.snapshot, now })
  if (paid) return { status: 200, body: present.checkout(paid, service.base_url) }
  const [checkout] = yield* checkoutById(key)
  throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
}
