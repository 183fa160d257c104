import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import type { CustomersTable, Metadata } from './catalog.ts'
import {
  ATTEMPT_STATUSES,
  FAILURE_REASONS,
  INVOICE_STATUSES,
  MANDATE_STATUSES,
  SUBSCRIPTION_STATUSES,
} from './subscriptionStatuses.ts'
import type { Cancellation } from './subscriptionStatuses.ts'

/** The terms of an offer and its product, copied when the subscription is made. */
const termColumns = (d: Dialect) => ({
  offer_id: d.text().notNull(),
  name: d.text().notNull(),
  currency: d.text().notNull(),
  amount_minor: d.integer().notNull(),
  /** The amount of the first period; null where it is the same. */
  first_amount_minor: d.integer(),
  /** The amount of a draft may change; the buyer sets a limit that is no lower than this one. */
  is_variable: d.boolean().notNull(),
  minimum_limit_minor: d.integer(),
  billing_interval: d.oneOf(['week', 'month', 'year']).notNull(),
  interval_count: d.integer().notNull(),
  retries: d.boolean().notNull(),
  /** How many periods there are; null without an end. */
  cycles: d.integer(),
  /** True where the code pays the first period too; else the first debit is on `starts_on`. */
  pays_with_code: d.boolean().notNull(),
  /** The first due day, from which all are counted; null until the code that pays is made. */
  starts_on: d.text(),
})

/** The mandate as the bank has it, and what the bank is asked before an order is repeated. */
const mandateColumns = (d: Dialect) => ({
  mandate_status: d.oneOf(MANDATE_STATUSES).notNull(),
  mandate_approved_at: d.text(),
  payer_tax_id: d.text(),
  payer_bank_ispb: d.text(),
  /** The bank that authorised it; null in the sandbox without one. */
  connection_id: d.text(),
  /** The location of the code, by which the bank takes one recurrence only (`loc.id`). */
  location_id: d.text(),
  /** The bank's id of the recurrence (`idRec`). */
  recurrence_id: d.text(),
  /** The order to the bank that is owed; null when there is none. */
  bank_order: d.oneOf(['location', 'recurrence', 'cancel']),
  /** When that order was first sent: from then on it may have been carried out. */
  bank_order_sent_at: d.text(),
  /** When the bank is given the order, or asked about the mandate, next. */
  bank_check_at: d.text(),
})

const subscriptionColumns = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  id: d.id('sub_'),
  customer_id: d.text().notNull(),
  external_id: d.text(),
  status: d.oneOf(SUBSCRIPTION_STATUSES).notNull(),
  ...termColumns(d),
  ...mandateColumns(d),
  /** Due day of the first invoice without an outcome; null before the first and once it is over. */
  next_due_on: d.text(),
  /** The latest `period_end` of a paid invoice. */
  paid_until: d.text(),
  latest_invoice_id: d.text(),
  /** The last part of the page's address, and the only credential of that page. */
  page_token: d.text().notNull(),
  /** The language in which its page was last seen, and in which its buyer gets mails. */
  page_locale: d.text(),
  success_url: d.text(),
  cancel_url: d.text(),
  metadata: d.json<Metadata>().notNull(),
  cancellation: d.json<Cancellation>(),
  /** Until when an incomplete one can be paid and authorised. */
  expires_at: d.text().notNull(),
  activated_at: d.text(),
  canceled_at: d.text(),
  /** When something of it or of its invoices is due by the calendar; null when nothing is. */
  check_at: d.text(),
  created_at: d.text().notNull(),
  updated_at: d.text().notNull(),
})

type SubscriptionsTable = ReturnType<typeof subscriptionsTable>

