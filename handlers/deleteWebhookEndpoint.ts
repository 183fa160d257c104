import { removeEndpoint } from '../domain/webhooks/endpointChanges.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const deleteWebhookEndpoint = writing<'deleteWebhookEndpoint'>(function* (input) {
  const { path, seller, actor, now, fail } = input
  const key = { seller_id: seller.id, id: path.webhookEndpointId }
  const { endpoint, fault } = yield* removeEndpoint(key, { actor, now })
  if (fault) throw fail(fault.code)
  return { status: 200, body: present.webhookEndpoint(endpoint, now) }
})
