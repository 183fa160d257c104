import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type SQLite from 'better-sqlite3'
import { moduleFile } from '../moduleFile.ts'
import { BREAKS_OLDER, TooOld } from '../tooOld.ts'
import journal from '../migrations/sqlite/meta/_journal.json' with { type: 'json' }

const load = createRequire(import.meta.url)

const folder = fileURLToPath(new URL('../migrations/sqlite', import.meta.url))

const newest = journal.entries.at(-1)?.when ?? 0

const columnsOfRecords = (client: SQLite.Database) =>
  client.prepare("select name from pragma_table_info('__drizzle_migrations')").pluck().all()

/** When the newest migration was made that a database has had. */
function newestApplied(client: SQLite.Database): number {
  if (columnsOfRecords(client).length === 0) return 0
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
  if (!columnsOfRecords(client).includes('breaks_older')) {
    client.exec('alter table __drizzle_migrations add column breaks_older integer default 0')
  }
  const record = client.prepare(
    'insert into __drizzle_migrations (hash, created_at, breaks_older) values (?, ?, ?)',
  )
  for (const { folderMillis, hash, sql } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis <= applied) continue
    for (const statement of sql) client.exec(statement)
    record.run(hash, folderMillis, sql[0]?.startsWith(BREAKS_OLDER) ? 1 : 0)
  }
}

/** @throws TooOld for a database in which this program must not write any more */
export function requireKnownSchema(client: SQLite.Database): void {
  if (!columnsOfRecords(client).includes('breaks_older')) return
  const breaking = client
    .prepare('select max(created_at) from __drizzle_migrations where breaks_older = 1')
    .pluck()
    .get()
  if (Number(breaking ?? 0) > newest) throw new TooOld(Number(breaking))
}

/**
 * Runs the migrations that a database has not had, in one transaction; of several processes that
 * start at once, one does it and the others wait. Drizzle's migrator would hide the error of a full
 * disk: SQLite has rolled back by then, so the migrator's own `ROLLBACK` fails, and that is thrown.
 */
export function bringSqliteUpToDate(client: SQLite.Database): void {
  if (newestApplied(client) < newest) client.transaction(migrate).immediate(client)
}
