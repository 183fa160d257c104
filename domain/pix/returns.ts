import { checkoutById } from '../checkouts/view.ts'
import type { Database } from '../../db/database.ts'
import { and, eq, inArray, lte, ne, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { recordEvent } from '../webhooks/events.ts'
import type { Snapshot } from '../webhooks/events.ts'
import type { ChargeKey } from './charges.ts'
import { firstDue } from './claims.ts'
import { BankError } from './bank/provider.ts'
import type { PixProvider, ReturnStatus } from './bank/provider.ts'
import { recordOrder, recordReturns, refundsOfPayment, unrecorded } from '../payments/refunds.ts'
import type { Payment, Refund } from '../payments/refunds.ts'

type Key = Pick<Payment, 'seller_id' | 'id'>

/** A return that the bank did not carry out is ordered anew, under another id, after this. */
const RETRY_MS = 6 * 60 * 60 * 1000

/** Transfers older than this cannot be sent back by the Pix API (PixDevolucaoInvalida). */
const RETURN_WINDOW_MS = 90 * 24 * 60 * 60 * 1000

const END_TO_END_ID_LENGTH = 32

/**
 * Takes returns that the bank is to be told or asked about, longest due first, as `claimCharges`
 * does. It starts from what is due, which is little, and looks for the bank of each; what is older
 * than the column `connection_id` came by the charge of its session.
 */
export const claimReturns = query(
  'claim_returns',
  (
    db,
    { payments: t, charges },
    args: Arguments<{
      seller_id: string
      connection_id: string
      now: string
      until: string
      limit: number
    }>,
  ) => {
    const bankOfCharge = db
      .select({ id: charges.connection_id })
      .from(charges)
      .where(and(eq(charges.seller_id, t.seller_id), eq(charges.checkout_id, t.checkout_id)))
    const due = and(
      eq(t.seller_id, args.seller_id),
      lte(t.return_check_at, args.now),
      eq(sql`coalesce(${t.connection_id}, (${bankOfCharge}))`, args.connection_id),
    )
    return db
      .update(t)
      .set({ return_check_at: args.until })
      .where(firstDue(db, t, { due, key: t.id, by: t.return_check_at, limit: args.limit }))
      .returning()
  },
)

/** What is on its way back of what arrived for a session. */
export const returnsOfCheckout = query(
  'returns_of_checkout',
  (db, { payments: t }, args: Arguments<ChargeKey>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.outcome, sql`'returned'`),
          inArray(t.return_status, ['due', 'processing']),
        ),
      ),
)

type Progress = Key & {
  return_id: string
  return_status: Payment['return_status']
  return_check_at: string | null
}

const recordProgress = query(
  'record_return_progress',
  (db, { payments: t }, args: Arguments<Progress>) =>
    db
      .update(t)
      .set({ return_status: args.return_status, return_check_at: args.return_check_at })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.return_id, args.return_id),
          ne(t.return_status, 'done'),
        ),
      )
      .returning(),
)

const orderAnew = query(
  'order_return_anew',
  (db, { payments: t }, args: Arguments<Key & { return_id: string; next_id: string }>) =>
    db
      .update(t)
      .set({ return_id: args.next_id, return_status: 'due' })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.return_id, args.return_id),
          eq(t.return_status, 'failed'),
        ),
      )
      .returning(),
)

/** The id of a return is the transfer's own, and from the second order on its number after it. */
export function nextReturnId(return_id: string): string {
  const transfer = return_id.slice(0, END_TO_END_ID_LENGTH)
  return transfer + (Number(return_id.slice(END_TO_END_ID_LENGTH) || '1') + 1)
}

type On = {
  provider: PixProvider
  db: Database
  snapshot: Snapshot
  now: Date
  interval_ms: number
}

/** What is to be done: so much to be ordered, or nothing but to wait for what others ordered. */
type Plan = { amount_minor: number } | { nothing_left: ReturnStatus }

/**
 * What is left to be sent back, by what is on record: the bank takes no order over more. The order
 * is on record before it is given.
 */
function* plan(payment: Payment, now: Date): Transaction<Plan> {
  const { seller_id, id, amount_minor: received_minor, return_status } = payment
  const return_id = payment.return_id ?? ''
  const refunds = yield* refundsOfPayment({ seller_id, payment_id: id })
  const own = refunds.find((one) => one.return_id === return_id)
  if (own?.status === 'succeeded') return { nothing_left: 'done' }
  // What the bank has taken on stays as it took it.
  if (own?.status === 'pending' && return_status === 'processing') return own
  const others = refunds.filter((one) => one !== own && one.status !== 'failed')
  const amount_minor = others.reduce((left, one) => left - one.amount_minor, received_minor)
  if (amount_minor > 0) {
    yield* recordOrder(payment, { return_id, amount_minor, status: 'processing' }, now)
    return { amount_minor }
  }
  if (own) yield* recordOrder(payment, { ...own, status: 'failed' }, now)
  const areBack = others.every(({ status }) => status === 'succeeded')
  return { nothing_left: areBack ? 'done' : 'processing' }
}

