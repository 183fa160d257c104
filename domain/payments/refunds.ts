import { checkoutById } from '../checkouts/view.ts'
import { newId } from '../../runtime/ids.ts'
import { and, eq, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventLog } from '../webhooks/events.ts'
import type { BankReturn, ReturnStatus } from '../pix/bank/provider.ts'

export type Payment = Row<'payments'>
export type Refund = Row<'refunds'>

const STATUS: Record<ReturnStatus, Refund['status']> = {
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
 * Records a return, or what has become of it; no row when that is known. Money that is back stays
 * back, whatever is said of it later.
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

/** Whether the return is one of ours: what settles nothing is sent back under the transfer's id. */
const isOurs = ({ outcome, end_to_end_id }: Payment, return_id: string): boolean =>
  outcome === 'returned' && end_to_end_id !== null && return_id.startsWith(end_to_end_id)

function* recordReturn(
  payment: Payment,
  { return_id, amount_minor, status, nature }: BankReturn,
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
    completed_at: status === 'done' ? at : null,
    created_at: at,
    updated_at: at,
  })
  return changed
}

/** How far an order of ours has come. */
export const recordOrder = (
  payment: Payment,
  order: { return_id: string; amount_minor: number; status: ReturnStatus },
  now: Date,
): Transaction<Refund | undefined> => recordReturn(payment, { ...order, nature: 'ORIGINAL' }, now)

/** What the bank says of returns that is not on record as it says. */
export const unrecorded = (refunds: readonly Refund[], returns: readonly BankReturn[]) =>
  returns.filter(
    ({ return_id, amount_minor, status }) =>
      !refunds.some(
        (refund) =>
          refund.return_id === return_id &&
          refund.amount_minor === amount_minor &&
          refund.status === STATUS[status],
      ),
  )

/**
 * Records what the bank says of the returns of a transfer, each change once. Of the transfer that
 * settled its session, each return that has arrived is an event, in the same transaction; of one
 * that is sent back, the event comes when all of it is back.
 *
 * @returns what has changed; a return that had arrived and is told of otherwise now is not in it
 */
export function* recordReturns({
  payment,
  returns,
  events,
  now,
}: {
  payment: Payment
  returns: readonly BankReturn[]
  events: EventLog
  now: Date
}): Transaction<Refund[]> {
  const { seller_id, checkout_id, outcome } = payment
  const all: Refund[] = []
  for (const one of returns) {
    const changed = yield* recordReturn(payment, one, now)
    if (!changed) continue
    all.push(changed)
    if (changed.status !== 'succeeded' || outcome !== 'settled') continue
    const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
    if (checkout) yield* events.record({ type: 'payment.reversed', checkout, now })
  }
  return all
}
