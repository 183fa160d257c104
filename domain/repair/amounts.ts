/**
 * Amounts of payments that processes of older versions, which had no such columns, did not write.
 */
import { and, eq, isNotNull, sql, asc, desc, gt } from '../../db/operators.ts'
import { forUpdateSkipLocked, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'
import type { Actor } from '../identity/actor.ts'
import { countRefunds } from '../payments/dailyTotals.ts'
import { sourceIdOf } from '../payments/payments.ts'
import { addRefund, refundsOfPayment } from '../payments/refunds.ts'
import type { Payment, Refund } from '../payments/refunds.ts'
import { recordRepair } from './recordRepair.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'

const paymentsWithRefunds = query(
  'payments_with_refunds',
  (
    db,
    { refunds: t },
    args: Arguments<{ seller_id: string; payment_ids: string[]; limit: number }>,
  ) =>
    db
      .selectDistinct({ payment_id: t.payment_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.payment_id, args.payment_ids)))
      .limit(args.limit),
)

const setAmounts = query(
  'set_payment_amounts',
  setColumns('payments', ['amount_refunded_minor', 'amount_committed_minor']),
)

const sumOf = (refunds: Refund[]): number =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/**
 * Sets the amounts of a payment to the sums of its refunds. A payment that settled its checkout or
 * invoice has its refunds counted on their days too, unless some of them have been.
 *
 * @param payment locked, or of a checkout that is
 * @param currency of its checkout or invoice
 * @returns whether they differed
 */
export function* mendAmountsOf(payment: Payment, currency: string): Transaction<boolean> {
  const { seller_id, id } = payment
  const source_id = sourceIdOf(payment)
  const refunds = yield* refundsOfPayment({ seller_id, payment_id: id })
  const succeeded = refunds.filter(({ status }) => status === 'succeeded')
  const amount_refunded_minor = sumOf(succeeded)
  const amount_committed_minor = sumOf(refunds.filter(({ status }) => status !== 'failed'))
  if (
    amount_refunded_minor === payment.amount_refunded_minor &&
    amount_committed_minor === payment.amount_committed_minor
  ) {
    return false
  }
  yield* setAmounts({ seller_id, id, amount_refunded_minor, amount_committed_minor })
  if (payment.outcome === 'settled' && payment.amount_refunded_minor === 0) {
    const counted = succeeded.map(({ amount_minor, completed_at, updated_at }) => ({
      ...{ seller_id, source_id, currency },
      amount_refunded_minor: amount_minor,
      at: completed_at ?? updated_at,
    }))
    yield* countRefunds(counted)
  }
  return true
}

/** The same for payments of one seller of which few have any refunds. */
export function* mendAmounts(
  seller_id: string,
  payments: Payment[],
  currencies: ReadonlyMap<string, string>,
): Transaction<void> {
  const payment_ids = payments.map(({ id }) => id)
  const rows = yield* paymentsWithRefunds({ seller_id, payment_ids, limit: payment_ids.length })
  const refunded = new Set(rows.map(({ payment_id }) => payment_id))
  for (const payment of payments.filter(({ id }) => refunded.has(id))) {
    yield* mendAmountsOf(payment, currencies.get(sourceIdOf(payment)) ?? '')
  }
}

/** As the partial index has it. */
const isUnrecorded = (t: Tables['payments']) =>
  and(eq(t.return_status, sql`'done'`), eq(t.amount_refunded_minor, sql`0`))

const firstOfNextSeller = query(
  'first_return_without_refund_of_next_seller',
  (db, { payments: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: sql<string>`''` })
      .from(t)
      .where(and(isUnrecorded(t), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.id))
      .limit(1),
)

const lockUnrecorded = query(
  'lock_returns_without_refund',
  (db, { payments: t }, args: Arguments<{ seller_id: string; limit: number }>) =>
    forUpdateSkipLocked(
      db
        .select()
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), isUnrecorded(t), isNotNull(t.return_id)))
        .orderBy(desc(t.id))
        .limit(args.limit),
    ),
)

/** The refund of a payment that has gone back before refunds were rows, as its bank knows it. */
const refundOf = (payment: Payment): Refund => ({
  seller_id: payment.seller_id,
  id: payment.id.replace(idPrefixes.payments, idPrefixes.refunds),
  payment_id: payment.id,
  checkout_id: payment.checkout_id,
  subscription_id: payment.subscription_id,
  invoice_id: payment.invoice_id,
  payment_outcome: payment.outcome,
  amount_minor: payment.amount_minor,
  status: 'succeeded',
  origin: 'automatic',
  nature: 'ORIGINAL',
  return_id: payment.return_id ?? '',
  connection_id: null,
  check_at: null,
  external_id: null,
  reason: null,
  metadata: null,
  failure_reason: null,
  refusal_reason: null,
  absent_since: null,
  order_status: null,
  provider_id: null,
  completed_at: payment.paid_at,
  created_at: payment.paid_at,
  updated_at: payment.paid_at,
})

/** Records refunds that were carried out by older versions, which had no rows for them. */
export const returnsToRecord = (actor: Actor): Sweep => ({
  name: 'returns without their refund',
  firstOfNextSeller,
  *piece({ seller_id, now, limit }) {
    const mended: Payment[] = []
    for (const payment of yield* lockUnrecorded({ seller_id, limit })) {
      const [refund] = yield* refundsOfPayment({ seller_id, payment_id: payment.id })
      if (!refund) yield* addRefund(refundOf(payment))
      // It settled nothing, so no day counts it.
      if (yield* mendAmountsOf(payment, '')) mended.push(payment)
    }
    if (mended.length === 0) return []
    const count = mended.length
    yield* recordRepair({ seller_id, actor, now, field: 'amount_refunded_minor', count })
    return mended
  },
})