/** Recurring offers that were sold, each with its mandate to debit. */
export function subscriptionsTable(d: Dialect, customers: CustomersTable) {
  return d.table('subscriptions', subscriptionColumns(d), (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.customer_id],
      foreignColumns: [customers.seller_id, customers.id],
    }),
    d.unique('subscriptions_external_id').on(t.seller_id, t.external_id),
    d.unique('subscriptions_page_token').on(t.seller_id, t.page_token),
    d.unique('subscriptions_recurrence').on(t.seller_id, t.recurrence_id),
    // The time comes first: due work of all sellers is found without a look at each of them.
    d
      .index('subscriptions_due')
      .on(t.check_at, t.seller_id, t.id)
      .where(sql`${t.check_at} is not null`),
    d
      .index('subscriptions_owed_at_bank')
      .on(t.seller_id, t.connection_id, t.bank_check_at)
      .where(sql`${t.bank_check_at} is not null`),
    d
      .index('subscriptions_ordered')
      .on(t.seller_id, t.connection_id, t.bank_order, t.updated_at)
      .where(sql`${t.bank_order} is not null`),
    d
      .index('subscriptions_running_at_bank')
      .on(t.seller_id, t.connection_id)
      .where(sql`${t.status} in ('active', 'past_due')`),
    d.index('subscriptions_of_status').on(t.seller_id, t.status, t.id),
    d.index('subscriptions_of_customer').on(t.seller_id, t.customer_id, t.id),
    d.index('subscriptions_of_offer').on(t.seller_id, t.offer_id, t.id),
    d.index('subscriptions_of_offer_and_status').on(t.seller_id, t.offer_id, t.status, t.id),
    d.check(
      'subscriptions_status',
      sql`${t.status} in ('incomplete', 'active', 'past_due', 'canceled', 'expired', 'ended')`,
    ),
    d.check('subscriptions_amount', sql`${t.amount_minor} between 1 and 99999999999`),
    d.check('subscriptions_first_amount', sql`${t.first_amount_minor} between 1 and 99999999999`),
    d.check('subscriptions_cycles', sql`${t.cycles} between 2 and 999`),
    d.check('subscriptions_variable', sql`${t.is_variable} or ${t.minimum_limit_minor} is null`),
    d.check(
      'subscriptions_canceled_at',
      sql`(${t.status} = 'canceled') = (${t.canceled_at} is not null)`,
    ),
    d.check(
      'subscriptions_activated_at',
      sql`${t.status} in ('incomplete', 'expired', 'canceled') or ${t.activated_at} is not null`,
    ),
  ])
}

const invoiceColumns = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  id: d.id('inv_'),
  subscription_id: d.text().notNull(),
  customer_id: d.text().notNull(),
  /** 1, 2, … in its subscription. */
  number: d.integer().notNull(),
  status: d.oneOf(INVOICE_STATUSES).notNull(),
  amount_minor: d.integer().notNull(),
  amount_refunded_minor: d.integer().notNull().default(0),
  /** The days of a period; null of a first one that a code pays, until that code is made. */
  period_start: d.text(),
  period_end: d.text(),
  due_on: d.text(),
  finalizes_at: d.text(),
  collection: d.oneOf(['code', 'automatic']).notNull(),
  /** The UUID of its id without dashes: the charge's name at the bank. */
  txid: d.text().notNull(),
  end_to_end_id: d.text(),
  payment_id: d.text(),
  /** The bank takes no further attempt for it. */
  is_closed: d.boolean().notNull(),
  failure_reason: d.oneOf(FAILURE_REASONS),
  next_attempt_on: d.text(),
  void_requested_at: d.text(),
  paid_at: d.text(),
  /** The bank of its subscription, of which the index of what is owed there consists. */
  connection_id: d.text(),
  /** The order to the bank that is owed, its day, and when it was first sent; see above. */
  bank_order: d.oneOf(['instruct', 'resend', 'retry', 'void']),
  bank_order_date: d.text(),
  bank_order_sent_at: d.text(),
  bank_check_at: d.text(),
  created_at: d.text().notNull(),
  updated_at: d.text().notNull(),
})

type InvoicesTable = ReturnType<typeof invoicesTable>