/** Gives the order to send a transfer back, or asks how far it has come; refused is failed. */
async function carryOut(
  { id, end_to_end_id, return_id, return_status }: Payment,
  amount_minor: number,
  provider: PixProvider,
): Promise<ReturnStatus> {
  if (!end_to_end_id || !return_id) throw new Error(`${id} cannot be sent back.`)
  const order = { end_to_end_id, return_id }
  const known = return_status === 'processing' ? await provider.readRefund(order) : undefined
  if (known) return known
  return provider.refund({ ...order, amount_minor }).catch((error: unknown): ReturnStatus => {
    if (error instanceof BankError && error.kind === 'refused') return 'failed'
    throw error
  })
}

/** Records what the bank has returned of a transfer, ordered here or not. */
async function compare(payment: Payment, { provider, db, snapshot, now }: On): Promise<void> {
  const transfer = await provider.readTransfer(payment.end_to_end_id ?? '')
  if (!transfer) return
  const { seller_id, id: payment_id } = payment
  const refunds = await db.read(() => refundsOfPayment({ seller_id, payment_id }))
  const returns = unrecorded(refunds, transfer.returns)
  if (returns.length === 0) return
  await db.run(() => recordReturns({ payment, returns, snapshot, now }))
}

/** Orders what is left of a transfer; when less was left than was thought, that. */
async function bringBack(payment: Payment, on: On): Promise<ReturnStatus> {
  const { provider, db, now } = on
  let planned = await db.run(() => plan(payment, now))
  for (;;) {
    let status: ReturnStatus = 'failed'
    if ('amount_minor' in planned) {
      status = await carryOut(payment, planned.amount_minor, provider)
      if (status !== 'failed') return status
    } else if (planned.nothing_left === 'done') return 'done'
    await compare(payment, on)
    const next: Plan = await db.run(() => plan(payment, now))
    if ('nothing_left' in next) return next.nothing_left
    if ('amount_minor' in planned && next.amount_minor >= planned.amount_minor) return 'failed'
    planned = next
  }
}

function checkAgainAt(
  { paid_at }: Payment,
  status: ReturnStatus,
  { now, interval_ms }: { now: Date; interval_ms: number },
): string | null {
  if (status === 'done') return null
  const after_ms = status === 'failed' ? RETRY_MS : interval_ms
  const next_ms = now.getTime() + after_ms
  const hopeless = status === 'failed' && next_ms > Date.parse(paid_at) + RETURN_WINDOW_MS
  return hopeless ? null : new Date(next_ms).toISOString()
}

/** How much of a transfer has gone back once the own order has been carried out. */
const backOf = (refunds: Refund[], own: Refund): number =>
  refunds
    .filter((one) => one === own || one.status === 'succeeded')
    .reduce((sum, one) => sum + one.amount_minor, 0)

/** Records how far a return has come; the event belongs to the moment when it is done. */
function* record(
  payment: Payment,
  status: ReturnStatus,
  { snapshot, now, interval_ms }: Pick<On, 'snapshot' | 'now' | 'interval_ms'>,
): Transaction<Payment | undefined> {
  const { seller_id, id, checkout_id, amount_minor } = payment
  const return_id = payment.return_id ?? ''
  const refunds = yield* refundsOfPayment({ seller_id, payment_id: id })
  const own = refunds.find((one) => one.return_id === return_id)
  const soon = new Date(now.getTime() + interval_ms).toISOString()
  // What the bank had under way of its own may come to nothing, and is then to be ordered as well.
  const isShort = status === 'done' && own !== undefined && backOf(refunds, own) < amount_minor
  const [changed] = yield* recordProgress({
    seller_id,
    id,
    return_id,
    return_status: isShort ? 'failed' : status,
    return_check_at: isShort ? soon : checkAgainAt(payment, status, { now, interval_ms }),
  })
  if (!changed) return undefined
  if (own?.status === 'pending') yield* recordOrder(payment, { ...own, status }, now)
  if (status === 'done' && !isShort) {
    const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
    if (checkout) yield* recordEvent({ type: 'payment.reversed', checkout, snapshot, now })
  }
  return changed
}

/**
 * Brings the return of a transfer as far as the bank lets it. It can be repeated, also by several
 * processes at once: the bank knows the order by its id.
 *
 * @returns the payment as it is now, or undefined when another process has brought it further
 * @throws BankError when the bank did not answer; the payment is as it was
 */
export async function advanceReturn(payment: Payment, on: On): Promise<Payment | undefined> {
  let current: Payment | undefined = payment
  const { seller_id, id, return_id } = payment
  if (payment.return_status === 'failed' && return_id) {
    const next_id = nextReturnId(return_id)
    const [ordered] = await on.db.run(() => orderAnew({ seller_id, id, return_id, next_id }))
    current = ordered
  }
  // Another process has ordered it anew.
  if (!current) return undefined
  const one = current
  const status = await bringBack(one, on)
  return on.db.run(() => record(one, status, on))
}
