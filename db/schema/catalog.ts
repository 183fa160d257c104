import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'

/** Free JSON that belongs to the caller, stored and returned as it was sent. */
export type Metadata = Record<string, unknown>

export type CustomersTable = ReturnType<typeof customersTable>

export function customersTable(d: Dialect) {
  return d.table(
    'customers',
    {
      seller_id: d.text().notNull(),
      id: d.id('cus_'),
      name: d.text().notNull(),
      email: d.text().notNull(),
      phone: d.text(),
      tax_id: d.text(),
      status: d.oneOf(['active', 'inactive']).notNull(),
      /** The giver of the data: the account itself, or a stranger at a link. */
      source: d.oneOf(['api', 'payment_link']).notNull().default('api'),
      metadata: d.json<Metadata>().notNull(),
      /**
       * From when on rows that name the customer are erased, in which round, and after which of its
       * checkouts and events (domain/erasure/customer.ts); null before and afterwards.
       */
      erasing_since: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d
        .index('customers_to_erase')
        .on(t.seller_id, t.erasing_since)
        .where(sql`${t.erasing_since} is not null`),
      d.unique('customers_email').on(t.seller_id, t.email),
      d
        .index('customers_tax_id')
        .on(t.seller_id, t.tax_id, t.id)
        .where(sql`${t.tax_id} is not null`),
      d.check('customers_status', sql`${t.status} in ('active', 'inactive')`),
    ],
  )
}

export function productsTable(d: Dialect) {
  return d.table(
    'products',
    {
      seller_id: d.text().notNull(),
      id: d.id('prod_'),
      name: d.text().notNull(),
      description: d.text().notNull(),
      status: d.oneOf(['active', 'archived']).notNull(),
      metadata: d.json<Metadata>().notNull(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.index('products_listed').on(t.seller_id, t.status, t.id),
      d.check('products_status', sql`${t.status} in ('active', 'archived')`),
    ],
  )
}

export function offersTable(d: Dialect, products: ReturnType<typeof productsTable>) {
  return d.table(
    'offers',
    {
      seller_id: d.text().notNull(),
      id: d.id('offer_'),
      product_id: d.text().notNull(),
      name: d.text().notNull(),
      lookup_key: d.text().notNull(),
      amount_minor: d.integer().notNull(),
      compare_at_amount_minor: d.integer(),
      currency: d.text().notNull(),
      type: d.oneOf(['one_time', 'recurring']).notNull(),
      billing_interval: d.oneOf(['day', 'week', 'month', 'year']),
      interval_count: d.integer(),
      is_default: d.boolean().notNull(),
      active: d.boolean().notNull(),
      archived_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.product_id],
        foreignColumns: [products.seller_id, products.id],
      }),
      d
        .index('offers_listed')
        .on(t.seller_id, t.product_id, t.id)
        .where(sql`${t.archived_at} is null`),
      d.index('offers_active').on(t.seller_id, t.product_id, t.id).where(sql`${t.active}`),
      d.uniqueIndex('offers_one_default').on(t.seller_id, t.product_id).where(sql`${t.is_default}`),
      d.check('offers_amount', sql`${t.amount_minor} between 1 and 99999999999`),
      d.check('offers_compare_at', sql`${t.compare_at_amount_minor} >= ${t.amount_minor}`),
      d.check('offers_type', sql`${t.type} in ('one_time', 'recurring')`),
      d.check(
        'offers_billing',
        sql`(${t.type} = 'recurring') = (${t.billing_interval} is not null)`,
      ),
      d.check('offers_count', sql`(${t.type} = 'recurring') = (${t.interval_count} is not null)`),
      d.check('offers_default_is_active', sql`${t.active} or not ${t.is_default}`),
      d.check('offers_archived_is_inactive', sql`${t.archived_at} is null or not ${t.active}`),
    ],
  )
}
