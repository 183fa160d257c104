import { changeEndpoint } from '../domain/webhooks/endpointChanges.ts'
import { changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateWebhookEndpoint = writing<'updateWebhookEndpoint', 'mode'>(function* (input) {
  const { body, path, seller, actor, scopes, now, service } = input
  const key = { seller_id: seller.id, id: path.webhookEndpointId }
  const by = { mode: service.mode, actor, scopes, now }
  const { endpoint, fault } = yield* changeEndpoint(key, body, by)
  if (fault) throw changeError(fault)
  return { status: 200, body: present.webhookEndpoint(endpoint, now) }
})
