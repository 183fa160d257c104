import SQLite from 'better-sqlite3'
import { requireDatabaseUrl } from '../databaseUrl.ts'
import postgres from '../migrations/postgres/meta/_journal.json' with { type: 'json' }
import sqlite from '../migrations/sqlite/meta/_journal.json' with { type: 'json' }
import { connectToPrimary } from '../postgres/client.ts'
import { truncateLog } from '../sqlite/writeAheadLog.ts'
import { plainTypes, PostgresReader, SqliteReader } from './rows.ts'
import type { Engine, Reader, Values } from './rows.ts'

/** How long another process may keep the file from being read. */
const BUSY_TIMEOUT_MS = 5_000

/** A word that PostgreSQL has, for the queries that both engines are asked. */
function regexpLike(text: unknown, pattern: unknown): number | null {
  return typeof text === 'string' ? Number(new RegExp(String(pattern)).test(text)) : null
}

function openSqliteSnapshot(path: string): SqliteReader {
  const client = new SQLite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  try {
    // Not a read-only handle: on one, SQLite does not read the CHECK constraints, nor check them.
    client.pragma('query_only = ON')
    truncateLog(client)
    client.function('regexp_like', { deterministic: true }, regexpLike)
    client.exec('begin')
    client.pragma('schema_version')
    return new SqliteReader(client)
  } catch (error) {
    client.close()
    throw error
  }
}

/** One transaction, which a query that fails does not end. */
class PostgresSnapshot extends PostgresReader {
  async begin(): Promise<void> {
    await this.client.query('begin isolation level repeatable read read only')
    await this.client.query('savepoint before')
    // The first query is what settles the moment.
    await this.client.query('select 1')
  }

  override async rows(query: string, args?: Values): Promise<Values[]> {
    try {
      return await super.rows(query, args)
    } catch (error) {
      // Where this fails as well, the connection is gone, which the error says already.
      await this.client.query('rollback to before').catch(() => undefined)
      throw error
    }
  }
}

async function openPostgresSnapshot(urls: string[]): Promise<PostgresSnapshot> {
  const client = await connectToPrimary(urls, { types: plainTypes })
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
 * Opens a database to look at it as it stands at this moment, whatever others write to it
 * meanwhile. Nothing is migrated, made or changed.
 *
 * @throws when it is not there, or is not a database
 */
export async function openSnapshot(database_url: string): Promise<Reader> {
  const address = requireDatabaseUrl(database_url)
  return address.engine === 'sqlite'
    ? openSqliteSnapshot(address.path)
    : openPostgresSnapshot(address.urls)
}

const journals = { sqlite: sqlite.entries, postgres: postgres.entries }

/** Where the engines' migrations are recorded, and how to learn whether anything is. */
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

/** The migrations that this program knows, oldest first. */
export const knownMigrations: Record<Engine, string[]> = {
  sqlite: journals.sqlite.map(({ tag }) => tag),
  postgres: journals.postgres.map(({ tag }) => tag),
}

/** The migrations that a database has had, oldest first; one that is not known goes by its time. */
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
  const known = knownMigrations[reader.engine]
  if (applied.join() === known.join()) return undefined
  return `it is ${applied.at(-1) ?? 'empty'}, and this program is made for ${known.at(-1)}`
}
