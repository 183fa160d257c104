import { cancelOpen, checkoutById } from '../db/checkouts.ts'
import type { Handler } from './operation.ts'
import * as present from './present.ts'

export const cancelCheckout: Handler<'cancelCheckout'> = (
  { path, seller, now, db, service, fail },
) =>
  db.run(function* () {
    const key = { seller_id: seller.id, id: path.checkoutId }
    const [canceled] = yield* cancelOpen({ ...key, now: now.toISOString() })
    if (canceled) return { status: 200, body: present.checkout(canceled, service.base_url) }
    const [checkout] = yield* checkoutById(key)
    throw fail(checkout ? 'checkout_not_open' : 'checkout_not_found')
  })
