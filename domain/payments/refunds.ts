/**
 * Refunds are written here and nowhere else, whatever their origin, because the amounts of their
 * payment and checkout are kept with them. The row of the payment is locked first.
 */
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { RecordedChange } from '../audit/record.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, asc, eq, isNull, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { lockRow, rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import {
  BankError,
  comparableId,
  MAX_REFUNDS,
  MAX_REFUNDS_OF_CHECKOUT,
} from '../pix/bank/provider.ts'
import type { BankRefund, BankRefundStatus } from '../pix/bank/provider.ts'
import { countRefund } from './dailyTotals.ts'
import type { Payment } from './payments.ts'

export type { Payment } from './payments.ts'
export type Refund = Row<'refunds'>

type Key = { seller_id: string; id: string }

const STATUS: Record<BankRefundStatus, Refund['status']> = {
  processing: 'pending',
  done: 'succeeded',
  failed: 'failed',
}

/** The Pix API refunds no transfer that is older than this (`PixDevolucaoInvalida`). */
export const REFUND_WINDOW_MS = 90 * 24 * 60 * 60 * 1000

/** The longest reason of a failure that is kept, in characters. */
const MAX_REASON_LENGTH = 255

/** Refunds recorded by one transaction: some 15 statements each. */
const RECORDED_AT_ONCE = 20

/** How far a bank's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 60 * 60 * 1000

/** By how much a bank may round one of two times down, and not the other. */
const ROUNDING_MS = 60 * 1000

/** When the bank gives no reason. */
const NO_REASON = 'O banco não realizou a devolução.'

export const refundsOfPayment = query(
  'refunds_of_payment',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; payment_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.payment_id, args.payment_id))),
)

/** The refund of a checkout that reaches `MAX_REFUNDS_OF_CHECKOUT`; no row while it has fewer. */
const lastOfCheckout = query(
  'last_refund_of_checkout',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; checkout_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.checkout_id, args.checkout_id)))
      .orderBy(asc(t.id))
      .limit(1)
      .offset(MAX_REFUNDS_OF_CHECKOUT - 1),
)

/** Locks a payment while refunds of it, and its amounts, are written. */
export const lockPayment = query('lock_payment', lockRow('payments'))

const refundByReturnId = query(
  'refund_by_return_id',
  rowByKey('refunds', 'seller_id', 'payment_id', 'return_id'),
)

/** Adds a refund; no row when another one of the seller has its `external_id`. */
export const addRefund = query('add_refund', (db, { refunds: t }, _: Arguments<Refund>) =>
  db.insert(t).values(everyColumn(t)).onConflictDoNothing().returning(),
)

type Progress = Pick<
  Refund,
  | 'amount_minor'
  | 'status'
  | 'nature'
  | 'check_at'
  | 'failure_reason'
  | 'completed_at'
  | 'updated_at'
>

const changeRefund = query('change_refund', (db, { refunds: t }, args: Arguments<Key & Progress>) =>
  db
    .update(t)
    .set({
      amount_minor: args.amount_minor,
      status: args.status,
      nature: args.nature,
      check_at: args.check_at,
      failure_reason: args.failure_reason,
      completed_at: args.completed_at,
      updated_at: args.updated_at,
    })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
    .returning(),
)

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

/** Keeps the provider's own id of a refund, once it is known. */
const keepProviderId = query(
  'keep_provider_id_of_refund',
  (db, { refunds: t }, args: Arguments<Key & { provider_id: string }>) =>
    db
      .update(t)
      .set({ provider_id: args.provider_id })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.provider_id))),
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
 * Keeps the amounts of a payment and of the checkout that it settled with a refund that was just
 * written, and records the events of its new state.
 *
 * @param before the refund as it was when the amounts were last kept
 */
export function* keepAmounts(
  before: Refund | undefined,
  after: Refund,
  { events, now }: Recorder,
): Transaction<void> {
  const { seller_id, payment_id, checkout_id, status } = after
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
  const { amount_refunded_minor } = payment
  const key = { seller_id, id: checkout_id }
  const [checkout] = yield* setAmountOfCheckout({ ...key, amount_refunded_minor, now: at })
  if (!checkout) return
  yield* events.record({ type: 'payment.reversed', checkout, now })
  yield* countRefund({
    seller_id,
    checkout_id,
    currency: checkout.currency,
    at: after.completed_at ?? at,
    amount_refunded_minor: refundedMinor,
  })
}

