import { playRefusal } from '../domain/subscriptions/played.ts'
import { recorderOf } from '../domain/subscriptions/ports.ts'
import { writing } from './support/handler.ts'
import { subscriptionNow } from './support/subscriptionNow.ts'

export const sandboxRefuseSubscription = writing<
  'sandboxRefuseSubscription',
  'baseUrl' | 'books' | 'events'
>(function* ({ path, seller, now, service, fail }) {
  const key = { seller_id: seller.id, id: path.subscriptionId }
  const fault = yield* playRefusal(key, recorderOf(service, now))
  if (fault !== undefined) throw fail(fault)
  return { status: 200, body: yield* subscriptionNow(key, service.baseUrl) }
})
