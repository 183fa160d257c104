/** The moves of an invoice, within a change of its subscription. */
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import type { Transaction } from '../../db/query.ts'
import type { FailureReason } from '../../db/schema/subscriptionStatuses.ts'
import { finalizesAt, periodOf, readingAfter } from './calendar.ts'
import { addAttempt, addInvoice, cancelScheduled, setAttempt, setInvoice } from './rows.ts'
import { setInvoiceCheck } from './rows.ts'
import type { Attempt, Invoice, Subscription } from './rows.ts'
import { invoiceAfter } from './states.ts'
import type { InvoiceEvent } from './states.ts'
import { termsOf } from './standing.ts'
import type { Change, Pending } from './standing.ts'
import type { InvoiceEventType, Transfer } from './ports.ts'

/** No order to the bank is owed. */
const noOrder = {
  bank_order: null,
  bank_order_date: null,
  bank_order_sent_at: null,
  bank_check_at: null,
} as const

/** The row of a subscription's invoice with a number. */
function newInvoice(
  subscription: Subscription,
  { number, now }: { number: number; now: Date },
): Invoice {
  const { seller_id, id: subscription_id, customer_id, connection_id } = subscription
  const { amount_minor, first_amount_minor } = subscription
  const id = newId(idPrefixes.invoices, now)
  const terms = termsOf(subscription)
  const period = terms && periodOf(terms, number)
  const byCode = number === 1 && subscription.pays_with_code
  const at = now.toISOString()
  return {
    seller_id,
    id,
    subscription_id,
    customer_id,
    number,
    status: byCode ? 'open' : 'draft',
    amount_minor: number === 1 ? (first_amount_minor ?? amount_minor) : amount_minor,
    amount_refunded_minor: 0,
    period_start: period?.period_start ?? null,
    period_end: period?.period_end ?? null,
    due_on: period?.period_start ?? null,
    finalizes_at:
      period && !byCode ? finalizesAt(period.period_start, subscription.activated_at ?? '') : null,
    collection: byCode ? 'code' : 'automatic',
    txid: id.slice(idPrefixes.invoices.length).replaceAll('-', ''),
    end_to_end_id: null,
    payment_id: null,
    is_closed: false,
    failure_reason: null,
    next_attempt_on: null,
    void_requested_at: null,
    paid_at: null,
    connection_id,
    ...noOrder,
    created_at: at,
    updated_at: at,
  }
}

/** Makes the first invoice that a code pays: it is open at once, and not announced. */
export function* addFirstInvoice(subscription: Subscription, now: Date): Transaction<Invoice> {
  const invoice = newInvoice(subscription, { number: 1, now })
  yield* addInvoice(invoice)
  return invoice
}

/** Drafts the invoice of a period, and announces it. */
export function* draftInvoice(change: Change, number: number): Transaction<void> {
  const invoice = newInvoice(change.subscription, { number, now: change.now })
  yield* addInvoice(invoice)
  change.statuses.push(invoice.status)
  change.happened.push({ type: 'invoice.created', invoice_id: invoice.id })
}

/** Writes columns of an invoice. */
export function* write(
  change: Change,
  invoice: Invoice,
  columns: Partial<Invoice>,
): Transaction<Invoice> {
  const changed = { ...invoice, ...columns, updated_at: change.now.toISOString() }
  yield* setInvoice(changed)
  if (columns.bank_check_at !== undefined) yield* setInvoiceCheck(changed)
  return changed
}

const EVENTS: Partial<Record<InvoiceEvent, InvoiceEventType>> = {
  pay: 'invoice.paid',
  void: 'invoice.voided',
  give_up: 'invoice.uncollectible',
}

/** Moves an invoice by its table, announces that, and drops the order that was owed. */
function* move(
  change: Change,
  invoice: Invoice,
  event: InvoiceEvent,
  columns: Partial<Invoice> = {},
): Transaction<boolean> {
  const status = invoiceAfter(invoice.status, event)
  if (status === undefined) return false
  change.statuses.push(status)
  const { seller_id, id: invoice_id, connection_id } = invoice
  const { bank_check_at, ...order } = noOrder
  // A charge that stands at the bank is read until that says what has become of it.
  const isRead = connection_id !== null && event !== 'pay'
  const gone = isRead ? order : { ...order, bank_check_at }
  const ended = status === 'open' ? {} : { ...gone, next_attempt_on: null }
  yield* write(change, invoice, { ...ended, ...columns, status })
  if (connection_id === null && (event === 'void' || event === 'give_up')) {
    yield* cancelScheduled({ seller_id, invoice_id, now: change.now.toISOString() })
  }
  const type = EVENTS[event]
  if (type) change.happened.push({ type, invoice_id })
  return true
}

/** Opens a draft: its instruction is due. */
export const openInvoice = (change: Change, invoice: Invoice) => move(change, invoice, 'open')

/** Voids a draft, or an open one: that period is not charged. */
export const voidInvoice = (change: Change, invoice: Invoice, columns: Partial<Invoice> = {}) =>
  move(change, invoice, 'void', columns)

/** Gives an open invoice up; the reason is the last attempt's, or says that there was none. */
export const giveUp = (
  change: Change,
  invoice: Invoice,
  failure_reason: FailureReason | null,
  columns: Partial<Invoice> = {},
) => move(change, invoice, 'give_up', { ...columns, failure_reason })

/**
 * Pays an invoice by a transfer of its amount: the payment, the attempt that has brought it, and
 * `paid_until`.
 *
 * @returns false where the invoice takes no payment any more
 */
export function* payInvoice(
  change: Change,
  { invoice, attempts }: Pending,
  transfer: Transfer,
): Transaction<boolean> {
  if (invoiceAfter(invoice.status, 'pay') === undefined) return false
  const { now, books } = change
  const payment_id = yield* books.keep({ invoice, transfer, now })
  const { end_to_end_id, paid_at } = transfer
  yield* move(change, invoice, 'pay', { payment_id, end_to_end_id, paid_at, failure_reason: null })
  const scheduled = attempts.find(({ status }) => status === 'scheduled')
  if (scheduled) {
    const updated_at = now.toISOString()
    yield* setAttempt({ ...scheduled, status: 'paid', end_to_end_id, updated_at })
  }
  const { paid_until } = change.subscription
  const end = invoice.period_end
  if (end !== null && (paid_until === null || end > paid_until)) {
    change.subscription = { ...change.subscription, paid_until: end }
  }
  return true
}

/**
 * Adds the attempt that the bank was told to make, and drops that order.
 *
 * @param date of the debit as the bank has it
 * @param due_on the day of the instruction, from which retries are counted
 */
export function* scheduleAttempt(
  change: Change,
  invoice: Invoice,
  { kind, date, due_on = date }: Pick<Attempt, 'kind' | 'date'> & { due_on?: string },
): Transaction<void> {
  const { seller_id, id: invoice_id } = invoice
  const at = change.now.toISOString()
  yield* addAttempt({
    seller_id,
    id: newId(idPrefixes.attempts, change.now),
    invoice_id,
    date,
    kind,
    status: 'scheduled',
    reason: null,
    code: null,
    end_to_end_id: null,
    failed_at: null,
    created_at: at,
    updated_at: at,
  })
  if (invoice.bank_order === 'void') return
  const ordered = kind === 'first' ? { due_on } : {}
  const bank_check_at = invoice.connection_id === null ? null : readingAfter(date, at)
  yield* write(change, invoice, { ...noOrder, bank_check_at, ...ordered, next_attempt_on: date })
}
