import { cancel } from '../domain/checkouts/cancel.ts'
import { reasonNotOpen } from '../domain/checkouts/view.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const cancelCheckout = writing<'cancelCheckout', 'baseUrl' | 'events' | 'metrics' | 'rail'>(
  function* (input) {
    const { path, seller, actor, now, service, fail } = input
    const key = { seller_id: seller.id, id: path.checkoutId }
    const canceled = yield* cancel({ ...key, actor, now, events: service.events })
    if (!canceled) throw fail(yield* reasonNotOpen(key))
    yield* afterCommit(() => {
      service.metrics.money('canceled', canceled.amount_total_minor)
      // The charge is canceled at the bank as well, in the background.
      service.rail.scheduleCheck({ seller_id: seller.id, checkout_id: canceled.id })
    })
    return { status: 200, body: present.checkout(canceled, service.baseUrl) }
  },
)
