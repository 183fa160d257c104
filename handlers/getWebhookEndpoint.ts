import { endpointById } from '../domain/webhooks/endpointChanges.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getWebhookEndpoint = reading<'getWebhookEndpoint'>(function* (input) {
  const { path, seller, now, fail } = input
  const [endpoint] = yield* endpointById({ seller_id: seller.id, id: path.webhookEndpointId })
  if (endpoint?.deleted_at !== null) throw fail('webhook_endpoint_not_found')
  return { status: 200, body: present.webhookEndpoint(endpoint, now) }
})
