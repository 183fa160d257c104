import { and, eq, isNull, sql } from '../../db/operators.ts'
import { everyColumn, forUpdate, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'

type Key = { seller_id: string; id: string }

/** The product and its default offer, which is null when no offer is active. */
export const productById = query(
  'product_by_id',
  (db, { products, offers }, args: Arguments<Key>) =>
    db
      .select({ product: products, default_offer: offers })
      .from(products)
      .leftJoin(
        offers,
        and(
          eq(offers.seller_id, products.seller_id),
          eq(offers.product_id, products.id),
          sql`${offers.is_default}`,
        ),
      )
      .where(and(eq(products.seller_id, args.seller_id), eq(products.id, args.id))),
)

/** The offer, unless it is archived. */
export const offerById = query('offer_by_id', (db, { offers: t }, args: Arguments<Key>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.archived_at))),
)

export const addOffer = query('add_offer', (db, { offers }, _: Arguments<Row<'offers'>>) =>
  db.insert(offers).values(everyColumn(offers)),
)

type OfProduct = { seller_id: string; product_id: string; now: string }

/** Makes room for another default; within the same transaction one must take its place. */
export const demoteDefault = query(
  'demote_default',
  (db, { offers: t }, args: Arguments<OfProduct>) =>
    db
      .update(t)
      .set({ is_default: false, updated_at: args.now })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.product_id, args.product_id),
          sql`${t.is_default}`,
        ),
      ),
)

/** Takes the lock under which a product's offers are changed. */
export const lockProduct = query('lock_product', (db, { products: t }, args: Arguments<Key>) =>
  forUpdate(
    db
      .select({ id: t.id, status: t.status })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
  ),
)

/** The same for the product that an offer belongs to. */
export const lockProductOfOffer = query(
  'lock_product_of_offer',
  (db, { products: t, offers }, args: Arguments<Key>) => {
    const product_id = db
      .select({ id: offers.product_id })
      .from(offers)
      .where(and(eq(offers.seller_id, args.seller_id), eq(offers.id, args.id)))
    return forUpdate(
      db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), eq(t.id, sql`(${product_id})`))),
    )
  },
  { lockOnly: true },
)
