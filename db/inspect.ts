import SQLite from 'better-sqlite3'
import journal from './migrations/sqlite/meta/_journal.json' with { type: 'json' }

/** How long another process may keep the file from being read. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Opens a database file to look at it as it stands: nothing is migrated, made or changed.
 *
 * @throws SqliteError when there is no such file, or it is not a database
 */
export function openToInspect(path: string): SQLite.Database {
  const client = new SQLite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    // Not a read-only handle: on one, SQLite does not read the CHECK constraints, nor check them.
    client.pragma('query_only = ON')
    client.pragma('schema_version')
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** The migrations that this program knows, oldest first. */
export const knownMigrations = journal.entries.map(({ tag }) => tag)

/** The migrations that a database has had, oldest first; one that is not known goes by its time. */
export function appliedMigrations(client: SQLite.Database): string[] {
  const table = client.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'")
  if (!table.get()) return []
  const times_ms = client.prepare('select created_at from __drizzle_migrations order by created_at')
    .pluck().all() as number[]
  const tags = new Map(journal.entries.map(({ when, tag }) => [when, tag]))
  return times_ms.map((time_ms) => tags.get(time_ms) ?? `unknown_${time_ms}`)
}
