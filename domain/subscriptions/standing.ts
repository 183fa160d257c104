/**
 * A change of a subscription: `begin` locks it, the rules change it and its invoices, and `finish`
 * derives from these what the row says of them, and records the events with the rows as they are
 * then. All of it is one transaction.
 */
import { isSettled, isOver, isRunning, standingOf, subscriptionAfter } from './states.ts'
import type { SubscriptionEvent } from './states.ts'
import { debitAt, draftedAt, dueDay, dueOf, lateAt } from './calendar.ts'
import type { Due, Interval, Terms } from './calendar.ts'
import type { InvoiceEventType, Recorder, SubscriptionEventType } from './ports.ts'
import {
  attemptsOfInvoices,
  invoiceById,
  lockSubscription,
  newestInvoice,
  newestOutcome,
  pendingInvoices,
  setMandateCheck,
  setSubscription,
} from './rows.ts'
import type { Attempt, Invoice, Key, Subscription } from './rows.ts'
import { afterCommit } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import type { InvoiceStatus } from '../../db/schema/subscriptionStatuses.ts'

/** A subscription has few invoices without an end: a period begins after the one before. */
const MAX_PENDING = 20

/** The bank tries an invoice four times, and is sent the same instruction again on four days. */
export const MAX_ATTEMPTS = 10

/** Paid with a code that a payer's bank took for an ordinary one: so long it may be approved. */
const AUTHORIZATION_MS = 24 * 60 * 60 * 1000

/** Until when a first invoice that was paid may be authorised. */
export const authorizationEndsAt = (paid_at: string): string =>
  new Date(Date.parse(paid_at) + AUTHORIZATION_MS).toISOString()

/** An invoice with its attempts, oldest first. */
export type Pending = { invoice: Invoice; attempts: Attempt[] }

/** A change under way. */
export type Change = Recorder & {
  subscription: Subscription
  /** `bank_check_at` as it was; where it is another in the end, it is written. */
  checkBefore: string | null
  events: Recorder['events']
  /** Events that `finish` records, in their order. */
  happened: ({ type: SubscriptionEventType } | { type: InvoiceEventType; invoice_id: string })[]
  /** Statuses into which invoices have come. */
  statuses: InvoiceStatus[]
}

const END_EVENTS = {
  activate: 'subscription.activated',
  expire: 'subscription.expired',
  cancel: 'subscription.canceled',
  complete: 'subscription.ended',
} as const

/** The attempts of an invoice, oldest first. */
export const attemptsOf = ({ seller_id, id }: Key): Transaction<Attempt[]> =>
  attemptsOfInvoices({ seller_id, ids: [id], limit: MAX_ATTEMPTS })

/** The attempts of several invoices of one seller, by the ids of these. */
export function* attemptsOfEach(invoices: readonly Key[]): Transaction<Map<string, Attempt[]>> {
  const seller_id = invoices[0]?.seller_id
  if (seller_id === undefined) return new Map()
  const ids = invoices.map(({ id }) => id)
  const attempts = yield* attemptsOfInvoices({ seller_id, ids, limit: ids.length * MAX_ATTEMPTS })
  return Map.groupBy(attempts, ({ invoice_id }) => invoice_id)
}

/** Locks a subscription; undefined when there is none. */
export function* begin(key: Key, recorder: Recorder): Transaction<Change | undefined> {
  const [subscription] = yield* lockSubscription(key)
  if (!subscription) return undefined
  const { bank_check_at: checkBefore } = subscription
  return { ...recorder, subscription, checkBefore, happened: [], statuses: [] }
}

/** The same by one of its invoices, which is read under the lock, with its attempts. */
export function* beginOfInvoice(
  { seller_id, id }: Key,
  recorder: Recorder,
): Transaction<(Pending & { change: Change }) | undefined> {
  const [found] = yield* invoiceById({ seller_id, id })
  const change = found && (yield* begin({ seller_id, id: found.subscription_id }, recorder))
  const [invoice] = yield* invoiceById({ seller_id, id })
  if (!change || !invoice) return undefined
  return { change, invoice, attempts: yield* attemptsOf(invoice) }
}

