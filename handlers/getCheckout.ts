import { readCheckout } from '../domain/checkouts/view.ts'
import type { Handler } from './support/handler.ts'
import * as present from './support/present.ts'

export const getCheckout: Handler<'getCheckout'> = async ({
  path,
  seller,
  now,
  db,
  service,
  fail,
}) => {
  const key = { seller_id: seller.id, id: path.checkoutId }
  const checkout = await readCheckout(db, key, now)
  if (!checkout) throw fail('checkout_not_found')
  return { status: 200, body: present.checkout(checkout, service.base_url) }
}
