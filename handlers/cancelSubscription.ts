import { recorderOf } from '../domain/subscriptions/ports.ts'
import { endSubscription } from '../domain/subscriptions/subscriptionChanges.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const cancelSubscription = writing<'cancelSubscription', 'baseUrl' | 'books' | 'events'>(
  function* ({ path, body, seller, actor, now, service, fail }) {
    const of = { seller_id: seller.id, id: path.subscriptionId, actor, reason: body?.reason }
    const result = yield* endSubscription(of, recorderOf(service, now))
    if (!result) throw fail('subscription_not_found')
    if (!result.isCanceled) throw fail('subscription_already_ended')
    return { status: 200, body: present.subscription(result.subscription, service.baseUrl) }
  },
)