/** One period of a subscription, and what is paid for it. */
export function invoicesTable(d: Dialect, subscriptions: SubscriptionsTable) {
  return d.table('invoices', invoiceColumns(d), (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.subscription_id],
      foreignColumns: [subscriptions.seller_id, subscriptions.id],
    }),
    d.unique('invoices_number').on(t.seller_id, t.subscription_id, t.number),
    d.unique('invoices_txid').on(t.seller_id, t.txid),
    d
      .index('invoices_owed_at_bank')
      .on(t.seller_id, t.connection_id, t.bank_check_at)
      .where(sql`${t.bank_check_at} is not null`),
    d
      .index('invoices_ordered')
      .on(t.seller_id, t.connection_id, t.bank_order, t.updated_at)
      .where(sql`${t.bank_order} is not null`),
    d.index('invoices_of_status').on(t.seller_id, t.status, t.id),
    d.index('invoices_of_customer').on(t.seller_id, t.customer_id, t.id),
    d.index('invoices_due').on(t.seller_id, t.due_on, t.id),
    d.index('invoices_due_of_status').on(t.seller_id, t.status, t.due_on, t.id),
    d.check(
      'invoices_status',
      sql`${t.status} in ('draft', 'open', 'paid', 'void', 'uncollectible')`,
    ),
    d.check('invoices_number_counted', sql`${t.number} >= 1`),
    d.check('invoices_amount', sql`${t.amount_minor} between 1 and 99999999999`),
    d.check('invoices_paid_at', sql`(${t.status} = 'paid') = (${t.paid_at} is not null)`),
    d.check(
      'invoices_days',
      sql`(${t.due_on} is null) = (${t.period_end} is null)
        and (${t.due_on} is not null or ${t.collection} = 'code')`,
    ),
    d.check('invoices_order', sql`(${t.bank_order} is null) = (${t.bank_order_date} is null)`),
  ])
}

/** A debit of an invoice on a day, as the bank was told to try it and has reported it. */
export function attemptsTable(d: Dialect, invoices: InvoicesTable) {
  return d.table(
    'attempts',
    {
      seller_id: d.text().notNull(),
      id: d.id('att_'),
      invoice_id: d.text().notNull(),
      date: d.text().notNull(),
      kind: d.oneOf(['first', 'retry', 'resend']).notNull(),
      status: d.oneOf(ATTEMPT_STATUSES).notNull(),
      reason: d.oneOf(FAILURE_REASONS),
      /** The bank's own code of the failure. */
      code: d.text(),
      /** The bank may give several attempts of one charge the same: it is no key. */
      end_to_end_id: d.text(),
      /** The moment of the bank's word that it has failed, or was canceled. */
      failed_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.invoice_id],
        foreignColumns: [invoices.seller_id, invoices.id],
      }),
      d.index('attempts_of_invoice').on(t.seller_id, t.invoice_id, t.id),
      d
        .uniqueIndex('attempts_one_scheduled')
        .on(t.seller_id, t.invoice_id)
        .where(sql`${t.status} = 'scheduled'`),
      d.check('attempts_status', sql`${t.status} in ('scheduled', 'paid', 'failed', 'canceled')`),
      d.check(
        'attempts_failed_at',
        sql`(${t.status} in ('failed', 'canceled')) = (${t.failed_at} is not null)`,
      ),
    ],
  )
}

const codeColumns = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  subscription_id: d.text().notNull(),
  /** The invoice that the code alone pays; 0 of the code that authorises. */
  number: d.integer().notNull(),
  connection_id: d.text().notNull(),
  /** The charge that the code pays; null where it pays nothing. */
  txid: d.text(),
  /** Code that the buyer copies or scans; null until the bank has answered. */
  pix_code: d.text(),
  /** Until when one process alone has it made; null when none does. */
  creating_until: d.text(),
  /** When the page with it was last seen open, to within one polling interval. */
  viewed_at: d.text().notNull(),
  /** When the bank is asked about the charge of an invoice next; null when it is not. */
  check_at: d.text(),
  created_at: d.text().notNull(),
  updated_at: d.text().notNull(),
})

/** Codes of a subscription: one that authorises it, and one for each invoice that it could not. */
export function subscriptionCodesTable(d: Dialect, subscriptions: SubscriptionsTable) {
  return d.table('subscription_codes', codeColumns(d), (t) => [
    d.primaryKey({ columns: [t.seller_id, t.subscription_id, t.number] }),
    d.foreignKey({
      columns: [t.seller_id, t.subscription_id],
      foreignColumns: [subscriptions.seller_id, subscriptions.id],
    }),
    d.unique('subscription_codes_txid').on(t.seller_id, t.txid),
    d
      .index('subscription_codes_to_check')
      .on(t.seller_id, t.connection_id, t.check_at)
      .where(sql`${t.check_at} is not null`),
  ])
}
