import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { query } from '../db/query.ts'

/** Reads next to nothing, to see that the database answers. */
export const ping = query('ping', (db, { sellers }) =>
  db.select({ id: sellers.id }).from(sellers).limit(1),
)

/** A database that takes longer counts as away. Prometheus waits for its metrics for 10 s. */
const ANSWER_LIMIT_MS = 2_000

/** The database's answer; false when it fails or takes longer than ANSWER_LIMIT_MS. */
async function saysSo(ask: () => Promise<boolean>): Promise<boolean> {
  const late = wait(ANSWER_LIMIT_MS, false, { ref: false })
  return Promise.race([ask().catch(() => false), late])
}

export const isAnswering = (db: Database): Promise<boolean> =>
  saysSo(async () => {
    await db.read(() => ping({}))
    return true
  })

/** False while the database does not answer, since nothing is known then. */
export const isMigrating = (db: Database): Promise<boolean> => saysSo(() => db.isMigrating())
