import { readCheckoutOfPage } from '../db/checkouts.ts'
import type { Handler } from './operation.ts'
import * as present from './present.ts'

export const getPaymentStatus: Handler<'getPaymentStatus'> = async ({ path, now, db, fail }) => {
  const checkout = await readCheckoutOfPage(db, path.token, now)
  if (!checkout) throw fail('checkout_not_found')
  return { status: 200, body: present.paymentStatus(checkout) }
}
