import { checkoutById } from '../db/checkouts.ts'
import { decline } from '../pix/decline.ts'
import type { Handler, Reply } from './operation.ts'
import * as present from './present.ts'

export const sandboxDeclineCheckout: Handler<'sandboxDeclineCheckout'> = async (
  { path, seller, now, db, service, fail },
) => {
  const reply = await db.run<Reply<'sandboxDeclineCheckout'>>(function* () {
    const key = { seller_id: seller.id, id: path.checkoutId }
    const declined = yield* decline({ ...key, snapshot: service.snapshot, now })
    if (declined) return { status: 200, body: present.checkout(declined, service.base_url) }
    const [checkout] = yield* checkoutById(key)
    throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
  })
  service.webhooks.wake()
  return reply
}
