/** Refunds as they are read. */
import { and, eq } from '../../db/operators.ts'
import { listQuery, pageOf, pageOfOne, query, whenGiven } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'

type Refund = Row<'refunds'>

export const refundById = query('refund_by_id', rowByKey('refunds'))

const refundsBefore = listQuery('refunds_before', (db, { refunds: t }, args: Arguments<ListPage>) =>
  pageOf(db, t, args),
)

const refundsByStatus = listQuery(
  'refunds_by_status',
  (db, { refunds: t }, args: Arguments<ListPage & { status: Refund['status'] }>) =>
    pageOf(db, t, args, eq(t.status, args.status)),
)

const refundsOfCheckoutBefore = listQuery(
  'refunds_of_checkout_before',
  (
    db,
    { refunds: t },
    args: Arguments<ListPage & { checkout_id: string; status: Refund['status'] | null }>,
  ) =>
    pageOf(
      db,
      t,
      args,
      eq(t.checkout_id, args.checkout_id),
      whenGiven(args.status, eq(t.status, args.status)),
    ),
)

/** Beside the filter by which the rows are found, each other one may be null. */
type Others = {
  checkout_id: string | null
  subscription_id: string | null
  invoice_id: string | null
  status: Refund['status'] | null
}

const isAlso = (t: Tables['refunds'], args: Arguments<Others>) =>
  and(
    whenGiven(args.checkout_id, eq(t.checkout_id, args.checkout_id)),
    whenGiven(args.subscription_id, eq(t.subscription_id, args.subscription_id)),
    whenGiven(args.invoice_id, eq(t.invoice_id, args.invoice_id)),
    whenGiven(args.status, eq(t.status, args.status)),
  )

const refundsOfInvoiceBefore = listQuery(
  'refunds_of_invoice_before',
  (db, { refunds: t }, args: Arguments<ListPage & Others & { invoice_id: string }>) =>
    pageOf(db, t, args, eq(t.invoice_id, args.invoice_id), isAlso(t, args)),
)

const refundsOfSubscriptionBefore = listQuery(
  'refunds_of_subscription_before',
  (db, { refunds: t }, args: Arguments<ListPage & Others & { subscription_id: string }>) =>
    pageOf(db, t, args, eq(t.subscription_id, args.subscription_id), isAlso(t, args)),
)

const refundsOfPaymentBefore = listQuery(
  'refunds_of_payment_before',
  (db, { refunds: t }, args: Arguments<ListPage & Others & { payment_id: string }>) =>
    pageOf(db, t, args, eq(t.payment_id, args.payment_id), isAlso(t, args)),
)

const refundsByExternalId = query(
  'refunds_by_external_id',
  (
    db,
    { refunds: t },
    args: Arguments<ListPage & Others & { external_id: string; payment_id: string | null }>,
  ) =>
    pageOfOne(
      db,
      t,
      args,
      eq(t.external_id, args.external_id),
      whenGiven(args.payment_id, eq(t.payment_id, args.payment_id)),
      isAlso(t, args),
    ),
)

export type RefundFilters = {
  payment_id?: string | undefined
  checkout_id?: string | undefined
  subscription_id?: string | undefined
  invoice_id?: string | undefined
  status?: Refund['status'] | undefined
  external_id?: string | undefined
}

/** A page of refunds, newest first, found by the filter that leaves the fewest. */
export function* refundsWith(filters: RefundFilters, page: ListPage): Transaction<Refund[]> {
  const { external_id, payment_id = null, checkout_id = null, status = null } = filters
  const { subscription_id = null, invoice_id = null } = filters
  const others = { ...page, checkout_id, subscription_id, invoice_id, status }
  if (external_id !== undefined) {
    return yield* refundsByExternalId({ ...others, external_id, payment_id })
  }
  if (payment_id !== null) return yield* refundsOfPaymentBefore({ ...others, payment_id })
  if (invoice_id !== null) return yield* refundsOfInvoiceBefore({ ...others, invoice_id })
  if (subscription_id !== null) {
    return yield* refundsOfSubscriptionBefore({ ...others, subscription_id })
  }
  if (checkout_id !== null) return yield* refundsOfCheckoutBefore({ ...page, status, checkout_id })
  return status === null ? yield* refundsBefore(page) : yield* refundsByStatus({ ...page, status })
}
