import { readCheckout } from '../domain/checkouts/view.ts'
import type { Handler } from './support/handler.ts'
import * as present from './support/present.ts'

/** No `reading`: a checkout that is past its end is marked expired before it is shown. */
export const getCheckout: Handler<'getCheckout', 'baseUrl' | 'events'> = async (input) => {
  const { path, seller, now, db, service, fail } = input
  const key = { seller_id: seller.id, id: path.checkoutId }
  const checkout = await readCheckout(db, key, { now, events: service.events })
  if (!checkout) throw fail('checkout_not_found')
  return { status: 200, body: present.checkout(checkout, service.baseUrl) }
}
