import { subscriptionsWith } from '../domain/subscriptions/list.ts'
import { subscriptionById } from '../domain/subscriptions/rows.ts'
import { reading } from './support/handler.ts'
import { createdBetween, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listSubscriptions = reading<'listSubscriptions', 'baseUrl'>(function* ({
  query,
  seller,
  service,
  fail,
}) {
  const { limit, starting_after: cursor, ...filters } = query
  const seller_id = seller.id
  if (cursor !== undefined) {
    const [subscription] = yield* subscriptionById({ seller_id, id: cursor })
    if (!subscription) throw fail('invalid_cursor', 'starting_after')
  }
  const between = createdBetween(query, idPrefixes.subscriptions)
  const rows = yield* subscriptionsWith(filters, { seller_id, ...between, limit: limit + 1 })
  const { baseUrl } = service
  return { status: 200, body: listPage(rows, limit, (row) => present.subscription(row, baseUrl)) }
})
