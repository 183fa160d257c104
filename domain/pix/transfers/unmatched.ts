/**
 * Money at a seller's Pix key that belongs to no charge: what arrived and what the bank sent back
 * of it, as its list shows them. Nothing here sends any of it back.
 */
import type { Database } from '../../../db/database.ts'
import { and, asc, eq, gt, inArray, isNotNull, lt } from '../../../db/operators.ts'
import { areAnyOf, everyColumn, forUpdateSkipLocked, isAnyOf, query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { Sweep } from '../../../db/sweep.ts'
import { idPrefixes } from '../../../generated/idPrefixes.ts'
import { newId } from '../../../runtime/ids.ts'
import { comparableId } from '../bank/provider.ts'
import type { BankRefund, ListedTransfer, Transfer } from '../bank/provider.ts'
import { checkoutOf, isOurTxid } from '../bank/txid.ts'
import { SETTLED_WATCH_MS } from '../charges/checkSchedule.ts'
import { invoicesOfCharges } from './invoiceTransfers.ts'

type UnmatchedTransfer = Row<'transfers'>
type TransferKey = Pick<UnmatchedTransfer, 'transfer_key' | 'return_id'>

/** Rows that one transaction writes: a few milliseconds. */
const PIECE_ROWS = 100

/** As long as the description of an entry of the statement. */
const DESCRIPTION_LENGTH = 140

const addTransfer = query('add_transfer', (db, { transfers: t }) =>
  db.insert(t).values(everyColumn(t)).onConflictDoNothing(),
)

const recordedTransfers = query(
  'recorded_transfers',
  (db, { transfers: t }, args: Arguments<{ seller_id: string; keys: TransferKey[] }>) =>
    db
      .select({ transfer_key: t.transfer_key, return_id: t.return_id })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), areAnyOf(t, [t.transfer_key, t.return_id], args.keys)),
      ),
)

const chargedCheckouts = query(
  'charged_checkouts',
  (db, { charges: t }, args: Arguments<{ seller_id: string; checkoutIds: string[] }>) =>
    db
      .select({ checkout_id: t.checkout_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.checkout_id, args.checkoutIds))),
)

const recordedPayments = query(
  'recorded_payments',
  (db, { payments: t }, args: Arguments<{ seller_id: string; endToEndIds: string[] }>) =>
    db
      .select({ end_to_end_id: t.end_to_end_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.end_to_end_id, args.endToEndIds))),
)

type ReadTransfer = ListedTransfer & { transfer: Transfer }

const isRead = (listed: ListedTransfer): listed is ReadTransfer => listed.transfer !== undefined

/** The txids on a page that charges of the seller's checkouts and invoices have. */
function* chargedAmong(seller_id: string, listed: ReadTransfer[]): Transaction<Set<string>> {
  const txids = [...new Set(listed.map(({ txid }) => txid).filter(isOurTxid))]
  if (txids.length === 0) return new Set()
  const checkoutIds = [...new Set(txids.map(checkoutOf))]
  const charges = yield* chargedCheckouts({ seller_id, checkoutIds })
  const invoiced = yield* invoicesOfCharges({ seller_id, txids })
  const charged = new Set(charges.map(({ checkout_id }) => checkout_id))
  return new Set(txids.filter((txid) => charged.has(checkoutOf(txid)) || invoiced.has(txid)))
}

/** The transfers that are for no charge of the seller's, and on record as no payment. */
export function* unmatchedAmong(
  seller_id: string,
  listed: readonly ListedTransfer[],
): Transaction<ReadTransfer[]> {
  const read = listed.filter(isRead)
  if (read.length === 0) return []
  const charged = yield* chargedAmong(seller_id, read)
  const unclaimed = read.filter(({ txid }) => !charged.has(txid))
  if (unclaimed.length === 0) return []
  const endToEndIds = unclaimed.map(({ end_to_end_id }) => end_to_end_id)
  const payments = yield* recordedPayments({ seller_id, endToEndIds })
  const paid = new Set(payments.map(({ end_to_end_id }) => end_to_end_id))
  return unclaimed.filter(({ end_to_end_id }) => !paid.has(end_to_end_id))
}

