import { countOpenSessions, linkById, linksBefore } from '../domain/links/links.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listPaymentLinks = reading<'listPaymentLinks', 'baseUrl'>(function* (input) {
  const { query, seller, service, fail } = input
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [link] = yield* linkById({ seller_id: seller.id, id: cursor })
    if (!link) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, idPrefixes.payment_links)
  const rows = yield* linksBefore({ seller_id: seller.id, before, limit: limit + 1 })
  const { baseUrl } = service
  const ids = rows.slice(0, limit).map(({ id }) => id)
  const open = yield* countOpenSessions(seller.id, ids)
  const show = (row: (typeof rows)[number]) =>
    present.paymentLink(row, { baseUrl, open_count: open.get(row.id) ?? 0 })
  return { status: 200, body: listPage(rows, limit, show) }
})
