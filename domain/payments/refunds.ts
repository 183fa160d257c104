import { checkoutById } from '../checkouts/view.ts'
import { newId } from '../../runtime/ids.ts'
import { and, eq, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventLog } from '../webhooks/events.ts'
import type { BankRefund, BankRefundStatus } from '../pix/bank/provider.ts'

export type Payment = Row<'payments'>
export type Refund = Row<'refunds'>

const STATUS: Record<BankRefundStatus, Refund['status']> = {
  processing: 'pending',
  done: 'succeeded',
  failed: 'failed',
}

export const refundsOfPayment = query(
  'refunds_of_payment',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; payment_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.payment_id, args.payment_id))),
)

/**
 * Records a refund, or what has become of it; no row when it is on record as it is. Money that is
 * back stays back, whatever the bank says later.
 */
const recordRefund = query('record_refund', (db, { refunds: t }, args: Arguments<Refund>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoUpdate({
      target: [t.seller_id, t.payment_id, t.return_id],
      set: {
        amount_minor: args.amount_minor,
        status: args.status,
        nature: args.nature,
        completed_at: args.completed_at,
        updated_at: args.updated_at,
      },
      setWhere: sql`${t.status} <> 'succeeded' and (
        ${t.status} <> ${args.status} or ${t.amount_minor} <> ${args.amount_minor})`,
    })
    .returning(),
)

/** Whether we ordered it: what settles nothing is refunded under the id of its transfer. */
const isOurs = ({ outcome, end_to_end_id }: Payment, return_id: string): boolean =>
  outcome === 'returned' && end_to_end_id !== null && return_id.startsWith(end_to_end_id)

function* recordBankRefund(
  payment: Payment,
  { return_id, amount_minor, status, nature }: BankRefund,
  now: Date,
): Transaction<Refund | undefined> {
  const at = now.toISOString()
  const [changed] = yield* recordRefund({
    seller_id: payment.seller_id,
    id: newId('refund_', now),
    payment_id: payment.id,
    checkout_id: payment.checkout_id,
    amount_minor,
    status: STATUS[status],
    origin: isOurs(payment, return_id) ? 'automatic' : 'bank',
    nature,
    return_id,
    connection_id: payment.connection_id,
    check_at: null,
    external_id: null,
    reason: null,
    metadata: null,
    failure_reason: null,
    completed_at: status === 'done' ? at : null,
    created_at: at,
    updated_at: at,
  })
  return changed
}

/** Records how far an order of ours is. */
export const recordRefundOrder = (
  payment: Payment,
  order: { return_id: string; amount_minor: number; status: BankRefundStatus },
  now: Date,
): Transaction<Refund | undefined> =>
  recordBankRefund(payment, { ...order, nature: 'ORIGINAL' }, now)

/** Those of the bank's refunds that are not on record as the bank has them. */
export const unrecordedRefunds = (
  refunds: readonly Refund[],
  found: readonly BankRefund[],
): BankRefund[] =>
  found.filter(
    ({ return_id, amount_minor, status }) =>
      !refunds.some(
        (refund) =>
          refund.return_id === return_id &&
          refund.amount_minor === amount_minor &&
          refund.status === STATUS[status],
      ),
  )

/**
 * Records the refunds of a transfer as the bank has them, each change once. For the transfer that
 * settled its checkout, each refund that has arrived is an event in the same transaction; for one
 * that settled nothing, the event comes when all of it is back (`automaticRefunds.ts`).
 *
 * @returns those that have changed; a refund that had arrived and that the bank has otherwise now
 *   is not among them
 */
export function* recordBankRefunds({
  payment,
  found,
  events,
  now,
}: {
  payment: Payment
  found: readonly BankRefund[]
  events: EventLog
  now: Date
}): Transaction<Refund[]> {
  const { seller_id, checkout_id, outcome } = payment
  const all: Refund[] = []
  for (const one of found) {
    const changed = yield* recordBankRefund(payment, one, now)
    if (!changed) continue
    all.push(changed)
    if (changed.status !== 'succeeded' || outcome !== 'settled') continue
    const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
    if (checkout) yield* events.record({ type: 'payment.reversed', checkout, now })
  }
  return all
}
