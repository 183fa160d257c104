/**
 * The sandbox's part of buyer and bank: it says the words of a bank at once, after what is due was
 * done. A bank that is connected is not asked: its own words come as they do.
 */
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import type { Transaction } from '../../db/query.ts'
import type { FailureReason } from '../../db/schema/subscriptionStatuses.ts'
import { customerById } from '../catalog/customers.ts'
import { BUYERS_BANK, playedTransfer } from '../pix/bank/sandbox.ts'
import { codeOfFailure, endsCharge } from '../pix/recurring/reasons.ts'
import { approveMandate, endAttempt, endMandate, receiveTransfer, startOn } from './bankWords.ts'
import { MAX_RETRIES } from './calendar.ts'
import { isAtBank, stopOrder } from './cancel.ts'
import { runDue } from './due.ts'
import { scheduleAttempt, write } from './invoices.ts'
import type { Recorder } from './ports.ts'
import { attemptsOfInvoices, invoiceById, newestInvoice, setAttempt } from './rows.ts'
import { subscriptionById } from './rows.ts'
import type { Attempt, Invoice, Key, Subscription } from './rows.ts'
import { beginOfInvoice, finish, MAX_ATTEMPTS, stepOf } from './standing.ts'
import type { Change, Pending } from './standing.ts'
import { isRunning } from './states.ts'

/** Codes of the bank for a mandate that the payer has refused, or a side has ended. */
const REFUSED = 'AP13'
const ENDED = { payer: 'SLCR', payer_bank: 'ACCL' } as const

/** Reasons for which an attempt fails at a bank; of `missed` there is none. */
export type PlayedFailure = Exclude<FailureReason, 'missed'>

type SubscriptionFault = 'subscription_not_found'
type InvoiceFault = 'invoice_not_found' | 'invoice_not_open'

/** Does what is due of a subscription, and reads it. */
function* current(key: Key, recorder: Recorder): Transaction<Subscription | undefined> {
  yield* runDue(key, recorder)
  const [subscription] = yield* subscriptionById(key)
  return subscription
}

/**
 * The buyer pays where the code pays, and authorises unless it is to pay only. One that has paid
 * already is approved then.
 *
 * @returns why it cannot be; undefined when it is done
 */
export function* playAuthorization(
  { isApproved, seller_id, id }: Key & { isApproved: boolean },
  recorder: Recorder,
): Transaction<SubscriptionFault | 'subscription_not_incomplete' | undefined> {
  const key = { seller_id, id }
  const subscription = yield* current(key, recorder)
  if (!subscription) return 'subscription_not_found'
  if (subscription.status !== 'incomplete') return 'subscription_not_incomplete'
  yield* startOn(key, recorder)
  const [first] = yield* newestInvoice({ seller_id, subscription_id: id })
  if (first?.status === 'open') yield* receive(first, recorder)
  if (!isApproved) return undefined
  const [customer] = yield* customerById({ seller_id, id: subscription.customer_id })
  const payer = { tax_id: customer?.tax_id ?? null, bank_ispb: BUYERS_BANK }
  yield* approveMandate({ ...key, payer }, recorder)
  return undefined
}

/** The buyer refuses to authorise. @returns why it cannot be; undefined when it is done */
export function* playRefusal(
  key: Key,
  recorder: Recorder,
): Transaction<SubscriptionFault | 'subscription_not_incomplete' | undefined> {
  const subscription = yield* current(key, recorder)
  if (!subscription) return 'subscription_not_found'
  if (subscription.status !== 'incomplete') return 'subscription_not_incomplete'
  yield* endMandate({ ...key, status: 'rejected', by: 'payer', code: REFUSED }, recorder)
  return undefined
}

/** The mandate is ended in the bank's app. @returns why it cannot be; undefined when it is done */
export function* playRevocation(
  { by, seller_id, id }: Key & { by: keyof typeof ENDED },
  recorder: Recorder,
): Transaction<SubscriptionFault | 'subscription_already_ended' | undefined> {
  const key = { seller_id, id }
  const subscription = yield* current(key, recorder)
  if (!subscription) return 'subscription_not_found'
  if (!isRunning(subscription.status)) return 'subscription_already_ended'
  yield* endMandate({ ...key, status: 'canceled', by, code: ENDED[by] }, recorder)
  return undefined
}

/** A transfer of the invoice's amount arrives now. */
function* receive({ seller_id, id, amount_minor }: Invoice, { now, ...port }: Recorder) {
  const transfer = { ...playedTransfer(now), amount_minor, connection_id: null }
  yield* receiveTransfer({ seller_id, id, transfer }, { now, ...port })
}

type InvoiceChange = Pending & { change: Change }

