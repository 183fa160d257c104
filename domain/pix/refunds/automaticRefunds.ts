/**
 * Refunds of transfers that settle nothing (`devolução` in the Central Bank's Pix API): the bank is
 * ordered to send the whole transfer back, and asked until it has. Money that the bank sends back
 * by itself meanwhile is taken off the order.
 */
import { checkoutById } from '../../checkouts/view.ts'
import type { Database } from '../../../db/database.ts'
import { and, eq, inArray, isNull, lte, ne, or, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import type { EventRecorder } from '../../checkouts/eventRecorder.ts'
import type { ChargeKey } from '../charges/charges.ts'
import { nextRefundCheck } from '../charges/checkSchedule.ts'
import { CLAIM_TTL_MS, firstDue, isWithin, UNFINISHED } from '../connections/claims.ts'
import type { Claim } from '../connections/claims.ts'
import { followOrder, giveOrder, isHidden, judgeOrder } from './orders.ts'
import type { OrderReport } from './orders.ts'
import { BankError } from '../bank/provider.ts'
import type { BankRefund, PixProvider, RefundReport } from '../bank/provider.ts'
import {
  REFUND_WINDOW_MS,
  lockPayment,
  recordBankRefund,
  recordBankRefunds,
  refundsOfPayment,
  refundsToRecord,
} from '../../payments/refunds.ts'
import type { Recorder as RefundRecorder } from '../../payments/refundAmounts.ts'
import type { Payment, Refund } from '../../payments/refunds.ts'

type PaymentKey = Pick<Payment, 'seller_id' | 'id'>

/** How far the refund of a payment is: `return_status` of its row. */
type Progress = NonNullable<Payment['return_status']>

/** How far an attempt has brought it. */
type Reached = Exclude<Progress, 'due'>

/**
 * A refund that failed is ordered again after this, under another id: the longest pause between two
 * attempts.
 */
export const RETRY_MS = 6 * 60 * 60 * 1000

/**
 * Orders of one attempt at most. Each takes a conversation with the bank, and a bank may refuse one
 * after another, each time because it has sent back a little more by itself.
 */
const MAX_ORDERS = 5

const END_TO_END_ID_LENGTH = 32

/** Of the id of an order, in the Central Bank's contract. */
const MAX_ID_LENGTH = 35

/** Claims payments whose refund is to be ordered or polled (`claimDue`). */
const claimAtBank = query('claim_refunds', (db, { payments: t }, args: Arguments<Claim>) => {
  const due = and(
    eq(t.seller_id, args.seller_id),
    eq(t.connection_id, args.connection_id),
    isWithin(t.return_check_at, args),
  )
  return db
    .update(t)
    .set({ return_check_at: args.until })
    .where(firstDue(db, t, { due, key: t.id, by: t.return_check_at, limit: args.limit }))
    .returning()
})

/** The same of payments that are older than the column: their bank is that of their charge. */
const claimOlder = query(
  'claim_older_refunds',
  (db, { payments: t, charges }, args: Arguments<Claim>) => {
    const bankOfCharge = db
      .select({ id: charges.connection_id })
      .from(charges)
      .where(and(eq(charges.seller_id, t.seller_id), eq(charges.checkout_id, t.checkout_id)))
    const due = and(
      eq(t.seller_id, args.seller_id),
      isNull(t.connection_id),
      isWithin(t.return_check_at, args),
      eq(sql`(${bankOfCharge})`, args.connection_id),
    )
    return db
      .update(t)
      .set({ return_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.return_check_at, limit: args.limit }))
      .returning()
  },
)

/** Claims payments whose refund is to be ordered or polled, at most `limit` of them. */
export function* claimRefunds(claim: Claim): Transaction<Payment[]> {
  const claimed = yield* claimAtBank(claim)
  const limit = claim.limit - claimed.length
  return limit === 0 ? claimed : [...claimed, ...(yield* claimOlder({ ...claim, limit }))]
}

