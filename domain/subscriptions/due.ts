/**
 * Work that is due by the calendar: drafts, instructions, periods that were missed, expiry. Each
 * subscription says when something of it is due; processes share the work by its lock.
 */
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import { playedTransfer } from '../pix/bank/sandbox.ts'
import { debitAt } from './calendar.ts'
import type { Due, Order } from './calendar.ts'
import { expire } from './bankWords.ts'
import {
  draftInvoice,
  giveUp,
  openInvoice,
  payInvoice,
  scheduleAttempt,
  write,
} from './invoices.ts'
import type { Recorder } from './ports.ts'
import { dueSubscriptions, newestInvoice } from './rows.ts'
import type { DuePosition, DueSubscription, Invoice, Key } from './rows.ts'
import { begin, finish, lateFrom, nextDraft, pendingOf, stepOf } from './standing.ts'
import type { Change, Pending } from './standing.ts'

/** Subscriptions of one look, each of which is a transaction of its own. */
const DUE_AT_ONCE = 100

/** Steps of one subscription in a transaction; more are due at once only after a long absence. */
const MAX_STEPS = 20

/** Opens a draft, gives an invoice up, or makes the order to the bank that is due. */
function* take(change: Change, { invoice }: Pending, due: Due): Transaction<void> {
  if ('until' in due) yield* order(change, invoice, due)
  else if (due.step === 'finalize') yield* openInvoice(change, invoice)
  else yield* giveUp(change, invoice, due.step === 'miss' ? 'missed' : invoice.failure_reason)
}

/** Owes an order to the bank; the sandbox without one has it at once. */
function* order(
  change: Change,
  invoice: Invoice,
  { step, date, at }: Order & { step: 'instruct' | 'resend' | 'retry' },
): Transaction<void> {
  if (invoice.connection_id === null) {
    yield* scheduleAttempt(change, invoice, { kind: step === 'instruct' ? 'first' : step, date })
    return
  }
  const owed = { bank_order: step, bank_order_date: date, bank_check_at: at }
  const due_on = step === 'instruct' ? date : invoice.due_on
  yield* write(change, invoice, { ...owed, due_on, next_attempt_on: date })
}

/** Takes the step of an invoice that is due now. @returns whether there was one */
function* stepInvoice(change: Change, pending: Pending): Transaction<boolean> {
  const now = change.now.toISOString()
  const { invoice, attempts } = pending
  if (invoice.bank_order_sent_at !== null) return false
  const due = stepOf(pending, change.subscription, now)
  if (due) {
    const isOwed =
      'date' in due && invoice.bank_order === due.step && invoice.bank_order_date === due.date
    if (isOwed || due.at > now) return false
    yield* take(change, pending, due)
    return true
  }
  const scheduled = attempts.find(({ status }) => status === 'scheduled')
  if (invoice.connection_id !== null || !scheduled || debitAt(scheduled.date) > now) return false
  const { amount_minor } = invoice
  const transfer = { ...playedTransfer(change.now), amount_minor, connection_id: null }
  return yield* payInvoice(change, pending, transfer)
}

/** Tells of instructions that were owed before this look and are late. */
function* tellLate({ subscription, now, events }: Change): Transaction<void> {
  for (const { invoice } of yield* pendingOf(subscription)) {
    const late = lateFrom(invoice)
    if (late !== undefined && late <= now.toISOString()) {
      yield* events.recordLateInstruction({ invoice, now })
    }
  }
}

/** Takes one step that is due of a running subscription. @returns whether there was one */
function* stepRunning(change: Change): Transaction<boolean> {
  const { seller_id, id } = change.subscription
  for (const pending of yield* pendingOf({ seller_id, id })) {
    if (yield* stepInvoice(change, pending)) return true
  }
  const [newest] = yield* newestInvoice({ seller_id, subscription_id: id })
  const draft = nextDraft(change.subscription, newest)
  if (!draft || draft.at > change.now.toISOString()) return false
  yield* draftInvoice(change, draft.number)
  return true
}

/**
 * Ends an incomplete subscription whose time is over. Where its buyer has paid and not authorised
 * within a day, the mandate is ended; otherwise the bank is asked first whether anything can come.
 */
