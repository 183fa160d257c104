import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { afterCommit, everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import { countPaymentOfLink } from '../links/links.ts'
import { countPayment } from './dailyTotals.ts'
import { txidOf } from '../pix/bank/txid.ts'
import { playedTransfer } from '../pix/bank/sandbox.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import { isPayable } from '../checkouts/expire.ts'

type Payment = Row<'payments'>

/** Ends a checkout by its payment; no row when it was not open any more. */
const completeOpen = query(
  'complete_open_checkout',
  (
    db,
    { checkouts: t },
    args: Arguments<{
      seller_id: string
      id: string
      payment_id: string
      completed_at: string
      updated_at: string
    }>,
  ) =>
    db
      .update(t)
      .set({
        status: 'completed',
        completed_at: args.completed_at,
        payment_id: args.payment_id,
        opened_from: null,
        updated_at: args.updated_at,
      })
      .where(isPayable(t, { seller_id: args.seller_id, id: args.id, now: args.completed_at }))
      .returning(),
)

/** Columns of a payment that is not sent back. */
export const kept = {
  outcome: 'settled',
  return_reason: null,
  return_status: null,
  return_id: null,
  return_check_at: null,
} as const

/** A payment for a checkout names no invoice. */
export const ofCheckout = { subscription_id: null, invoice_id: null } as const

/** The amounts of a payment of which nothing has been refunded yet. */
export const notRefunded = { amount_refunded_minor: 0, amount_committed_minor: 0 } as const

export const addPayment = query('add_payment', (db, { payments }, _: Arguments<Payment>) =>
  db.insert(payments).values(everyColumn(payments)).returning(),
)

/**
 * Completes a checkout by the transfer that paid it: the payment, the event and, after the commit,
 * the count of it.
 *
 * @param transfer as the bank knows it; in the sandbox it is played
 * @param completed_at no later than the checkout's end; now unless it says otherwise
 * @returns the completed checkout, or undefined when it was not open any more
 */
export function* settle({
  seller_id,
  id,
  rail,
  transfer,
  now,
  completed_at = now.toISOString(),
  events,
  metrics,
}: {
  seller_id: string
  id: string
  rail: Payment['rail']
  transfer?: Pick<Payment, 'end_to_end_id' | 'paid_at' | 'txid' | 'connection_id' | 'fee_minor'>
  completed_at?: string
  now: Date
  events: EventRecorder
  metrics: Metrics
}): Transaction<Row<'checkouts'> | undefined> {
  const at = now.toISOString()
  const payment_id = newId(idPrefixes.payments, now)
  const arrived = transfer ?? {
    ...playedTransfer(now),
    txid: txidOf(id),
    connection_id: null,
    fee_minor: null,
  }
  const [checkout] = yield* completeOpen({
    seller_id,
    id,
    payment_id,
    completed_at,
    updated_at: at,
  })
  if (!checkout) return undefined
  yield* countPaymentOfLink(checkout)
  yield* addPayment({
    seller_id,
    id: payment_id,
    checkout_id: id,
    ...ofCheckout,
    rail,
    amount_minor: checkout.amount_total_minor,
    ...arrived,
    ...kept,
    ...notRefunded,
    created_at: at,
    updated_at: at,
  })
  yield* events.record({ type: 'payment.succeeded', checkout, transfer: arrived, now })
  const { currency, amount_total_minor: amount_minor } = checkout
  yield* countPayment({ seller_id, source_id: id, currency, amount_minor, at: arrived.paid_at })
  yield* afterCommit(() => metrics.money('completed', checkout.amount_total_minor))
  return checkout
}