/** The payments of a checkout whose refund is not finished. */
const unfinishedRefunds = query(
  'unfinished_refunds_of_checkout',
  (db, { payments: t }, args: Arguments<ChargeKey>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.outcome, sql`'returned'`),
          inArray(t.return_status, UNFINISHED),
        ),
      )
      .limit(1),
)

/**
 * Claims the payments of a checkout whose refund is not finished. A first order may be claimed by
 * another process already, which gives it.
 */
const claimUnfinished = query(
  'claim_refunds_of_checkout',
  (db, { payments: t }, args: Arguments<ChargeKey & { now: string; until: string }>) =>
    db
      .update(t)
      .set({ return_check_at: args.until })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.outcome, sql`'returned'`),
          inArray(t.return_status, UNFINISHED),
          or(ne(t.return_status, 'due'), lte(t.return_check_at, args.now)),
        ),
      )
      .returning(),
)

/** Claims the unfinished refunds of a checkout; where there is none, nothing is written. */
export async function claimRefundsOf(
  db: Database,
  { seller_id, checkout_id }: ChargeKey,
  now: Date,
): Promise<Payment[]> {
  const key = { seller_id, checkout_id }
  const [unfinished] = await db.read(() => unfinishedRefunds(key))
  if (!unfinished) return []
  const until = new Date(now.getTime() + CLAIM_TTL_MS).toISOString()
  return db.run(() => claimUnfinished({ ...key, now: now.toISOString(), until }))
}

const recordProgress = query(
  'record_refund_progress',
  (
    db,
    { payments: t },
    args: Arguments<
      PaymentKey & {
        return_id: string
        return_status: Payment['return_status']
        return_check_at: string | null
      }
    >,
  ) =>
    db
      .update(t)
      .set({ return_status: args.return_status, return_check_at: args.return_check_at })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.return_id, args.return_id),
          ne(t.return_status, 'done'),
          // Of two checks that find an order refused, one tells of it.
          or(ne(t.return_status, 'failed'), ne(t.return_status, args.return_status)),
        ),
      )
      .returning(),
)

const postpone = query(
  'postpone_refund_of_transfer',
  (
    db,
    { payments: t },
    args: Arguments<PaymentKey & { claimed_until: string | null; check_at: string }>,
  ) =>
    db
      .update(t)
      .set({ return_check_at: args.check_at })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.return_check_at, args.claimed_until),
        ),
      ),
)

/**
 * Has a refund looked at again at a time, after an attempt that has failed, unless another attempt
 * has set one meanwhile.
 *
 * @param payment as it was claimed
 */
export const postponeRefund = (
  { seller_id, id, return_check_at: claimed_until }: Payment,
  at: Date,
) => postpone({ seller_id, id, claimed_until, check_at: at.toISOString() })

const orderAgain = query(
  'order_refund_again',
  (db, { payments: t }, args: Arguments<PaymentKey & { return_id: string; nextId: string }>) =>
    db
      .update(t)
      .set({ return_id: args.nextId, return_status: 'due' })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.return_id, args.return_id),
          inArray(t.return_status, ['failed', 'waiting']),
        ),
      )
      .returning(),
)

/**
 * The id of the first order is the transfer's own; the number of each further one follows it.
 *
 * @returns undefined when there are no more numbers
 */
export function nextRefundId(returnId: string): string | undefined {
  const transferId = returnId.slice(0, END_TO_END_ID_LENGTH)
  const next = transferId + (Number(returnId.slice(END_TO_END_ID_LENGTH) || '1') + 1)
  return next.length > MAX_ID_LENGTH ? undefined : next
}

/** @returns in minor units */
const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/** Amount of a payment that was neither sent back nor is on its way there, in minor units. */
const leftToReturn = ({ amount_minor }: Payment, refunds: readonly Refund[]): number =>
  amount_minor - sumOf(refunds.filter(({ status }) => status !== 'failed'))

/** The refunds of a payment that are on record, and among them the order that it names now. */
function* readRefunds({ seller_id, id: payment_id, return_id }: Payment) {
  const refunds = yield* refundsOfPayment({ seller_id, payment_id })
  return { refunds, ownRefund: refunds.find((refund) => refund.return_id === return_id) }
}

