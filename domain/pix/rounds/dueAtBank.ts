/** Tells whether a bank has rows to claim: most have none, and one look spares them the claims. */
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { SQL } from 'drizzle-orm'
import { and, eq, isNotNull, isNull, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import type { Tables } from '../../../db/schema/tables.ts'

type Bank = { seller_id: string; connection_id: string }

/** The first and the last time of rows by which they are due, null for none. */
export const timesAtBank = query(
  'times_at_bank',
  (db, { bank_connections: b, charges, payments, refunds }: Tables, args: Arguments<Bank>) => {
    const time = (
      of: SQL,
      t: Tables['charges'] | Tables['payments'] | Tables['refunds'],
      condition: SQL | undefined,
    ) => {
      const rows = and(eq(t.seller_id, args.seller_id), condition)
      return sql<string | null>`(select ${of} from ${t} where ${rows})`
    }
    const first = (by: SQLiteColumn) => sql`min(${by})`
    const last = (by: SQLiteColumn) => sql`max(${by})`
    const open = and(eq(charges.connection_id, args.connection_id), eq(charges.status, sql`'open'`))
    const unreturned = isNotNull(payments.return_check_at)
    const ofBank = and(eq(payments.connection_id, args.connection_id), unreturned)
    // The bank of these is that of their charge, and they are few.
    const older = and(isNull(payments.connection_id), unreturned)
    const ordered = and(eq(refunds.connection_id, args.connection_id), isNotNull(refunds.check_at))
    return db
      .select({
        first_charge: time(first(charges.check_at), charges, open),
        last_charge: time(last(charges.check_at), charges, open),
        first_refund: time(first(payments.return_check_at), payments, ofBank),
        last_refund: time(last(payments.return_check_at), payments, ofBank),
        first_older: time(first(payments.return_check_at), payments, older),
        last_older: time(last(payments.return_check_at), payments, older),
        first_order: time(first(refunds.check_at), refunds, ordered),
        last_order: time(last(refunds.check_at), refunds, ordered),
      })
      .from(b)
      .where(and(eq(b.seller_id, args.seller_id), eq(b.id, args.connection_id)))
  },
)
