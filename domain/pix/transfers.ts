import { isPastExpiry } from '../checkouts/expire.ts'
import { newId } from '../../runtime/ids.ts'
import { and, eq } from '../../db/operators.ts'
import { locked, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { EventLog } from '../webhooks/events.ts'
import type { ChargeKey, Source } from './charges.ts'
import { leftOf } from './bank/provider.ts'
import type { Transfer } from './bank/provider.ts'
import { addPayment, settle } from '../checkouts/settle.ts'

type Checkout = Row<'checkouts'>
type Reason = NonNullable<Row<'payments'>['return_reason']>

/** Takes the lock under which money is received for a session. */
const lockCheckout = query('lock_checkout', (db, { checkouts: t }, args: Arguments<ChargeKey>) =>
  locked(
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.checkout_id))),
  ),
)

export const paymentByEndToEndId = query(
  'payment_by_end_to_end_id',
  (db, { payments: t }, args: Arguments<{ seller_id: string; end_to_end_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.end_to_end_id, args.end_to_end_id))),
)

/** Why a transfer cannot settle the session, or undefined when it can. */
function reasonToReturn(checkout: Checkout, transfer: Transfer, now: Date): Reason | undefined {
  if (checkout.status === 'completed') return 'duplicate'
  // What was sent back already, in whole or in part, does not pay the session either.
  if (leftOf(transfer) !== checkout.amount_total_minor) return 'wrong_amount'
  if (checkout.status === 'canceled') return 'canceled'
  if (checkout.status === 'expired') return 'late'
  return isPastExpiry(checkout, now) && transfer.paid_at > checkout.expires_at ? 'late' : undefined
}

/**
 * When a session counts as completed: now; or, when money that the bank received in time is heard
 * of after the session's end and before it was marked expired, the moment when the bank had it.
 */
const completionOf = (checkout: Checkout, { paid_at }: Transfer, now: Date): string => {
  if (!isPastExpiry(checkout, now)) return now.toISOString()
  return paid_at < checkout.created_at ? checkout.created_at : paid_at
}

/**
 * Records a transfer that the bank has confirmed, once, however often it is announced: it settles
 * the session or is to be sent back. One transaction.
 */
export function* receiveTransfer({
  seller_id,
  checkout_id,
  txid,
  connection_id,
  transfer,
  now,
  service,
}: Source & {
  transfer: Transfer
  now: Date
  service: { events: EventLog; metrics: Metrics }
}): Transaction<'settled' | Reason | 'known'> {
  const { end_to_end_id, amount_minor, paid_at } = transfer
  const [checkout] = yield* lockCheckout({ seller_id, checkout_id })
  if (!checkout) throw new Error(`${checkout_id} has a charge and does not exist.`)
  const [known] = yield* paymentByEndToEndId({ seller_id, end_to_end_id })
  if (known) return 'known'
  const reason = reasonToReturn(checkout, transfer, now)
  if (reason === undefined) {
    const settled = yield* settle({
      seller_id,
      id: checkout_id,
      rail: 'bacen',
      transfer: { end_to_end_id, paid_at, txid, connection_id },
      completed_at: completionOf(checkout, transfer, now),
      now,
      service,
    })
    if (!settled) throw new Error(`${checkout_id} was open and could not be settled.`)
    return 'settled'
  }
  yield* addPayment({
    seller_id,
    id: newId('pay_', now),
    checkout_id,
    rail: 'bacen',
    amount_minor,
    paid_at,
    end_to_end_id,
    txid,
    connection_id,
    outcome: 'returned',
    return_reason: reason,
    return_status: 'due',
    // The same order however often it is given, even by a database that was restored.
    return_id: end_to_end_id,
    return_check_at: now.toISOString(),
  })
  return reason
}