/**
 * Gives the order a new id where the bank has already dealt with the one before: it failed, or it
 * was carried out and a refund that the bank had begun by itself failed.
 *
 * @returns the payment with the order to be given, or undefined when another process was quicker
 */
function* renewOrder(payment: Payment): Transaction<Payment | undefined> {
  const { seller_id, id, return_id, return_status } = payment
  const { refunds, ownRefund } = yield* readRefunds(payment)
  const isShort = ownRefund?.status === 'succeeded' && leftToReturn(payment, refunds) > 0
  const hasFailed = return_status === 'failed' || ownRefund?.status === 'failed'
  if (!return_id || !(hasFailed || isShort)) return payment
  const nextId = nextRefundId(return_id)
  if (!nextId) return payment
  const [renewed] = yield* orderAgain({ seller_id, id, return_id, nextId })
  return renewed
}

/** Context of an attempt to refund. */
type Attempt = {
  bank: PixProvider
  db: Database
  events: EventRecorder
  clock: Clock
  /** Tells of an order that the bank has and does not show. */
  mails?: Pick<AccountNotices, 'refundUnconfirmed'> | undefined
  /** Pause until the bank is asked again about a refund that is not finished. */
  intervalMs: number
}

/** Context of one transaction of an attempt. A bank may take a minute between two of them. */
type Recorder = RefundRecorder & Pick<Attempt, 'intervalMs' | 'mails'>

/** Runs a transaction of an attempt at the time that it is now. */
async function transact<Result>(
  { db, events, clock, intervalMs, mails }: Attempt,
  body: (recorder: Recorder) => Transaction<Result>,
): Promise<Result> {
  const now = await clock.now()
  return db.run(() => body({ events, intervalMs, mails, now }))
}

/** Records how far the order of a payment is: as it is planned, or as the bank has it. */
const recordOrder = (
  payment: Payment,
  order: Pick<BankRefund, 'status' | 'reason' | 'amount_minor' | 'completed_at'>,
  recorder: Recorder,
  isPlan = false,
): Transaction<Refund | undefined> => {
  const found = { return_id: payment.return_id ?? '', nature: 'ORIGINAL', ...order }
  return recordBankRefund(payment, found, recorder, isPlan)
}

/**
 * An order over this amount is to be given, or polled when it may have been given before; or there
 * is none to give.
 */
type Plan = PlannedOrder | { reached: 'done' | 'waiting' | 'failed' }

/** An order over an amount, and its row as it was before this attempt gives it. */
type PlannedOrder = { amountMinor: number; isNew: boolean; ownRefund: Refund }

/** Why an order is not given any more. */
const NOTHING_LEFT = 'O próprio banco devolve o valor.'

/**
 * Plans the order of what is left by the record: a bank refuses an order over more. The order is
 * recorded before it is given. The payment is locked before its refunds are read: one that another
 * process records meanwhile would leave less than is planned here.
 */
function* plan(payment: Payment, recorder: Recorder): Transaction<Plan> {
  yield* lockPayment(payment)
  const { refunds, ownRefund } = yield* readRefunds(payment)
  if (ownRefund?.status === 'succeeded') return { reached: 'done' }
  // The amount of an order that the bank has taken stays what it was.
  const isTaken =
    ownRefund?.order_status === 'used' ||
    (payment.return_status === 'processing' && ownRefund?.absent_since === null)
  if (ownRefund?.status === 'pending' && isTaken)
    return { amountMinor: ownRefund.amount_minor, isNew: false, ownRefund }
  const others = refunds.filter((refund) => refund !== ownRefund)
  const amountMinor = leftToReturn(payment, others)
  // A refund that has failed stays so: the next attempt orders under another id.
  if (amountMinor > 0 && ownRefund?.status === 'failed') return { reached: 'failed' }
  if (amountMinor > 0) {
    const order = { amount_minor: amountMinor, status: 'processing', reason: null } as const
    const made = yield* recordOrder(payment, order, recorder, true)
    const planned = ownRefund ?? made
    if (!planned) throw new Error(`${payment.id} has no order on record.`)
    // An order that was refused over another amount is given as a new one over this amount.
    const isNew = ownRefund?.amount_minor !== amountMinor
    return { amountMinor, isNew, ownRefund: planned }
  }
  if (ownRefund) {
    const { amount_minor } = ownRefund
    const order = { amount_minor, status: 'failed', reason: NOTHING_LEFT } as const
    yield* recordOrder(payment, order, recorder)
  }
  const isAllBack = others.every(({ status }) => status !== 'pending')
  return { reached: isAllBack ? 'done' : 'waiting' }
}

