/** What is remembered of the database is what the database would say. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { accountOfToken, createSeller, revoke } from '../../domain/auth/clients.ts'
import { databaseFile } from '../../db/databaseUrl.ts'
import { ResultCache } from '../../db/resultCache.ts'
import { lockProductOfOffer } from '../../domain/catalog/products.ts'
import { everyQueryDefinition } from '../../db/query.ts'
import type { QueryDefinition } from '../../db/query.ts'
import { openSqlite } from '../../db/sqlite/database.ts'
import type { SqliteDatabase } from '../../db/sqlite/database.ts'
import { buildForSqlite } from '../../db/sqlite/builder.ts'
import { compiled } from '../../db/statement.ts'
// Whatever statements there are are declared by what these load.
import '../../server.ts'
import '../../scripts/commands/program.ts'
import { newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'

const now = new Date()

async function newSeller() {
  const file = databaseFile(await newDatabase('sqlite')) ?? ''
  const db = openSqlite(file)
  const { client_id } = await createSeller(db, { name: 'Loja', now })
  return { file, db, client_id }
}

const isInForce = async (db: SqliteDatabase, client_id: string) =>
  (await accountOfToken(db, { client_id, generation: 1 })) !== undefined

/** Counts what SQLite is asked about API clients. */
function countQuestions({ client }: SqliteDatabase): () => number {
  const prototype = Object.getPrototypeOf(client.prepare('select 1')) as SQLite.Statement
  const { all } = prototype
  const counted = mock.method(prototype, 'all', function (this: SQLite.Statement, given: unknown) {
    return all.call(this, given)
  })
  return () =>
    counted.mock.calls.filter(({ this: on }) =>
      (on as SQLite.Statement).source.includes('"api_clients"'),
    ).length
}

test('what was read is not asked for again while nobody writes', async () => {
  const { db, client_id } = await newSeller()
  const questions = countQuestions(db)
  for (let i = 0; i < 3; i++) assert.equal(await isInForce(db, client_id), true)
  assert.equal(questions(), 1)
  mock.restoreAll()
})

test('what another process commits is seen by the next read', async () => {
  const { file, db, client_id } = await newSeller()
  const other = openSqlite(file)
  assert.equal(await isInForce(db, client_id), true)
  await revoke(other, { name: client_id, now })
  assert.equal(await isInForce(db, client_id), false)
})

test('a request sees what another process committed in the same turn, before it came', async () => {
  const { file, db, client_id } = await newSeller()
  db.requested()
  const before = isInForce(db, client_id)
  new SQLite(file).prepare('update api_clients set revoked_at = ?').run(now.toISOString())
  db.requested()
  const after = isInForce(db, client_id)
  assert.deepEqual(await Promise.all([before, after]), [true, false])
})

test('each request is told to the database before anything is asked for it', async () => {
  const service = await startService({ database_url: await newDatabase('sqlite') })
  const db = service.db as SqliteDatabase
  const seller = await service.account()
  const told: string[] = []
  const { requested, read } = db
  mock.method(db, 'requested', () => {
    told.push('requested')
    requested.call(db)
  })
  mock.method(db, 'read', (body: Parameters<typeof read>[0]) => {
    told.push('read')
    return read.call(db, body)
  })
  for (let i = 0; i < 2; i++) await seller.get('/v1/me')
  mock.restoreAll()
  assert.equal(told.filter((one) => one === 'requested').length, 2)
  assert.equal(told[0], 'requested')
})

test('SQLite is asked for no lock that it does not need', async () => {
  const { db } = await newSeller()
  const key = { seller_id: 'seller_1', id: 'offer_1' }
  const prototype = Object.getPrototypeOf(db.client.prepare('select 1')) as SQLite.Statement
  const asked = mock.method(prototype, 'all')
  await db.run(() => lockProductOfOffer(key))
  assert.equal(asked.mock.callCount(), 0)
  mock.restoreAll()
})

test('the requests of one turn look once for what other processes have committed', () => {
  let looks = 0
  const memory = new ResultCache(() => looks++)
  const recall = memory.of(['sellers'], 10)
  memory.requested()
  memory.requested()
  recall('a', () => [])
  recall('b', () => [])
  assert.equal(looks, 1)
})

test('what this process commits is seen by the next read', async () => {
  const { db, client_id } = await newSeller()
  assert.equal(await isInForce(db, client_id), true)
  await revoke(db, { name: client_id, now })
  assert.equal(await isInForce(db, client_id), false)
})

test('what a transaction saw of itself and then undid is not remembered', async () => {
  const { db, client_id } = await newSeller()
  const undone = new Error('undone')
  const definition = (name: string) => {
    const found = everyQueryDefinition().find((one) => one.name === name)
    assert.ok(found)
    return found
  }
  const revoking = db.run(function* () {
    const args = { client_id, name: client_id, now: now.toISOString() }
    yield { definition: definition('revoke_client'), args }
    const seen = yield { definition: definition('account_in_force'), args }
    assert.deepEqual(seen, [])
    throw undone
  })
  await assert.rejects(revoking, undone)
  assert.equal(await isInForce(db, client_id), true)
})

test('a statement is remembered by every table that it reads', () => {
  const of = (one: QueryDefinition) => compiled(buildForSqlite(one))
  const remembered = everyQueryDefinition().filter((one) => one.remembered)
  const read = remembered.map((one) => [one.name, of(one).tables.toSorted()])
  assert.deepEqual(Object.fromEntries(read), {
    account_in_force: ['api_clients', 'sellers'],
    client_in_force: ['api_clients', 'sellers'],
    clock_offset: ['sandbox_clock'],
    signing_key_in_force: ['signing_keys'],
    signing_keys_newest_first: ['signing_keys'],
  })
  for (const one of remembered) {
    const named = of(one).text.match(/(?<=(from|join) ")\w+(?=")/g)
    assert.deepEqual(named?.toSorted(), of(one).tables.toSorted())
  }
})

test('remembers so many results and no more', () => {
  const recall = new ResultCache(() => 0).of(['customers'], 2)
  const found: string[] = []
  for (const key of ['a', 'b', 'c', 'c', 'a']) {
    recall(key, () => {
      found.push(key)
      return [key]
    })
  }
  assert.deepEqual(found, ['a', 'b', 'c', 'a'])
})
