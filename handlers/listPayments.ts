import { paymentById, paymentsWith } from '../domain/payments/payments.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listPayments = reading<'listPayments'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor, ...filters } = query
  const key = { seller_id: seller.id }
  const [after] = cursor === undefined ? [] : yield* paymentById({ ...key, id: cursor })
  if (cursor !== undefined && !after) throw fail('invalid_cursor', 'starting_after')
  const before = firstBefore(cursor, idPrefixes.payments)
  const rows = yield* paymentsWith(filters, { ...key, before, after, limit: limit + 1 })
  return { status: 200, body: listPage(rows, limit, present.payment) }
})
