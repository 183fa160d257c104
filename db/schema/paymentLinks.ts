import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import type { Metadata } from './catalog.ts'

/** One item of a link's checkouts, as `POST /v1/cart_checkouts` takes it. */
export type LinkItem = {
  offer_id?: string
  name?: string
  description?: string
  kind?: 'product' | 'shipping' | 'fee' | 'discount'
  unit_amount_minor?: number
  quantity?: number
  metadata?: Metadata
}

/** Fields that the buyer fills in before a checkout opens. */
export type Collected = 'name' | 'email' | 'tax_id' | 'phone'

/** Addresses that a seller gives away, each of whose buyers gets a session of their own. */
export function paymentLinksTable(d: Dialect) {
  return d.table(
    'payment_links',
    {
      seller_id: d.text().notNull(),
      id: d.id('link_'),
      /** The last part of the link's address, and all that its page needs. */
      token: d.text().notNull(),
      name: d.text().notNull(),
      /** Null when the buyer types the amount. */
      items: d.json<LinkItem[]>(),
      custom_min_minor: d.integer(),
      custom_max_minor: d.integer(),
      /** How many of each product the buyer may choose; null when the items say it. */
      quantity_min: d.integer(),
      quantity_max: d.integer(),
      collect: d.json<Collected[]>().notNull(),
      max_payments: d.integer(),
      /** Sessions that were paid; counted in the transaction that settles them. */
      payments_count: d.integer().notNull().default(0),
      active: d.boolean().notNull(),
      ends_at: d.text(),
      success_url: d.text(),
      metadata: d.json<Metadata>().notNull(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.unique('payment_links_token').on(t.seller_id, t.token),
      d.check(
        'payment_links_amount',
        sql`(${t.items} is null) = (${t.custom_min_minor} is not null)`,
      ),
      d.check(
        'payment_links_custom_ends',
        sql`(${t.custom_min_minor} is null) = (${t.custom_max_minor} is null)`,
      ),
      d.check(
        'payment_links_custom',
        sql`${t.custom_min_minor} between 1 and ${t.custom_max_minor}`,
      ),
      d.check(
        'payment_links_quantity_ends',
        sql`(${t.quantity_min} is null) = (${t.quantity_max} is null)`,
      ),
      d.check('payment_links_quantity', sql`${t.quantity_min} between 1 and ${t.quantity_max}`),
      d.check('payment_links_count', sql`${t.payments_count} >= 0`),
    ],
  )
}
