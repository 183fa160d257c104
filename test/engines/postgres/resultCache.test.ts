/** Cached results on PostgreSQL expire, and a revocation waits until they have. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { test } from 'vitest'
import { accountOfToken, authenticate } from '../../../domain/auth/accounts.ts'
import { createClient, createSeller, revoke, rotateSecret } from '../../../domain/access/clients.ts'
import type { Database } from '../../../db/database.ts'
import { openDatabase } from '../../../db/open.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newPostgres } from '../../support/engine.ts'

const now = new Date()

/** Two processes that share a database, as far as the database can tell. */
async function twoProcesses() {
  const url = await newPostgres()
  const open = async (): Promise<Database> => {
    const db = await openDatabase(url, { poolSize: 2 })
    atEnd(() => db.close())
    return db
  }
  const [one, other] = [await open(), await open()]
  return { one, other, seller: await createSeller(one, { name: 'Loja', now }) }
}

const isInForce = async (db: Database, client_id: string, generation = 1) =>
  (await accountOfToken(db, { client_id, generation })) !== undefined

const isRight = async (db: Database, client_id: string, client_secret: string) =>
  (await authenticate(db, { client_id, client_secret, now })) !== undefined

/** Long enough for other files to compute, and far less than a result is cached for. */
const PAUSE_MS = 5

type QuerySpy = ReturnType<typeof mock.method<typeof pg.Client.prototype, 'query'>>

/**
 * The queries that name a client. Once a second the pool asks as well whether the server is still
 * the one that it was.
 */
const naming = (client_id: string, { mock: { calls } }: QuerySpy): number =>
  calls.filter(({ arguments: [sent] }) => JSON.stringify(sent).includes(client_id)).length

test('the account behind a token is read once for many requests', async () => {
  const { other, seller } = await twoProcesses()
  const asked = mock.method(pg.Client.prototype, 'query')
  for (let i = 0; i < 5; i++) assert.equal(await isInForce(other, seller.client_id), true)
  assert.equal(naming(seller.client_id, asked), 1)
  mock.restoreAll()
})

test('every process refuses the client when its revocation resolves', async () => {
  const { one, other, seller } = await twoProcesses()
  const { client_id, client_secret } = seller
  let done = false
  const revoked = revoke(one, { name: client_id, now }).then(() => {
    done = true
  })
  // Results are cached as late as possible.
  const asked = () =>
    Promise.all([
      isInForce(other, client_id),
      isRight(other, client_id, client_secret),
      wait(PAUSE_MS),
    ])
  while (!done) await asked()
  await revoked
  for (const db of [one, other]) {
    assert.equal(await isInForce(db, client_id), false)
    assert.equal(await isRight(db, client_id, client_secret), false)
  }
})

test('every process takes the new secret only when its rotation resolves', async () => {
  const { one, other, seller } = await twoProcesses()
  const { client_id, client_secret } = seller
  for (const db of [one, other]) assert.equal(await isRight(db, client_id, client_secret), true)
  const rotated = await rotateSecret(one, { name: client_id, now })
  assert.ok(rotated)
  for (const db of [one, other]) {
    assert.equal(await isRight(db, client_id, rotated.client_secret), true)
    assert.equal(await isRight(db, client_id, client_secret), false)
    assert.equal(await isInForce(db, client_id), false)
    assert.equal(await isInForce(db, client_id, 2), true)
  }
})

test('an empty result is not cached', async () => {
  const { one, other, seller } = await twoProcesses()
  const asked = mock.method(pg.Client.prototype, 'query')
  for (let i = 0; i < 3; i++) assert.equal(await isInForce(other, 'bci_nobody'), false)
  assert.equal(naming('bci_nobody', asked), 3)
  mock.restoreAll()
  const { seller_id } = seller
  const made = await createClient(one, { seller_id, name: 'Loja', scopes: ['all'], now })
  assert.ok(made)
  assert.equal(await isInForce(other, made.client_id), true)
})
