import { sqlite } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { sql } from '../sqlite/drizzle.ts'

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

  const api_clients = d.table(
    'api_clients',
    {
      id: d.text().primaryKey(),
      seller_id: d
        .text()
        .notNull()
        .references(() => sellers.id),
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
    },
    (t) => [d.index('api_clients_of_seller').on(t.seller_id, t.id)],
  )

  const signing_keys = d.table('signing_keys', {
    kid: d.text().primaryKey(),
    public_jwk: d.json<Record<string, unknown>>().notNull(),
    /** The private key, sealed under SECRET_KEY (domain/auth/vault.ts). */
    private_jwk_sealed: d.text().notNull(),
    /** Counted up by each rotation: the highest signs, whatever the clock said when it was made. */
    generation: d.integer().notNull().default(0),
    /** From then on nothing that it has signed is taken. */
    revoked_at: d.text(),
    created_at: d.text().notNull(),
  })

  /**
   * How far the sandbox clock was advanced, shared by all processes; one row at most. From 2026 on,
   * an offset within its check leads to the year 9999, the last that a timestamp can name.
   */
  const sandbox_clock = d.table(
    'sandbox_clock',
    {
      id: d.integer().primaryKey(),
      offset_ms: d.integer().notNull(),
    },
    (t) => [
      d.check('sandbox_clock_one_row', sql`${t.id} = 1`),
      d.check('sandbox_clock_forward_only', sql`${t.offset_ms} >= 0`),
      d.check('sandbox_clock_bounded', sql`${t.offset_ms} <= 251603539200000`),
    ],
  )

  /** What the database is for: the mode in which it was first served; one row at most. */
  const installation = d.table(
    'installation',
    {
      id: d.integer().primaryKey(),
      mode: d.oneOf(['sandbox', 'live']).notNull(),
      created_at: d.text().notNull(),
    },
    (t) => [
      d.check('installation_one_row', sql`${t.id} = 1`),
      d.check('installation_mode', sql`${t.mode} in ('sandbox', 'live')`),
    ],
  )

  return { sellers, api_clients, signing_keys, sandbox_clock, installation }
}

function catalogueTables(d: Dialect) {
  const customers = d.table(
    'customers',
    {
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
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.unique('customers_email').on(t.seller_id, t.email),
      d.check('customers_status', sql`${t.status} in ('active', 'inactive')`),
    ],
  )

  const products = d.table(
    'products',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      name: d.text().notNull(),
      description: d.text().notNull(),
      status: d.oneOf(['active', 'archived']).notNull(),
      metadata: d.json<Metadata>().notNull(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.check('products_status', sql`${t.status} in ('active', 'archived')`),
    ],
  )

  const offers = d.table(
    'offers',
    {
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
    },
    (t) => [
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
      d.check(
        'offers_billing',
        sql`(${t.type} = 'recurring') = (${t.billing_interval} is not null)`,
      ),
      d.check('offers_count', sql`(${t.type} = 'recurring') = (${t.interval_count} is not null)`),
      d.check('offers_default_is_active', sql`${t.active} or not ${t.is_default}`),
      d.check('offers_archived_is_inactive', sql`${t.archived_at} is null or not ${t.active}`),
    ],
  )

  return { customers, products, offers }
}

/**
 * How a seller's bank is reached; its secrets are sealed (domain/auth/vault.ts). One at most is in
 * use; one that was disconnected stays for the charges that were made at it.
 */
function bankTables(d: Dialect) {
  const bank_connections = d.table(
    'bank_connections',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      provider: d.oneOf(['bacen']).notNull(),
      url: d.text().notNull(),
      token_url: d.text().notNull(),
      client_id: d.text().notNull(),
      client_secret_sealed: d.text().notNull(),
      /** PEM, for mutual TLS. */
      certificate: d.text().notNull(),
      private_key_sealed: d.text().notNull(),
      /** PEM of the bank's own authority, when it is not a public one. */
      authority: d.text(),
      pix_key: d.text().notNull(),
      city: d.text().notNull(),
      disconnected_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d
        .uniqueIndex('bank_connections_one_in_use')
        .on(t.seller_id)
        .where(sql`${t.disconnected_at} is null`),
    ],
  )
  return { bank_connections }
}

function checkoutTables(d: Dialect, { customers }: ReturnType<typeof catalogueTables>) {
  const checkouts = d.table(
    'checkouts',
    {
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
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.customer_id],
        foreignColumns: [customers.seller_id, customers.id],
      }),
      d.unique('checkouts_external_id').on(t.seller_id, t.external_id),
      d.unique('checkouts_page_token').on(t.seller_id, t.page_token),
      d.index('checkouts_due').on(t.seller_id, t.expires_at).where(sql`${t.status} = 'open'`),
      d.check('checkouts_status', sql`${t.status} in ('open', 'completed', 'expired', 'canceled')`),
      d.check(
        'checkouts_completed_at',
        sql`(${t.status} = 'completed') = (${t.completed_at} is not null)`,
      ),
      d.check('checkouts_amount', sql`${t.amount_total_minor} >= 1`),
    ],
  )

  return { checkouts }
}

