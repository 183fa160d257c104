import { playAuthorization } from '../domain/subscriptions/played.ts'
import { recorderOf } from '../domain/subscriptions/ports.ts'
import { writing } from './support/handler.ts'
import { subscriptionNow } from './support/subscriptionNow.ts'

export const sandboxAuthorizeSubscription = writing<
  'sandboxAuthorizeSubscription',
  'baseUrl' | 'books' | 'events'
>(function* ({ path, body, seller, now, service, fail }) {
  const key = { seller_id: seller.id, id: path.subscriptionId }
  const isApproved = body?.approved ?? true
  const fault = yield* playAuthorization({ ...key, isApproved }, recorderOf(service, now))
  if (fault !== undefined) throw fail(fault)
  return { status: 200, body: yield* subscriptionNow(key, service.baseUrl) }
})