/** Gives the order to the bank, or asks how far it is when it may have been given before. */
async function tellBank(
  { id, end_to_end_id, return_id, txid }: Payment,
  { amountMinor, isNew, ownRefund }: PlannedOrder,
  { bank, db }: Attempt,
): Promise<OrderReport> {
  if (!end_to_end_id || !return_id) throw new Error(`${id} cannot be refunded.`)
  const provider_id = ownRefund?.provider_id ?? null
  const order = { end_to_end_id, return_id, provider_id, amount_minor: amountMinor, txid }
  const tell = isNew ? giveOrder : followOrder
  return tell(bank, order, { db, row: ownRefund })
}

/** Records what the bank has sent back of a transfer, by our order or by itself. */
async function compare(payment: Payment, attempt: Attempt): Promise<void> {
  const { bank, db, events, clock } = attempt
  const transfer = await bank.readTransfer(payment.end_to_end_id ?? '', payment.txid ?? undefined)
  if (!transfer) return
  const unrecorded = await db.read(() => refundsToRecord(payment, transfer.refunds))
  if (!unrecorded) throw new BankError('unreadable', 'The bank has told of too many refunds.')
  if (unrecorded.length === 0) return
  const bankRefunds = transfer.refunds
  await recordBankRefunds(db, { payment, told: bankRefunds, events, now: await clock.now() })
}

/** How far an attempt has brought the refund, and what the bank says of its order. */
type RefundAttempt = { reached: Reached; report: RefundReport | undefined }

/**
 * Orders the refund of the rest of a transfer. When the bank refuses because less is left than is
 * on record, the record is compared with the bank's, and the rest by then is ordered; after
 * MAX_ORDERS the next attempt goes on.
 */
async function order(payment: Payment, attempt: Attempt): Promise<RefundAttempt> {
  const planNow = () => transact(attempt, (recorder) => plan(payment, recorder))
  let planned = await planNow()
  for (let orders = 0; orders < MAX_ORDERS; orders++) {
    if ('reached' in planned) return { reached: planned.reached, report: undefined }
    const { amountMinor, isNew } = planned
    const told = await tellBank(payment, planned, attempt)
    const isRefused = told.status === 'absent' || told.status === 'failed'
    if (isRefused) {
      await compare(payment, attempt)
      planned = await planNow()
      if ('reached' in planned || planned.amountMinor < amountMinor) continue
    }
    const report = await transact(attempt, (recorder) => judge(payment, { told, isNew }, recorder))
    return { reached: report.status, report }
  }
  return { reached: 'reached' in planned ? planned.reached : 'waiting', report: undefined }
}

/** Judges the bank's report of the order by the record as it is now. */
function* judge(
  payment: Payment,
  { told, isNew }: { told: OrderReport; isNew: boolean },
  recorder: Recorder,
): Transaction<RefundReport> {
  const { ownRefund } = yield* readRefunds(payment)
  if (!ownRefund) throw new Error(`${payment.id} has no order on record.`)
  const absent_since = isNew ? null : ownRefund.absent_since
  return yield* judgeOrder({ ...ownRefund, absent_since }, told, recorder)
}

/**
 * When the bank is to be asked again; null when the refund is done, or no order can follow.
 *
 * @param own the order, if there is one: the older it is, the later it is polled
 */
