import { playRevocation } from '../domain/subscriptions/played.ts'
import { recorderOf } from '../domain/subscriptions/ports.ts'
import { writing } from './support/handler.ts'
import { subscriptionNow } from './support/subscriptionNow.ts'

export const sandboxRevokeSubscription = writing<
  'sandboxRevokeSubscription',
  'baseUrl' | 'books' | 'events'
>(function* ({ path, body, seller, now, service, fail }) {
  const key = { seller_id: seller.id, id: path.subscriptionId }
  const by = body?.by ?? 'payer'
  const fault = yield* playRevocation({ ...key, by }, recorderOf(service, now))
  if (fault !== undefined) throw fail(fault)
  return { status: 200, body: yield* subscriptionNow(key, service.baseUrl) }
})
