/** What SQLite's error codes say (https://sqlite.org/rescode.html). */
import SQLite from 'better-sqlite3'
import { DatabaseUnavailable } from './database.ts'

/** These say that the storage, not the statement, is at fault. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/

/**
 * After these nobody knows what the disk holds. That shared memory found no room to grow is none of
 * them: nothing of what is stored is in there, and it is what a full disk says as well.
 */
const unknown = /^SQLITE_IOERR(?!_SHMSIZE$)/

export const makesUnknown = (code: string): boolean => unknown.test(code)

export const isLocked = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** What a caller is told of it. */
export function translated(error: unknown): unknown {
  if (error instanceof SQLite.SqliteError && unavailable.test(error.code)) {
    return new DatabaseUnavailable(error.code, { cause: error })
  }
  return error
}
