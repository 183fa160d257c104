/**
 * Orders to send money back: given to banks, and polled. An unknown result stays unknown: a bank
 * may have carried out an order whose answer was lost, refuse it when it comes again, and show the
 * transfer without it for some seconds more.
 */
import { and, eq, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { Refund } from '../../payments/refunds.ts'
import { BankError, isSameId } from '../bank/provider.ts'
import type { PixProvider, RefundReport } from '../bank/provider.ts'

/** An order has failed once its bank has shown the transfer without it twice, this far apart. */
export const DOUBT_MS = 60_000

/** An order as the bank knows it; `txid` is that of the charge by which its transfer came. */
export type Order = {
  end_to_end_id: string
  return_id: string
  amount_minor: number
  txid: string | null
  reason?: string | null
}

/** How far an order is: `absent` when the bank refuses it and shows the transfer without it. */
export type OrderReport = RefundReport | { status: 'absent'; reason: string | null }

const markDoubt = query(
  'mark_refund_doubt',
  (
    db,
    { refunds: t },
    args: Arguments<Pick<Refund, 'seller_id' | 'id' | 'absent_since' | 'refusal_reason'>>,
  ) =>
    db
      .update(t)
      .set({ absent_since: args.absent_since, refusal_reason: args.refusal_reason })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'pending'`))),
)

/** A client without the scope for an operation is answered 403 (`AcessoNegado`). */
const isForbidden = (error: unknown): error is BankError =>
  error instanceof BankError && error.status === 403

const isRefusal = (error: unknown): error is BankError =>
  error instanceof BankError && (error.kind === 'refused' || isForbidden(error))

/** @returns undefined when the bank has no such order, or does not let us read it */
const readOrder = (bank: PixProvider, order: Order): Promise<RefundReport | undefined> =>
  bank.readRefund(order).catch((error: unknown) => {
    if (isForbidden(error)) return undefined
    throw error
  })

/**
 * Looks for an order. A gateway whose bank is away answers 404 to everything, so that a bank does
 * not have an order is only known where it shows the transfer without it.
 *
 * @throws BankError when the bank shows neither
 */
async function findOrder(bank: PixProvider, order: Order): Promise<RefundReport | undefined> {
  const report = await readOrder(bank, order)
  if (report) return report
  const transfer = await bank.readTransfer(order.end_to_end_id, order.txid ?? undefined)
  if (!transfer) throw new BankError('unreadable', 'The bank shows neither order nor transfer.')
  const refund = transfer.refunds.find(({ return_id }) => isSameId(return_id, order.return_id))
  // One of the refunds that cannot be read may be this one.
  if (!refund && transfer.unclear) throw new BankError('unreadable', transfer.unclear.join(' '))
  return refund
}

/**
 * Gives an order to a bank.
 *
 * @throws BankError when the bank's answer leaves its result open
 */
export async function giveOrder(bank: PixProvider, order: Order): Promise<OrderReport> {
  const answer = await bank.refund(order).catch((error: unknown) => {
    if (isRefusal(error)) return error
    throw error
  })
  if (!(answer instanceof BankError)) return answer
  const reason = answer.problem || null
  return (await findOrder(bank, order)) ?? { status: 'absent', reason }
}

/**
 * Asks how far an order is. An order that the bank does not know is given, unless it was refused.
 */
export async function followOrder(
  bank: PixProvider,
  order: Order,
  isRefused: boolean,
): Promise<OrderReport> {
  if (isRefused) return (await findOrder(bank, order)) ?? { status: 'absent', reason: null }
  return (await readOrder(bank, order)) ?? giveOrder(bank, order)
}

/**
 * Judges a bank's report of an order. An absent order counts as under way until the bank has shown
 * so for `DOUBT_MS`; then it has failed for the reason of its refusal.
 *
 * @param refund the order as it is on record, claimed by this process
 */
export function* judgeOrder(
  refund: Refund,
  report: OrderReport,
  now: Date,
): Transaction<RefundReport> {
  const { seller_id, id, absent_since } = refund
  if (report.status !== 'absent') {
    const doubt = { absent_since: null, refusal_reason: null }
    if (absent_since !== null) yield* markDoubt({ seller_id, id, ...doubt })
    return report
  }
  const sinceMs = now.getTime() - Date.parse(absent_since ?? '')
  const refusal_reason = refund.refusal_reason ?? report.reason
  if (sinceMs >= DOUBT_MS) return { status: 'failed', reason: refusal_reason, amount_minor: null }
  // A time in the future is by a clock that was ahead.
  if (!(sinceMs >= 0)) {
    yield* markDoubt({ seller_id, id, absent_since: now.toISOString(), refusal_reason })
  }
  return { status: 'processing', reason: null, amount_minor: null }
}
