import { endsAt, isPastEnd } from '../../checkouts/expire.ts'
import { idPrefixes } from '../../../generated/idPrefixes.ts'
import { newId } from '../../../runtime/ids.ts'
import { and, eq } from '../../../db/operators.ts'
import { forUpdate, isAnyOf, query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import { rowByKey } from '../../../db/rows.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import type { EventRecorder } from '../../checkouts/eventRecorder.ts'
import { transfersFor } from '../charges/charges.ts'
import type { ChargeKey, Source } from '../charges/charges.ts'
import { isSameId, leftOfTransfer, recordedAmounts } from '../bank/provider.ts'
import type { Transfer } from '../bank/provider.ts'
import { addPayment, notRefunded, ofCheckout, settle } from '../../payments/settle.ts'

type Checkout = Row<'checkouts'>
type Reason = NonNullable<Row<'payments'>['return_reason']>

/** Locks the checkout while money for it is received. */
const lockCheckout = query('lock_checkout', (db, { checkouts: t }, args: Arguments<ChargeKey>) =>
  forUpdate(
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.checkout_id))),
  ),
)

export const paymentByEndToEndId = query(
  'payment_by_end_to_end_id',
  rowByKey('payments', 'seller_id', 'end_to_end_id'),
)

/** The checkouts and charges that these transfers were for, by the record. */
export const paidBy = query(
  'checkouts_paid_by_transfers',
  (db, { payments: t }, args: Arguments<{ seller_id: string; endToEndIds: string[] }>) =>
    db
      .select({ checkout_id: t.checkout_id, txid: t.txid })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.end_to_end_id, args.endToEndIds))),
)

/** Why a transfer cannot settle the checkout, or undefined when it can. */
function reasonToRefund(checkout: Checkout, transfer: Transfer, now: Date): Reason | undefined {
  if (checkout.status === 'completed') return 'duplicate'
  // A transfer that was refunded already, in whole or in part, does not pay the checkout either,
  // nor does one over more, of which just the price is left.
  const { amount_total_minor } = checkout
  const isWhole = leftOfTransfer(transfer) === transfer.amount_minor
  if (!isWhole || transfer.amount_minor !== amount_total_minor) return 'wrong_amount'
  if (checkout.status === 'canceled') return 'canceled'
  if (checkout.status === 'expired') return 'late'
  if (!isPastEnd(checkout, now.toISOString()) || transfer.paid_at <= endsAt(checkout))
    return undefined
  return checkout.cancel_at === null ? 'late' : 'canceled'
}

/**
 * When a checkout counts as completed: now; or the moment when the bank received the money, if that
 * was in time and is known here only after the checkout's end, before it was marked expired.
 */
const completionOf = (checkout: Checkout, { paid_at }: Transfer, now: Date): string => {
  if (!isPastEnd(checkout, now.toISOString())) return now.toISOString()
  return paid_at < checkout.created_at ? checkout.created_at : paid_at
}

/**
 * True when a transfer is on record of a checkout that is locked, in whichever case of its id:
 * another check may have recorded it since the caller has read. Under the same id it may also be on
 * record of another checkout.
 */
function* isOnRecord(key: ChargeKey, end_to_end_id: string): Transaction<boolean> {
  const [payment] = yield* paymentByEndToEndId({ seller_id: key.seller_id, end_to_end_id })
  if (payment) return true
  const others = yield* transfersFor(key)
  return others.some((payment) => isSameId(payment.end_to_end_id, end_to_end_id))
}

/** Statements about a checkout that a transfer has settled, in the same transaction. */
export type OnSettled = (checkout: Checkout, now: Date) => Transaction<void>

/**
 * Records a transfer that the bank has confirmed, once, however often it is called: the transfer
 * settles the checkout or is to be refunded. One transaction.
 *
 * @returns its result, `known` when it was on record already, or why it is refunded
 */
export function* receiveTransfer({
  seller_id,
  checkout_id,
  txid,
  connection_id,
  transfer,
  now,
  onSettled,
  events,
  metrics,
}: Source & {
  transfer: Transfer
  now: Date
  /** Joins the settlement's transaction. */
  onSettled?: OnSettled | false | undefined
  events: EventRecorder
  metrics: Metrics
}): Transaction<'settled' | Reason | 'known'> {
  const { end_to_end_id, paid_at } = transfer
  const [checkout] = yield* lockCheckout({ seller_id, checkout_id })
  if (!checkout) throw new Error(`${checkout_id} has a charge and does not exist.`)
  if (yield* isOnRecord({ seller_id, checkout_id }, end_to_end_id)) return 'known'
  const reason = reasonToRefund(checkout, transfer, now)
  if (reason === undefined) {
    const settled = yield* settle({
      seller_id,
      id: checkout_id,
      rail: 'bacen',
      transfer: {
        end_to_end_id,
        paid_at,
        txid,
        connection_id,
        fee_minor: recordedAmounts(transfer, 'settled').fee_minor,
      },
      completed_at: completionOf(checkout, transfer, now),
      now,
      events,
      metrics,
    })
    if (!settled) throw new Error(`${checkout_id} was open and could not be settled.`)
    if (onSettled) yield* onSettled(settled, now)
    return 'settled'
  }
  const at = now.toISOString()
  yield* addPayment({
    seller_id,
    id: newId(idPrefixes.payments, now),
    checkout_id,
    ...ofCheckout,
    rail: 'bacen',
    ...recordedAmounts(transfer, 'returned'),
    paid_at,
    end_to_end_id,
    txid,
    connection_id,
    outcome: 'returned',
    return_reason: reason,
    return_status: 'due',
    // The id of the transfer makes it the same order each time, even after a restored backup.
    return_id: end_to_end_id,
    return_check_at: at,
    ...notRefunded,
    created_at: at,
    updated_at: at,
  })
  return reason
}
