import { moduleFile } from '../moduleFile.ts'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type SQLite from 'better-sqlite3'
import journal from '../migrations/sqlite/meta/_journal.json' with { type: 'json' }

const load = createRequire(import.meta.url)

const folder = fileURLToPath(new URL('../migrations/sqlite', import.meta.url))

const newest = journal.entries.at(-1)?.when ?? 0

function isUpToDate(client: SQLite.Database): boolean {
  const recorded = client
    .prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'")
    .get()
  if (!recorded) return false
  const applied = client.prepare('select max(created_at) from __drizzle_migrations').pluck()
  return Number(applied.get() ?? 0) >= newest
}

/** Runs the migrations that a database has not had. */
export function bringSqliteUpToDate(client: SQLite.Database): void {
  if (isUpToDate(client)) return
  // Loaded on demand: see db/operators.ts.
  const { drizzleSqlite, migrateSqlite }: typeof import('./drizzle.ts') = load(
    moduleFile('./drizzle'),
  )
  const run = () => migrateSqlite(drizzleSqlite(client), { migrationsFolder: folder })
  try {
    run()
  } catch {
    // Another process may have done the same meanwhile; any other error occurs again.
    run()
  }
}
