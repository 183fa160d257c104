import { invoicesWith } from '../domain/subscriptions/list.ts'
import { invoiceById } from '../domain/subscriptions/rows.ts'
import { shownInvoices } from '../domain/subscriptions/shownInvoices.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listInvoices = reading<'listInvoices'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: id, ...filters } = query
  const seller_id = seller.id
  const [cursor] = id === undefined ? [] : yield* invoiceById({ seller_id, id })
  if (id !== undefined && !cursor) throw fail('invalid_cursor', 'starting_after')
  const before = firstBefore(undefined, idPrefixes.invoices)
  const page = { seller_id, cursor, before, limit: limit + 1 }
  const rows = yield* shownInvoices(yield* invoicesWith(filters, page))
  return { status: 200, body: listPage(rows, limit, present.invoice) }
})
