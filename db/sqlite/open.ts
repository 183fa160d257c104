import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { makeFolder, syncToDisk } from '../sync.ts'
import { SqliteDatabase } from './database.ts'
import type { SqliteOptions } from './database.ts'
import { isLocked, translateOpening } from './errors.ts'
import { bringSqliteUpToDate, requireKnownSchema } from './migrations.ts'
import { pause, truncateOldLog } from './writeAheadLog.ts'

/** How long another process may hold a lock while the file is opened. */
const BUSY_TIMEOUT_MS = 5_000

/** The pause between two attempts where SQLite does not wait by itself. */
const BUSY_PAUSE_MS = 10

/** Opens the file as `openSqliteFile` does. */
export const openSqlite = (path: string, options: SqliteOptions = {}): SqliteDatabase =>
  new SqliteDatabase(openSqliteFile(path), options)

/**
 * Opens the file, creates it when it is missing, and brings its schema up to date.
 *
 * @param path of the database file, or `:memory:`
 * @throws when the file would not keep acknowledged commits (journal or synchronous mode)
 */
export function openSqliteFile(path: string): SQLite.Database {
  if (path !== ':memory:') createFile(path)
  try {
    return setUp(new SQLite(path, { timeout: BUSY_TIMEOUT_MS }))
  } catch (error) {
    throw translateOpening(error, path)
  }
}

/** Sets up a connection as `openSqliteFile` does. */
export function setUp(client: SQLite.Database): SQLite.Database {
  try {
    requireKnownSchema(client)
  } catch (error) {
    client.close()
    throw error
  }
  // A sort would fail with an I/O error where only the database's folder is writable.
  client.pragma('temp_store = MEMORY')
  // The bindings are compiled to relax WAL to NORMAL, which loses commits on a power cut.
  enableWal(client)
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // Deleted and overwritten content is overwritten in the file too, as erasure requires.
  client.pragma('secure_delete = ON')
  // Automatic checkpoints ignore I/O errors; `Checkpoints` replaces them.
  client.pragma('wal_autocheckpoint = 0')
  const journal = client.pragma('journal_mode', { simple: true })
  const synchronous = client.pragma('synchronous', { simple: true })
  if (synchronous !== 2 || (journal !== 'wal' && !client.memory)) {
    client.close()
    throw new Error(
      `${client.name}: journal_mode ${journal}, synchronous ${synchronous}; not durable.`,
    )
  }
  truncateOldLog(client)
  bringSqliteUpToDate(client)
  return client
}

/**
 * Creates the file with mode 0600, which SQLite would not do; the files beside it get the same. A
 * file that exists is not opened here: closing it would give up the POSIX locks of this process.
 */
function createFile(path: string): void {
  const folder = dirname(path)
  makeFolder(folder)
  // SQLite would open one that it may only read, and each write would fail.
  if (existsSync(path)) return accessSync(path, constants.W_OK)
  closeSync(openSync(path, 'a', 0o600))
  syncToDisk(folder)
}

/**
 * Changes the journal mode to WAL. On a new file SQLite does not wait for another process that is
 * doing the same (https://sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode).
 */
function enableWal(client: SQLite.Database): void {
  const endMs = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      client.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() > endMs) throw error
      pause(BUSY_PAUSE_MS)
    }
  }
}
