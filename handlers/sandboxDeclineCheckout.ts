import { checkoutById, isDue } from '../db/checkouts.ts'
import type { Handler } from './operation.ts'
import * as present from './present.ts'

export const sandboxDeclineCheckout: Handler<'sandboxDeclineCheckout'> = (
  { path, seller, now, db, service, fail },
) =>
  db.read(function* () {
    const [checkout] = yield* checkoutById({ seller_id: seller.id, id: path.checkoutId })
    if (!checkout) throw fail('checkout_not_found')
    if (checkout.status !== 'open' || isDue(checkout, now)) throw fail('checkout_not_open')
    return { status: 200, body: present.checkout(checkout, service.base_url) }
  })
