/** Reads the records of transfers that a bank lists. */
import { and, desc, eq, gt, isNotNull, isNull, lt, or } from '../../../db/operators.ts'
import { areAnyOf, isAnyOf, query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import { dayOf } from '../../../runtime/brasilia.ts'
import type { Payment, Refund } from '../../payments/refunds.ts'
import type { ListedTransfer } from '../bank/provider.ts'
import { connectionById } from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import { checkoutOf } from '../bank/txid.ts'
import type { Charge } from '../charges/charges.ts'
import { invoicesOfCharges } from '../transfers/invoiceTransfers.ts'
import type { InvoiceSource } from '../transfers/invoiceTransfers.ts'
import { SETTLED_WATCH_MS, WATCH_MS } from '../charges/checkSchedule.ts'

/** For so long after its checkout expires, transfers and refunds of a charge can be new. */
const NEWS_MS = WATCH_MS + SETTLED_WATCH_MS

const checkoutOfNewestCharge = query(
  'checkout_of_newest_charge',
  (db, { charges: t, checkouts }, args: Arguments<{ seller_id: string }>) =>
    db
      .select({ expires_at: checkouts.expires_at })
      .from(t)
      .innerJoin(
        checkouts,
        and(eq(checkouts.seller_id, t.seller_id), eq(checkouts.id, t.checkout_id)),
      )
      .where(eq(t.seller_id, args.seller_id))
      .orderBy(desc(t.checkout_id))
      .limit(1),
)

/** Newest due day of a seller's invoices: a debit of it, or a code, may be paid from then on. */
const latestDueDay = query(
  'latest_due_day_of_invoices',
  (db, { invoices: t }, args: Arguments<{ seller_id: string }>) =>
    db
      .select({ due_on: t.due_on })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isNotNull(t.due_on)))
      .orderBy(desc(t.due_on))
      .limit(1),
)

const listedCharges = query(
  'listed_charges',
  (db, { charges: t }, args: Arguments<{ seller_id: string; checkoutIds: string[] }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.checkout_id, args.checkoutIds))),
)

const listedPayments = query(
  'listed_payments',
  (db, { payments: t }, args: Arguments<{ seller_id: string; endToEndIds: string[] }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.end_to_end_id, args.endToEndIds))),
)

type RefundKey = Pick<Refund, 'payment_id' | 'return_id'>

// By the ids of both: a payment may have more refunds than a page shows.
const listedRefunds = query(
  'listed_refunds',
  (db, { refunds: t }, args: Arguments<{ seller_id: string; keys: RefundKey[] }>) =>
    db
      .select()
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), areAnyOf(t, [t.payment_id, t.return_id], args.keys)),
      ),
)

/**
 * Processes that read at the same time may end in any order: the time only moves forward, unless it
 * is in the future, where a clock that was ahead has put it.
 */
export const markListed = query(
  'mark_listed',
  (
    db,
    { bank_connections: t },
    args: Arguments<{ seller_id: string; id: string; until: string; now: string }>,
  ) =>
    db
      .update(t)
      .set({ listed_until: args.until })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          or(isNull(t.listed_until), lt(t.listed_until, args.until), gt(t.listed_until, args.now)),
        ),
      ),
)

/**
 * The connection, and whether anything paid through it may change. One that is in use is read in
 * any case, for money that belongs to no charge.
 */
export function* connectionToList(
  { seller_id, id }: { seller_id: string; id: string },
  now: Date,
): Transaction<{ connection: Connection; hasNews: boolean } | undefined> {
  const since = new Date(now.getTime() - NEWS_MS).toISOString()
  const [newest] = yield* checkoutOfNewestCharge({ seller_id })
  const [connection] = yield* connectionById({ seller_id, id })
  if (!connection) return undefined
  const ended = connection.disconnected_at
  const isOld = ended !== null && ended < since
  const hasCharges = newest !== undefined && newest.expires_at >= since
  const hasNews = !isOld && (hasCharges || (yield* hasInvoices(seller_id, since)))
  return hasNews || ended === null ? { connection, hasNews } : undefined
}

/** True when money for an invoice may be new, or a refund of it. */
function* hasInvoices(seller_id: string, since: string): Transaction<boolean> {
  const [latest] = yield* latestDueDay({ seller_id })
  return latest?.due_on != null && latest.due_on >= dayOf(since)
}

/** The same for the list of refunded transfers, where that is by their last change. */
export const markRefundsListed = query(
  'mark_refunds_listed',
  (
    db,
    { bank_connections: t },
    args: Arguments<{ seller_id: string; id: string; until: string; now: string }>,
  ) =>
    db
      .update(t)
      .set({ refunds_listed_until: args.until })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          or(
            isNull(t.refunds_listed_until),
            lt(t.refunds_listed_until, args.until),
            gt(t.refunds_listed_until, args.now),
          ),
        ),
      ),
)

/** The same for the list of all that arrived. */
export const markUnmatchedListed = query(
  'mark_unmatched_listed',
  (
    db,
    { bank_connections: t },
    args: Arguments<{ seller_id: string; id: string; until: string; now: string }>,
  ) =>
    db
      .update(t)
      .set({ unmatched_listed_until: args.until })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          or(
            isNull(t.unmatched_listed_until),
            lt(t.unmatched_listed_until, args.until),
            gt(t.unmatched_listed_until, args.now),
          ),
        ),
      ),
)

type OnRecord = {
  /** By the ids of their transfers. */
  payments: Map<string | null, Payment>
  /** By the ids of their checkouts. */
  charges: Map<string, Charge>
  /** By the txids of their charges. */
  invoices: Map<string, InvoiceSource>
  /** By the ids of their payments: those that the page shows. */
  refunds: Map<string, Refund[]>
}

/** Records of the transfers on a page, and of their charges and invoices. */
export function* onRecord(
  seller_id: string,
  listed: readonly ListedTransfer[],
): Transaction<OnRecord> {
  const checkoutIds = [...new Set(listed.map(({ txid }) => checkoutOf(txid)))]
  const charges = yield* listedCharges({ seller_id, checkoutIds })
  const charged = new Set(charges.map(({ checkout_id }) => checkout_id))
  const others = listed.map(({ txid }) => txid).filter((txid) => !charged.has(checkoutOf(txid)))
  const txids = [...new Set(others)]
  const invoices = yield* invoicesOfCharges({ seller_id, txids })
  const endToEndIds = listed.map(({ end_to_end_id }) => end_to_end_id)
  const payments = yield* listedPayments({ seller_id, endToEndIds })
  const byTransfer = new Map(payments.map((payment) => [payment.end_to_end_id, payment]))
  const keys = listed.flatMap(({ end_to_end_id, transfer }) => {
    const payment_id = byTransfer.get(end_to_end_id)?.id
    if (payment_id === undefined || !transfer) return []
    return transfer.refunds.map(({ return_id }) => ({ payment_id, return_id }))
  })
  const refunds = keys.length > 0 ? yield* listedRefunds({ seller_id, keys }) : []
  return {
    payments: byTransfer,
    charges: new Map(charges.map((charge) => [charge.checkout_id, charge])),
    invoices,
    refunds: Map.groupBy(refunds, ({ payment_id }) => payment_id),
  }
}