function chargeTables(
  d: Dialect,
  { checkouts }: ReturnType<typeof checkoutTables>,
  { bank_connections }: ReturnType<typeof bankTables>,
) {
  /**
   * The charge by which a session can be paid, made when the buyer first opens the page. Those that
   * it had before are known by what arrived for them.
   */
  const charges = d.table(
    'charges',
    {
      seller_id: d.text().notNull(),
      checkout_id: d.text().notNull(),
      /** The bank that it was made at, which is asked about it, whatever is connected later. */
      connection_id: d.text().notNull(),
      /**
       * The checkout's UUID without dashes, so that making the charge can be repeated safely. When
       * its charge was spent by a wrong amount, a checkout gets another one, numbered from 2.
       */
      txid: d.text().notNull(),
      /** What the buyer copies or scans; null until the bank has answered. */
      pix_code: d.text(),
      /** `open` may still receive money and is polled; `closed` is polled no more. */
      status: d.oneOf(['open', 'closed']).notNull(),
      /** When the bank is to be asked about it next. */
      check_at: d.text().notNull(),
      /**
       * The life that the bank was first asked for, which it counts from when it makes the charge,
       * and when it was asked; null in rows that are older than these.
       */
      lifetime_seconds: d.integer(),
      asked_at: d.text(),
      /** When its page was looked at last, give or take a pause between two questions. */
      viewed_at: d.text(),
      /** Since when the bank has refused to answer about it, or has not known it. */
      trouble_since: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.checkout_id] }),
      d.foreignKey({
        columns: [t.seller_id, t.checkout_id],
        foreignColumns: [checkouts.seller_id, checkouts.id],
      }),
      d.foreignKey({
        columns: [t.seller_id, t.connection_id],
        foreignColumns: [bank_connections.seller_id, bank_connections.id],
      }),
      d.unique('charges_txid').on(t.seller_id, t.txid),
      d
        .index('charges_to_check')
        .on(t.seller_id, t.connection_id, t.check_at)
        .where(sql`${t.status} = 'open'`),
      d.check('charges_status', sql`${t.status} in ('open', 'closed')`),
    ],
  )

  return { charges }
}

function paymentTables(d: Dialect, { checkouts }: ReturnType<typeof checkoutTables>) {
  /**
   * Every transfer that arrived. One at most settles a session; whatever else arrives is sent back
   * and stays on record here.
   */
  const payments = d.table(
    'payments',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      checkout_id: d.text().notNull(),
      rail: d.oneOf(['sandbox', 'bacen']).notNull(),
      /** The transfer's id in the Pix system; null on the sandbox rail. */
      end_to_end_id: d.text(),
      /** The charge that it arrived for, and its bank; null in rows that are older than these. */
      txid: d.text(),
      connection_id: d.text(),
      amount_minor: d.integer().notNull(),
      paid_at: d.text().notNull(),
      outcome: d.oneOf(['settled', 'returned']).notNull().default('settled'),
      /** Why it is sent back; null for the one that settled the session. */
      return_reason: d.oneOf(['late', 'canceled', 'duplicate', 'wrong_amount']),
      /**
       * `due` until the bank has taken the order to send it back, then as the bank says; `waiting`
       * while what is left to be sent back is under way by the bank itself.
       */
      return_status: d.oneOf(['due', 'processing', 'waiting', 'done', 'failed']),
      /** Names the order to send it back, so that giving the order can be repeated safely. */
      return_id: d.text(),
      /** When the bank is to be told or asked about the return next; null when it is done. */
      return_check_at: d.text(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.checkout_id],
        foreignColumns: [checkouts.seller_id, checkouts.id],
      }),
      d
        .uniqueIndex('payments_one_settles')
        .on(t.seller_id, t.checkout_id)
        .where(sql`${t.outcome} = 'settled'`),
      d.unique('payments_end_to_end_id').on(t.seller_id, t.end_to_end_id),
      d
        .index('payments_to_return')
        .on(t.seller_id, t.return_check_at)
        .where(sql`${t.return_check_at} is not null`),
      d
        .index('payments_returned')
        .on(t.seller_id, t.checkout_id)
        .where(sql`${t.outcome} = 'returned'`),
    ],
  )

  return { payments }
}

