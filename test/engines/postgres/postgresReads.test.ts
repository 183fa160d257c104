/** Shared reads on PostgreSQL. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open.ts'
import { sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newPostgres, sqlOn } from '../../support/engine.ts'
import type { Sql } from '../../support/engine.ts'

const name = 'Loja'
const row = { status: 'active', default_currency: 'BRL', created_at: '', updated_at: '' } as const

const add = query('test_add_seller', (db, { sellers }) =>
  db.insert(sellers).values({ id: 'a', name, ...row }),
)

const names = query('test_names', (db, { sellers }) =>
  db.select({ name: sellers.name }).from(sellers),
)

const backend = query('test_backend', (db, { sellers }) =>
  db.select({ pid: sql<number>`pg_backend_pid()` }).from(sellers),
)

const number = query('test_number', (db, { sellers }, { text }: Arguments<{ text: string }>) =>
  db.select({ number: sql`cast(cast(${text} as text) as integer)` }).from(sellers),
)

/** Occupies its connection for a while. */
const rest = query('test_rest_in_reading', (db, { sellers }) =>
  db.select({ name: sellers.name, slept: sql`pg_sleep(0.2)` }).from(sellers),
)

/** The time that passes between two readings of the clock. */
let passes_ms = 0
let now_ms = 0
mock.method(performance, 'now', () => (now_ms += passes_ms))

/** A database whose limit has grown to eight reads for each connection. */
async function newDatabase() {
  const url = await newPostgres()
  const db = await openDatabase(url)
  atEnd(() => db.close())
  await db.run(() => add({}))
  for (let i = 0; i < 3; i++) await db.read(() => names({}))
  return { db, sql: await sqlOn(url) }
}

/** The server process that waits for a lock, as soon as there is one. */
async function processWaiting(send: Sql): Promise<number> {
  for (;;) {
    const [found] = await send<{ pid: number }>(`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (found) return found.pid
  }
}

test('concurrent reads share connections, at most eight each', async () => {
  const { db } = await newDatabase()
  const reads = Array.from({ length: 17 }, () => db.read(() => backend({})))
  const pids = (await Promise.all(reads)).map(([found]) => found?.pid)
  assert.equal(new Set(pids.slice(0, 8)).size, 1)
  assert.equal(new Set(pids.slice(8, 16)).size, 1)
  assert.equal(new Set(pids).size, 3)
})

test('slow reads get a connection each', async () => {
  const { db } = await newDatabase()
  passes_ms = 100
  await Promise.all(Array.from({ length: 8 }, () => db.read(() => names({}))))
  passes_ms = 0
  const pids = await Promise.all([db.read(() => backend({})), db.read(() => backend({}))])
  assert.notDeepEqual(pids[0], pids[1])
})

test('after a stuck read, each read gets a connection for a while', async () => {
  const { db } = await newDatabase()
  passes_ms = 1_000
  await db.read(() => names({}))
  passes_ms = 0
  const three = async () => {
    const reads = Array.from({ length: 3 }, () => db.read(() => backend({})))
    return new Set((await Promise.all(reads)).map(([found]) => found?.pid)).size
  }
  for (let i = 0; i < 5; i++) assert.equal(await three(), 3)
  now_ms += 5_000
  for (let i = 0; i < 3; i++) await db.read(() => names({}))
  assert.equal(await three(), 1)
})

test('a read that fails does not affect those that share its connection', async () => {
  const { db } = await newDatabase()
  const [before, failed, after] = await Promise.allSettled([
    db.read(() => number({ text: '1' })),
    db.read(() => number({ text: 'one' })),
    db.read(() => rest({})),
  ])
  assert.deepEqual(before, { status: 'fulfilled', value: [{ number: 1 }] })
  assert.equal(failed.status, 'rejected')
  assert.match(String(failed.reason), /test_number: 22P02/)
  assert.equal(after.status, 'fulfilled')
  assert.equal(after.value[0]?.name, name)
})

test('reads are repeated when the connection that they share is closed', async () => {
  const { db, sql: send } = await newDatabase()
  await send('begin; lock table sellers in access exclusive mode')
  const reads = [db.read(() => names({})), db.read(() => names({})), db.read(() => names({}))]
  const pid = await processWaiting(send)
  await send(`select pg_terminate_backend(${pid})`)
  await send('commit')
  const found = (await Promise.all(reads)).map(([first]) => first?.name)
  assert.deepEqual(found, [name, name, name])
})

test('a statement that one read could not prepare is prepared by the next', async () => {
  const { db, sql: send } = await newDatabase()
  await send('begin; lock table sellers in access exclusive mode')
  const first = assert.rejects(async () => db.read(() => names({})), DatabaseUnavailable)
  const second = db.read(() => names({}))
  const pid = await processWaiting(send)
  await send(`select pg_cancel_backend(${pid})`)
  await first
  await send('commit')
  assert.deepEqual(await second, [{ name }])
})
