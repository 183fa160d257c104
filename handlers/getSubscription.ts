import { subscriptionById } from '../domain/subscriptions/rows.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getSubscription = reading<'getSubscription', 'baseUrl'>(function* ({
  path,
  seller,
  service,
  fail,
}) {
  const key = { seller_id: seller.id, id: path.subscriptionId }
  const [subscription] = yield* subscriptionById(key)
  if (!subscription) throw fail('subscription_not_found')
  return { status: 200, body: present.subscription(subscription, service.baseUrl) }
})
