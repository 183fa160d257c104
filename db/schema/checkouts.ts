import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import type { CustomersTable, Metadata } from './catalog.ts'
import { checkoutStatuses } from './checkoutStatuses.ts'

/**
 * One position of a checkout, copied from its offer when the checkout was opened, so that later
 * edits cannot change it.
 */
export type LineItem = {
  id: string
  product_id: string
  offer_id: string
  name: string
  description: string
  offer_name: string
  quantity: number
  unit_amount_minor: number
  type: 'one_time' | 'recurring'
  billing_interval: 'day' | 'week' | 'month' | 'year' | null
  interval_count: number | null
  metadata: Metadata
  /** Absent, as in checkouts of before there were carts, for a product. */
  kind?: 'product' | 'shipping' | 'fee' | 'discount'
}

/** Data of the buyer that came with a checkout itself. */
export type Buyer = {
  name: string | null
  email: string | null
  tax_id: string | null
  phone: string | null
}

export type CheckoutsTable = ReturnType<typeof checkoutsTable>

const columnsOf = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  id: d.id('checkout_'),
  customer_id: d.text(),
  /** The payment link that opened it; no foreign key, which would scan the table when added. */
  payment_link_id: d.text(),
  /**
   * As the buyer typed it at a link, or as a cart's `customer` was sent, of which only name and tax
   * id are kept; null where neither was.
   */
  buyer: d.json<Buyer>(),
  /** Until when the page of a link's session has to be opened; no longer than `cancel_at`. */
  open_by: d.text(),
  /** The network that holds a place of a link (domain/links/places.ts); null once it is free. */
  opened_from: d.text(),
  external_id: d.text(),
  status: d.oneOf(checkoutStatuses).notNull(),
  currency: d.text().notNull(),
  amount_total_minor: d.integer().notNull(),
  /** The last part of the payment page's URL, and the only credential of that page. */
  page_token: d.text().notNull(),
  /** When the payment page was first asked for. */
  page_opened_at: d.text(),
  /** The language in which the page of a customer's checkout was last seen; null until then. */
  page_locale: d.text(),
  success_url: d.text(),
  cancel_url: d.text(),
  metadata: d.json<Metadata>().notNull(),
  line_items: d.json<LineItem[]>('item_').notNull(),
  expires_at: d.text().notNull(),
  /** When it is canceled if it is still open; no later than `expires_at`. */
  cancel_at: d.text(),
  completed_at: d.text(),
  /** The payment that settled it. */
  payment_id: d.text(),
  /** How much of that payment has gone back to the buyer: its succeeded refunds. */
  amount_refunded_minor: d.integer().notNull().default(0),
  created_at: d.text().notNull(),
  updated_at: d.text().notNull(),
})

export function checkoutsTable(d: Dialect, customers: CustomersTable) {
  return d.table('checkouts', columnsOf(d), (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.customer_id],
      foreignColumns: [customers.seller_id, customers.id],
    }),
    d.unique('checkouts_external_id').on(t.seller_id, t.external_id),
    d.unique('checkouts_page_token').on(t.seller_id, t.page_token),
    // Which expire next: the order of their ids only where all live for the same time.
    d.index('checkouts_open').on(t.seller_id, t.expires_at, t.id).where(sql`${t.status} = 'open'`),
    d.index('checkouts_open_listed').on(t.seller_id, t.id).where(sql`${t.status} = 'open'`),
    d
      .index('checkouts_to_cancel')
      .on(t.seller_id, t.cancel_at, t.id)
      .where(sql`${t.status} = 'open' and ${t.cancel_at} is not null`),
    d
      .index('checkouts_open_of_link')
      .on(t.seller_id, t.payment_link_id)
      .where(sql`${t.status} = 'open' and ${t.payment_link_id} is not null`),
    d
      .index('checkouts_unopened')
      .on(t.seller_id, t.open_by, t.id)
      .where(
        sql`${t.status} = 'open' and ${t.open_by} is not null and ${t.page_opened_at} is null`,
      ),
    d
      .index('checkouts_held_of_link')
      .on(t.seller_id, t.payment_link_id, t.opened_from)
      .where(sql`${t.status} = 'open' and ${t.opened_from} is not null`),
    // The seller is not the first, or SQLite would look for a customer's checkouts by it alone.
    d.index('checkouts_amount').on(t.amount_total_minor, t.seller_id, t.id),
    d.index('checkouts_ended').on(t.seller_id, t.status, t.id).where(sql`${t.status} <> 'open'`),
    // Empty unless a process of before `payment_id` has settled some (domain/repair/).
    d
      .index('checkouts_without_payment')
      .on(t.seller_id, t.id)
      .where(sql`${t.status} = 'completed' and ${t.payment_id} is null`),
    // One index for all lists of a customer. Entries are added at random places, so each checkout
    // writes about one more page, as it would for another index like it. The seller is left out,
    // since a customer belongs to one: shorter entries fill fewer pages.
    d
      .index('checkouts_of_customer')
      .on(t.customer_id, t.status, t.id)
      .where(sql`${t.customer_id} is not null`),
    d.check('checkouts_status', sql`${t.status} in ('open', 'completed', 'expired', 'canceled')`),
    d.check(
      'checkouts_completed_at',
      sql`(${t.status} = 'completed') = (${t.completed_at} is not null)`,
    ),
    d.check('checkouts_amount', sql`${t.amount_total_minor} >= 1`),
  ])
}
