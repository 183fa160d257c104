import { statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'
import type { Progress } from './checkpoints.ts'

/** Others that use the log at this moment are waited for so long: they may have just opened it. */
const IN_USE_LIMIT_MS = 100

/** One that writes the log back is waited for until it has. */
const BUSY_LIMIT_MS = 5_000

const PAUSE_MS = 10

/** Where SQLite does not wait by itself, nor the event loop has anything else to do. */
export const pause = (duration_ms: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration_ms)

/**
 * Writes the log back and empties it, unless others use it; of them it waits for none.
 *
 * @throws when the disk does not take it
 */
export function truncateLog(client: SQLite.Database): Progress {
  // What is no database says so by itself.
  client.pragma('schema_version')
  // Other connections would take the emptying of an empty log for a change of the database.
  const { size = 0 } = statSync(`${client.name}-wal`, { throwIfNoEntry: false }) ?? {}
  if (size === 0) return { busy: 0, log: 0, checkpointed: 0 }
  const timeout_ms = Number(client.pragma('busy_timeout', { simple: true }))
  // To wait for a reader here would keep all connections from writing.
  client.pragma('busy_timeout = 0')
  try {
    return checkpoint(client, 'TRUNCATE')
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    throw new SQLite.SqliteError(`its log cannot be written back: ${error.message}`, error.code)
  } finally {
    client.pragma(`busy_timeout = ${timeout_ms}`)
  }
}

/**
 * Empties the log before anything is committed behind what it holds. After a sync has failed, Linux
 * keeps what it could not write in its cache, takes it for written, and lets the next sync succeed:
 * a process that started anew would append behind a hole, at which the log ends once the cache is
 * gone. To write the same pages again does not help, since ext4 may still count their blocks as
 * never written; only a file that was cut off gets others.
 *
 * A log that others use is sound: each of them began with emptying it.
 *
 * @throws when the disk does not take it, or another process is at it for too long
 */
export function beginLogAnew(client: SQLite.Database): void {
  const start_ms = performance.now()
  for (;;) {
    const { busy, log } = truncateLog(client)
    const waited_ms = performance.now() - start_ms
    const isInUse = log >= 0
    if (!busy || (isInUse && waited_ms > IN_USE_LIMIT_MS)) return
    if (waited_ms > BUSY_LIMIT_MS) throw new SQLite.SqliteError('database is locked', 'SQLITE_BUSY')
    pause(PAUSE_MS)
  }
}
