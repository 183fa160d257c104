import { closeSync, fsyncSync, openSync, readSync, realpathSync, writeSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'
import { isFull } from './sqlite_errors.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Sees to it that no part of the log is readable and not on the disk, before anything is committed
 * behind it. After a sync has failed, Linux keeps what it could not write in its cache, takes it
 * for written, and lets the next sync succeed: a process that started anew would append behind a
 * hole, at which a power cut ends the log. So what the log holds is written into the file, and the
 * log begun anew.
 *
 * @throws when the disk does not take it
 */
export function mendLog(client: SQLite.Database, path: string): void {
  if (checkpoint(client, 'NOOP').log <= 0 || isEmptied(client, path)) return
  // Others have it open, or there is no room: then all of it is written again where it is.
  client.exec('begin immediate')
  try {
    rewrite(`${realpathSync(path)}-wal`)
  } finally {
    client.exec('rollback')
  }
}

/** Writes the log into the file and empties it, unless somebody uses it. */
function isEmptied(client: SQLite.Database, path: string): boolean {
  const timeout_ms = client.pragma('busy_timeout', { simple: true })
  // Who waits for a reader keeps everybody from writing.
  client.pragma('busy_timeout = 0')
  try {
    return checkpoint(client, 'TRUNCATE').busy === 0
  } catch (error) {
    if (error instanceof SQLite.SqliteError && isFull(error.code, path)) return false
    throw error
  } finally {
    client.pragma(`busy_timeout = ${timeout_ms}`)
  }
}

/** Has the disk write a file once more, which stays as it is. */
function rewrite(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let at = 0; ;) {
      const size = readSync(handle, chunk, 0, CHUNK_BYTES, at)
      if (size === 0) break
      at += writeSync(handle, chunk, 0, size, at)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