/** When the bank sent money back: by its own word, where that can be true. */
function returnedAt({ completed_at }: BankRefund, { paid_at }: Transfer, now: Date): string {
  const at = completed_at ?? ''
  return at >= paid_at && at <= now.toISOString() ? at : now.toISOString()
}

/** The row of a transfer, and one for each part of it that has gone back. */
function rowsOf(
  seller_id: string,
  { txid, end_to_end_id, description = '', transfer }: ReadTransfer,
  now: Date,
): UnmatchedTransfer[] {
  const shared = {
    seller_id,
    end_to_end_id,
    transfer_key: comparableId(end_to_end_id),
    txid: txid === '' ? null : txid,
    created_at: now.toISOString(),
  }
  const isKept = now.getTime() - Date.parse(transfer.paid_at) < SETTLED_WATCH_MS
  const arrived = {
    ...shared,
    id: newId(idPrefixes.transfers, now),
    return_id: '',
    amount_minor: transfer.amount_minor,
    occurred_at: transfer.paid_at,
    description: (isKept && description.slice(0, DESCRIPTION_LENGTH).toWellFormed()) || null,
  }
  const returned = transfer.refunds
    .filter(({ status }) => status === 'done')
    .map((refund) => ({
      ...shared,
      id: newId(idPrefixes.transfers, now),
      return_id: comparableId(refund.return_id),
      amount_minor: -refund.amount_minor,
      occurred_at: returnedAt(refund, transfer, now),
      description: null,
    }))
  return [arrived, ...returned]
}

const keyOf = ({ transfer_key, return_id }: TransferKey): string => `${transfer_key} ${return_id}`

/**
 * Records transfers and their returns, each once however many processes read them.
 *
 * @returns how many rows were not on record
 */
export async function recordUnmatched(
  db: Database,
  { seller_id, transfers, now }: { seller_id: string; transfers: ReadTransfer[]; now: Date },
): Promise<number> {
  const rows = transfers.flatMap((transfer) => rowsOf(seller_id, transfer, now))
  if (rows.length === 0) return 0
  const keys = rows.map(({ transfer_key, return_id }) => ({ transfer_key, return_id }))
  const recorded = await db.read(() => recordedTransfers({ seller_id, keys }))
  const already = new Set(recorded.map(keyOf))
  const added = rows.filter((row) => !already.has(keyOf(row)))
  for (let from = 0; from < added.length; from += PIECE_ROWS) {
    const piece = added.slice(from, from + PIECE_ROWS)
    await db.run(function* () {
      for (const row of piece) yield* addTransfer(row)
    })
  }
  return added.length
}

const firstDescribedOfNextSeller = query(
  'first_described_transfer_of_next_seller',
  (db, { transfers: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, occurred_at: t.occurred_at })
      .from(t)
      .where(and(isNotNull(t.description), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.occurred_at))
      .limit(1),
)

const forgetPayers = query(
  'forget_payers_of_transfers',
  (db, { transfers: t }, args: Arguments<{ seller_id: string; before: string; limit: number }>) => {
    const first = db.$with('first').as(
      forUpdateSkipLocked(
        db
          .select({ id: t.id })
          .from(t)
          .where(
            and(
              eq(t.seller_id, args.seller_id),
              isNotNull(t.description),
              lt(t.occurred_at, args.before),
            ),
          )
          .orderBy(asc(t.occurred_at))
          .limit(args.limit),
      ),
    )
    return db
      .with(first)
      .update(t)
      .set({ description: null })
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(first))))
  },
)

/**
 * Forgets the payers of money that belongs to no charge, 90 days after it came: the bank takes no
 * order of a return from then on.
 */
export const formerPayers: Sweep = {
  name: 'payers of unmatched transfers',
  *firstOfNextSeller(args) {
    const rows = yield* firstDescribedOfNextSeller(args)
    return rows.map(({ seller_id, occurred_at }) => ({
      seller_id,
      due_at: new Date(Date.parse(occurred_at) + SETTLED_WATCH_MS + 1).toISOString(),
    }))
  },
  piece({ seller_id, now, limit }) {
    const before = new Date(Date.parse(now) - SETTLED_WATCH_MS).toISOString()
    return forgetPayers({ seller_id, before, limit })
  },
}
