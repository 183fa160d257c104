import { closeSync, existsSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import journal from '../migrations/sqlite/meta/_journal.json' with { type: 'json' }
import { beginLogAnew, pause } from './log.ts'
import { makeFolder, syncToDisk } from '../sync.ts'

/** How long another process may hold a lock while the file is opened; later nobody stands still. */
const BUSY_TIMEOUT_MS = 5_000

/** Between two attempts where SQLite does not wait by itself. */
const BUSY_PAUSE_MS = 10

const load = createRequire(import.meta.url)

const migrations = fileURLToPath(new URL('../migrations/sqlite', import.meta.url))

const newest = journal.entries.at(-1)?.when ?? 0

/**
 * Opens the file, makes it when it is missing, and brings its schema up to date.
 *
 * @param path of the database file, or `:memory:`
 * @throws when the file does not keep what was acknowledged (journal or synchronous mode)
 */
export function openSqliteFile(path: string): SQLite.Database {
  if (path !== ':memory:') makeFile(path)
  const client = new SQLite(path, { timeout: BUSY_TIMEOUT_MS })
  // Where nothing may be written but the database, sorting would fail with an I/O error.
  client.pragma('temp_store = MEMORY')
  // The bindings are compiled to relax WAL to NORMAL, which loses commits on a power cut.
  writeAhead(client)
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  // They pass over I/O errors: checkpoints are made by `Checkpoints`.
  client.pragma('wal_autocheckpoint = 0')
  const journal = client.pragma('journal_mode', { simple: true })
  const synchronous = client.pragma('synchronous', { simple: true })
  if (synchronous !== 2 || (journal !== 'wal' && path !== ':memory:')) {
    client.close()
    throw new Error(`${path}: journal_mode ${journal}, synchronous ${synchronous}; not durable.`)
  }
  beginLogAnew(client)
  bringUpToDate(client)
  return client
}

/**
 * Makes the file for its owner only, as SQLite would not, and SQLite's own beside it take after it.
 * One that is there is not even opened: closing it would give up the locks of this process.
 */
function makeFile(path: string): void {
  const folder = dirname(path)
  makeFolder(folder)
  if (existsSync(path)) return
  closeSync(openSync(path, 'a', 0o600))
  syncToDisk(folder)
}

/**
 * Turns to WAL. On a new file SQLite does not wait for another process that is about to do the same
 * (https://sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode): so this does.
 */
function writeAhead(client: SQLite.Database): void {
  const end_ms = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      client.pragma('journal_mode = WAL')
      return
    } catch (error) {
      const busy = error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!busy || performance.now() > end_ms) throw error
      pause(BUSY_PAUSE_MS)
    }
  }
}

function isUpToDate(client: SQLite.Database): boolean {
  const recorded = client
    .prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'")
    .get()
  if (!recorded) return false
  const applied = client.prepare('select max(created_at) from __drizzle_migrations').pluck()
  return Number(applied.get() ?? 0) >= newest
}

function bringUpToDate(client: SQLite.Database): void {
  if (isUpToDate(client)) return
  const { drizzleSqlite, migrateSqlite }: typeof import('./drizzle.ts') = load('./drizzle.ts')
  const run = () => migrateSqlite(drizzleSqlite(client), { migrationsFolder: migrations })
  try {
    run()
  } catch {
    // Another process may have done the same in between; what is really wrong fails again.
    run()
  }
}
