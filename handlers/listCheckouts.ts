import type { Transaction } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import { readEnded } from '../domain/checkouts/expire.ts'
import { checkoutsOf } from '../domain/checkouts/list.ts'
import { checkoutById } from '../domain/checkouts/view.ts'
import type { Handler, Input } from './support/handler.ts'
import { createdBetween, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

/** No `reading`: checkouts that are past their end are marked expired before they are shown. */
export const listCheckouts: Handler<'listCheckouts', 'baseUrl' | 'events'> = async (input) => {
  const { query, now, db, service } = input
  const rows = await readEnded(db, () => rowsOf(input), { now, events: service.events })
  const body = listPage(rows, query.limit, (row) => present.checkout(row, service.baseUrl))
  return { status: 200, body }
}

/** The rows of the page, and one more when there is one. */
function* rowsOf({
  query: filters,
  seller,
  now,
  fail,
}: Input<'listCheckouts'>): Transaction<Row<'checkouts'>[]> {
  const seller_id = seller.id
  const { limit, starting_after: id } = filters
  if (id !== undefined) {
    const [cursor] = yield* checkoutById({ seller_id, id })
    if (!cursor) throw fail('invalid_cursor', 'starting_after')
  }
  const between = createdBetween(filters, idPrefixes.checkouts)
  return yield* checkoutsOf({ seller_id, ...between, limit: limit + 1, filters, now })
}
