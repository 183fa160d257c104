import { and, desc, eq, lt, sql } from '../db/operators.ts'
import { productById } from '../domain/catalog/products.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import { page, startOf } from './support/pagination.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

const productsBefore = query(
  'products_before',
  (
    db,
    { products: t, offers },
    args: Arguments<{ seller_id: string; before: string; limit: number }>,
  ) =>
    db
      .select({ product: t, default_offer: offers })
      .from(t)
      .leftJoin(
        offers,
        and(
          eq(offers.seller_id, t.seller_id),
          eq(offers.product_id, t.id),
          sql`${offers.is_default}`,
        ),
      )
      .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

export const listProducts = reading<'listProducts'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [known] = yield* productById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = startOf(cursor, 'prod_')
  const rows = yield* productsBefore({ seller_id: seller.id, before, limit: limit + 1 })
  const body = page(rows, limit, (row) => present.product(row.product, row.default_offer))
  return { status: 200, body }
})
