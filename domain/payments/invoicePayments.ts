/** The books of transfers for invoices: each transfer is on record once, and pays or goes back. */
import { and, eq, sql } from '../../db/operators.ts'
import { afterCommit, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { comparableId } from '../pix/bank/provider.ts'
import { countPayment } from './dailyTotals.ts'
import type { Payment } from './payments.ts'
import { recordBankRefund } from './refunds.ts'
import { addPayment, kept, notRefunded } from './settle.ts'

type Invoice = Row<'invoices'>

/** A transfer for an invoice; of the sandbox without a connection. */
type Transfer = Pick<Payment, 'amount_minor' | 'paid_at' | 'connection_id'> & {
  end_to_end_id: string
  /** The charge by which it came, where that is not the invoice's own. */
  txid?: string
}

type InvoiceTransfer = { invoice: Invoice; transfer: Transfer; now: Date }

/** The payment of a transfer, in whichever case its id was written; at most one is on record. */
export const paymentOfTransfer = query(
  'payment_of_transfer',
  (db, { payments: t }, args: Arguments<{ seller_id: string; comparable_id: string }>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          sql`lower(${t.end_to_end_id}) = ${args.comparable_id}`,
          sql`${t.end_to_end_id} is not null`,
        ),
      )
      .limit(1),
)

/** A payment of a transfer, without what is to become of it. */
function newPayment({ invoice, transfer, now }: InvoiceTransfer) {
  const { seller_id, id: invoice_id, subscription_id } = invoice
  const { end_to_end_id, amount_minor, paid_at, connection_id, txid = invoice.txid } = transfer
  const at = now.toISOString()
  return {
    seller_id,
    id: newId(idPrefixes.payments, now),
    checkout_id: null,
    subscription_id,
    invoice_id,
    rail: connection_id === null ? ('sandbox' as const) : ('bacen' as const),
    amount_minor,
    fee_minor: null,
    paid_at,
    end_to_end_id,
    txid,
    connection_id,
    ...notRefunded,
    created_at: at,
    updated_at: at,
  }
}

export type InvoiceBooksOptions = { events: EventRecorder; metrics: Pick<Metrics, 'money'> }

/**
 * The books of a service. Each of them is called under the lock of the invoice's subscription.
 *
 * @returns `has` whether a transfer is on record already: it neither pays nor goes back again;
 *   `keep` enters the one that pays an invoice, and counts it on its day; `sendBack` enters one
 *   that pays nothing, which its bank is ordered to return (`pix/refunds/automaticRefunds.ts`)
 */
export function invoiceBooks({ events, metrics }: InvoiceBooksOptions) {
  return {
    *has(of: { seller_id: string; end_to_end_id: string }): Transaction<boolean> {
      const comparable_id = comparableId(of.end_to_end_id)
      const [payment] = yield* paymentOfTransfer({ seller_id: of.seller_id, comparable_id })
      return payment !== undefined
    },
    *keep(received: InvoiceTransfer): Transaction<string> {
      const payment = newPayment(received)
      const { seller_id, id, invoice_id: source_id, amount_minor, paid_at: at } = payment
      yield* addPayment({ ...payment, ...kept })
      yield* countPayment({ seller_id, source_id, currency: CURRENCY, amount_minor, at })
      yield* afterCommit(() => metrics.money('completed', amount_minor))
      return id
    },
    *sendBack({
      reason,
      ...received
    }: InvoiceTransfer & { reason: NonNullable<Payment['return_reason']> }): Transaction<void> {
      const { transfer, now } = received
      const payment = newPayment(received)
      const isPlayed = payment.connection_id === null
      const [added] = yield* addPayment({
        ...payment,
        outcome: 'returned',
        return_reason: reason,
        return_status: isPlayed ? 'done' : 'due',
        // The id of the transfer makes it the same order each time, even after a restored backup.
        return_id: transfer.end_to_end_id,
        return_check_at: isPlayed ? null : now.toISOString(),
      })
      if (added && isPlayed) yield* playReturn(added, { events, now })
    },
  }
}

/** The sandbox sends a transfer back at once, as a bank does when it is ordered. */
function* playReturn(
  payment: Payment,
  recorder: { events: EventRecorder; now: Date },
): Transaction<void> {
  const { return_id, amount_minor } = payment
  const order = { return_id: return_id ?? '', nature: 'ORIGINAL', amount_minor, reason: null }
  yield* recordBankRefund(payment, { ...order, status: 'done' }, recorder)
  yield* recorder.events.recordReversedInvoice({ ...payment, now: recorder.now })
}
