/**
 * Orders to send money back: given to banks, and polled. An unknown result stays unknown: a bank
 * may have carried out an order whose answer was lost, refuse it when it comes again, and show the
 * transfer without it for some more minutes.
 */
import { and, eq, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { QueryRunner } from '../../../db/database.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import { nameRefund } from '../../payments/refunds.ts'
import type { Refund } from '../../payments/refunds.ts'
import { BankError, isSameId } from '../bank/provider.ts'
import type { NewRefundOrder, PixProvider, RefundReport } from '../bank/provider.ts'

/**
 * An order that its bank has refused each time has failed once the bank has shown the transfer
 * without it twice, this far apart.
 */
export const DOUBT_MS = 60_000

/**
 * The same for an order whose answer was unknown once, and that was refused when it was repeated.
 * An order that the bank says it has, and does not show after this time, raises an alert.
 */
export const LONG_DOUBT_MS = 24 * 60 * 60 * 1000

/** An order as the bank knows it. */
export type Order = NewRefundOrder & { txid: string | null; provider_id: string | null }

/** Why a bank does not take an order; `isUsed` when it has one under that id. */
type OrderRefusal = { reason: string | null; isUsed: boolean }

/** How far an order is: `absent` when the bank refuses it and shows the transfer without it. */
export type OrderReport = RefundReport | { status: 'absent' }

/** An order on record, by what is known of its answers. */
type OrderRow = Pick<Refund, 'seller_id' | 'id' | 'order_status' | 'refusal_reason'>

const markAbsence = query(
  'mark_refund_absence',
  (db, { refunds: t }, args: Arguments<Pick<Refund, 'seller_id' | 'id' | 'absent_since'>>) =>
    db
      .update(t)
      .set({ absent_since: args.absent_since })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'pending'`))),
)

const markRefusal = query('mark_refund_refusal', (db, { refunds: t }, args: Arguments<OrderRow>) =>
  db
    .update(t)
    .set({ order_status: args.order_status, refusal_reason: args.refusal_reason })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'pending'`))),
)

/** Records that an order is being given: from now on its answer may be lost. */
const markSent = query(
  'mark_refund_order_sent',
  (db, { refunds: t }, args: Arguments<Pick<Refund, 'seller_id' | 'id'>>) =>
    db
      .update(t)
      .set({ order_status: 'sent' })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'pending'`))),
)

/** True while each answer to an order is known, and was a refusal. */
const isKnownAbsent = ({ order_status }: Pick<Refund, 'order_status'>): boolean =>
  order_status === 'new' || order_status === 'refused'

/** True of an order that its bank says it has, and has not shown for `LONG_DOUBT_MS`. */
export const isHidden = (
  { order_status, absent_since }: Pick<Refund, 'order_status' | 'absent_since'>,
  now: Date,
): boolean =>
  order_status === 'used' && now.getTime() - Date.parse(absent_since ?? '') >= LONG_DOUBT_MS

/** Line of the log about such an order. */
export const HIDDEN = 'the bank has the order of a refund and has not shown it for a day'

const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/**
 * True when a problem says that the id of an order is used: `PixDevolucaoInvalida` of the Central
 * Bank's contract («apresenta um {id} já utilizado»), or as Efí words it with 409 («O id informado
 * já foi utilizado em outra devolução»).
 *
 * @param problem in one line, as `BankError` carries it
 */
export const saysIdIsUsed = (problem: string): boolean =>
  withoutAccents(problem)
    .split(/[;.]/)
    .some(
      (clause) =>
        /\b(?:id|identificador|identifier)\b/.test(clause) &&
        (/duplica/.test(clause) ||
          (/\b(?:ja|already)\b/.test(clause) && /utiliz|usad|used|exist/.test(clause))),
    )

/**
 * Records the refusal of an order that was given: what was unknown once stays so.
 *
 * @param order as it was before it was given
 */
function* recordRefusal(
  { seller_id, id, ...order }: OrderRow,
  { reason, isUsed }: OrderRefusal,
): Transaction<void> {
  const otherwise = isKnownAbsent(order) ? 'refused' : 'sent'
  const order_status = isUsed ? 'used' : otherwise
  const refusal_reason = order.refusal_reason ?? reason
  yield* markRefusal({ seller_id, id, order_status, refusal_reason })
}

/** True of an order that is looked for, and not given again. */
const isLookedFor = (order: Pick<Refund, 'order_status' | 'absent_since'>): boolean =>
  order.absent_since !== null || order.order_status === 'used'

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

/** An order as it is on record, and where it is. */
type OnRecord = { db: QueryRunner; row: OrderRow }

/**
 * Gives an order to a bank. It is on record that it is given before it goes out, and that it was
 * refused before the bank is asked whether it has it all the same: the process may die in between.
 *
 * @throws BankError when the bank's answer leaves its result open
 */
export async function giveOrder(
  bank: PixProvider,
  order: Order,
  { db, row }: OnRecord,
): Promise<OrderReport> {
  if (isKnownAbsent(row)) await db.run(() => markSent(row))
  const answer = await bank.refund(order).catch((error: unknown) => {
    if (isRefusal(error)) return error
    throw error
  })
  if (!(answer instanceof BankError)) return answer
  const { problem } = answer
  const refusal = { reason: problem || null, isUsed: saysIdIsUsed(problem) }
  await db.run(() => recordRefusal(row, refusal))
  return (await findOrder(bank, order)) ?? { status: 'absent' }
}

/**
 * Asks how far an order is. An order that the bank does not know is given, unless it was refused.
 *
 * @throws BankError when the bank's answer leaves its result open
 */
export async function followOrder(
  bank: PixProvider,
  order: Order,
  onRecord: OnRecord & { row: Pick<Refund, 'absent_since'> },
): Promise<OrderReport> {
  if (isLookedFor(onRecord.row)) return (await findOrder(bank, order)) ?? { status: 'absent' }
  return (await readOrder(bank, order)) ?? giveOrder(bank, order, onRecord)
}

/** How long the bank has to show the transfer without an order until that has failed. */
const doubtMsOf = (order_status: Refund['order_status']): number => {
  if (order_status === 'used') return Infinity
  return order_status === 'refused' ? DOUBT_MS : LONG_DOUBT_MS
}

/**
 * Judges a bank's report of an order. An absent order counts as under way until the bank has shown
 * so for long enough (`doubtMsOf`); then it has failed for the reason of its refusal.
 *
 * @param refund the order as it is on record, claimed by this process
 */
export function* judgeOrder(
  refund: Refund,
  report: OrderReport,
  { now, mails }: { now: Date; mails?: Pick<AccountNotices, 'refundUnconfirmed'> | undefined },
): Transaction<RefundReport> {
  const { seller_id, id, absent_since, order_status, refusal_reason } = refund
  if (report.status !== 'absent') {
    yield* nameRefund(refund, report)
    if (absent_since !== null || refusal_reason !== null) {
      yield* markAbsence({ seller_id, id, absent_since: null })
      yield* markRefusal({ seller_id, id, order_status: 'sent', refusal_reason: null })
    }
    return report
  }
  const sinceMs = now.getTime() - Date.parse(absent_since ?? '')
  if (sinceMs >= doubtMsOf(order_status)) {
    return { status: 'failed', reason: refusal_reason, amount_minor: null }
  }
  if (mails && isHidden(refund, now)) yield* mails.refundUnconfirmed(refund, now)
  // A time in the future is by a clock that was ahead.
  if (!(sinceMs >= 0)) yield* markAbsence({ seller_id, id, absent_since: now.toISOString() })
  return { status: 'processing', reason: null, amount_minor: null }
}
