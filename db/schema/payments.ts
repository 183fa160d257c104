import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import type { Metadata } from './catalog.ts'
import type { CheckoutsTable } from './checkouts.ts'
import { paymentStatus } from './paymentStatus.ts'
import { refundType } from './refundType.ts'

/**
 * The invoice that money arrived for, and its subscription; null for a checkout. They name rows
 * without a foreign key, which SQLite cannot add to a table.
 */
const invoiceIds = (d: Dialect) => ({ subscription_id: d.text(), invoice_id: d.text() })

type Source = Record<'checkout_id' | 'subscription_id' | 'invoice_id', object>

/** Money arrived for a checkout or for an invoice. */
const hasOneSource = ({ checkout_id, subscription_id, invoice_id }: Source) =>
  sql`(${checkout_id} is null) = (${invoice_id} is not null)
        and (${subscription_id} is null) = (${invoice_id} is null)`

const paymentColumns = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  id: d.id('pay_'),
  /** The checkout that it arrived for; null for an invoice. */
  checkout_id: d.text(),
  rail: d.oneOf(['sandbox', 'bacen']).notNull(),
  /** The transfer's id in the Pix system; null in older rows of the sandbox rail. */
  end_to_end_id: d.text(),
  /** The charge that it paid, and its bank; null in rows older than these two columns. */
  txid: d.text(),
  connection_id: d.text(),
  amount_minor: d.integer().notNull(),
  /** Kept by the provider as its fee; null when it keeps nothing, or has not named it. */
  fee_minor: d.integer(),
  paid_at: d.text().notNull(),
  outcome: d.oneOf(['settled', 'returned']).notNull().default('settled'),
  /** Why it is refunded; null for the transfer that settled the checkout. */
  return_reason: d.oneOf(['late', 'canceled', 'duplicate', 'wrong_amount']),
  /**
   * `due` until the bank has accepted the order to refund it, then as the bank reports;
   * `waiting` while the bank itself is refunding what is left.
   */
  return_status: d.oneOf(['due', 'processing', 'waiting', 'done', 'failed']),
  /** The id of the refund order (idDevolucao), which makes the order idempotent at the bank. */
  return_id: d.text(),
  /** When the refund is ordered or polled next; null when it is done. */
  return_check_at: d.text(),
  /** Sum of the refunds that succeeded, whatever their origin. */
  amount_refunded_minor: d.integer().notNull().default(0),
  /** The refunds that are pending or succeeded; the rest can still be refunded. */
  amount_committed_minor: d.integer().notNull().default(0),
  /** Null in rows that are older than these two columns: recorded when they were paid. */
  created_at: d.text(),
  updated_at: d.text(),
  ...invoiceIds(d),
})

/**
 * Every transfer that arrived. At most one settles a checkout or pays an invoice; every other one
 * is refunded and stays on record here.
 */
export function paymentsTable(d: Dialect, checkouts: CheckoutsTable) {
  return d.table('payments', paymentColumns(d), (t) => [
    d.primaryKey({ columns: [t.seller_id, t.id] }),
    d.foreignKey({
      columns: [t.seller_id, t.checkout_id],
      foreignColumns: [checkouts.seller_id, checkouts.id],
    }),
    d
      .uniqueIndex('payments_one_settles')
      .on(t.seller_id, t.checkout_id)
      .where(sql`${t.outcome} = 'settled'`),
    d
      .uniqueIndex('payments_one_settles_invoice')
      .on(t.seller_id, t.invoice_id)
      .where(sql`${t.outcome} = 'settled' and ${t.invoice_id} is not null`),
    d.unique('payments_end_to_end_id').on(t.seller_id, t.end_to_end_id),
    d
      .index('payments_to_return_at_bank')
      .on(t.seller_id, t.connection_id, t.return_check_at)
      .where(sql`${t.return_check_at} is not null`),
    d
      .index('payments_at_bank')
      .on(t.seller_id, t.connection_id, t.id)
      .where(sql`${t.connection_id} is not null`),
    // Empty unless a process of before the amounts has sent money back (domain/repair/).
    d
      .index('payments_returned_without_refund')
      .on(t.seller_id, t.id)
      .where(sql`${t.return_status} = 'done' and ${t.amount_refunded_minor} = 0`),
    // Banks and people write the letters of these ids in either case.
    d
      .index('payments_of_transfer')
      .on(t.seller_id, sql`lower(${t.end_to_end_id})`)
      .where(sql`${t.end_to_end_id} is not null`),
    d.index('payments_of_checkout').on(t.seller_id, t.checkout_id, t.id),
    d
      .index('payments_of_invoice')
      .on(t.seller_id, t.invoice_id, t.id)
      .where(sql`${t.invoice_id} is not null`),
    d
      .index('payments_of_subscription')
      .on(t.seller_id, t.subscription_id, t.id)
      .where(sql`${t.subscription_id} is not null`),
    d.index('payments_of_charge').on(t.seller_id, t.txid, t.id),
    d.index('payments_amount').on(t.seller_id, t.amount_minor, t.id),
    d.index('payments_paid').on(t.seller_id, t.paid_at, t.id),
    d.index('payments_with_fee').on(t.seller_id, t.paid_at, t.id).where(sql`${t.fee_minor} > 0`),
    d.index('payments_status').on(t.seller_id, paymentStatus(t), t.id),
    d.index('payments_status_paid').on(t.seller_id, paymentStatus(t), t.paid_at, t.id),
    d.check('payments_source', hasOneSource(t)),
  ])
}

