/**
 * The words of the bank about a mandate, a debit and a transfer, and their effect on subscription
 * and invoice. Each is one transaction, and said again it changes nothing. The sandbox says the
 * same words.
 */
import { dayOf } from '../../runtime/brasilia.ts'
import type { Transaction } from '../../db/query.ts'
import type { Cancellation, FailureReason } from '../../db/schema/subscriptionStatuses.ts'
import { periodOf } from './calendar.ts'
import { mandateEnd } from './cancel.ts'
import { giveUp, payInvoice, scheduleAttempt, voidInvoice, write } from './invoices.ts'
import type { Recorder, ReturnReason, Transfer } from './ports.ts'
import { newestInvoice, setAttempt } from './rows.ts'
import type { Attempt, Invoice, Key, Subscription } from './rows.ts'
import { begin, beginOfInvoice, finish, move, pendingOf, stepOf, termsOf } from './standing.ts'
import type { Change, Pending } from './standing.ts'

/** The subscription as it is after a word, changed or not; undefined when there is none. */
type After = Transaction<Subscription | undefined>

/**
 * Starts a subscription that its code pays, on the day on which that code is made: the days of all
 * periods are counted from it.
 *
 * @param starts_on the day as the bank has it; today where there is no bank
 */
export function* startOn(
  { starts_on, ...key }: Key & { starts_on?: string },
  recorder: Recorder,
): After {
  const change = yield* begin(key, recorder)
  if (!change) return undefined
  const { subscription, now } = change
  if (subscription.starts_on !== null || subscription.status !== 'incomplete') return subscription
  change.subscription = { ...subscription, starts_on: starts_on ?? dayOf(now) }
  const first = yield* firstInvoice(change)
  const terms = termsOf(change.subscription)
  const period = terms && periodOf(terms, 1)
  if (!first || !period) throw new Error(`The subscription ${key.id} has no first invoice.`)
  const { period_start, period_end } = period
  yield* write(change, first, { period_start, period_end, due_on: period_start })
  return yield* finish(change)
}

/** The newest invoice of a subscription that has one at most: it is not active yet. */
function* firstInvoice({ subscription }: Change): Transaction<Invoice | undefined> {
  const { seller_id, id: subscription_id } = subscription
  const [first] = yield* newestInvoice({ seller_id, subscription_id })
  return first
}

/** Activates a subscription that is approved, and paid where its code pays. */
function* activate(change: Change): Transaction<void> {
  const { subscription, now } = change
  if (subscription.mandate_status !== 'approved') return
  if (subscription.pays_with_code && (yield* firstInvoice(change))?.status !== 'paid') return
  if (move(change, 'activate')) {
    change.subscription = { ...change.subscription, activated_at: now.toISOString() }
  }
}

export type Payer = { tax_id: string | null; bank_ispb: string | null }

/** The payer has approved the mandate. One of a subscription that is over is ended at the bank. */
export function* approveMandate(
  { payer, ...key }: Key & { payer: Payer },
  recorder: Recorder,
): After {
  const change = yield* begin(key, recorder)
  if (change?.subscription.mandate_status !== 'pending') return change?.subscription
  const at = change.now.toISOString()
  change.subscription = {
    ...change.subscription,
    mandate_status: 'approved',
    mandate_approved_at: at,
    payer_tax_id: payer.tax_id,
    payer_bank_ispb: payer.bank_ispb,
  }
  yield* activate(change)
  const isOver =
    change.subscription.status === 'canceled' || change.subscription.status === 'expired'
  if (isOver)
    change.subscription = { ...change.subscription, ...mandateEnd(change.subscription, at) }
  return yield* finish(change)
}

/** Nothing about the mandate is owed to the bank. */
const noMandateOrder = { bank_order: null, bank_order_sent_at: null, bank_check_at: null } as const

export type MandateEnd = {
  status: 'rejected' | 'expired' | 'canceled'
  by: Cancellation['by']
  code: string | null
}

/** The mandate has ended, by any side: nothing can be debited any more. */
export function* endMandate(
  { status, by, code, ...key }: Key & MandateEnd,
  recorder: Recorder,
): After {
  const change = yield* begin(key, recorder)
  if (!change) return undefined
  const { mandate_status } = change.subscription
  if (mandate_status !== 'pending' && mandate_status !== 'approved') return change.subscription
  const at = change.now.toISOString()
  change.subscription = { ...change.subscription, ...noMandateOrder, mandate_status: status }
  if (move(change, 'mandate_ended')) {
    const isCanceled = change.subscription.status === 'canceled'
    const cancellation = { by, reason: null, code, at }
    const canceled_at = isCanceled ? at : null
    change.subscription = { ...change.subscription, cancellation, canceled_at }
    yield* endInvoices(change, by)
  }
  return yield* finish(change)
}

