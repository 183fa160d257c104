import type { Transaction } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import { readWithExpiry } from '../domain/checkouts/expire.ts'
import { checkoutById, checkoutsBefore, checkoutsByExternalId } from '../domain/checkouts/view.ts'
import type { Handler, Input } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'

/** No `reading`: checkouts that are past their end are marked expired before they are shown. */
export const listCheckouts: Handler<'listCheckouts'> = async (input) => {
  const { query, now, db, service } = input
  const rows = await readWithExpiry(db, () => rowsOf(input), { now, events: service.events })
  const body = listPage(rows, query.limit, (row) => present.checkout(row, service.baseUrl))
  return { status: 200, body }
}

/** The rows of the page, and one more when there is one. No filter goes by what is marked. */
function* rowsOf({ query, seller, fail }: Input<'listCheckouts'>): Transaction<Row<'checkouts'>[]> {
  const { limit, starting_after: cursor, external_id } = query
  if (cursor !== undefined) {
    const [known] = yield* checkoutById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = firstBefore(cursor, 'checkout_')
  const wanted = { seller_id: seller.id, before, limit: limit + 1 }
  return external_id === undefined
    ? yield* checkoutsBefore(wanted)
    : yield* checkoutsByExternalId({ ...wanted, external_id })
}