function checkAgainAt(
  { paid_at, return_id }: Payment,
  { status, ownRefund }: { status: Reached; ownRefund: Refund | undefined },
  { now, intervalMs }: Recorder,
): string | null {
  if (status === 'done') return null
  if (status !== 'failed') {
    const created_at = ownRefund?.created_at ?? paid_at
    const absent_since = ownRefund?.absent_since ?? null
    return nextRefundCheck({ created_at, absent_since }, { now, intervalMs }).toISOString()
  }
  const nextMs = now.getTime() + RETRY_MS
  const isPastWindow = nextMs > Date.parse(paid_at) + REFUND_WINDOW_MS
  return isPastWindow || !nextRefundId(return_id ?? '') ? null : new Date(nextMs).toISOString()
}

/** How an attempt ended: the payment as it is now. */
export type Attempted = {
  payment: Payment
  /** This is the first of its orders that failed. */
  isFirstFailure: boolean
  /** Its bank has the order, and has not shown it for a day. */
  isHidden: boolean
}

/** Records that a transfer which paid nothing has gone back as a whole. */
function* recordReversal(
  { seller_id, checkout_id, invoice_id }: Payment,
  { events, now }: Recorder,
): Transaction<void> {
  if (checkout_id === null)
    return yield* events.recordReversedInvoice({ seller_id, invoice_id, now })
  const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
  if (checkout) yield* events.record({ type: 'payment.reversed', checkout, now })
}

/** Records how far a refund is, and once all of the transfer is back, the event. */
function* record(
  payment: Payment,
  { reached, report }: RefundAttempt,
  recorder: Recorder,
): Transaction<Attempted | undefined> {
  const { seller_id, id, amount_minor } = payment
  const return_id = payment.return_id ?? ''
  const { refunds, ownRefund } = yield* readRefunds(payment)
  const others = refunds.filter((refund) => refund !== ownRefund)
  const arrived = others.filter((refund) => refund.status === 'succeeded')
  const ownMinor = report?.amount_minor ?? ownRefund?.amount_minor ?? 0
  // The order was over the rest beside the bank's own refunds. Those may still fail.
  const isShort =
    reached === 'done' && ownRefund !== undefined && sumOf(arrived) + ownMinor < amount_minor
  const rest = nextRefundId(return_id) ? 'waiting' : 'failed'
  const return_status = isShort ? rest : reached
  const return_check_at = checkAgainAt(payment, { status: return_status, ownRefund }, recorder)
  const [changed] = yield* recordProgress({
    seller_id,
    id,
    return_id,
    return_status,
    return_check_at,
  })
  if (!changed) return undefined
  if (ownRefund?.status === 'pending' && reached !== 'waiting') {
    const { reason = null, completed_at = null } = report ?? {}
    const order = { amount_minor: ownMinor, status: reached, reason, completed_at }
    yield* recordOrder(payment, order, recorder)
  }
  if (return_status === 'done') {
    yield* recordReversal(payment, recorder)
  }
  const hasFailed = others.some(
    (refund) => refund.origin === 'automatic' && refund.status === 'failed',
  )
  return {
    payment: changed,
    isFirstFailure: return_status === 'failed' && !hasFailed,
    isHidden: ownRefund !== undefined && isHidden(ownRefund, recorder.now),
  }
}

/**
 * Advances the refund of a payment as far as the bank lets it. It can be repeated, and several
 * processes may do it at once: the bank knows the order by its id.
 *
 * @returns undefined when another process has brought it further
 * @throws BankError when the bank did not answer; the payment is as it was
 */
export async function advanceRefund(
  payment: Payment,
  attempt: Attempt,
): Promise<Attempted | undefined> {
  const { db } = attempt
  const { return_status } = payment
  // An order whose answer was lost is looked for where the bank does not show it by our id.
  const isHidden = !attempt.bank.capabilities.refundsByOwnId
  if (return_status === 'waiting' || isHidden) await compare(payment, attempt)
  const isTried = return_status === 'failed' || return_status === 'waiting'
  const current = isTried ? await db.run(() => renewOrder(payment)) : payment
  if (!current) return undefined
  const outcome = await order(current, attempt)
  return transact(attempt, (recorder) => record(current, outcome, recorder))
}
