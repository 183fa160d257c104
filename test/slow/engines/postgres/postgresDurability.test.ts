/**
 * Sessions commit durably, whatever the server, the database or the role sets, and while it
 * changes.
 */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import pg from 'pg'
import { test } from 'vitest'
import { openDatabase } from '../../../../db/open.ts'
import { PostgresDatabase } from '../../../../db/postgres/database.ts'
import { bringPostgresUpToDate } from '../../../../db/postgres/migrations.ts'
import { query } from '../../../../db/query.ts'
import type { Arguments } from '../../../../db/query.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { startOlder } from '../../../support/olderVersions.ts'
import { onServer, prepareServer, ROLE, startServer, urlOf } from '../../../support/postgres.ts'

// A server of its own, whose settings are changed.
const server = await startServer()
atEnd(() => server.remove())
await prepareServer(server.url)
const admin = new pg.Client({ connectionString: server.url })
await admin.connect()
atEnd(() => admin.end())

/** Adds to the time that the pool goes by. */
let ahead_ms = 0
const now = performance.now.bind(performance)
mock.method(performance, 'now', () => now() + ahead_ms)

const row = { status: 'active', default_currency: 'BRL', created_at: '', updated_at: '' } as const

const insert = query('test_add_durably', (db, { sellers }, { id }: Arguments<{ id: string }>) =>
  db.insert(sellers).values({ id, name: '', ...row }),
)

const add = (db: PostgresDatabase) => db.run(() => insert({ id: crypto.randomUUID() }))

async function newDatabase(): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} owner ${ROLE}`)
  return urlOf(server.url, name, ROLE)
}

async function open(url: string): Promise<PostgresDatabase> {
  const db = await openDatabase(url)
  atEnd(() => db.close())
  if (!(db instanceof PostgresDatabase)) throw new Error('It is another engine.')
  return db
}

async function shown(db: PostgresDatabase, name: string): Promise<unknown> {
  const {
    rows: [found],
  } = await db.query({ text: `show ${name}` })
  return (found as Record<string, unknown>)[name]
}

/** Changes a setting of the server, and waits until it is taken up. */
async function set(name: string, value: string): Promise<void> {
  await admin.query(`alter system set ${name} = '${value}'`)
  await admin.query('select pg_reload_conf()')
  // Sessions take it up by themselves, each before its next statement: so does a new one.
  const taken = () =>
    onServer(
      server.url,
      async (client) =>
        (await client.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name],
    )
  while ((await taken()) !== value) await new Promise(setImmediate)
}

for (const weak of ['off', 'local', 'remote_write']) {
  test(`a commit waits for disk and standby where the settings say ${weak}`, async () => {
    const url = await newDatabase()
    const database = new URL(url).pathname.slice(1)
    await admin.query(`alter database ${database} set synchronous_commit = ${weak}`)
    assert.equal(await shown(await open(url), 'synchronous_commit'), 'on')
    await admin.query(`alter role ${ROLE} in database ${database} set synchronous_commit = ${weak}`)
    const db = await open(url)
    assert.equal(await shown(db, 'synchronous_commit'), 'on')
    await set('synchronous_commit', weak)
    assert.equal(await shown(db, 'synchronous_commit'), 'on')
    await set('synchronous_commit', 'on')
  })
}

test('a server whose standby applies each commit keeps that setting', async () => {
  const url = await newDatabase()
  const database = new URL(url).pathname.slice(1)
  await admin.query(`alter database ${database} set synchronous_commit = remote_apply`)
  assert.equal(await shown(await open(url), 'synchronous_commit'), 'remote_apply')
})

for (const name of ['fsync', 'full_page_writes']) {
  test(`a server without ${name} is refused, also when that is while it is used`, async () => {
    const url = await newDatabase()
    const db = await open(url)
    await add(db)
    await set(name, 'off')
    await assert.rejects(openDatabase(url), new RegExp(`not durable: ${name} off`))
    ahead_ms += 1_000
    await assert.rejects(add(db), new RegExp(`not durable: ${name} off`))
    await assert.rejects(add(db), new RegExp(`not durable: ${name} off`))
    await set(name, 'on')
    ahead_ms += 1_000
    assert.equal((await add(db)).length, 1)
  })
}

test("tables are found where they were made, whatever a schema has the role's name", async () => {
  const url = await newDatabase()
  const db = await open(url)
  await add(db)
  await onServer(urlOf(server.url, new URL(url).pathname.slice(1)), async (client) => {
    await client.query(`create schema ${ROLE} authorization ${ROLE}`)
    await client.query(`create table ${ROLE}.sellers (like public.sellers)`)
    await client.query(`alter table ${ROLE}.sellers owner to ${ROLE}`)
  })
  const other = await open(url)
  const { rows } = await other.query({ text: 'select id from sellers' })
  assert.equal(rows.length, 1)
})

test("a schema that has the role's name does not keep the tables from being made", async () => {
  const url = await newDatabase()
  await onServer(urlOf(server.url, new URL(url).pathname.slice(1)), (client) =>
    client.query(`create schema ${ROLE} authorization ${ROLE}`),
  )
  const db = await open(url)
  assert.equal((await add(db)).length, 1)
  const { rows } = await db.query({ text: "select to_regclass('public.sellers') as found" })
  assert.deepEqual(rows, [{ found: 'sellers' }])
})

/** A database of an earlier version, and a client that reads its tables in one transaction. */
async function inUse() {
  const url = await newDatabase()
  await startOlder(url, 1)
  const reader = new pg.Client({ connectionString: url, application_name: 'backup' })
  await reader.connect()
  const { rows } = await reader.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const reading = rows.map(({ name }) => `select 1 from ${name}`).join(';')
  await reader.query(`begin; ${reading}`)
  return { url, reading, reader }
}

test('a table that is in use is changed later, and what else uses it does not wait', async () => {
  const { url, reading, reader } = await inUse()
  const opening = open(url)
  await onServer(url, async (client) => {
    const waits = `select 1 from pg_stat_activity
      where application_name = 'balcao migrate' and wait_event_type = 'Lock'
        and datname = current_database()`
    while ((await client.query(waits)).rowCount === 0) await new Promise(setImmediate)
    // The read would wait behind the change for as long as that waits for the reader.
    await client.query(reading)
  })
  await reader.query('commit')
  await reader.end()
  assert.equal((await add(await opening)).length, 1)
})

test('a table that is always in use ends the start, in one line that says by whom', async () => {
  const { url, reader } = await inUse()
  await assert.rejects(bringPostgresUpToDate(url, { attempts: 1 }), ({ message }: Error) => {
    assert.match(message, /^The schema cannot be brought up to date: .*process \d+ \(backup\).*\.$/)
    return true
  })
  await reader.end()
})
