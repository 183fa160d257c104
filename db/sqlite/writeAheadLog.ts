import { realpathSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'
import type { LogProgress } from './checkpoints.ts'

/** How long connections that use the log are waited for: they may have just opened the file. */
const IN_USE_TIMEOUT_MS = 100

/** How long a connection that is writing the log back is waited for. */
const BUSY_TIMEOUT_MS = 5_000

const PAUSE_MS = 10

/** Blocks the thread: for the opening of the file, before there are requests to serve. */
export const pause = (durationMs: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)

/**
 * Writes the log back and truncates it, unless other connections use it; it waits for none.
 *
 * @throws when the disk fails
 */
export function truncateLog(client: SQLite.Database): LogProgress {
  // A file that is not a database is reported as such here.
  client.pragma('schema_version')
  // It is beside the file to which a symbolic link leads.
  const path = client.memory ? client.name : realpathSync(client.name)
  // To truncate an empty log would look to other connections like a change of the database.
  const { size = 0 } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {}
  if (size === 0) return { busy: 0, log: 0, checkpointed: 0 }
  const timeoutMs = Number(client.pragma('busy_timeout', { simple: true }))
  // Waiting for a reader here would keep every other connection from writing.
  client.pragma('busy_timeout = 0')
  try {
    return checkpoint(client, 'TRUNCATE')
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    throw new SQLite.SqliteError(`its log cannot be written back: ${error.message}`, error.code)
  } finally {
    client.pragma(`busy_timeout = ${timeoutMs}`)
  }
}

/**
 * Truncates the log that an earlier process has left behind, before anything is committed to it.
 * After a failed sync, Linux keeps the pages that it could not write in its cache, marks them as
 * written and lets the next sync succeed: commits that are appended to that log would be unreadable
 * once the cache is gone. Writing the same pages again does not help, because ext4 may still count
 * their blocks as never written; only a truncated file gets other blocks.
 *
 * A log that other connections use is sound, since each of them began by truncating it.
 *
 * @throws when the disk fails, or another process is writing the log back for too long
 */
export function truncateOldLog(client: SQLite.Database): void {
  const startMs = performance.now()
  for (;;) {
    const { busy, log } = truncateLog(client)
    const waitedMs = performance.now() - startMs
    const isInUse = log >= 0
    if (!busy || (isInUse && waitedMs > IN_USE_TIMEOUT_MS)) return
    if (waitedMs > BUSY_TIMEOUT_MS) {
      throw new SQLite.SqliteError('database is locked', 'SQLITE_BUSY')
    }
    pause(PAUSE_MS)
  }
}