/**
 * The bank's reason for a failed refund, at most `MAX_REASON_LENGTH` characters; null unless it has
 * failed.
 */
function failureReason({ status, reason }: Pick<BankRefund, 'status' | 'reason'>): string | null {
  if (status !== 'failed') return null
  const text = [...(reason ?? '').toWellFormed()].slice(0, MAX_REASON_LENGTH).join('')
  return text || NO_REASON
}

/**
 * True for an automatic refund of ours: a transfer that settles nothing is refunded under the id of
 * the transfer.
 */
const isOurs = ({ outcome, end_to_end_id }: Payment, return_id: string): boolean =>
  outcome === 'returned' && end_to_end_id !== null && return_id.startsWith(end_to_end_id)

/** How much of a payment has not gone back, in minor units. */
const notBack = ({ amount_minor, amount_refunded_minor }: Payment): number =>
  amount_minor - amount_refunded_minor

/** How much of a payment neither went back nor is on its way there, in minor units. */
export const leftOfPayment = ({ amount_minor, amount_committed_minor }: Payment): number =>
  amount_minor - amount_committed_minor

/** True while the bank has not carried out an order of ours; its amount is the one ordered. */
const isOpenOrder = (refund: Refund | undefined): boolean =>
  refund !== undefined && refund.origin !== 'bank' && refund.status !== 'succeeded'

/**
 * Amount over which a refund is on record. An order of ours is over the ordered amount, until the
 * bank has carried it out: perhaps over another one.
 */
function amountOf(before: Refund | undefined, { status, amount_minor }: BankRefund): number {
  if (!before || !isOpenOrder(before)) return amount_minor
  return status === 'done' ? amount_minor : before.amount_minor
}

/**
 * A refund that is not on record yet, as the bank has it; one that does not fit is not ours.
 *
 * @param isPlan whether it is an order of ours that is yet to be given
 */
const newRefund = (
  payment: Payment,
  { return_id, amount_minor, provider_id }: BankRefund,
  { now, isPlan }: { now: Date; isPlan: boolean },
) => ({
  seller_id: payment.seller_id,
  id: newId(idPrefixes.refunds, now),
  payment_id: payment.id,
  checkout_id: payment.checkout_id,
  payment_outcome: payment.outcome,
  origin:
    isOurs(payment, return_id) && amount_minor <= leftOfPayment(payment)
      ? ('automatic' as const)
      : ('bank' as const),
  return_id,
  provider_id: provider_id ?? null,
  connection_id: payment.connection_id,
  external_id: null,
  reason: null,
  metadata: null,
  refusal_reason: null,
  absent_since: null,
  order_status: isPlan ? ('new' as const) : null,
  created_at: now.toISOString(),
})

/**
 * True when the bank has shown a refund under way before: one of its own, or an order that it knows
 * by an id of the provider's.
 */
const wasUnderWay = (before: Refund | undefined): boolean =>
  before?.status === 'pending' && (before.origin === 'bank' || before.provider_id !== null)

/**
 * When a refund was completed: when the bank settled it, so that each day has the refunds that the
 * bank's statement has. A time before the payment, or in the future, is none: then it is now.
 */
function completionOf(
  { paid_at }: Payment,
  bankRefund: BankRefund,
  { before, now }: { before: Refund | undefined; now: Date },
): string {
  const { changed_at } = bankRefund
  const completed_at =
    changed_at !== undefined && wasUnderWay(before) ? changed_at : bankRefund.completed_at
  const settledMs = Date.parse(completed_at ?? '')
  const isPossible =
    settledMs >= Date.parse(paid_at) - ROUNDING_MS && settledMs <= now.getTime() + CLOCK_SKEW_MS
  return (isPossible && completed_at) || now.toISOString()
}

/** Keeps the id by which the provider knows a refund, if it is new. */
export function* nameRefund(
  { seller_id, id, provider_id: before }: Refund,
  { provider_id }: Pick<BankRefund, 'provider_id'>,
): Transaction<void> {
  if (before === null && provider_id) {
    yield* keepProviderId({ seller_id, id, provider_id })
  }
}

/** Change for the audit trail of a refund that the service has written by itself. */
function changeBySystem(before: Refund | undefined, after: Refund, now: Date): RecordedChange {
  const { seller_id, id: target, origin } = after
  const first = origin === 'automatic' ? 'refund.requested' : 'refund.recorded'
  return {
    seller_id,
    actor: { type: 'system' },
    action: before ? 'refund.updated' : first,
    target,
    changes: changesBetween(before, after, ['payment_id', 'origin', 'amount_minor', 'status']),
    now,
  }
}

