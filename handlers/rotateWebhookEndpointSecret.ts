import { rotateEndpointSecret } from '../domain/webhooks/endpointChanges.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const rotateWebhookEndpointSecret = writing<'rotateWebhookEndpointSecret'>(
  function* (input) {
    const { path, seller, actor, now, service, fail } = input
    const key = { seller_id: seller.id, id: path.webhookEndpointId }
    const rotated = yield* rotateEndpointSecret(key, { vault: service.vault, actor, now })
    if (rotated.fault) throw fail(rotated.fault.code)
    const { endpoint, secret } = rotated
    return { status: 200, body: { ...present.webhookEndpoint(endpoint, now), secret } }
  },
)
