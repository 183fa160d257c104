/** A pooler between the service and PostgreSQL, such as PgBouncer. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../db/database.ts'
import { copyDatabase } from '../../../db/maintenance/copy.ts'
import { openDatabase } from '../../../db/open.ts'
import { PostgresDatabase } from '../../../db/postgres/database.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newDatabase, newPostgres } from '../../support/engine.ts'
import { startPooler } from '../../support/pooler.ts'
import type { Pooler } from '../../support/pooler.ts'

const refusal = /A pooler in between gives each transaction another session: .* = session\./

const row = { status: 'active', default_currency: 'BRL', created_at: '', updated_at: '' } as const

const insert = query('test_add_pooled', (db, { sellers }, { id }: Arguments<{ id: string }>) =>
  db.insert(sellers).values({ id, name: '', ...row }),
)

const names = query('test_names_pooled', (db, { sellers }) =>
  db.select({ name: sellers.name }).from(sellers),
)

const add = (db: PostgresDatabase) => db.run(() => insert({ id: crypto.randomUUID() }))

/** Adds to the time that the pool goes by. */
let ahead_ms = 0
const now = performance.now.bind(performance)
mock.method(performance, 'now', () => now() + ahead_ms)

async function newPooler(mode: Pooler['mode'], database_url?: string) {
  const started = await startPooler(database_url ?? (await newPostgres()), mode)
  atEnd(started.close)
  return started
}

async function open(url: string): Promise<PostgresDatabase> {
  const db = await openDatabase(url)
  atEnd(() => db.close())
  if (!(db instanceof PostgresDatabase)) throw new Error('It is another engine.')
  return db
}

test('a pooler that gives each transaction another session is refused at the start', async () => {
  const { url } = await newPooler('transaction')
  await assert.rejects(openDatabase(url), refusal)
})

test('a refused pooler is refused on a schema up to date, and by copies, too', async () => {
  const database_url = await newPostgres()
  await (await openDatabase(database_url)).close()
  const { url } = await newPooler('transaction', database_url)
  await assert.rejects(openDatabase(url), refusal)
  await assert.rejects(copyDatabase({ from: url, to: await newDatabase('sqlite') }), refusal)
})

test('a pooler that keeps sessions is used, and time limits hold', async () => {
  const { url } = await newPooler('session')
  const db = await open(url)
  await Promise.all(Array.from({ length: 30 }, () => add(db)))
  assert.equal((await db.read(() => names({}))).length, 30)
  const { rows } = await db.query({
    text: `select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  })
  assert.deepEqual(rows, [{ statement: '10s', lock: '5s', idle: '15s' }])
})

/** The errors of so much work at once: 503, and never a fault of ours. */
async function refusals(db: PostgresDatabase): Promise<string[]> {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? add(db) : db.read(() => names({})))),
  )
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  assert.deepEqual(
    reasons.filter((one) => !(one instanceof DatabaseUnavailable)),
    [],
  )
  return reasons.map(({ message }) => message)
}

test('a pooler whose mode is changed in use is reported, and recovers by itself', async () => {
  const { url, pooler } = await newPooler('session')
  const db = await open(url)
  assert.deepEqual(await refusals(db), [])
  pooler.mode = 'transaction'
  const told: string[] = []
  while (!told.some((message) => refusal.test(message))) {
    ahead_ms += 1_000
    told.push(...(await refusals(db)))
  }
  pooler.mode = 'session'
  do ahead_ms += 1_000
  while ((await refusals(db)).length > 0)
})
