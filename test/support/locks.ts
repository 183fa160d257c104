/** Transactions on PostgreSQL that wait for each other, so that a test decides their order. */
import type { Sql } from './engine.ts'

/** Counts the statements of this database that wait for a lock. */
export async function waitingForLock(sql: Sql): Promise<number> {
  // Within a transaction, connections that were opened since the first look are not seen otherwise.
  await sql('select pg_stat_clear_snapshot()')
  const [row] = await sql<{ n: number }>(
    `select count(*) as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.n ?? 0
}
