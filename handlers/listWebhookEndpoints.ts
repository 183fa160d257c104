import { endpointById, endpointsBefore } from '../domain/webhooks/endpointChanges.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listWebhookEndpoints = reading<'listWebhookEndpoints'>(function* (input) {
  const { query, seller, now, fail } = input
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [endpoint] = yield* endpointById({ seller_id: seller.id, id: cursor })
    if (!endpoint) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.webhook_endpoints)
  const rows = yield* endpointsBefore({ seller_id: seller.id, before, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, (row) => present.webhookEndpoint(row, now)) }
})
