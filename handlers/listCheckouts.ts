import { checkoutById, markExpired, seenAt } from '../domain/checkouts/view.ts'
import { and, desc, eq, lt } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments, Transaction } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import { page, startOf } from './support/pagination.ts'
import type { Handler, Input } from './support/handler.ts'
import * as present from './support/present.ts'

type Page = { seller_id: string; before: string; limit: number }

const checkoutsBefore = query('checkouts_before', (db, { checkouts: t }, args: Arguments<Page>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
    .orderBy(desc(t.id))
    .limit(args.limit),
)

/** One session at most has the `external_id`, so this page needs no order. */
const checkoutsByExternalId = query(
  'checkouts_by_external_id',
  (db, { checkouts: t }, args: Arguments<Page & { external_id: string }>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.external_id, args.external_id),
          lt(t.id, args.before),
        ),
      )
      .limit(args.limit),
)

export const listCheckouts: Handler<'listCheckouts'> = async (input) => {
  const {
    query: { limit },
    now,
    db,
    service,
  } = input
  let rows = await db.read(() => rowsOf(input))
  if (await markExpired(db, rows, now)) rows = await db.read(() => rowsOf(input))
  const seen = seenAt(now)
  return {
    status: 200,
    body: page(rows, limit, (row) => present.checkout(seen(row), service.base_url)),
  }
}

/** The rows of the page, and one more when there is one. No filter goes by what is marked. */
function* rowsOf({ query, seller, fail }: Input<'listCheckouts'>): Transaction<Row<'checkouts'>[]> {
  const { limit, starting_after: cursor, external_id } = query
  if (cursor !== undefined) {
    const [known] = yield* checkoutById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = startOf(cursor, 'checkout_')
  const wanted = { seller_id: seller.id, before, limit: limit + 1 }
  return external_id === undefined
    ? yield* checkoutsBefore(wanted)
    : yield* checkoutsByExternalId({ ...wanted, external_id })
}
