import { EVENT_TYPES } from '../db/schema/eventTypes.ts'
import { makeEndpoint } from '../domain/webhooks/endpointChanges.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createWebhookEndpoint = writing<'createWebhookEndpoint'>(function* (input) {
  const { body, seller, actor, now, service, fail } = input
  const { mode, vault } = service
  const fields = { ...body, event_types: body.event_types ?? [...EVENT_TYPES] }
  const made = yield* makeEndpoint(seller.id, fields, { mode, vault, actor, now })
  if (made.fault) throw fail(made.fault.code, made.fault.param)
  const { endpoint, secret } = made
  return { status: 201, body: { ...present.webhookEndpoint(endpoint, now), secret } }
})
