/** Payments as they are read. */
import { and, desc, eq, gte, isNull, lt, sql } from '../../db/operators.ts'
import { pageOf, pageOfOne, query, whenGiven } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import { paymentStatus } from '../../db/schema/paymentStatus.ts'
import type { PaymentStatus } from '../../db/schema/paymentStatus.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'

export type Payment = Row<'payments'>

/** The id of the checkout or invoice that a transfer arrived for. */
export function sourceIdOf(of: Pick<Payment, 'id' | 'checkout_id' | 'invoice_id'>): string {
  const id = of.checkout_id ?? of.invoice_id
  if (id === null) throw new Error(`${of.id} has neither a checkout nor an invoice.`)
  return id
}

/** Sorts after every time. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z'

export const paymentById = query('payment_by_id', rowByKey('payments'))

/** Records the provider's fee of a payment that was recorded before the provider named it. */
export const setFee = query(
  'set_fee_of_payment',
  (
    db,
    { payments: t },
    args: Arguments<Pick<Payment, 'seller_id' | 'id'> & { fee_minor: number }>,
  ) =>
    db
      .update(t)
      .set({ fee_minor: args.fee_minor })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.fee_minor))),
)

/** Beside the filter by which the rows are found, each other one may be null. */
type Others = { status: PaymentStatus | null; paid_from: string | null; paid_to: string | null }

const isAlso = (t: Tables['payments'], args: Arguments<Others>) =>
  and(
    whenGiven(args.status, eq(paymentStatus(t), args.status)),
    whenGiven(args.paid_from, gte(t.paid_at, args.paid_from)),
    whenGiven(args.paid_to, lt(t.paid_at, args.paid_to)),
  )

const paymentsBefore = query('payments_before', (db, { payments: t }, args: Arguments<ListPage>) =>
  pageOf(db, t, args),
)

const paymentsByStatus = query(
  'payments_by_status',
  (db, { payments: t }, args: Arguments<ListPage & { status: PaymentStatus }>) =>
    pageOf(db, t, args, eq(paymentStatus(t), args.status)),
)

/** Of the payments of one checkout, invoice or subscription, each may be null. */
type OthersOfSale = Others & { end_to_end_id: string | null; txid: string | null }

const isAlsoOfSale = (t: Tables['payments'], args: Arguments<OthersOfSale>) =>
  and(
    whenGiven(args.end_to_end_id, eq(t.end_to_end_id, args.end_to_end_id)),
    whenGiven(args.txid, eq(t.txid, args.txid)),
    isAlso(t, args),
  )

const paymentsOfCheckout = query(
  'payments_of_checkout',
  (db, { payments: t }, args: Arguments<ListPage & OthersOfSale & { checkout_id: string }>) =>
    pageOf(db, t, args, eq(t.checkout_id, args.checkout_id), isAlsoOfSale(t, args)),
)

type OfInvoice = OthersOfSale & { invoice_id: string; subscription_id: string | null }

const paymentsOfInvoice = query(
  'payments_of_invoice',
  (db, { payments: t }, args: Arguments<ListPage & OfInvoice>) =>
    pageOf(
      db,
      t,
      args,
      eq(t.invoice_id, args.invoice_id),
      whenGiven(args.subscription_id, eq(t.subscription_id, args.subscription_id)),
      isAlsoOfSale(t, args),
    ),
)

const paymentsOfSubscription = query(
  'payments_of_subscription',
  (db, { payments: t }, args: Arguments<ListPage & OthersOfSale & { subscription_id: string }>) =>
    pageOf(db, t, args, eq(t.subscription_id, args.subscription_id), isAlsoOfSale(t, args)),
)

const paymentsByEndToEndId = query(
  'payments_by_end_to_end_id',
  (
    db,
    { payments: t },
    args: Arguments<ListPage & Others & { end_to_end_id: string; txid: string | null }>,
  ) =>
    pageOfOne(
      db,
      t,
      args,
      eq(t.end_to_end_id, args.end_to_end_id),
      whenGiven(args.txid, eq(t.txid, args.txid)),
      isAlso(t, args),
    ),
)

const paymentsOfCharge = query(
  'payments_of_charge',
  (db, { payments: t }, args: Arguments<ListPage & Others & { txid: string }>) =>
    pageOf(db, t, args, eq(t.txid, args.txid), isAlso(t, args)),
)

/** A page in the order of `paid_at`: it starts before this time and, at the same time, this id. */
type PaidPage = ListPage & { from: string; until: string }

const paymentsPaid = query(
  'payments_paid_within',
  (db, { payments: t }, args: Arguments<PaidPage>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          gte(t.paid_at, args.from),
          sql`(${t.paid_at}, ${t.id}) < (${args.until}, ${args.before})`,
        ),
      )
      .orderBy(desc(t.paid_at), desc(t.id))
      .limit(args.limit),
)

const paymentsByStatusPaid = query(
  'payments_by_status_paid_within',
  (db, { payments: t }, args: Arguments<PaidPage & { status: PaymentStatus }>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(paymentStatus(t), args.status),
          gte(t.paid_at, args.from),
          sql`(${t.paid_at}, ${t.id}) < (${args.until}, ${args.before})`,
        ),
      )
      .orderBy(desc(t.paid_at), desc(t.id))
      .limit(args.limit),
)

export type PaymentFilters = {
  checkout_id?: string | undefined
  subscription_id?: string | undefined
  invoice_id?: string | undefined
  status?: PaymentStatus | undefined
  end_to_end_id?: string | undefined
  txid?: string | undefined
  paid_from?: string | undefined
  paid_to?: string | undefined
}

/**
 * A page of payments, newest first; with a time and without one of the ids that find a few
 * payments, in the order of `paid_at`, latest first.
 *
 * @param after the last payment of the page before
 * @param before the id before which the page starts, when it is in the order of ids
 */
export function* paymentsWith(
  filters: PaymentFilters,
  page: ListPage & { after: Payment | undefined },
): Transaction<Payment[]> {
  const { checkout_id, end_to_end_id = null, txid = null } = filters
  const { status = null, paid_from = null, paid_to = null } = filters
  const { subscription_id = null, invoice_id = null } = filters
  const { after, ...wanted } = page
  const others = { status, paid_from, paid_to }
  const ofSale = { ...wanted, ...others, end_to_end_id, txid }
  const isOfSubscription = invoice_id !== null || subscription_id !== null
  // No payment is for both.
  if (isOfSubscription && checkout_id !== undefined) return []
  if (invoice_id !== null) {
    return yield* paymentsOfInvoice({ ...ofSale, subscription_id, invoice_id })
  }
  if (subscription_id !== null) return yield* paymentsOfSubscription({ ...ofSale, subscription_id })
  if (checkout_id !== undefined) return yield* paymentsOfCheckout({ ...ofSale, checkout_id })
  if (end_to_end_id !== null) {
    return yield* paymentsByEndToEndId({ ...wanted, ...others, end_to_end_id, txid })
  }
  if (txid !== null) return yield* paymentsOfCharge({ ...wanted, ...others, txid })
  if (paid_from !== null || paid_to !== null) {
    const until = { until: paid_to ?? END_OF_TIME, before: '' }
    const start =
      after && after.paid_at < until.until ? { until: after.paid_at, before: after.id } : until
    const range = { ...wanted, ...start, from: paid_from ?? '' }
    return status === null
      ? yield* paymentsPaid(range)
      : yield* paymentsByStatusPaid({ ...range, status })
  }
  return status === null
    ? yield* paymentsBefore(wanted)
    : yield* paymentsByStatus({ ...wanted, status })
}
