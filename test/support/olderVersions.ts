/** Databases as the program left them when it knew fewer migrations. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { migrate as migrateSqlite } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { databaseFile } from '../../db/databaseUrl.ts'
import { onceForFile } from './atEnd.ts'
import { temporaryFolder } from './commandLine.ts'

const folder = onceForFile(temporaryFolder)

type Journal = { entries: object[] }

/** The migrations that the program had when it had only the first ones. */
function firstMigrations(engine: 'sqlite' | 'postgres', count: number): string {
  const migrations = fileURLToPath(new URL(`../../db/migrations/${engine}`, import.meta.url))
  const first = mkdtempSync(join(folder(), 'migrations-'))
  cpSync(migrations, first, { recursive: true })
  const path = join(first, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  const entries = journal.entries.slice(0, count)
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return first
}

/** Runs the start of the program as it was with only the first migrations. */
export async function startOlder(database_url: string, count: number): Promise<void> {
  const file = databaseFile(database_url)
  if (file === undefined) {
    const client = new pg.Client({ connectionString: database_url })
    await client.connect()
    const migrationsFolder = firstMigrations('postgres', count)
    await migratePostgres(drizzlePostgres(client), { migrationsFolder })
    await client.end()
  } else {
    const client = new SQLite(file)
    migrateSqlite(drizzleSqlite(client), { migrationsFolder: firstMigrations('sqlite', count) })
    client.close()
  }
}