/** Moves a subscription by its table, and remembers the event. @returns whether it has moved */
export function move(change: Change, event: SubscriptionEvent): boolean {
  const status = subscriptionAfter(change.subscription.status, event)
  if (status === undefined) return false
  change.subscription = { ...change.subscription, status }
  const of = event === 'mandate_ended' ? (status === 'expired' ? 'expire' : 'cancel') : event
  if (of in END_EVENTS) change.happened.push({ type: END_EVENTS[of as keyof typeof END_EVENTS] })
  return true
}

/** Invoices of a subscription without an end, each with its attempts. */
export function* pendingOf({ seller_id, id }: Key): Transaction<Pending[]> {
  const invoices = yield* pendingInvoices({ seller_id, subscription_id: id, limit: MAX_PENDING })
  const attempts = yield* attemptsOfEach(invoices)
  return invoices.map((invoice) => ({ invoice, attempts: attempts.get(invoice.id) ?? [] }))
}

/** The terms of a subscription whose first day is known. */
export function termsOf(subscription: Subscription): (Interval & Terms) | undefined {
  const { starts_on, billing_interval, interval_count, cycles } = subscription
  return starts_on === null ? undefined : { starts_on, billing_interval, interval_count, cycles }
}

/** The next step of an automatic invoice, by the calendar. */
export function stepOf(
  { invoice, attempts }: Pending,
  subscription: Subscription,
  now: string,
): Due | undefined {
  const { due_on, period_end, finalizes_at, status, is_closed } = invoice
  if (invoice.collection === 'code' || invoice.void_requested_at !== null) return undefined
  if (due_on === null || period_end === null) return undefined
  if (finalizes_at === null || (status !== 'draft' && status !== 'open')) return undefined
  const { billing_interval, interval_count, retries } = subscription
  const of = { billing_interval, interval_count, retries, due_on, period_end, finalizes_at }
  const is_bank_error = attempts.at(-1)?.reason === 'bank_error'
  return dueOf({ ...of, status, attempts, is_closed, is_bank_error }, now)
}

/** True of an order whose answer is not known: the bank has to be asked before anything else. */
const isUnderWay = ({ bank_order_sent_at }: Invoice): boolean => bank_order_sent_at !== null

/** When the instruction that an invoice owes to its bank is late; undefined where it owes none. */
export function lateFrom({
  bank_order,
  bank_order_date,
  finalizes_at,
}: Invoice): string | undefined {
  const isOwed = bank_order === 'instruct' && bank_order_date !== null && finalizes_at !== null
  return isOwed ? lateAt(bank_order_date, finalizes_at) : undefined
}

/** When an invoice has to be looked at again; undefined while only the bank's word counts. */
function checkOf(pending: Pending, subscription: Subscription, now: string): string | undefined {
  const late = lateFrom(pending.invoice)
  const due = calendarCheckOf(pending, subscription, now)
  return late !== undefined && late > now && (due === undefined || late < due) ? late : due
}

function calendarCheckOf(
  pending: Pending,
  subscription: Subscription,
  now: string,
): string | undefined {
  const { invoice, attempts } = pending
  if (isUnderWay(invoice)) return undefined
  const due = stepOf(pending, subscription, now)
  if (!due) {
    const scheduled = attempts.find(({ status }) => status === 'scheduled')
    const isSandbox = subscription.connection_id === null
    return isSandbox && scheduled ? debitAt(scheduled.date) : undefined
  }
  if (!('until' in due)) return due.at
  const isOwed = invoice.bank_order === due.step && invoice.bank_order_date === due.date
  return isOwed ? due.until : due.at
}

/**
 * When a subscription whose buyer has not paid and authorised is looked at; undefined while the
 * bank is asked whether anything can come still.
 */
