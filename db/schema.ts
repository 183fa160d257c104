import { sql } from 'drizzle-orm'
import { sqlite } from './dialect.ts'
import type { Dialect } from './dialect.ts'

/** Free JSON that belongs to the caller; stored and returned as sent. */
export type Metadata = Record<string, unknown>

/** What was sold, copied when the session was opened, so that later edits cannot change it. */
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
}

/** Tables that are looked up without a seller; small, so that every node can hold them whole. */
function lookupTables(d: Dialect) {
  const sellers = d.table('sellers', {
    id: d.text().primaryKey(),
    name: d.text().notNull(),
    status: d.oneOf(['active']).notNull(),
    default_currency: d.text().notNull(),
    created_at: d.text().notNull(),
    updated_at: d.text().notNull(),
  })

  const api_clients = d.table('api_clients', {
    id: d.text().primaryKey(),
    seller_id: d.text().notNull().references(() => sellers.id),
    client_id: d.text().notNull().unique(),
    name: d.text().notNull(),
    /** SHA-256 of the secret in base64url; the secret itself has 256 random bits. */
    secret_hash: d.text().notNull(),
    scopes: d.json<string[]>().notNull(),
    /** Counted up by rotation; a token carries the count that it was issued under. */
    generation: d.integer().notNull(),
    revoked_at: d.text(),
    created_at: d.text().notNull(),
    updated_at: d.text().notNull(),
  }, (t) => [d.index('api_clients_of_seller').on(t.seller_id, t.id)])

  const signing_keys = d.table('signing_keys', {
    kid: d.text().primaryKey(),
    public_jwk: d.json<Record<string, unknown>>().notNull(),
    /** The private key, sealed under SECRET_KEY (auth/vault.ts). */
    private_jwk_sealed: d.text().notNull(),
    created_at: d.text().notNull(),
  })

  /** How far the sandbox clock was advanced, shared by all processes; one row at most. */
  const sandbox_clock = d.table('sandbox_clock', {
    id: d.integer().primaryKey(),
    offset_ms: d.integer().notNull(),
  }, (t) => [
    d.check('sandbox_clock_one_row', sql`${t.id} = 1`),
    d.check('sandbox_clock_forward_only', sql`${t.offset_ms} >= 0`),
  ])

  return { sellers, api_clients, signing_keys, sandbox_clock }
}

function catalogueTables(d: Dialect) {
  const customers = d.table('customers', {
    seller_id: d.text().notNull(),
    id: d.text().notNull(),
    name: d.text().notNull(),
    email: d.text().notNull(),
    phone: d.text(),
    tax_id: d.text(),
    status: d.oneOf(['active', 'inactive']).notNull(),
    metadata: d.json<Metadata>().notNull(),
    created_at: d.text().notNull(),
    updated_at: d.text().notNull(),
  }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.unique('customers_email').on(t.seller_id, t.email),
    d.check('customers_status', sql`${t.status} in ('active', 'inactive')`),
  ])

  const products = d.table('products', {
    seller_id: d.text().notNull(),
    id: d.text().notNull(),
    name: d.text().notNull(),
    description: d.text().notNull(),
    status: d.oneOf(['active', 'archived']).notNull(),
    metadata: d.json<Metadata>().notNull(),
    created_at: d.text().notNull(),
    updated_at: d.text().notNull(),
  }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.check('products_status', sql`${t.status} in ('active', 'archived')`),
  ])

  const offers = d.table('offers', {
    seller_id: d.text().notNull(),
    id: d.text().notNull(),
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
  }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.product_id],
      foreignColumns: [products.seller_id, products.id],
    }),
    d.index('offers_of_product').on(t.seller_id, t.product_id, t.id),
    d.uniqueIndex('offers_one_default').on(t.seller_id, t.product_id).where(sql`${t.is_default}`),
    d.check('offers_amount', sql`${t.amount_minor} between 1 and 99999999999`),
    d.check('offers_compare_at', sql`${t.compare_at_amount_minor} >= ${t.amount_minor}`),
    d.check('offers_type', sql`${t.type} in ('one_time', 'recurring')`),
    d.check('offers_billing', sql`(${t.type} = 'recurring') = (${t.billing_interval} is not null)`),
    d.check('offers_count', sql`(${t.type} = 'recurring') = (${t.interval_count} is not null)`),
    d.check('offers_default_is_active', sql`${t.active} or not ${t.is_default}`),
    d.check('offers_archived_is_inactive', sql`${t.archived_at} is null or not ${t.active}`),
  ])

  return { customers, products, offers }
}

