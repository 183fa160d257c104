import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { and, asc, desc, gt, inArray, lte } from '../../../db/operators.ts'
import type { Arguments, Builder, Transaction } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'

/** Period in which the rows to be claimed are due. */
type Span = { after: string; upTo: string }

/** A claim on rows at one bank, which no other process gets before `until`. */
export type Claim = Span & {
  seller_id: string
  connection_id: string
  until: string
  limit: number
}

/** After this time a claim has ended, so that the rows of a process that died are claimed again. */
export const CLAIM_TTL_MS = 60_000

/** The states of a refund that is to be ordered or polled as soon as its bank answers. */
export const UNFINISHED: NonNullable<Row<'payments'>['return_status']>[] = [
  'due',
  'processing',
  'waiting',
]

/** After every time. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z'

export const isWithin = (by: SQLiteColumn, { after, upTo }: Arguments<Span>): SQL | undefined =>
  and(gt(by, after), lte(by, upTo))

/**
 * Claims the rows whose time has come, and those whose time is after `latest`: only a clock that
 * was ahead has set such a time, and a debt must not wait for it.
 */
export function* claimDue<Task>(
  claim: (claimed: Claim) => Transaction<Task[]>,
  { now, latest, ...of }: Omit<Claim, keyof Span> & { now: string; latest: string },
): Transaction<Task[]> {
  const due = yield* claim({ ...of, after: '', upTo: now })
  const limit = of.limit - due.length
  if (limit === 0) return due
  return [...due, ...(yield* claim({ ...of, limit, after: latest, upTo: END_OF_TIME }))]
}

/**
 * The condition of an update that claims the rows that are due first. The update moves the time by
 * which they are due, so that no other process claims them meanwhile.
 *
 * `due` stands outside the subquery too: of two processes that have selected the same row, the
 * second one's update waits for the first one's, and then no longer finds the row due.
 *
 * @param key identifies a row among those that `due` finds
 * @param by the column with the time; the earliest come first, unless `isLatestFirst`
 */
export const firstDue = (
  db: Builder,
  table: SQLiteTable,
  {
    due,
    key,
    by,
    limit,
    isLatestFirst = false,
  }: {
    due: SQL | undefined
    key: SQLiteColumn
    by: SQLiteColumn
    limit: number
    isLatestFirst?: boolean
  },
): SQL | undefined =>
  and(
    due,
    inArray(
      key,
      db
        .select({ id: key })
        .from(table)
        .where(due)
        .orderBy(isLatestFirst ? desc(by) : asc(by))
        .limit(limit),
    ),
  )
