import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { and, asc, inArray } from '../../db/operators.ts'
import type { Builder } from '../../db/query.ts'

/**
 * The condition of an update that claims the rows that are due first. The update moves the time by
 * which they are due, so that no other process claims them meanwhile.
 *
 * `due` stands outside the subquery too: of two processes that have selected the same row, the
 * second one's update waits for the first one's, and then no longer finds the row due.
 *
 * @param key identifies a row among those that `due` finds
 * @param by the column with the time; the earliest come first
 */
export const firstDue = (
  db: Builder,
  table: SQLiteTable,
  {
    due,
    key,
    by,
    limit,
  }: { due: SQL | undefined; key: SQLiteColumn; by: SQLiteColumn; limit: number },
): SQL | undefined =>
  and(
    due,
    inArray(key, db.select({ id: key }).from(table).where(due).orderBy(asc(by)).limit(limit)),
  )
