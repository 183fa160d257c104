/** Databases of every earlier version are brought up to date at the start. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { openSqlite } from '../db/sqlite.ts'

const migrations = fileURLToPath(new URL('../db/migrations/sqlite', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
after(() => rmSync(folder, { recursive: true }))

type Journal = { entries: { tag: string }[] }

const readJournal = (path: string) =>
  JSON.parse(readFileSync(join(path, 'meta/_journal.json'), 'utf8')) as Journal

/** A database as the program made it when it had only the first migrations. */
function olderDatabase(file: string, count: number): SQLite.Database {
  const older = mkdtempSync(join(folder, 'migrations-'))
  cpSync(migrations, older, { recursive: true })
  const journal = readJournal(older)
  const entries = journal.entries.slice(0, count)
  writeFileSync(join(older, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  const client = new SQLite(file)
  migrate(drizzle(client), { migrationsFolder: older })
  return client
}

/** Tables, columns and indexes, in an order of their own. */
function schemaOf(client: SQLite.Database): unknown[] {
  const names = client
    .prepare("select type, name from sqlite_master where name not like 'sqlite%' order by 1, 2")
    .all() as { type: string; name: string }[]
  return names.map(({ type, name }) => ({
    type,
    name,
    columns: (client.pragma(type === 'table' ? `table_info(${name})` : `index_info(${name})`) as {
      name: string
    }[]).map((column) => column.name).toSorted(),
  }))
}

const row = `insert into sellers values ('seller_1', 'Loja', 'active', 'BRL', 't', 't');
insert into checkouts values ('seller_1', 'checkout_1', null, null, 'completed', 'BRL', 4990, 'p',
  null, null, '{}', '[]', 't', 't', 't', 't');
insert into payments (seller_id, id, checkout_id, rail, amount_minor, paid_at)
  values ('seller_1', 'pay_1', 'checkout_1', 'sandbox', 4990, 't');`

const current = openSqlite(':memory:').client
const versions = readJournal(migrations).entries.length

for (let version = 1; version <= versions; version++) {
  test(`a database after ${version} of ${versions} migrations keeps its rows`, async () => {
    const file = join(folder, `${version}.db`)
    const older = olderDatabase(file, version)
    older.exec(row)
    older.close()
    const db = openSqlite(file)
    assert.deepEqual(schemaOf(db.client), schemaOf(current))
    const payment = db.client.prepare('select amount_minor, outcome from payments').get()
    assert.deepEqual(payment, { amount_minor: 4990, outcome: 'settled' })
    assert.deepEqual(db.client.pragma('foreign_key_check'), [])
    assert.equal(db.client.pragma('integrity_check', { simple: true }), 'ok')
    await db.close()
  })
}

test('two processes that bring one database up to date at once both succeed', async () => {
  const file = join(folder, 'both.db')
  olderDatabase(file, 1).close()
  const run = `import(${JSON.stringify(new URL('../db/sqlite.ts', import.meta.url))})
    .then(({ openSqlite }) => openSqlite(${JSON.stringify(file)}).close())`
  const start = () => promisify(execFile)(process.execPath, ['-e', run])
  await Promise.all([start(), start(), start(), start()])
  assert.deepEqual(schemaOf(openSqlite(file).client), schemaOf(current))
})
