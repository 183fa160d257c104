/** Changes that a seller, a buyer or the service itself makes: cancel, void, another amount. */
import type { Transaction } from '../../db/query.ts'
import type { Cancellation } from '../../db/schema/subscriptionStatuses.ts'
import { lastVoidBefore } from './calendar.ts'
import { giveUp, voidInvoice, write } from './invoices.ts'
import type { Recorder } from './ports.ts'
import type { Invoice, Key, Subscription } from './rows.ts'
import { begin, beginOfInvoice, finish, move, pendingOf } from './standing.ts'
import type { Change, Pending } from './standing.ts'

/** The bank has, or may have, a charge of an invoice that is open still: it is told of the end. */
export const isAtBank = ({ invoice, attempts }: Pending): boolean =>
  invoice.connection_id !== null &&
  (invoice.bank_order_sent_at !== null || (attempts.length > 0 && !invoice.is_closed))

/** The order that stops the debits of an invoice. */
export const stopOrder = ({ due_on, next_attempt_on }: Invoice, at: string) => ({
  bank_order: 'void' as const,
  bank_order_date: next_attempt_on ?? due_on,
  bank_order_sent_at: null,
  bank_check_at: at,
})

/** Ends the invoices of a subscription that was canceled: one that has failed is uncollectible. */
function* endInvoices(change: Change): Transaction<void> {
  for (const pending of yield* pendingOf(change.subscription)) {
    const { invoice } = pending
    const stop = isAtBank(pending) ? stopOrder(invoice, change.now.toISOString()) : {}
    const end = invoice.failure_reason === null ? voidInvoice : giveUpWith
    yield* end(change, invoice, stop)
  }
}

const giveUpWith = (change: Change, invoice: Invoice, columns: Partial<Invoice>) =>
  giveUp(change, invoice, invoice.failure_reason, columns)

/**
 * Cancels a subscription at once. Its debits and its mandate are ended at the bank afterwards: the
 * orders are owed from now on. What the bank debits on a later day goes back.
 *
 * @returns the subscription; `isCanceled` is false where it was over already; undefined when there
 *   is none
 */
export function* cancelSubscription(
  { by, reason = null, ...key }: Key & Pick<Cancellation, 'by'> & { reason?: string | null },
  recorder: Recorder,
): Transaction<{ subscription: Subscription; isCanceled: boolean } | undefined> {
  const change = yield* begin(key, recorder)
  if (!change) return undefined
  if (!move(change, 'cancel')) return { subscription: change.subscription, isCanceled: false }
  const at = change.now.toISOString()
  const cancellation = { by, reason, code: null, at }
  change.subscription = { ...change.subscription, canceled_at: at, cancellation }
  change.subscription = { ...change.subscription, ...mandateEnd(change.subscription, at) }
  yield* endInvoices(change)
  return { subscription: yield* finish(change), isCanceled: true }
}

/** Columns by which a mandate is ended: by an order to the bank, or at once where there is none. */
export function mandateEnd(
  { mandate_status, connection_id, location_id }: Subscription,
  at: string,
): Partial<Subscription> {
  if (mandate_status !== 'pending' && mandate_status !== 'approved') return {}
  if (connection_id === null) return { mandate_status: 'canceled' }
  // Without a location the bank knows nothing of it.
  if (location_id === null) return { mandate_status: 'canceled', bank_check_at: null }
  return { bank_order: 'cancel', bank_order_sent_at: null, bank_check_at: at }
}

type InvoiceResult<Code extends string> =
  | { invoice: Invoice; fault?: undefined }
  | { invoice?: undefined; fault: Code | 'invoice_not_found' }

/**
 * Has a period not charged: a draft, or one whose first debit is still to come, until 22:00 of the
 * day before it. Where the bank has the instruction, the invoice is void once it confirms that.
 *
 * @returns the invoice; `isRepeated` where the bank had still to confirm an earlier call
 */
export function* requestVoid(
  key: Key,
  recorder: Recorder,
): Transaction<InvoiceResult<'invoice_not_voidable'> & { isRepeated?: boolean }> {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return { fault: 'invoice_not_found' }
  const { change, invoice } = found
  if (!isVoidable(found)) return { fault: 'invoice_not_voidable' }
  const at = change.now.toISOString()
  if (isAtBank(found)) {
    const asked = invoice.void_requested_at ?? at
    const order = invoice.bank_order === 'void' ? {} : stopOrder(invoice, at)
    yield* write(change, invoice, { ...order, void_requested_at: asked })
  } else {
    yield* voidInvoice(change, invoice)
  }
  yield* finish(change)
  const after = yield* beginOfInvoice(key, recorder)
  if (!after) return { fault: 'invoice_not_found' }
  return { invoice: after.invoice, isRepeated: invoice.void_requested_at !== null }
}

function isVoidable({ change, invoice, attempts }: Pending & { change: Change }): boolean {
  if (invoice.status === 'draft') return true
  if (invoice.status !== 'open' || invoice.collection !== 'automatic') return false
  const date = attempts[0]?.date ?? invoice.due_on
  return date !== null && change.now.toISOString() < lastVoidBefore(date)
}

/**
 * Changes the amount of a draft of a variable subscription.
 *
 * @returns the invoice, and the amount that it had before, in minor units
 */
export function* changeAmount(
  { amount_minor, ...key }: Key & { amount_minor: number },
  recorder: Recorder,
): Transaction<
  | { invoice: Invoice; amountBefore: number; fault?: undefined }
  | {
      invoice?: undefined
      fault: 'invoice_not_found' | 'invoice_not_draft' | 'subscription_amount_fixed'
    }
> {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return { fault: 'invoice_not_found' }
  const { change, invoice } = found
  if (!change.subscription.is_variable) return { fault: 'subscription_amount_fixed' }
  if (invoice.status !== 'draft') return { fault: 'invoice_not_draft' }
  const amountBefore = invoice.amount_minor
  return { invoice: yield* write(change, invoice, { amount_minor }), amountBefore }
}
