import { and, desc, eq, isNull, lt } from '../db/operators.ts'
import { productById } from '../domain/catalog/products.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import { page, startOf } from './support/pagination.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

type OfProduct = { seller_id: string; product_id: string }

/** A cursor stays good when its offer has been archived since the page before. */
const cursorOffer = query(
  'cursor_offer',
  (db, { offers: t }, args: Arguments<OfProduct & { id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.product_id, args.product_id), eq(t.id, args.id)),
      ),
)

const offersBefore = query(
  'offers_before',
  (db, { offers: t }, args: Arguments<OfProduct & { before: string; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.product_id, args.product_id),
          isNull(t.archived_at),
          lt(t.id, args.before),
        ),
      )
      .orderBy(desc(t.id))
      .limit(args.limit),
)

export const listOffers = reading<'listOffers'>(function* ({ path, query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  const of = { seller_id: seller.id, product_id: path.productId }
  const [product] = yield* productById({ seller_id: seller.id, id: path.productId })
  if (!product) throw fail('product_not_found')
  if (cursor !== undefined) {
    const [known] = yield* cursorOffer({ ...of, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const before = startOf(cursor, 'offer_')
  const rows = yield* offersBefore({ ...of, before, limit: limit + 1 })
  return { status: 200, body: page(rows, limit, present.offer) }
})