function endOfIncomplete(
  { expires_at, connection_id }: Subscription,
  first: Invoice | undefined,
  now: string,
): string | undefined {
  if (first?.paid_at) return authorizationEndsAt(first.paid_at)
  return connection_id !== null && expires_at <= now ? undefined : expires_at
}

/** When the invoice after the newest one is drafted; undefined after the last. */
export function nextDraft(
  { activated_at, ...subscription }: Subscription,
  newest: Invoice | undefined,
): { number: number; at: string } | undefined {
  const terms = termsOf({ activated_at, ...subscription })
  const number = (newest?.number ?? 0) + 1
  const isLast = terms?.cycles != null && number > terms.cycles
  if (!terms || isLast || activated_at === null) return undefined
  return { number, at: draftedAt(terms, number, activated_at) }
}

const earliest = (moments: (string | undefined)[]): string | null =>
  moments.flatMap((moment) => moment ?? []).toSorted()[0] ?? null

/** The due day of the first invoice without an outcome. */
function nextDueOn(
  subscription: Subscription,
  pending: Pending[],
  newest: Invoice | undefined,
): string | null {
  if (isOver(subscription.status)) return null
  const first = pending.find(({ invoice }) => invoice.failure_reason === null)
  if (first) return first.invoice.due_on
  const terms = termsOf(subscription)
  const number = (newest?.number ?? 0) + 1
  if (!terms || (terms.cycles !== null && number > terms.cycles)) return null
  return dueDay(terms, number)
}

/**
 * Ends a change: writes what the subscription says of its invoices, moves it by the newest outcome
 * and after the last of its cycles, and records the events.
 *
 * @returns the subscription as it is now
 */
export function* finish(change: Change): Transaction<Subscription> {
  const { seller_id, id } = change.subscription
  const key = { seller_id, subscription_id: id }
  const at = change.now.toISOString()
  const pending = yield* pendingOf({ seller_id, id })
  const [newest] = yield* newestInvoice(key)
  if (isRunning(change.subscription.status)) {
    const [outcome] = yield* newestOutcome(key)
    const has_failed = outcome?.failure_reason != null
    move(change, standingOf(outcome ? [{ ...outcome, has_failed }] : []))
    const { cycles } = change.subscription
    if (newest && newest.number === cycles && isSettled(newest.status)) move(change, 'complete')
  }
  const { subscription } = change
  const checks = isRunning(subscription.status)
    ? [nextDraft(subscription, newest)?.at, ...pending.map((one) => checkOf(one, subscription, at))]
    : subscription.status === 'incomplete'
      ? [endOfIncomplete(subscription, newest, at)]
      : []
  change.subscription = {
    ...subscription,
    latest_invoice_id: newest?.id ?? null,
    next_due_on: nextDueOn(subscription, pending, newest),
    check_at: earliest(checks),
    updated_at: at,
  }
  yield* setSubscription(change.subscription)
  if (subscription.bank_check_at !== change.checkBefore) yield* setMandateCheck(change.subscription)
  yield* record(change)
  yield* tell(change)
  return change.subscription
}

/** Tells the observer of a change, after its commit. */
function* tell({ events, statuses, subscription, now }: Change): Transaction<void> {
  const { check_at } = subscription
  const { observer } = events
  const isDue = check_at !== null && check_at <= now.toISOString()
  if (!observer || (statuses.length === 0 && !isDue)) return
  yield* afterCommit(() => {
    if (statuses.length > 0) observer.invoices(statuses)
    if (isDue) observer.due()
  })
}

function* record({ events, happened, subscription, now }: Change): Transaction<void> {
  const { seller_id } = subscription
  for (const event of happened) {
    if (!('invoice_id' in event)) {
      yield* events.recordSubscription({ type: event.type, subscription, now })
      continue
    }
    const [invoice] = yield* invoiceById({ seller_id, id: event.invoice_id })
    if (!invoice) throw new Error(`The invoice ${event.invoice_id} is not there.`)
    yield* events.recordInvoice({ type: event.type, invoice, subscription, now })
  }
}