/** Voids what is due later than today; what is due already can only be paid by a code. */
function* endInvoices(change: Change, by: Cancellation['by']): Transaction<void> {
  const today = dayOf(change.now)
  const reason = by === 'payer' ? 'canceled_by_payer' : 'canceled_by_bank'
  for (const { invoice } of yield* pendingOf(change.subscription)) {
    const isDue = invoice.status === 'open' && invoice.due_on !== null && invoice.due_on <= today
    if (isDue && invoice.collection === 'automatic')
      yield* giveUp(change, invoice, invoice.failure_reason ?? reason)
    else yield* voidInvoice(change, invoice)
  }
}

/**
 * The bank has confirmed that an incomplete subscription past its time can neither be paid nor
 * authorised any more.
 */
export function* expireUnused(key: Key, recorder: Recorder): After {
  const change = yield* begin(key, recorder)
  if (!change || change.now.toISOString() < change.subscription.expires_at) {
    return change?.subscription
  }
  yield* expire(change)
  return yield* finish(change)
}

/**
 * Expires an incomplete subscription; a first invoice that is not paid is void. The mandate of one
 * that is paid and was not authorised in time is ended, since it could be approved later still.
 */
export function* expire(change: Change): Transaction<void> {
  if (!move(change, 'expire')) return
  const { subscription } = change
  const at = change.now.toISOString()
  const by = { by: 'system', reason: 'not_authorized', code: null, at } as const
  const isPaid = (yield* firstInvoice(change))?.status === 'paid'
  const end = isPaid
    ? { ...mandateEnd(subscription, at), cancellation: by }
    : { ...noMandateOrder, mandate_status: 'expired' as const }
  change.subscription = { ...subscription, ...end }
  for (const { invoice } of yield* pendingOf(subscription)) yield* voidInvoice(change, invoice)
}

/**
 * The bank has the order that is owed: the attempt stands as scheduled, on the day that the bank
 * names. An invoice that is over, or is to be void, keeps the order that stops its debits.
 */
export function* recordOrder(
  { kind, date, due_on, ...key }: Key & Pick<Attempt, 'kind' | 'date'> & { due_on?: string },
  recorder: Recorder,
): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice, attempts } = found
  const isStopped = invoice.bank_order === 'void'
  const isOwed = invoice.bank_order === (kind === 'first' ? 'instruct' : kind)
  const isKnown = attempts.some(
    (one) => one.status === 'scheduled' || (isStopped && one.kind === kind && one.date === date),
  )
  if (isKnown || !(isOwed || isStopped)) return change.subscription
  yield* scheduleAttempt(change, invoice, { kind, date, ...(due_on && { due_on }) })
  return yield* finish(change)
}

export type AttemptEnd = {
  attempt_id: string
  status: 'failed' | 'canceled'
  reason: FailureReason
  code: string | null
  end_to_end_id: string | null
  /** The bank takes no further attempt for the charge. */
  is_closed: boolean
}

/** An attempt has failed, or its debit was taken back by the payer or a bank. */
export function* endAttempt(
  { attempt_id, is_closed, ...end }: Pick<Key, 'seller_id'> & { id: string } & AttemptEnd,
  recorder: Recorder,
): After {
  const { seller_id, id, ...outcome } = end
  const found = yield* beginOfInvoice({ seller_id, id }, recorder)
  if (!found) return undefined
  const { change, invoice, attempts } = found
  const attempt = attempts.find((one) => one.id === attempt_id)
  if (attempt?.status !== 'scheduled') return change.subscription
  const at = change.now.toISOString()
  const ended = { ...attempt, ...outcome, failed_at: at, updated_at: at }
  yield* setAttempt(ended)
  if (invoice.status === 'open') {
    const isClosed = is_closed || outcome.status === 'canceled'
    const all = attempts.map((one) => (one.id === attempt_id ? ended : one))
    const pending = { invoice: { ...invoice, is_closed: isClosed }, attempts: all }
    yield* afterFailure(change, pending, ended)
  }
  return yield* finish(change)
}

/** The bank takes no further attempt for a charge that is open here: the calendar gives it up. */
export function* closeCharge(key: Key, recorder: Recorder): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice } = found
  if (invoice.status !== 'open') return change.subscription
  const at = change.now.toISOString()
  const order = { bank_order: null, bank_order_date: null, bank_order_sent_at: null }
  yield* write(change, invoice, { ...order, is_closed: true, bank_check_at: at })
  return yield* finish(change)
}

