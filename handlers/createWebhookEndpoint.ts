import { EVENT_TYPES } from '../db/schema/eventTypes.ts'
import { makeEndpoint } from '../domain/webhooks/endpointChanges.ts'
import { changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createWebhookEndpoint = writing<'createWebhookEndpoint', 'mode' | 'vault'>(
  function* (input) {
    const { body, seller, actor, scopes, now, service } = input
    const { mode, vault } = service
    const fields = { ...body, event_types: body.event_types ?? [...EVENT_TYPES] }
    const made = yield* makeEndpoint(seller.id, fields, { mode, vault, actor, scopes, now })
    if (made.fault) throw changeError(made.fault)
    const { endpoint, secret } = made
    return { status: 201, body: { ...present.webhookEndpoint(endpoint, now), secret } }
  },
)
