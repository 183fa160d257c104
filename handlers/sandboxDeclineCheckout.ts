import { checkoutById } from '../domain/checkouts/view.ts'
import type { Transaction } from '../db/query.ts'
import { decline } from '../domain/checkouts/decline.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'

export const sandboxDeclineCheckout: Handler<'sandboxDeclineCheckout'> = async (input) => {
  const reply = await input.db.run(() => refusePayment(input))
  input.service.webhooks.wake(input.seller.id)
  return reply
}

function* refusePayment({
  path,
  seller,
  now,
  service,
  fail,
}: Input<'sandboxDeclineCheckout'>): Transaction<Reply<'sandboxDeclineCheckout'>> {
  const key = { seller_id: seller.id, id: path.checkoutId }
  const declined = yield* decline({ ...key, snapshot: service.snapshot, now })
  if (declined) return { status: 200, body: present.checkout(declined, service.base_url) }
  const [checkout] = yield* checkoutById(key)
  throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
}
