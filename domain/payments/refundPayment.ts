/** Refunds that a seller orders, and those by which the sandbox plays the bank. */
import { randomUUID } from 'node:crypto'
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../identity/actor.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { addTerms, foundRefund } from '../search/terms.ts'
import { and, asc, eq, gte, lte, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { playedRefund } from '../pix/bank/sandbox.ts'
import { chargeOfCheckout } from '../pix/charges/charges.ts'
import type { EventRecorder } from '../checkouts/eventRecorder.ts'
import { keepAmounts } from './refundAmounts.ts'
import type { Recorder } from './refundAmounts.ts'
import {
  REFUND_WINDOW_MS,
  addRefund,
  leftOfPayment,
  lockPayment,
  recordBankRefund,
} from './refunds.ts'
import type { Payment, Refund } from './refunds.ts'

type Key = { seller_id: string; id: string }

/** The time within which the order is given at once; afterwards the reconciler gives it. */
const FIRST_ORDER_MS = 60_000

/**
 * Of one payment, failed ones included. A bank shows a transfer with all of them, and one with more
 * than `MAX_REFUNDS` (bank/provider.ts) is not read: the rest is for those of the bank itself.
 */
export const MAX_REFUNDS_OF_PAYMENT = 1_000

const refundByExternalId = query(
  'refund_by_external_id',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; external_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.external_id, args.external_id))),
)

/**
 * Sets an amount of a payment aside for a refund; no row when less is left, when it settled nothing
 * or when it is too old. Of refunds that are requested at once, no more are admitted than fit.
 */
const admitRefund = query(
  'admit_refund',
  (
    db,
    { payments: t },
    args: Arguments<Key & { amountMinor: number; paidSince: string; now: string }>,
  ) =>
    db
      .update(t)
      .set({
        amount_committed_minor: sql`${t.amount_committed_minor} + ${args.amountMinor}`,
        updated_at: args.now,
      })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.outcome, sql`'settled'`),
          gte(t.paid_at, args.paidSince),
          lte(sql`${t.amount_committed_minor} + ${args.amountMinor}`, t.amount_minor),
        ),
      )
      .returning(),
)

/** Frees an amount that was set aside for a refund. */
const releaseRefund = query(
  'release_refund',
  (db, { payments: t }, args: Arguments<Key & { amountMinor: number }>) =>
    db
      .update(t)
      .set({ amount_committed_minor: sql`${t.amount_committed_minor} - ${args.amountMinor}` })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** The refund that reaches `MAX_REFUNDS_OF_PAYMENT`; no row while a payment has fewer. */
const lastRefund = query(
  'last_refund_of_payment',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; payment_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.payment_id, args.payment_id)))
      .orderBy(asc(t.id))
      .limit(1)
      .offset(MAX_REFUNDS_OF_PAYMENT - 1),
)

/** Why a refund is refused, by the codes of the contract. */
export type Refusal =
  | 'payment_not_found'
  | 'refund_external_id_already_exists'
  | 'payment_not_refundable'
  | 'too_many_refunds'
  | 'refund_window_closed'
  | 'refund_amount_exceeds_payment'

type ReversalField = 'seller_id' | 'payment_id' | 'amount_minor'
type ReversalRefusal = Exclude<
  Refusal,
  'refund_external_id_already_exists' | 'refund_window_closed'
>

/**
 * Why a payment takes no further refund, if it takes none.
 *
 * @param payment is locked
 */
function* refusalOf(
  payment: Payment,
): Transaction<'payment_not_refundable' | 'too_many_refunds' | undefined> {
  const { seller_id, id: payment_id, outcome } = payment
  if (outcome !== 'settled' || leftOfPayment(payment) <= 0) return 'payment_not_refundable'
  const [last] = yield* lastRefund({ seller_id, payment_id })
  return last && 'too_many_refunds'
}

/** The bank that carries out a refund; a payment that is older than the column has its charge's. */
function* connectionOf(payment: Payment): Transaction<string | null> {
  const { seller_id, checkout_id, rail, connection_id } = payment
  if (rail === 'sandbox') return null
  const isOlder = connection_id === null && checkout_id !== null
  const [charge] = isOlder ? yield* chargeOfCheckout({ seller_id, checkout_id }) : []
  const id = connection_id ?? charge?.connection_id
  if (!id) throw new Error(`${payment.id} has no bank.`)
  return id
}

export type RefundOrdered = {
  seller_id: string
  payment_id: string
  /** When omitted, all that is left. */
  amount_minor?: number | undefined
  external_id?: string | undefined
  reason?: string | undefined
  metadata: Refund['metadata']
}

type Progress = Pick<Refund, 'status' | 'check_at' | 'failure_reason' | 'completed_at'>

