import { customerById } from '../domain/catalog/customers.ts'
import { and, desc, eq, lt } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import { page, startOf } from './support/pagination.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

const customersBefore = query(
  'customers_before',
  (db, { customers: t }, args: Arguments<{ seller_id: string; before: string; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

export const listCustomers = reading<'listCustomers'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [known] = yield* customerById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = startOf(cursor, 'cus_')
  const rows = yield* customersBefore({ seller_id: seller.id, before, limit: limit + 1 })
  return { status: 200, body: page(rows, limit, present.customer) }
})
