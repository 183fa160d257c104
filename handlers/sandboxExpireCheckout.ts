import { expireEarly } from '../domain/checkouts/expire.ts'
import { reasonNotOpen } from '../domain/checkouts/view.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const sandboxExpireCheckout = writing<
  'sandboxExpireCheckout',
  'baseUrl' | 'events' | 'rail'
>(function* (input) {
  const { path, seller, now, service, fail } = input
  const key = { seller_id: seller.id, id: path.checkoutId }
  const expired = yield* expireEarly({ ...key, now, events: service.events })
  if (!expired) throw fail(yield* reasonNotOpen(key))
  // A charge at a bank is canceled there, since it would live on.
  yield* afterCommit(() =>
    service.rail.scheduleCheck({ seller_id: seller.id, checkout_id: expired.id }),
  )
  return { status: 200, body: present.checkout(expired, service.baseUrl) }
})