function paymentTables(d: Dialect, { customers }: ReturnType<typeof catalogueTables>) {
  const checkouts = d.table('checkouts', {
    seller_id: d.text().notNull(),
    id: d.text().notNull(),
    customer_id: d.text(),
    external_id: d.text(),
    status: d.oneOf(['open', 'completed', 'expired', 'canceled']).notNull(),
    currency: d.text().notNull(),
    amount_total_minor: d.integer().notNull(),
    /** The last part of the hosted page's address; opens the page by itself. */
    page_token: d.text().notNull(),
    success_url: d.text(),
    cancel_url: d.text(),
    metadata: d.json<Metadata>().notNull(),
    line_items: d.json<LineItem[]>().notNull(),
    expires_at: d.text().notNull(),
    completed_at: d.text(),
    created_at: d.text().notNull(),
    updated_at: d.text().notNull(),
  }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.customer_id],
      foreignColumns: [customers.seller_id, customers.id],
    }),
    d.unique('checkouts_external_id').on(t.seller_id, t.external_id),
    d.unique('checkouts_page_token').on(t.seller_id, t.page_token),
    d.index('checkouts_due').on(t.seller_id, t.expires_at).where(sql`${t.status} = 'open'`),
    d.check(
      'checkouts_status',
      sql`${t.status} in ('open', 'completed', 'expired', 'canceled')`,
    ),
    d.check(
      'checkouts_completed_at',
      sql`(${t.status} = 'completed') = (${t.completed_at} is not null)`,
    ),
    d.check('checkouts_amount', sql`${t.amount_total_minor} >= 1`),
  ])

  /** The transfer that completed a session: at most one for each. */
  const payments = d.table('payments', {
    seller_id: d.text().notNull(),
    id: d.text().notNull(),
    checkout_id: d.text().notNull(),
    rail: d.oneOf(['sandbox']).notNull(),
    amount_minor: d.integer().notNull(),
    paid_at: d.text().notNull(),
  }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.checkout_id],
      foreignColumns: [checkouts.seller_id, checkouts.id],
    }),
    d.unique('payments_one_for_each_checkout').on(t.seller_id, t.checkout_id),
  ])

  return { checkouts, payments }
}

/** The first answer to each `Idempotency-Key`, kept for 24 hours. */
function idempotencyTables(d: Dialect) {
  const idempotency_keys = d.table('idempotency_keys', {
    seller_id: d.text().notNull(),
    key: d.text().notNull(),
    /** SHA-256 of the operation, its path and its body. */
    fingerprint: d.text().notNull(),
    status: d.integer().notNull(),
    body: d.json<unknown>().notNull(),
    expires_at: d.text().notNull(),
  }, (t) => [
    d.primaryKey({ columns: [t.seller_id, t.key] }),
    d.index('idempotency_keys_due').on(t.seller_id, t.expires_at),
  ])
  return { idempotency_keys }
}

/**
 * The schema, written once for every engine. Columns carry the wire's names. Every table of a
 * seller is keyed (seller_id, id), and so is each of its unique and foreign keys: one account
 * cannot reach another, and the data can be distributed by seller without change.
 */
export function defineTables(d: Dialect) {
  const catalogue = catalogueTables(d)
  return {
    ...lookupTables(d),
    ...catalogue,
    ...paymentTables(d, catalogue),
    ...idempotencyTables(d),
  }
}

export type Tables = ReturnType<typeof defineTables>
export type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']

/** The tables as the queries are typed by them. */
export const tables: Tables = defineTables(sqlite)
