import { rotateEndpointSecret } from '../domain/webhooks/endpointChanges.ts'
import { changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const rotateWebhookEndpointSecret = writing<'rotateWebhookEndpointSecret', 'vault'>(
  function* (input) {
    const { path, seller, actor, scopes, now, service } = input
    const key = { seller_id: seller.id, id: path.webhookEndpointId }
    const by = { vault: service.vault, actor, scopes, now }
    const rotated = yield* rotateEndpointSecret(key, by)
    if (rotated.fault) throw changeError(rotated.fault)
    const { endpoint, secret } = rotated
    return { status: 200, body: { ...present.webhookEndpoint(endpoint, now), secret } }
  },
)
