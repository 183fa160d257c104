/**
 * Sales that processes of before `payment_id` have settled: their checkouts name no payment, and
 * their days do not count them, until `domain/repair/` has filled that in. Until then readers find
 * the payment by its checkout.
 */
import { changed } from '../../db/longJson.ts'
import { and, eq, isNull, sql } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'

type Checkout = Row<'checkouts'>

/** As the partial index has it: the status is written out, so that it is used. */
export const isUnnamed = (t: Tables['checkouts']) =>
  and(eq(t.status, sql`'completed'`), isNull(t.payment_id))

export const isSettling = (t: Tables['payments']) => eq(t.outcome, sql`'settled'`)

export const paymentsSettling = query(
  'payments_settling_checkouts',
  (db, { payments: p }, args: Arguments<{ seller_id: string; ids: string[]; limit: number }>) =>
    db
      .select()
      .from(p)
      .where(and(eq(p.seller_id, args.seller_id), isAnyOf(p.checkout_id, args.ids), isSettling(p)))
      .limit(args.limit),
)

/** Checkouts of one seller, each with the payment that settled it, named by its row or not yet. */
export function* withPayments(checkouts: Checkout[]): Transaction<Checkout[]> {
  const unnamed = checkouts.filter(
    ({ status, payment_id }) => status === 'completed' && payment_id === null,
  )
  const [first] = unnamed
  if (!first) return checkouts
  const ids = unnamed.map(({ id }) => id)
  const payments = yield* paymentsSettling({
    seller_id: first.seller_id,
    ids,
    limit: ids.length,
  })
  const byCheckout = new Map(payments.map((payment) => [payment.checkout_id, payment]))
  return checkouts.map((checkout) => {
    const payment = checkout.payment_id === null ? byCheckout.get(checkout.id) : undefined
    if (!payment) return checkout
    const { id: payment_id, amount_refunded_minor } = payment
    return changed(checkout, { payment_id, amount_refunded_minor })
  })
}
