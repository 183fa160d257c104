import { decline } from '../domain/checkouts/decline.ts'
import { reasonNotOpen } from '../domain/checkouts/view.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const sandboxDeclineCheckout = writing<'sandboxDeclineCheckout', 'baseUrl' | 'events'>(
  function* (input) {
    const { path, seller, now, service, fail } = input
    const key = { seller_id: seller.id, id: path.checkoutId }
    const declined = yield* decline({ ...key, now, events: service.events })
    if (!declined) throw fail(yield* reasonNotOpen(key))
    return { status: 200, body: present.checkout(declined, service.baseUrl) }
  },
)
