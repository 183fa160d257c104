/**
 * Refunds are written here and nowhere else, whatever their origin, because the amounts of their
 * payment and its checkout or invoice are kept with them. The row of the payment is locked first.
 */
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { RecordedChange } from '../audit/record.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, asc, eq, isNull } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { lockRow, rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import { BankError, MAX_REFUNDS, MAX_REFUNDS_OF_CHECKOUT } from '../pix/bank/provider.ts'
import type { BankRefund } from '../pix/bank/provider.ts'
import type { Payment } from './payments.ts'
import { keepAmounts } from './refundAmounts.ts'
import type { Recorder } from './refundAmounts.ts'
import { CLOCK_SKEW_MS, isOpenOrder, STATUS, unrecordedRefunds } from './unrecordedRefunds.ts'

export type { Payment } from './payments.ts'
export type Refund = Row<'refunds'>

type Key = { seller_id: string; id: string }

/** The Pix API refunds no transfer that is older than this (`PixDevolucaoInvalida`). */
export const REFUND_WINDOW_MS = 90 * 24 * 60 * 60 * 1000

/** The longest reason of a failure that is kept, in characters. */
const MAX_REASON_LENGTH = 255

/** Refunds recorded by one transaction: some 15 statements each. */
const RECORDED_AT_ONCE = 20

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

const lastOfInvoice = query(
  'last_refund_of_invoice',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; invoice_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.invoice_id, args.invoice_id)))
      .orderBy(asc(t.id))
      .limit(1)
      .offset(MAX_REFUNDS_OF_CHECKOUT - 1),
)

/** The last refund that is taken for what a payment paid; undefined while it has fewer. */
function* lastOfSource({ seller_id, checkout_id, invoice_id }: Payment) {
  const [last] =
    checkout_id !== null
      ? yield* lastOfCheckout({ seller_id, checkout_id })
      : yield* lastOfInvoice({ seller_id, invoice_id: invoice_id ?? '' })
  return last
}

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

/** Keeps the provider's own id of a refund, once it is known. */
const keepProviderId = query(
  'keep_provider_id_of_refund',
  (db, { refunds: t }, args: Arguments<Key & { provider_id: string }>) =>
    db
      .update(t)
      .set({ provider_id: args.provider_id })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.provider_id))),
)

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
  subscription_id: payment.subscription_id,
  invoice_id: payment.invoice_id,
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

/**
 * Finds the refunds of a transfer that differ from the record or are not on it.
 *
 * @param bankRefunds all of its refunds, as the bank has them
 * @returns undefined when more would be on record than is accepted from a bank
 */
export function* refundsToRecord(
  payment: Payment,
  bankRefunds: readonly BankRefund[],
): Transaction<BankRefund[] | undefined> {
  const { seller_id, id: payment_id } = payment
  const refunds = yield* refundsOfPayment({ seller_id, payment_id })
  const unrecorded = unrecordedRefunds(refunds, bankRefunds)
  const ids = new Set([...refunds, ...unrecorded].map(({ return_id }) => return_id))
  if (ids.size === refunds.length) return unrecorded
  const last = yield* lastOfSource(payment)
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
