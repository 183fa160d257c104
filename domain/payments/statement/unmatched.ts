/** Entries of the statement for money that belongs to no charge, and for what went back of it. */
import { and } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Builder, Transaction } from '../../../db/query.ts'
import { rowByKey } from '../../../db/rows.ts'
import { isUnclaimed } from '../../../db/schema/isUnclaimed.ts'
import type { Row, Tables } from '../../../db/schema/tables.ts'
import { dayOf } from '../../../runtime/brasilia.ts'
import { CURRENCY } from '../../formats/currencies.ts'
import { newestFirst, oldestFirst } from './parts.ts'
import type { Direction, EntrySource, Part, StatementEntry } from './parts.ts'

const transfersIn =
  (direction: Direction) => (db: Builder, tables: Tables, args: Arguments<Part>) => {
    const { transfers: t } = tables
    const { within, order } = direction({ ...t, at: t.occurred_at }, args)
    return db
      .select({
        id: t.id,
        occurred_at: t.occurred_at,
        amount_minor: t.amount_minor,
        end_to_end_id: t.end_to_end_id,
        txid: t.txid,
        description: t.description,
      })
      .from(t)
      .where(and(within, isUnclaimed(tables)))
      .orderBy(...order)
      .limit(args.limit)
  }

const transfersNewest = query('statement_transfers_newest_first', transfersIn(newestFirst))
const transfersOldest = query('statement_transfers_oldest_first', transfersIn(oldestFirst))

export const transferById = query('transfer_by_id', rowByKey('transfers', 'seller_id', 'id'))

type FoundTransfer = Pick<
  Row<'transfers'>,
  'id' | 'occurred_at' | 'amount_minor' | 'end_to_end_id' | 'txid' | 'description'
>

const transferEntry = (row: FoundTransfer, showsCustomers: boolean): StatementEntry => ({
  id: row.id,
  object: 'statement_entry',
  type: 'unmatched',
  amount_minor: row.amount_minor,
  currency: CURRENCY,
  occurred_at: row.occurred_at,
  date: dayOf(row.occurred_at),
  payment_id: null,
  checkout_id: null,
  subscription_id: null,
  invoice_id: null,
  external_id: null,
  end_to_end_id: row.end_to_end_id,
  txid: row.txid,
  customer: null,
  description: (showsCustomers && row.description) || '',
})

/**
 * Unmatched money within a part of a statement.
 *
 * @param of.showsCustomers true for a caller that may read who has paid
 */
export function* transfersWithin(
  part: Part,
  of: { isNewestFirst: boolean; showsCustomers: boolean },
): Transaction<EntrySource[]> {
  const rows = of.isNewestFirst ? yield* transfersNewest(part) : yield* transfersOldest(part)
  return rows.map((row) => ({
    id: row.id,
    occurred_at: row.occurred_at,
    amount_minor: row.amount_minor,
    entry: () => transferEntry(row, of.showsCustomers),
  }))
}