/** Another program's charge stands for the period: this one cannot be charged. */
export function* blockInvoice(key: Key, recorder: Recorder): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  yield* giveUp(found.change, found.invoice, 'rule')
  return yield* finish(found.change)
}

/** The bank debits an attempt on another day than it was asked to. */
export function* moveAttempt(
  { attempt_id, date, ...key }: Key & { attempt_id: string; date: string },
  recorder: Recorder,
): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice, attempts } = found
  const attempt = attempts.find(({ id }) => id === attempt_id)
  if (attempt?.status !== 'scheduled') return change.subscription
  yield* setAttempt({ ...attempt, date, updated_at: change.now.toISOString() })
  // Retries are counted from the day that was ordered, wherever the bank has moved the debit.
  if (invoice.status === 'open') yield* write(change, invoice, { next_attempt_on: date })
  return yield* finish(change)
}

/** A debit was made whose money does not pay the invoice, and goes back. */
export function* settleAttempt(
  { attempt_id, end_to_end_id, ...key }: Key & Pick<AttemptEnd, 'attempt_id' | 'end_to_end_id'>,
  recorder: Recorder,
): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, attempts } = found
  const attempt = attempts.find(({ id }) => id === attempt_id)
  if (attempt?.status !== 'scheduled') return change.subscription
  const updated_at = change.now.toISOString()
  yield* setAttempt({ ...attempt, status: 'paid', end_to_end_id, updated_at })
  return yield* finish(change)
}

/** Announces a failed attempt with the next one, or gives the invoice up. */
function* afterFailure(change: Change, pending: Pending, ended: Attempt): Transaction<void> {
  const { subscription, now } = change
  const step = stepOf(pending, subscription, now.toISOString())
  const next_attempt_on = step && 'date' in step ? step.date : null
  const { is_closed } = pending.invoice
  const columns = { is_closed, failure_reason: ended.reason, next_attempt_on }
  const invoice = yield* write(change, pending.invoice, columns)
  if (ended.status === 'failed') {
    change.happened.push({ type: 'invoice.payment_failed', invoice_id: invoice.id })
  }
  if (step?.step === 'give_up') yield* giveUp(change, invoice, ended.reason)
}

/** The bank has confirmed that the debits of an invoice are stopped: a requested void is one. */
export function* confirmVoid(key: Key, recorder: Recorder): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice, attempts } = found
  const at = change.now.toISOString()
  for (const attempt of attempts.filter(({ status }) => status === 'scheduled')) {
    yield* setAttempt({ ...attempt, status: 'canceled', failed_at: at, updated_at: at })
  }
  if (invoice.void_requested_at === null || !(yield* voidInvoice(change, invoice))) {
    const noOrder = { bank_order: null, bank_order_date: null, bank_order_sent_at: null }
    yield* write(change, invoice, { ...noOrder, bank_check_at: null })
  }
  return yield* finish(change)
}

/** Why a transfer does not pay an invoice; undefined where it does. */
function returnReason(
  { status, canceled_at }: Subscription,
  invoice: Invoice,
  transfer: Transfer,
): ReturnReason | undefined {
  const day = dayOf(transfer.paid_at)
  if (invoice.status === 'paid') return 'duplicate'
  if (transfer.amount_minor !== invoice.amount_minor) return 'wrong_amount'
  if (status === 'canceled' && canceled_at !== null && day > dayOf(canceled_at)) return 'canceled'
  if (invoice.status === 'void') return status === 'expired' ? 'late' : 'canceled'
  const { period_end } = invoice
  const isLate = invoice.status === 'uncollectible' && period_end !== null && day >= period_end
  return isLate || invoice.status === 'draft' ? 'late' : undefined
}

/**
 * A transfer for an invoice was read at the bank: it pays the invoice, or is sent back. Nothing but
 * a transfer makes an invoice paid.
 *
 * @param transfer of which the books hold each once, in whichever case its id is written
 */
export function* receiveTransfer(
  { transfer, ...key }: Key & { transfer: Transfer },
  recorder: Recorder,
): After {
  const found = yield* beginOfInvoice(key, recorder)
  if (!found) return undefined
  const { change, invoice } = found
  const { seller_id } = invoice
  const { end_to_end_id } = transfer
  // A transfer that was sent back does not pay an invoice that has become open meanwhile.
  if (yield* change.books.has({ seller_id, end_to_end_id })) return change.subscription
  const reason = returnReason(change.subscription, invoice, transfer)
  if (reason) {
    yield* change.books.sendBack({ invoice, transfer, reason, now: change.now })
    return change.subscription
  }
  yield* payInvoice(change, found, transfer)
  yield* activate(change)
  return yield* finish(change)
}
