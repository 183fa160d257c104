import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type SQLite from 'better-sqlite3'
import { moduleFile } from '../moduleFile.ts'
import journal from '../migrations/sqlite/meta/_journal.json' with { type: 'json' }

const load = createRequire(import.meta.url)

const folder = fileURLToPath(new URL('../migrations/sqlite', import.meta.url))

const newest = journal.entries.at(-1)?.when ?? 0

/** When the newest migration was made that a database has had. */
function newestApplied(client: SQLite.Database): number {
  const recorded = client
    .prepare("select 1 from sqlite_schema where name = '__drizzle_migrations'")
    .get()
  if (!recorded) return 0
  const applied = client.prepare('select max(created_at) from __drizzle_migrations').pluck()
  return Number(applied.get() ?? 0)
}

/** Runs them as Drizzle's migrator does, and records them in its table. */
function migrate(client: SQLite.Database): void {
  // Loaded on demand: see db/operators.ts.
  const { readMigrationFiles }: typeof import('./drizzle.ts') = load(moduleFile('./drizzle'))
  const applied = newestApplied(client)
  client.exec(`create table if not exists __drizzle_migrations
    (id serial primary key, hash text not null, created_at numeric)`)
  const record = client.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
  for (const { folderMillis, hash, sql } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis <= applied) continue
    for (const statement of sql) client.exec(statement)
    record.run(hash, folderMillis)
  }
}

/**
 * Runs the migrations that a database has not had, in one transaction; of several processes that
 * start at once, one does it and the others wait. Drizzle's migrator would hide the error of a full
 * disk: SQLite has rolled back by then, so the migrator's own `ROLLBACK` fails, and that is thrown.
 */
export function bringSqliteUpToDate(client: SQLite.Database): void {
  if (newestApplied(client) < newest) client.transaction(migrate).immediate(client)
}
