import { refundById, refundsWith } from '../domain/payments/refundList.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listRefunds = reading<'listRefunds'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor, ...filters } = query
  const key = { seller_id: seller.id }
  if (cursor !== undefined) {
    const [refund] = yield* refundById({ ...key, id: cursor })
    if (!refund) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.refunds)
  const rows = yield* refundsWith(filters, { ...key, before, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, present.refund) }
})