/**
 * Records a refund as the bank has it, or its new state. Money that is back stays back, whatever
 * the bank says later.
 *
 * @param isPlan whether it is an order of ours that is yet to be given, over what is left now
 * @returns undefined when it is on record as it is
 * @throws BankError when more would have gone back than arrived, by what the bank has reported
 */
export function* recordBankRefund(
  payment: Payment,
  bankRefund: BankRefund,
  recorder: Recorder,
  isPlan = false,
): Transaction<Refund | undefined> {
  const { seller_id, id: payment_id } = payment
  const { return_id, nature } = bankRefund
  const at = recorder.now.toISOString()
  const status = STATUS[bankRefund.status]
  const [locked] = yield* lockPayment({ seller_id, id: payment_id })
  const [before] = yield* refundByReturnId({ seller_id, payment_id, return_id })
  if (before) yield* nameRefund(before, bankRefund)
  if (before?.status === 'succeeded') return undefined
  const amount_minor = isPlan ? bankRefund.amount_minor : amountOf(before, bankRefund)
  if (before?.status === status && before.amount_minor === amount_minor) return undefined
  if (status === 'succeeded' && amount_minor > notBack(locked ?? payment)) {
    throw new BankError('unreadable', 'By what the bank has told, more went back than arrived.')
  }
  const isFollowed = before?.origin === 'seller' && status === 'pending'
  const row: Refund = {
    ...(before ?? newRefund(locked ?? payment, bankRefund, { now: recorder.now, isPlan })),
    amount_minor,
    status,
    nature,
    check_at: isFollowed ? (before.check_at ?? at) : null,
    failure_reason: failureReason(bankRefund) ?? before?.failure_reason ?? null,
    completed_at:
      status === 'succeeded'
        ? completionOf(payment, bankRefund, { before, now: recorder.now })
        : null,
    updated_at: at,
  }
  const [after] = yield* before ? changeRefund(row) : addRefund(row)
  if (!after) throw new Error(`${return_id} of ${payment_id} could not be recorded.`)
  yield* keepAmounts(before, after, recorder)
  yield* recordChange(changeBySystem(before, after, recorder.now))
  return after
}

/** True when the bank names a refund by the Pix system's id alone. */
const hasNoIdOfItsOwn = ({ return_id, rtr_id }: BankRefund): boolean => return_id === rtr_id

/**
 * The order of ours that a provider reports as a refund of the seller's without our id: one over
 * the same amount, and not ordered later, which has come as far if there is such a one. It is taken
 * out of the list.
 *
 * @param untold the orders of ours that are reported under no id of ours, nor one of the provider's
 *   that is on record
 */
function takeOrder(untold: Refund[], bankRefund: BankRefund): Refund | undefined {
  const bankMs = Date.parse(bankRefund.completed_at ?? '')
  const isSame = ({ amount_minor, created_at }: Refund) =>
    amount_minor === bankRefund.amount_minor && !(bankMs < Date.parse(created_at) - CLOCK_SKEW_MS)
  const alike = untold.findIndex(
    (refund) => isSame(refund) && refund.status === STATUS[bankRefund.status],
  )
  const at =
    alike >= 0 ? alike : untold.findIndex((refund) => isSame(refund) && refund.status === 'pending')
  return at < 0 ? undefined : untold.splice(at, 1)[0]
}

/**
 * Finds the bank's refunds that differ from the record or are not on it. A refund that the bank
 * named by the Pix system's id before keeps that id. A refund that it names by that id alone, when
 * one over the same amount that has arrived is not reported any more, is taken for that one.
 */