/** How far a refund is when it is ordered: a bank gets the order later, the sandbox has decided. */
function firstProgress(
  refund: Pick<Refund, 'connection_id' | 'amount_minor'>,
  now: Date,
): Progress {
  if (refund.connection_id !== null) {
    const check_at = new Date(now.getTime() + FIRST_ORDER_MS).toISOString()
    return { status: 'pending', check_at, failure_reason: null, completed_at: null }
  }
  const { status, reason } = playedRefund(refund.amount_minor)
  return status === 'done'
    ? { status: 'succeeded', check_at: null, failure_reason: null, completed_at: now.toISOString() }
    : { status: 'failed', check_at: null, failure_reason: reason, completed_at: null }
}

/**
 * Orders a refund for the seller. On the sandbox rail it has succeeded or failed with that; at a
 * bank it is pending, and the order is to be given to the bank after the commit
 * (`refundOrders.ts`).
 *
 * @returns the refund, or why there is none; then nothing has changed
 * @throws ActorEnded when the access of the actor ended while this was under way
 */
export function* refundPayment(
  { seller_id, payment_id, external_id, ...wanted }: RefundOrdered,
  { events, actor, now }: { events: EventRecorder; actor: Actor; now: Date },
): Transaction<{ refund: Refund } | { refusal: Refusal }> {
  const key = { seller_id, id: payment_id }
  const [payment] = yield* lockPayment(key)
  if (!payment) return { refusal: 'payment_not_found' }
  if (external_id !== undefined) {
    const [earlier] = yield* refundByExternalId({ seller_id, external_id })
    if (earlier) return { refusal: 'refund_external_id_already_exists' }
  }
  const refusal = yield* refusalOf(payment)
  if (refusal) return { refusal }
  const at = now.toISOString()
  const amountMinor = wanted.amount_minor ?? leftOfPayment(payment)
  const paidSince = new Date(now.getTime() - REFUND_WINDOW_MS).toISOString()
  const [admitted] = yield* admitRefund({ ...key, amountMinor, paidSince, now: at })
  if (!admitted) {
    const isOver = payment.paid_at < paidSince
    return { refusal: isOver ? 'refund_window_closed' : 'refund_amount_exceeds_payment' }
  }
  const id = newId(idPrefixes.refunds, now)
  const connection_id = yield* connectionOf(payment)
  const [refund] = yield* addRefund({
    seller_id,
    id,
    payment_id,
    checkout_id: payment.checkout_id,
    subscription_id: payment.subscription_id,
    invoice_id: payment.invoice_id,
    payment_outcome: payment.outcome,
    amount_minor: amountMinor,
    origin: 'seller',
    nature: 'ORIGINAL',
    return_id: id.slice(idPrefixes.refunds.length).replaceAll('-', ''),
    connection_id,
    external_id: external_id ?? null,
    reason: wanted.reason ?? null,
    metadata: wanted.metadata,
    refusal_reason: null,
    absent_since: null,
    order_status: 'new',
    provider_id: null,
    ...firstProgress({ connection_id, amount_minor: amountMinor }, now),
    created_at: at,
    updated_at: at,
  })
  if (!refund) {
    // Another refund, of another payment, has taken the external_id just now.
    yield* releaseRefund({ ...key, amountMinor })
    return { refusal: 'refund_external_id_already_exists' }
  }
  yield* addTerms(foundRefund(refund))
  // Its amount was set aside above, as that of a pending one.
  const pending = { ...refund, status: 'pending', failure_reason: null } as const
  yield* keepAmounts(pending, refund, { events, now })
  const changes = changesBetween(undefined, refund, ['payment_id', 'amount_minor'])
  const requested = { seller_id, actor, action: 'refund.requested', target: id, now } as const
  yield* recordChange({ ...requested, changes, requiresAccess: true })
  return { refund }
}

/**
 * Takes money of a payment back as a bank does by itself: in the sandbox, which plays the bank.
 *
 * @returns the refund, or why there is none; then nothing has changed
 */
export function* reversePayment(
  { seller_id, payment_id, amount_minor }: Pick<RefundOrdered, ReversalField>,
  recorder: Recorder,
): Transaction<{ refund: Refund } | { refusal: ReversalRefusal }> {
  const [payment] = yield* lockPayment({ seller_id, id: payment_id })
  if (!payment) return { refusal: 'payment_not_found' }
  // Money that a bank received only that bank can take back: its books would differ from ours.
  const refusal = payment.rail === 'sandbox' ? yield* refusalOf(payment) : 'payment_not_refundable'
  if (refusal) return { refusal }
  const amountMinor = amount_minor ?? leftOfPayment(payment)
  if (amountMinor > leftOfPayment(payment)) return { refusal: 'refund_amount_exceeds_payment' }
  const bankRefund = {
    return_id: `MED${randomUUID().replaceAll('-', '')}`,
    amount_minor: amountMinor,
    status: 'done',
    nature: 'MED_FRAUDE',
    reason: null,
  } as const
  const refund = yield* recordBankRefund(payment, bankRefund, recorder)
  if (!refund) throw new Error(`${bankRefund.return_id} was on record.`)
  return { refund }
}
