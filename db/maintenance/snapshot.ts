import SQLite from 'better-sqlite3'
import { requireDatabaseUrl } from '../databaseUrl.ts'
import postgres from '../migrations/postgres/meta/_journal.json' with { type: 'json' }
import sqlite from '../migrations/sqlite/meta/_journal.json' with { type: 'json' }
import { connectToPrimary } from '../postgres/client.ts'
import { DatabaseUnavailable } from '../database.ts'
import { translateError } from '../postgres/errors.ts'
import { isLocked, translateOpening } from '../sqlite/errors.ts'
import { truncateLog } from '../sqlite/writeAheadLog.ts'
import { plainTypes, PostgresReader, SqliteReader } from './rows.ts'
import type { Engine, Reader, Values } from './rows.ts'
import { showSearchRows } from './searchRows.ts'

/** How long another process may keep the file locked. */
const BUSY_TIMEOUT_MS = 5_000

/** PostgreSQL's function, for SQLite: the queries of invariants run on both engines. */
function regexpLike(text: unknown, pattern: unknown): number | null {
  return typeof text === 'string' ? Number(new RegExp(String(pattern)).test(text)) : null
}

function openSqliteSnapshot(path: string): SqliteReader {
  const client = new SQLite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    showSearchRows(client)
    // Not a read-only handle, on which integrity_check ignores CHECK constraints.
    client.pragma('query_only = ON')
    truncateLog(client)
    client.function('regexp_like', { deterministic: true }, regexpLike)
    client.exec('begin')
    client.pragma('schema_version')
    return new SqliteReader(client)
  } catch (error) {
    client.close()
    if (isLocked(error)) throw new DatabaseUnavailable('another process has locked it')
    throw translateOpening(error, path)
  }
}

/** A file of the database cannot be read (PostgreSQL, Appendix A): that is the data's fault. */
const systemError = /^58/

/** One transaction, which survives a query that fails. */
class PostgresSnapshot extends PostgresReader {
  async begin(): Promise<void> {
    await this.client.query('begin isolation level repeatable read read only')
    await this.client.query('savepoint before')
    // The first query takes the snapshot.
    await this.client.query('select 1')
  }

  /**
   * @throws DatabaseUnavailable when the query was ended, or a node that has rows of it is away,
   *   which says nothing of the data
   */
  override async rows(query: string, args?: Values): Promise<Values[]> {
    try {
      return await super.rows(query, args)
    } catch (error) {
      // If this fails as well, the connection is lost, and the error says so.
      await this.client.query('rollback to before').catch(() => undefined)
      const failure = translateError(error, 'a query')
      const { code = '' } = error as { code?: string }
      const isOfData = !(failure instanceof DatabaseUnavailable) || systemError.test(code)
      throw isOfData ? error : failure
    }
  }
}

/** @throws DatabaseUnavailable when it cannot be reached */
async function openPostgresSnapshot(urls: string[]): Promise<PostgresSnapshot> {
  const client = await connectToPrimary(urls, { types: plainTypes }).catch((error: unknown) => {
    const { message } = error as Error
    throw new DatabaseUnavailable(message, { cause: error })
  })
  const snapshot = new PostgresSnapshot(client)
  try {
    await snapshot.begin()
    return snapshot
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

/**
 * Opens a snapshot of a database, whatever is written to it meanwhile. Nothing is migrated, created
 * or changed.
 *
 * @throws when it does not exist or is not a database
 */
export async function openSnapshot(databaseUrl: string): Promise<Reader> {
  const address = requireDatabaseUrl(databaseUrl)
  return address.engine === 'sqlite'
    ? openSqliteSnapshot(address.path)
    : openPostgresSnapshot(address.urls)
}

const journals = { sqlite: sqlite.entries, postgres: postgres.entries }

/** The table in which an engine's migrations are recorded, and whether it exists. */
const records = {
  sqlite: {
    table: '__drizzle_migrations',
    query: `select 1 from sqlite_master where name = '__drizzle_migrations'`,
  },
  postgres: {
    table: 'drizzle.__drizzle_migrations',
    query: `select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`,
  },
}

/** The migrations of this version of the program, oldest first. */
export const knownMigrations: Record<Engine, string[]> = {
  sqlite: journals.sqlite.map(({ tag }) => tag),
  postgres: journals.postgres.map(({ tag }) => tag),
}

/** The migrations that a database has had, oldest first; an unknown one is named by its time. */
export async function appliedMigrations(reader: Reader): Promise<string[]> {
  const { table, query } = records[reader.engine]
  if ((await reader.rows(query)).length === 0) return []
  const times = await reader.rows(`select created_at from ${table} order by created_at`)
  const tags = new Map(journals[reader.engine].map(({ when, tag }) => [when, tag]))
  return times.map(([time]) => tags.get(Number(time)) ?? `unknown_${time}`)
}

/** How the schema of a database differs from this program's; undefined when it does not. */
export async function schemaFault(reader: Reader): Promise<string | undefined> {
  const applied = await appliedMigrations(reader)
  const names = knownMigrations[reader.engine]
  if (applied.join() === names.join()) return undefined
  return `it is ${applied.at(-1) ?? 'empty'}, and this program is made for ${names.at(-1)}`
}
