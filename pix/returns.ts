import { checkoutById } from '../db/checkouts.ts'
import type { Database } from '../db/database.ts'
import { and, asc, eq, inArray, lte, ne, sql } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments, Steps } from '../db/query.ts'
import type { Row } from '../db/schema.ts'
import { recordEvent } from '../webhooks/events.ts'
import type { Snapshot } from '../webhooks/events.ts'
import { txidOf } from './charges.ts'
import type { ChargeKey } from './charges.ts'
import { BankError } from './provider.ts'
import type { PixProvider, ReturnStatus } from './provider.ts'

export type Payment = Row<'payments'>
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
    const due = and(eq(t.seller_id, args.seller_id), lte(t.return_check_at, args.now))
    const bankOfCharge = db.select({ id: charges.connection_id }).from(charges)
      .where(and(eq(charges.seller_id, t.seller_id), eq(charges.checkout_id, t.checkout_id)))
    const first = db.select({ id: t.id }).from(t)
      .where(and(due, eq(sql`coalesce(${t.connection_id}, (${bankOfCharge}))`, args.connection_id)))
      .orderBy(asc(t.return_check_at)).limit(args.limit)
    return db.update(t).set({ return_check_at: args.until })
      .where(and(due, inArray(t.id, first)))
      .returning()
  },
)

/** What is on its way back of what arrived for a session. */
export const returnsOfCheckout = query(
  'returns_of_checkout',
  (db, { payments: t }, args: Arguments<ChargeKey>) =>
    db.select().from(t)
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.checkout_id, args.checkout_id),
        eq(t.outcome, sql`'returned'`),
        inArray(t.return_status, ['due', 'processing']),
      )),
)

type Progress = Key & {
  return_id: string
  return_status: Payment['return_status']
  return_check_at: string | null
}

const recordProgress = query(
  'record_return_progress',
  (db, { payments: t }, args: Arguments<Progress>) =>
    db.update(t)
      .set({ return_status: args.return_status, return_check_at: args.return_check_at })
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.id, args.id),
        eq(t.return_id, args.return_id),
        ne(t.return_status, 'done'),
      ))
      .returning(),
)

const orderAnew = query(
  'order_return_anew',
  (db, { payments: t }, args: Arguments<Key & { return_id: string; next_id: string }>) =>
    db.update(t).set({ return_id: args.next_id, return_status: 'due' })
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.id, args.id),
        eq(t.return_id, args.return_id),
        eq(t.return_status, 'failed'),
      ))
      .returning(),
)

/** The id of a return is the transfer's own, and from the second order on its number after it. */
export function nextReturnId(return_id: string): string {
  const transfer = return_id.slice(0, END_TO_END_ID_LENGTH)
  return transfer + (Number(return_id.slice(END_TO_END_ID_LENGTH) || '1') + 1)
}

/** Gives the order to send a transfer back, or asks how far it has come. */
async function carryOut(payment: Payment, provider: PixProvider): Promise<ReturnStatus> {
  const { end_to_end_id, return_id, amount_minor, return_status } = payment
  if (!end_to_end_id || !return_id) throw new Error(`${payment.id} cannot be sent back.`)
  const order = { end_to_end_id, return_id }
  const known = return_status === 'processing' ? await provider.readRefund(order) : undefined
  return known ?? await provider.refund({ ...order, amount_minor })
}

/** Whether all of it is back already: somebody may have ordered that at the bank by hand. */
async function isBack(payment: Payment, provider: PixProvider): Promise<boolean> {
  const charge = await provider.readCharge(payment.txid ?? txidOf(payment.checkout_id))
  const transfer = charge?.transfers
    .find(({ end_to_end_id }) => end_to_end_id === payment.end_to_end_id)
  return transfer !== undefined && transfer.returned_minor >= payment.amount_minor
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

/** Records how far a return has come; the event belongs to the moment when it is done. */
function* record(
  payment: Payment,
  status: ReturnStatus,
  { snapshot, now, interval_ms }: { snapshot: Snapshot; now: Date; interval_ms: number },
): Steps<void> {
  const { seller_id, id, checkout_id, return_id } = payment
  const [changed] = yield* recordProgress({
    seller_id,
    id,
    return_id: return_id ?? '',
    return_status: status,
    return_check_at: checkAgainAt(payment, status, { now, interval_ms }),
  })
  if (!changed || status !== 'done') return
  const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
  if (checkout) yield* recordEvent({ type: 'payment.reversed', checkout, snapshot, now })
}

/**
 * Brings the return of a transfer as far as the bank lets it. It can be repeated, also by several
 * processes at once: the bank knows the order by its id.
 *
 * @throws BankError when the bank did not answer; the payment is as it was
 */
export async function advanceReturn(
  payment: Payment,
  { provider, db, snapshot, now, interval_ms }: {
    provider: PixProvider
    db: Database
    snapshot: Snapshot
    now: Date
    interval_ms: number
  },
): Promise<ReturnStatus | undefined> {
  let current: Payment | undefined = payment
  const { seller_id, id, return_id } = payment
  if (payment.return_status === 'failed' && return_id) {
    const next_id = nextReturnId(return_id)
    const [ordered] = await db.run(() => orderAnew({ seller_id, id, return_id, next_id }))
    current = ordered
  }
  // Another process has ordered it anew.
  if (!current) return undefined
  const one = current
  const carried = await carryOut(one, provider).catch((error: unknown): ReturnStatus => {
    if (error instanceof BankError && error.kind === 'refused') return 'failed'
    throw error
  })
  const status = carried === 'failed' && await isBack(one, provider) ? 'done' : carried
  await db.run(() => record(one, status, { snapshot, now, interval_ms }))
  return status
}
