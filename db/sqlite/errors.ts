/** Meaning of SQLite's result codes (https://sqlite.org/rescode.html). */
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import SQLite from 'better-sqlite3'
import { DatabaseUnavailable } from '../database.ts'

/** The storage, not the statement, is at fault: callers get a 503. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/

/**
 * After these it is unknown what the disk holds. SQLITE_IOERR_SHMSIZE is none of them: shared
 * memory found no space to grow, as on a full disk, and it holds nothing that is stored.
 */
const unknownState = /^SQLITE_IOERR(?!_SHMSIZE$)/

const corrupt = /^SQLITE_(CORRUPT|NOTADB)/

/** More than SQLite writes at once, so a write that failed for lack of space would fail again. */
const PROBE_BYTES = 64 * 1024

/**
 * True when the disk, or the quota on it, is full. SQLite reports a quota's EDQUOT as an I/O error
 * without the system's code, so a file beside the database is written to find out.
 */
export function hasNoSpace(path: string): boolean {
  try {
    // Where a link leads, there may be another disk.
    const probe = `${realpathSync(path)}-probe`
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
    } finally {
      rmSync(probe, { force: true })
    }
    return false
  } catch (error) {
    const { code, errno = 0 } = error as NodeJS.ErrnoException
    // Node has no name for EDQUOT: its `code` is UNKNOWN.
    return code === 'ENOSPC' || -errno === constants.errno.EDQUOT
  }
}

/** True when a write failed for lack of space, and nothing worse has happened. */
const isFull = (code: string, path: string): boolean =>
  code === 'SQLITE_FULL' || (code === 'SQLITE_IOERR_WRITE' && hasNoSpace(path))

/**
 * The failure of the whole database at this path, when the error of a write means one.
 *
 * @returns undefined when the process can go on
 */
export function failureBy(error: unknown, path: string): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  if (!(error instanceof SQLite.SqliteError)) return undefined
  const { code } = error
  if (corrupt.test(code)) return corruptionBy(error)
  if (!unknownState.test(code) || isFull(code, path)) return undefined
  const text = `the disk failed (${code}): what it holds is unknown until it is opened anew`
  return new DatabaseUnavailable(text, { cause: error })
}

/** The same for the error of a read, which means a failure only when the file is damaged. */
export function corruptionBy(error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof SQLite.SqliteError) || !corrupt.test(error.code)) return undefined
  return new DatabaseUnavailable(`the database is damaged (${error.code})`, { cause: error })
}

export const isLocked = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/**
 * The error of a file that cannot be opened. Where its shared memory finds no room, which is 32 KiB
 * at first, SQLite says "disk I/O error".
 */
export function translateOpening(error: unknown, path: string): unknown {
  if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_IOERR_SHMSIZE') return error
  const text = `there is no room for ${path}-shm: the disk may be full`
  return new SQLite.SqliteError(text, error.code)
}

/** The error as the caller of the database gets it. */
export function translateError(error: unknown): unknown {
  if (error instanceof SQLite.SqliteError && unavailable.test(error.code)) {
    return new DatabaseUnavailable(error.code, { cause: error })
  }
  return error
}