/** An invoice after what is due of its subscription was done. */
function* currentInvoice(key: Key, recorder: Recorder): Transaction<InvoiceChange | undefined> {
  const [invoice] = yield* invoiceById(key)
  if (!invoice) return undefined
  yield* runDue({ seller_id: key.seller_id, id: invoice.subscription_id }, recorder)
  return yield* beginOfInvoice(key, recorder)
}

/** True of an unpaid period that a code on the page pays still. */
const isPayableByCode = ({ change: { subscription, now }, invoice }: InvoiceChange): boolean =>
  invoice.status === 'uncollectible' &&
  isRunning(subscription.status) &&
  invoice.period_end !== null &&
  dayOf(now) < invoice.period_end

/**
 * The next attempt of an invoice succeeds now, or its code is paid.
 *
 * @returns why it cannot be; undefined when it is done
 */
export function* playPayment(
  { seller_id, id }: Key,
  recorder: Recorder,
): Transaction<InvoiceFault | undefined> {
  const found = yield* currentInvoice({ seller_id, id }, recorder)
  if (!found) return 'invoice_not_found'
  const { invoice } = found
  if (invoice.status !== 'open' && !isPayableByCode(found)) return 'invoice_not_open'
  if (invoice.collection === 'code') {
    yield* startOn({ seller_id, id: invoice.subscription_id }, recorder)
  } else if (invoice.status === 'open') {
    yield* attemptNow(found)
  }
  yield* receive(invoice, recorder)
  yield* stopAtBank(found, recorder)
  return undefined
}

/** Has a charge canceled that is at a bank: it is not to be debited any more. */
function* stopAtBank(found: Pending, recorder: Recorder): Transaction<void> {
  if (!isAtBank(found)) return
  const paid = yield* beginOfInvoice(found.invoice, recorder)
  if (!paid) return
  yield* write(paid.change, paid.invoice, stopOrder(found.invoice, recorder.now.toISOString()))
  yield* finish(paid.change)
}

/**
 * The next attempt of an invoice fails now. After the third retry the bank takes no other.
 *
 * @returns why it cannot be; undefined when it is done
 */
export function* playFailure(
  { reason, seller_id, id }: Key & { reason: PlayedFailure },
  recorder: Recorder,
): Transaction<InvoiceFault | undefined> {
  const found = yield* currentInvoice({ seller_id, id }, recorder)
  if (!found) return 'invoice_not_found'
  const { status, collection } = found.invoice
  if (status !== 'open' || collection === 'code') return 'invoice_not_open'
  const { attempt, attempts } = yield* attemptNow(found)
  const isTakenBack = reason === 'canceled_by_payer' || reason === 'canceled_by_bank'
  const code = codeOfFailure(reason)
  const retries = attempts.filter(({ kind }) => kind === 'retry').length
  const isLast = retries >= MAX_RETRIES || attempts.length >= MAX_ATTEMPTS
  yield* endAttempt(
    {
      seller_id,
      id,
      attempt_id: attempt.id,
      status: isTakenBack ? 'canceled' : 'failed',
      reason,
      code,
      end_to_end_id: null,
      is_closed: endsCharge(code) || isLast,
    },
    recorder,
  )
  return undefined
}

/**
 * Dates the attempt that is scheduled, or else the one that would be ordered next, with today; of
 * several retries that are played on one day, the later ones with the days after it.
 */
function* attemptNow({
  change,
  invoice,
  attempts,
}: InvoiceChange): Transaction<{ attempt: Attempt; attempts: Attempt[] }> {
  const { now, subscription } = change
  const { seller_id, id, due_on } = invoice
  let all = attempts
  if (!all.some(({ status }) => status === 'scheduled')) {
    const due = stepOf({ invoice, attempts }, subscription, now.toISOString())
    const kind = all.length === 0 ? 'first' : due?.step === 'resend' ? 'resend' : 'retry'
    const from = due && 'date' in due ? due.date : (due_on ?? dayOf(now))
    const date = freeDay(all, { kind, from })
    yield* scheduleAttempt(change, invoice, { kind, date })
    all = yield* attemptsOfInvoices({ seller_id, ids: [id], limit: MAX_ATTEMPTS })
  }
  const scheduled = all.find(({ status }) => status === 'scheduled')
  if (!scheduled) throw new Error(`The invoice ${id} has no attempt.`)
  const others = all.filter((one) => one !== scheduled)
  const updated_at = now.toISOString()
  const date = freeDay(others, { kind: scheduled.kind, from: dayOf(now) })
  const attempt = { ...scheduled, date, updated_at }
  yield* setAttempt(attempt)
  return { attempt, attempts: [...others, attempt] }
}

/** The first day from one on without an attempt of a kind. */
function freeDay(
  attempts: readonly Attempt[],
  { kind, from }: Pick<Attempt, 'kind'> & { from: string },
): string {
  let day = from
  while (attempts.some((one) => one.kind === kind && one.date === day)) day = addDays(day, 1)
  return day
}
