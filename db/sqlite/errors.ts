/** What SQLite's error codes say (https://sqlite.org/rescode.html). */
import { rmSync, writeFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { DatabaseUnavailable } from '../database.ts'

/** These say that the storage, not the statement, is at fault. */
const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/

/**
 * After these nobody knows what the disk holds. That shared memory found no room to grow is none of
 * them: nothing of what is stored is in there, and it is what a full disk says as well.
 */
const unknown = /^SQLITE_IOERR(?!_SHMSIZE$)/

const damaged = /^SQLITE_(CORRUPT|NOTADB)/

/** More than SQLite writes at once, so that what it found no room for finds none either. */
const PROBE_BYTES = 64 * 1024

/**
 * Whether the disk, or the quota on it, is full. SQLite calls a quota's EDQUOT an I/O error and
 * keeps the system's code to itself; so it is asked for again, by a file beside the database.
 */
export function hasNoRoom(path: string): boolean {
  const probe = `${path}-probe`
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
    return false
  } catch (error) {
    return ['EDQUOT', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Whether a file that was to be written found no room, and nothing worse has happened. */
export const isFull = (code: string, path: string): boolean =>
  code === 'SQLITE_FULL' || (code === 'SQLITE_IOERR_WRITE' && hasNoRoom(path))

/**
 * What an error in writing the database at this path says about all of it.
 *
 * @returns undefined when the process can go on
 */
export function lossBy(error: unknown, path: string): DatabaseUnavailable | undefined {
  if (!(error instanceof SQLite.SqliteError)) return undefined
  const { code } = error
  if (damaged.test(code)) return damageBy(error)
  if (!unknown.test(code) || isFull(code, path)) return undefined
  const text = `the disk failed (${code}): what it holds is unknown until it is opened anew`
  return new DatabaseUnavailable(text, { cause: error })
}

/** The same for one in reading: only that the file is damaged concerns others. */
export function damageBy(error: unknown): DatabaseUnavailable | undefined {
  if (!(error instanceof SQLite.SqliteError) || !damaged.test(error.code)) return undefined
  return new DatabaseUnavailable(`the database is damaged (${error.code})`, { cause: error })
}

export const isLocked = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** What a caller is told of it. */
export function translated(error: unknown): unknown {
  if (error instanceof SQLite.SqliteError && unavailable.test(error.code)) {
    return new DatabaseUnavailable(error.code, { cause: error })
  }
  return error
}
