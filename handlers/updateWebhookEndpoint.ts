import { changeEndpoint } from '../domain/webhooks/endpointChanges.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateWebhookEndpoint = writing<'updateWebhookEndpoint'>(function* (input) {
  const { body, path, seller, actor, now, service, fail } = input
  const key = { seller_id: seller.id, id: path.webhookEndpointId }
  const by = { mode: service.mode, actor, now }
  const { endpoint, fault } = yield* changeEndpoint(key, body, by)
  if (fault) throw fail(fault.code, fault.param)
  return { status: 200, body: present.webhookEndpoint(endpoint, now) }
})
