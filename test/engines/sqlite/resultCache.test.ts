/** Cached results on SQLite equal those that the database would return. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import { accountOfToken } from '../../../domain/auth/accounts.ts'
import { createSeller, revoke } from '../../../domain/access/clients.ts'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { ResultCache } from '../../../db/sqlite/resultCache.ts'
import { lockProductOfOffer } from '../../../domain/catalog/products.ts'
import type { QueryDefinition } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { openSqlite } from '../../../db/sqlite/open.ts'
import type { SqliteDatabase } from '../../../db/sqlite/database.ts'
import { buildForSqlite } from '../../../db/sqlite/builder.ts'
import { compiled } from '../../../db/statement.ts'
import { newDatabase } from '../../support/engine.ts'
import { serviceQueries } from '../../support/serviceQueries.ts'
import { startService } from '../../support/service.ts'

const now = new Date()

async function newSeller() {
  const file = databaseFile(await newDatabase('sqlite')) ?? ''
  const db = openSqlite(file)
  const { client_id } = await createSeller(db, { name: 'Loja', now })
  return { file, db, client_id }
}

const isInForce = async (db: SqliteDatabase, client_id: string) =>
  (await accountOfToken(db, { client_id, generation: 1 })) !== undefined

/** Counts the statements about API clients that SQLite executes. */
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

test('a cached result is not read again while nothing is written', async () => {
  const { db, client_id } = await newSeller()
  const questions = countQuestions(db)
  for (let i = 0; i < 3; i++) assert.equal(await isInForce(db, client_id), true)
  assert.equal(questions(), 1)
  mock.restoreAll()
})

test('the next read sees the commits of another process', async () => {
  const { file, db, client_id } = await newSeller()
  const other = openSqlite(file)
  assert.equal(await isInForce(db, client_id), true)
  await revoke(other, { name: client_id, now })
  assert.equal(await isInForce(db, client_id), false)
})

test('a request sees what another process committed in the same turn, before it came', async () => {
  const { file, db, client_id } = await newSeller()
  db.beginRequest()
  const before = isInForce(db, client_id)
  new SQLite(file).prepare('update api_clients set revoked_at = ?').run(now.toISOString())
  db.beginRequest()
  const after = isInForce(db, client_id)
  assert.deepEqual(await Promise.all([before, after]), [true, false])
})

test('beginRequest is called for each request before its first read', async () => {
  const service = await startService({ databaseUrl: await newDatabase('sqlite') })
  const db = service.db as SqliteDatabase
  // The repairer reads when its time comes, for no request.
  await service.service.repairer.stop()
  const seller = await service.account()
  const calls: string[] = []
  const { beginRequest, read } = db
  mock.method(db, 'beginRequest', () => {
    calls.push('beginRequest')
    beginRequest.call(db)
  })
  mock.method(db, 'read', (body: Parameters<typeof read>[0]) => {
    calls.push('read')
    return read.call(db, body)
  })
  for (let i = 0; i < 2; i++) await seller.get('/v1/me')
  mock.restoreAll()
  assert.equal(calls.filter((one) => one === 'beginRequest').length, 2)
  assert.equal(calls[0], 'beginRequest')
})

test('a query that is only a lock is not executed', async () => {
  const { db } = await newSeller()
  const key = { seller_id: 'seller_1', id: 'offer_1' }
  const prototype = Object.getPrototypeOf(db.client.prepare('select 1')) as SQLite.Statement
  const asked = mock.method(prototype, 'all')
  await db.run(() => lockProductOfOffer(key))
  assert.equal(asked.mock.callCount(), 0)
  mock.restoreAll()
})

test('the requests of one turn read data_version once', () => {
  let reads = 0
  const cache = new ResultCache(() => reads++)
  const cached = cache.of(['sellers'], 10)
  cache.checkVersion()
  cache.checkVersion()
  cached('a', () => [])
  cached('b', () => [])
  assert.equal(reads, 1)
})

test('the next read sees the commits of this process', async () => {
  const { db, client_id } = await newSeller()
  assert.equal(await isInForce(db, client_id), true)
  await revoke(db, { name: client_id, now })
  assert.equal(await isInForce(db, client_id), false)
})

test('a read of a transaction that was rolled back is not cached', async () => {
  const { db, client_id } = await newSeller()
  const rolledBack = new Error('rolled back')
  const definition = (name: string) => {
    const found = serviceQueries().find((one) => one.name === name)
    assert.ok(found)
    return found
  }
  const revoking = db.run(function* () {
    const args = { client_id }
    const [client] = yield { definition: definition('client_by_client_id'), args }
    const revoked = { ...(client as Row<'api_clients'>), revoked_at: now.toISOString() }
    yield { definition: definition('set_client'), args: revoked }
    const seen = yield { definition: definition('account_in_force'), args }
    assert.deepEqual(seen, [])
    throw rolledBack
  })
  await assert.rejects(revoking, rolledBack)
  assert.equal(await isInForce(db, client_id), true)
})

test('a cached query is invalidated by every table that it reads', () => {
  const of = (one: QueryDefinition) => compiled(buildForSqlite(one))
  const cached = serviceQueries().filter((one) => one.cache)
  const read = cached.map((one) => [one.name, of(one).tables.toSorted()])
  assert.deepEqual(Object.fromEntries(read), {
    account_in_force: ['api_clients', 'sellers'],
    client_in_force: ['api_clients', 'sellers'],
    clock_offset: ['sandbox_clock'],
    signing_key_in_force: ['signing_keys'],
    signing_keys_newest_first: ['signing_keys'],
    webhook_keys_newest_first: ['webhook_keys'],
  })
  for (const one of cached) {
    const named = of(one).text.match(/(?<=(from|join) ")\w+(?=")/g)
    assert.deepEqual(named?.toSorted(), of(one).tables.toSorted())
  }
})

test('no cached result is used while the version cannot be read', () => {
  const version = mock.fn(() => 1)
  const cache = new ResultCache(version)
  const rows = cache.of(['api_clients'], 10)
  rows('a', () => ['old'])
  cache.checkVersion()
  version.mock.mockImplementation(() => {
    throw new SQLite.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY')
  })
  for (let i = 0; i < 2; i++) assert.throws(() => rows('a', () => ['new']), /database is locked/)
  version.mock.mockImplementation(() => 2)
  assert.deepEqual(
    rows('a', () => ['new']),
    ['new'],
  )
})

test('caches at most max results', () => {
  const cached = new ResultCache(() => 0).of(['customers'], 2)
  const found: string[] = []
  for (const key of ['a', 'b', 'c', 'c', 'a']) {
    cached(key, () => {
      found.push(key)
      return [key]
    })
  }
  assert.deepEqual(found, ['a', 'b', 'c', 'a'])
})

test('a cached result cannot be changed by its readers', async () => {
  const { db, client_id } = await newSeller()
  const account = await accountOfToken(db, { client_id, generation: 1 })
  assert.ok(account)
  assert.throws(() => {
    account.seller.name = 'Outra'
  }, TypeError)
})