const refundColumns = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  id: d.id('refund_'),
  payment_id: d.text().notNull(),
  /** The payment's; null for an invoice. */
  checkout_id: d.text(),
  /** The payment's, which does not change; null in rows that domain/repair/ has to fill in. */
  payment_outcome: d.oneOf(['settled', 'returned']),
  amount_minor: d.integer().notNull(),
  status: d.oneOf(['pending', 'succeeded', 'failed']).notNull(),
  /** `automatic`: the transfer settled nothing; `bank`: ordered at the bank. */
  origin: d.oneOf(['seller', 'bank', 'automatic']).notNull(),
  /** As the bank names it: ORIGINAL, RETIRADA, MED_OPERACIONAL, MED_FRAUDE or another. */
  nature: d.text().notNull(),
  /** The bank's id of it (devolucao.id), unique among the refunds of one transfer. */
  return_id: d.text().notNull(),
  /** The provider's own id of it, where it does not name the refund by the id of our order. */
  provider_id: d.text(),
  /** The connection to the bank that carries it out; null on the sandbox rail. */
  connection_id: d.text(),
  /** When a seller's order is given to the bank or polled next; null when it is done. */
  check_at: d.text(),
  /** The seller's own reference, its reason, and its metadata. */
  external_id: d.text(),
  reason: d.text(),
  metadata: d.json<Metadata>(),
  /** Why it has failed, in the bank's words or ours; kept when the bank takes it up again. */
  failure_reason: d.text(),
  /**
   * The bank's reason for refusing the order, and since when it has shown the transfer without it.
   * A refusal alone is no failure: the order may have been carried out before.
   */
  refusal_reason: d.text(),
  absent_since: d.text(),
  /**
   * How far an order of ours is by the bank's answers: `new` until it is given for the first time;
   * `sent` from then on, since its answer may have been lost; `refused` while every answer was a
   * refusal; `used` once the bank has refused it for an id that it has an order under. Null in rows
   * that are older than the column, which count as `sent`, and in refunds that are no order.
   */
  order_status: d.oneOf(['new', 'sent', 'refused', 'used']),
  completed_at: d.text(),
  created_at: d.text().notNull(),
  updated_at: d.text().notNull(),
  ...invoiceIds(d),
})

/**
 * Each refund of a transfer (devolução), pending, succeeded or failed: ordered by this service, by
 * the bank itself (MED), or by the seller in the bank's own interface. The bank's report decides.
 */
export function refundsTable(
  d: Dialect,
  {
    checkouts,
    payments,
  }: { checkouts: CheckoutsTable; payments: ReturnType<typeof paymentsTable> },
) {
  return d.table('refunds', refundColumns(d), (t) => [
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
    d.uniqueIndex('refunds_external_id').on(t.seller_id, t.external_id),
    d.index('refunds_of_payment').on(t.seller_id, t.payment_id, t.id),
    d.index('refunds_of_checkout').on(t.seller_id, t.checkout_id, t.id),
    d
      .index('refunds_of_invoice')
      .on(t.seller_id, t.invoice_id, t.id)
      .where(sql`${t.invoice_id} is not null`),
    d
      .index('refunds_of_subscription')
      .on(t.seller_id, t.subscription_id, t.id)
      .where(sql`${t.subscription_id} is not null`),
    d.index('refunds_amount').on(t.seller_id, t.amount_minor, t.id),
    d.index('refunds_status').on(t.seller_id, t.status, t.id),
    d
      .index('refunds_completed')
      .on(t.seller_id, t.completed_at, t.id)
      .where(sql`${t.completed_at} is not null`),
    d
      .index('refunds_type_completed')
      .on(t.seller_id, refundType(t), t.completed_at, t.id)
      .where(sql`${t.completed_at} is not null`),
    // Empty unless a process of before the column has added some (domain/repair/).
    d
      .index('refunds_without_outcome')
      .on(t.seller_id, t.completed_at, t.id)
      .where(sql`${t.payment_outcome} is null`),
    d
      .index('refunds_to_check')
      .on(t.seller_id, t.connection_id, t.check_at)
      .where(sql`${t.check_at} is not null`),
    d.check('refunds_source', hasOneSource(t)),
    d.check('refunds_amount', sql`${t.amount_minor} >= 1`),
    d.check(
      'refunds_completed_at',
      sql`(${t.status} = 'succeeded') = (${t.completed_at} is not null)`,
    ),
  ])
}