function refundTables(
  d: Dialect,
  { checkouts }: ReturnType<typeof checkoutTables>,
  { payments }: ReturnType<typeof paymentTables>,
) {
  /**
   * Money of a transfer that went back, is to go back, or did not: by an order of ours, by the
   * bank itself (MED), or by the seller at the bank's own screen. The bank's word decides.
   */
  const refunds = d.table(
    'refunds',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      payment_id: d.text().notNull(),
      checkout_id: d.text().notNull(),
      amount_minor: d.integer().notNull(),
      status: d.oneOf(['pending', 'succeeded', 'failed']).notNull(),
      /** `automatic`: it settled nothing and is sent back; `bank`: the bank's own, only seen. */
      origin: d.oneOf(['seller', 'bank', 'automatic']).notNull(),
      /** As the bank names it: ORIGINAL, RETIRADA, MED_OPERACIONAL, MED_FRAUDE or another. */
      nature: d.text().notNull(),
      /** The bank's name of it, one of its own among the returns of a transfer. */
      return_id: d.text().notNull(),
      completed_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.payment_id],
        foreignColumns: [payments.seller_id, payments.id],
      }),
      d.foreignKey({
        columns: [t.seller_id, t.checkout_id],
        foreignColumns: [checkouts.seller_id, checkouts.id],
      }),
      d.unique('refunds_return_id').on(t.seller_id, t.payment_id, t.return_id),
      d.check('refunds_amount', sql`${t.amount_minor} >= 1`),
      d.check(
        'refunds_completed_at',
        sql`(${t.status} = 'succeeded') = (${t.completed_at} is not null)`,
      ),
    ],
  )

  return { refunds }
}

function webhookTables(d: Dialect) {
  const webhook_endpoints = d.table(
    'webhook_endpoints',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      url: d.text().notNull(),
      secret_sealed: d.text().notNull(),
      /** The secret before the last rotation; deliveries carry its signature too until then. */
      previous_secret_sealed: d.text(),
      previous_secret_until: d.text(),
      deleted_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [d.primaryKey({ columns: [t.seller_id, t.id] })],
  )

  const events = d.table(
    'events',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      type: d.oneOf(['payment.succeeded', 'payment.declined', 'payment.reversed']).notNull(),
      /** The checkout as it was when the event happened, as the wire shows it. */
      data: d.json<object>().notNull(),
      created_at: d.text().notNull(),
    },
    (t) => [d.primaryKey({ columns: [t.seller_id, t.id] })],
  )

  /**
   * One event for one endpoint. A row is claimed and committed before its request goes out; one
   * that stays claimed was cut off, its outcome is unknown, and it is never sent again.
   */
  const deliveries = d.table(
    'deliveries',
    {
      seller_id: d.text().notNull(),
      id: d.text().notNull(),
      event_id: d.text().notNull(),
      endpoint_id: d.text().notNull(),
      status: d.oneOf(['pending', 'claimed', 'delivered', 'failed']).notNull(),
      claimed_at: d.text(),
      duration_ms: d.integer(),
      response_status: d.integer(),
      /** The beginning of the answer's body, or what went wrong. */
      response_text: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.event_id],
        foreignColumns: [events.seller_id, events.id],
      }),
      d.foreignKey({
        columns: [t.seller_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.seller_id, webhook_endpoints.id],
      }),
      d.unique('deliveries_once').on(t.seller_id, t.event_id, t.endpoint_id),
      d
        .index('deliveries_pending')
        .on(t.seller_id, t.endpoint_id, t.id)
        .where(sql`${t.status} = 'pending'`),
      d.check(
        'deliveries_status',
        sql`${t.status} in ('pending', 'claimed', 'delivered', 'failed')`,
      ),
    ],
  )

  return { webhook_endpoints, events, deliveries }
}

/** The first answer to each `Idempotency-Key`, kept for 24 hours. */
function idempotencyTables(d: Dialect) {
  const idempotency_keys = d.table(
    'idempotency_keys',
    {
      seller_id: d.text().notNull(),
      key: d.text().notNull(),
      /** SHA-256 of the operation, its path and its body. */
      fingerprint: d.text().notNull(),
      status: d.integer().notNull(),
      body: d.json<unknown>().notNull(),
      expires_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.key] }),
      d.index('idempotency_keys_due').on(t.seller_id, t.expires_at),
    ],
  )
  return { idempotency_keys }
}

/**
 * The schema, written once for every engine. Columns carry the wire's names. Every table of a
 * seller is keyed (seller_id, id), and so is each of its unique and foreign keys: one account
 * cannot reach another, and the data can be distributed by seller without change.
 */
export function defineTables(d: Dialect) {
  const catalogue = catalogueTables(d)
  const bank = bankTables(d)
  const checkout = checkoutTables(d, catalogue)
  const payment = paymentTables(d, checkout)
  return {
    ...lookupTables(d),
    ...catalogue,
    ...bank,
    ...checkout,
    ...chargeTables(d, checkout, bank),
    ...payment,
    ...refundTables(d, checkout, payment),
    ...webhookTables(d),
    ...idempotencyTables(d),
  }
}

export type Tables = ReturnType<typeof defineTables>
export type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']

/** The tables as the queries are typed by them. */
export const tables: Tables = defineTables(sqlite)
