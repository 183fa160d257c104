import { deliveriesOf, deliveryById } from '../domain/webhooks/deliveries.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listWebhookDeliveries = reading<'listWebhookDeliveries'>(function* (input) {
  const { query, seller, fail } = input
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [delivery] = yield* deliveryById({ seller_id: seller.id, id: cursor })
    if (!delivery) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.deliveries)
  const rows = yield* deliveriesOf(query, { seller_id: seller.id, before, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, present.webhookDelivery) }
})