export const unrecordedRefunds = (
  refunds: readonly Refund[],
  bankRefunds: readonly BankRefund[],
): BankRefund[] => {
  const byReturnId = new Map(refunds.map((refund) => [comparableId(refund.return_id), refund]))
  const bankIds = new Set(
    bankRefunds.flatMap((bankRefund) => [
      comparableId(bankRefund.return_id),
      comparableId(bankRefund.rtr_id ?? ''),
    ]),
  )
  const untold = refunds.filter(
    ({ status, return_id }) => status === 'succeeded' && !bankIds.has(comparableId(return_id)),
  )
  const byProviderId = new Map(refunds.map((refund) => [refund.provider_id ?? '', refund]))
  const orders = refunds.filter(
    ({ origin, return_id, provider_id }) =>
      origin !== 'bank' && provider_id === null && !bankIds.has(comparableId(return_id)),
  )
  const takeUntold = (bankRefund: BankRefund): Refund | undefined => {
    if (bankRefund.provider_id) return takeOrder(orders, bankRefund)
    if (bankRefund.status !== 'done' || !hasNoIdOfItsOwn(bankRefund)) return undefined
    const at = untold.findIndex(({ amount_minor }) => amount_minor === bankRefund.amount_minor)
    return at < 0 ? undefined : untold.splice(at, 1)[0]
  }
  return bankRefunds.flatMap((bankRefund) => {
    const named =
      byReturnId.get(comparableId(bankRefund.return_id)) ??
      byReturnId.get(comparableId(bankRefund.rtr_id ?? '')) ??
      (bankRefund.provider_id ? byProviderId.get(bankRefund.provider_id) : undefined)
    const counterpart = named ?? takeUntold(bankRefund)
    const isSame = counterpart?.amount_minor === bankRefund.amount_minor || isOpenOrder(counterpart)
    // The provider's id of an order that was found by its amount is recorded.
    const isNamed = named !== undefined || !bankRefund.provider_id
    const isRecorded = counterpart?.status === STATUS[bankRefund.status] && isSame && isNamed
    return isRecorded
      ? []
      : [{ ...bankRefund, return_id: counterpart?.return_id ?? bankRefund.return_id }]
  })
}

/**
 * Finds the refunds of a transfer that differ from the record or are not on it.
 *
 * @param bankRefunds all of its refunds, as the bank has them
 * @returns undefined when more would be on record than is accepted from a bank
 */
export function* refundsToRecord(
  { seller_id, id: payment_id, checkout_id }: Payment,
  bankRefunds: readonly BankRefund[],
): Transaction<BankRefund[] | undefined> {
  const refunds = yield* refundsOfPayment({ seller_id, payment_id })
  const unrecorded = unrecordedRefunds(refunds, bankRefunds)
  const ids = new Set([...refunds, ...unrecorded].map(({ return_id }) => return_id))
  if (ids.size === refunds.length) return unrecorded
  const [last] = yield* lastOfCheckout({ seller_id, checkout_id })
  return ids.size > MAX_REFUNDS || last ? undefined : unrecorded
}

/**
 * Records the refunds of a transfer as the bank has them, each change once, `RECORDED_AT_ONCE` in a
 * transaction: there may be hundreds, each with two events and their deliveries.
 *
 * @param told all of its refunds, as the bank has them
 * @returns those that have changed; a refund that had arrived and that the bank has otherwise now
 *   is not among them
 * @throws BankError when more would have gone back than arrived; what was recorded before stays
 */
export async function recordBankRefunds(
  db: QueryRunner,
  {
    payment,
    told,
    events,
    now,
  }: { payment: Payment; told: readonly BankRefund[]; events: EventRecorder; now: Date },
): Promise<Refund[]> {
  const all: Refund[] = []
  const tried = new Set<string>()
  for (let at = 0; at < told.length; at += RECORDED_AT_ONCE) {
    const { ids, changed } = await db.run(() =>
      recordSome(payment, { told, tried }, { events, now }),
    )
    all.push(...changed)
    if (ids.length < RECORDED_AT_ONCE) break
    for (const id of ids) tried.add(id)
  }
  return all
}

/**
 * Records some of the refunds that are not on record, by what is on record once the payment is
 * locked: another check may just have recorded one under another of its ids.
 *
 * @param tried ids of those that were tried before
 * @returns the ids of those that were tried now, and those that have changed
 */
function* recordSome(
  payment: Payment,
  { told, tried }: { told: readonly BankRefund[]; tried: ReadonlySet<string> },
  recorder: Recorder,
): Transaction<{ ids: string[]; changed: Refund[] }> {
  const { seller_id, id: payment_id } = payment
  yield* lockPayment(payment)
  const unrecorded = unrecordedRefunds(yield* refundsOfPayment({ seller_id, payment_id }), told)
  const some = unrecorded
    .filter(({ return_id }) => !tried.has(return_id))
    .slice(0, RECORDED_AT_ONCE)
  const changed: Refund[] = []
  for (const bankRefund of some) {
    const recorded = yield* recordBankRefund(payment, bankRefund, recorder)
    if (recorded) changed.push(recorded)
  }
  return { ids: some.map(({ return_id }) => return_id), changed }
}