function* stepIncomplete(change: Change): Transaction<void> {
  const { seller_id, id, connection_id } = change.subscription
  const [first] = yield* newestInvoice({ seller_id, subscription_id: id })
  if (connection_id === null || first?.status === 'paid') yield* expire(change)
  else {
    const bank_check_at = change.now.toISOString()
    change.subscription = { ...change.subscription, bank_check_at }
  }
}

/**
 * Does what is due of one subscription.
 *
 * @returns whether it was due still, and not done by another process
 * @throws Error where it is due and has no step to take, which would come again at once
 */
export function* runDue(key: Key, recorder: Recorder): Transaction<boolean> {
  const change = yield* begin(key, recorder)
  const { check_at = null } = change?.subscription ?? {}
  if (!change || check_at === null || check_at > change.now.toISOString()) return false
  if (change.subscription.status === 'incomplete') yield* stepIncomplete(change)
  if (isDebited(change)) yield* tellLate(change)
  let steps = 0
  while (isDebited(change) && steps < MAX_STEPS && (yield* stepRunning(change))) steps++
  const { check_at: next } = yield* finish(change)
  if (next !== null && next <= change.now.toISOString() && steps < MAX_STEPS) {
    throw new Error(`The subscription ${key.id} is due, and nothing of it is.`)
  }
  return true
}

const isDebited = ({ subscription: { status } }: Change): boolean =>
  status === 'active' || status === 'past_due'

type Round = {
  db: Database
  recorder: (now: Date) => Recorder
  /** Told of a subscription whose work failed; the others go on. Without it the round ends. */
  failed?: (key: Key, error: unknown) => void
  /** Ends the round before the next subscription. */
  signal?: AbortSignal
}

/** Before the first subscription that is due. */
const START: DuePosition = { after_check_at: '', after_seller_id: '', after_id: '' }

/**
 * Does what is due of all subscriptions, earliest first. What fails is left, and delays no other.
 *
 * @returns how many were due
 * @throws the signal's reason when it is aborted
 */
export async function runAllDue(round: Round, now: Date): Promise<number> {
  let done = 0
  for (let position: DuePosition | undefined = START; position; ) {
    const look = { now: now.toISOString(), limit: DUE_AT_ONCE, ...position }
    const due: DueSubscription[] = await round.db.read(() => dueSubscriptions(look))
    for (const { seller_id, id } of due) {
      round.signal?.throwIfAborted()
      if (await isDone({ seller_id, id }, round, now)) done++
    }
    position = due.length < DUE_AT_ONCE ? undefined : positionOf(due.at(-1))
  }
  return done
}

const positionOf = (last?: DueSubscription): DuePosition | undefined =>
  last && {
    after_check_at: last.check_at,
    after_seller_id: last.seller_id,
    after_id: last.id,
  }

async function isDone(key: Key, { db, recorder, failed }: Round, now: Date): Promise<boolean> {
  try {
    return await db.run(() => runDue(key, recorder(now)))
  } catch (error) {
    if (!failed) throw error
    failed(key, error)
    return false
  }
}

/** Time that passes at once, on a clock that other processes may move as well. */
export type Passage = {
  /** Reads the clock. @returns the moment until which the time passes from there */
  until(): Promise<Date> | Date
  /** Sets the clock that was read. @returns false where another has moved it since */
  moveTo(at: Date): Promise<boolean> | boolean
}

/** Lets the time pass: it stops at each moment at which something is due, and does that there. */
export async function runThrough(round: Round, { until, moveTo }: Passage): Promise<void> {
  let last: Date | undefined
  for (;;) {
    const end = await until()
    const look = { now: end.toISOString(), limit: 1, ...START }
    const [first] = await round.db.read(() => dueSubscriptions(look))
    const due = first && new Date(first.check_at)
    // Something that is due since before the last moment is done at that one.
    const at = due && last && last > due ? last : (due ?? end)
    if (!(await moveTo(at))) continue
    if (!due) return
    last = at
    await runAllDue(round, at)
  }
}
