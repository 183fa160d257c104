/** Amounts of payments, checkouts and invoices, kept with refunds under the payment's lock. */
import { and, eq, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { countRefund } from './dailyTotals.ts'
import { sourceIdOf } from './payments.ts'
import type { Payment } from './payments.ts'

type Refund = Row<'refunds'>
type Key = { seller_id: string; id: string }

type AmountsAdded = { refundedMinor: number; committedMinor: number; now: string }

const addToAmounts = query(
  'add_to_payment_amounts',
  (db, { payments: t }, args: Arguments<Key & AmountsAdded>) =>
    db
      .update(t)
      .set({
        amount_refunded_minor: sql`${t.amount_refunded_minor} + ${args.refundedMinor}`,
        amount_committed_minor: sql`${t.amount_committed_minor} + ${args.committedMinor}`,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

const setAmountOfCheckout = query(
  'set_amount_refunded_of_checkout',
  (db, { checkouts: t }, args: Arguments<Key & { amount_refunded_minor: number; now: string }>) =>
    db
      .update(t)
      .set({ amount_refunded_minor: args.amount_refunded_minor, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

const setAmountOfInvoice = query(
  'set_amount_refunded_of_invoice',
  (db, { invoices: t }, args: Arguments<Key & { amount_refunded_minor: number; now: string }>) =>
    db
      .update(t)
      .set({ amount_refunded_minor: args.amount_refunded_minor, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

/** How much of a payment a refund has sent back, and how much it has taken up. */
const amountsOf = (refund: Refund | undefined) => {
  const { status = 'failed', amount_minor = 0 } = refund ?? {}
  return {
    refundedMinor: status === 'succeeded' ? amount_minor : 0,
    committedMinor: status === 'failed' ? 0 : amount_minor,
  }
}

/** Context in which the changes of a refund are recorded. */
export type Recorder = { events: EventRecorder; now: Date }

/**
 * Keeps the amounts of a payment, and of the checkout or invoice that it settled, with a refund
 * that was just written, and records the events of its new state.
 *
 * @param before the refund as it was when the amounts were last kept
 */
export function* keepAmounts(
  before: Refund | undefined,
  after: Refund,
  { events, now }: Recorder,
): Transaction<void> {
  const { seller_id, payment_id, status } = after
  const at = now.toISOString()
  const [was, is] = [amountsOf(before), amountsOf(after)]
  const refundedMinor = is.refundedMinor - was.refundedMinor
  const committedMinor = is.committedMinor - was.committedMinor
  const [payment] =
    refundedMinor === 0 && committedMinor === 0
      ? []
      : yield* addToAmounts({ seller_id, id: payment_id, refundedMinor, committedMinor, now: at })
  // A bank may take up what it has refused, and refuse it again.
  const isKnown = status === before?.status || (status === 'failed' && before?.failure_reason)
  const isExcess = before !== undefined && after.amount_minor > before.amount_minor
  if (status !== 'pending' && !isKnown) {
    yield* events.recordRefund({ refund: after, isExcess, now })
  }
  if (payment?.outcome !== 'settled' || refundedMinor === 0) return
  const currency = yield* keepAmountOfSource(payment, { events, now })
  if (currency === undefined) return
  yield* countRefund({
    seller_id,
    source_id: sourceIdOf(payment),
    currency,
    at: after.completed_at ?? at,
    amount_refunded_minor: refundedMinor,
  })
}

/**
 * Keeps the amount of a checkout or an invoice that has gone back, and records the event of it.
 *
 * @param payment that settled it, as it is now
 * @returns its currency, or undefined when there is no such checkout or invoice
 */
function* keepAmountOfSource(
  { seller_id, checkout_id, invoice_id, amount_refunded_minor }: Payment,
  { events, now }: Recorder,
): Transaction<string | undefined> {
  const amounts = { seller_id, amount_refunded_minor, now: now.toISOString() }
  if (checkout_id === null) {
    const [invoice] = yield* setAmountOfInvoice({ ...amounts, id: invoice_id ?? '' })
    yield* events.recordReversedInvoice({ seller_id, invoice_id, now })
    return invoice && CURRENCY
  }
  const [checkout] = yield* setAmountOfCheckout({ ...amounts, id: checkout_id })
  if (!checkout) return undefined
  yield* events.record({ type: 'payment.reversed', checkout, now })
  return checkout.currency
}
