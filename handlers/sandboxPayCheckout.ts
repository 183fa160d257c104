import { settle } from '../domain/payments/settle.ts'
import { reasonNotOpen } from '../domain/checkouts/view.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const sandboxPayCheckout = writing<
  'sandboxPayCheckout',
  'baseUrl' | 'events' | 'metrics' | 'rail'
>(function* (input) {
  const { path, seller, now, service, fail } = input
  const { baseUrl, events, metrics, rail } = service
  const key = { seller_id: seller.id, id: path.checkoutId }
  const paid = yield* settle({ ...key, rail: 'sandbox', now, events, metrics })
  if (!paid) throw fail(yield* reasonNotOpen(key))
  // A charge at a bank is not to be paid any more.
  yield* afterCommit(() => rail.scheduleCheck({ seller_id: seller.id, checkout_id: paid.id }))
  return { status: 200, body: present.checkout(paid, baseUrl) }
})
