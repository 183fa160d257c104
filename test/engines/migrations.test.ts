/** Databases of earlier versions are brought up to date at the start. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { knownMigrations } from '../../db/maintenance/snapshot.ts'
import { openDatabase } from '../../db/open.ts'
import { tables } from '../../db/schema/tables.ts'
import { sqliteCore } from '../../db/sqlite/drizzle.ts'
import {
  engine,
  newDatabase,
  newEmptyDatabase,
  openTestDatabase,
  sqlOn,
} from '../support/engine.ts'
import { CommandLine } from '../support/commandLine.ts'
import { assertKeepsRows, schemaOf } from '../support/upgrades.ts'
import { startOlder } from '../support/olderVersions.ts'
import { startService } from '../support/service.ts'

const current_url = await newEmptyDatabase()
await openTestDatabase(current_url)
const current = await schemaOf(current_url)
const known = knownMigrations[engine]
const record = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'

// The first version and the one before this; `slow/` has the others.
for (const [i, tag] of known.entries()) {
  if (i === 0 || i === known.length - 2) {
    test(`a database of the version ${tag} keeps its rows`, () => assertKeepsRows(i + 1, current))
  }
}

const nullability = {
  sqlite: `
    select t.name || '.' || c.name as name, c."notnull" as is_required
    from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`,
  postgres: `
    select table_name || '.' || column_name as name, is_nullable = 'NO' as is_required
    from information_schema.columns where table_schema = 'public'`,
}

test('a column may be null where the schema says so, whoever wrote its migration', async () => {
  const rows = await (await sqlOn(current_url))(nullability[engine])
  const required = new Map(rows.map(({ name, is_required }) => [name, Boolean(is_required)]))
  const columns = Object.values(tables).flatMap((table) => {
    const { name, columns } = sqliteCore.getTableConfig(table)
    return columns.map((column) => ({ name: `${name}.${column.name}`, notNull: column.notNull }))
  })
  const differing = columns.filter(({ name, notNull }) => required.get(name) !== notNull)
  assert.deepEqual(differing, [])
  assert.ok(columns.length > 400)
})

test('a sandbox clock that is past its end is brought back to it', async () => {
  const database_url = await newEmptyDatabase()
  await startOlder(database_url, known.indexOf('0002_charges_renewed') + 1)
  const sql = await sqlOn(database_url)
  await sql('insert into sandbox_clock values (1, 9000000000000000)')
  await (await openDatabase(database_url)).close()
  const [clock] = await sql('select offset_ms from sandbox_clock')
  assert.deepEqual({ ...clock }, { offset_ms: 251_603_539_200_000 })
})

test('a program that is older than the schema starts, leaves it as it is and serves', async () => {
  const databaseUrl = await newDatabase()
  const sql = await sqlOn(databaseUrl)
  await sql('alter table customers add column nickname text')
  await sql(`insert into ${record} (hash, created_at) values ('', 9000000000000)`)
  const newer = await schemaOf(databaseUrl)
  const service = await startService({ databaseUrl, secretKey: Buffer.alloc(32) })
  const seller = await service.account()
  const { id } = await seller.customer()
  assert.equal((await seller.get(`/v1/customers/${id}`)).status, 200)
  assert.deepEqual(await schemaOf(databaseUrl), newer)
})

test('db migrate --plan says what is pending and changes nothing', async () => {
  const database_url = await newEmptyDatabase()
  const ofAccess = known.findIndex((name) => name.startsWith('0024_'))
  const missing = known.slice(ofAccess)
  await startOlder(database_url, ofAccess)
  const cli = new CommandLine({ DATABASE_URL: database_url })
  const before = await schemaOf(database_url)
  type PendingMigration = {
    name: string
    locks: { table: string; mode: string; seconds: number }[]
  }
  const { pending } = await cli.json<{ pending: PendingMigration[] }>('db', 'migrate', '--plan')
  assert.deepEqual(
    pending.map(({ name }) => name),
    missing,
  )
  const longest = Math.max(...pending.flatMap(({ locks }) => locks.map(({ seconds }) => seconds)))
  // SQLite holds its one lock for all of them: 0.02 s for each statement, at most.
  assert.ok(longest <= 2.5, JSON.stringify(pending))
  const [first] = pending
  assert.ok(first?.locks.some(({ table }) => table === 'api_clients'))
  assert.deepEqual(await schemaOf(database_url), before)
  const { applied } = await cli.json<{ applied: string[] }>('db', 'migrate')
  assert.deepEqual(applied, missing)
  assert.deepEqual(await cli.json('db', 'migrate', '--plan'), { pending: [] })
})
