/** An `Idempotency-Key` does its work once: for two at once, at several processes, after a kill. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { createSeller } from '../../domain/access/clients.ts'
import { freePort } from '../../cli/ports.ts'
import { newDatabase, openTestDatabase, sqlOn } from '../support/engine.ts'
import { ask, startProcesses, tokenOf } from '../support/processes.ts'
import type { Answer, Processes } from '../support/processes.ts'
import { startContenders } from '../guarantees/support/contenders.ts'
import { long } from '../support/property.ts'

const KILLS = long ? 20 : 3
const KEYS = 24

/** A process is killed at random within so much time after the first request. */
const KILL_WITHIN_MS = 120

const PATH = '/v1/products'
const default_offer = { amount_minor: 4990, currency: 'BRL' }

const { post, sql: rows } = await startContenders()

const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'

test('many requests at once under one key, at several processes: one does it', async () => {
  for (let round = 0; round < 5; round++) {
    const name = `Caneca ${round}`
    const headers = { 'idempotency-key': `k${round}` }
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => post(PATH, { name, default_offer }, headers)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.equal(answers.filter((one) => !isReplay(one)).length, 1)
    assert.equal((await rows('select id from products where name = ?', name)).length, 1)
  }
})

test('two bodies at once under one key: one is done and one refused', async () => {
  for (let round = 0; round < 10; round++) {
    const headers = { 'idempotency-key': `two-${round}` }
    const answers = await Promise.all(
      ['a', 'b'].map((letter) => post(PATH, { name: `${letter}${round}`, default_offer }, headers)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
    const statement = 'select id from products where name in (?, ?)'
    const found = await rows(statement, `a${round}`, `b${round}`)
    assert.equal(found.length, 1)
  }
})

/** Everything that a client has ever been told under one key. */
type AnswersByKey = Map<string, Answer[]>

async function send(service: Processes, authorization: string, key: string, told: AnswersByKey) {
  const headers = { authorization, 'idempotency-key': key }
  const json = { name: key, default_offer }
  const heard = await ask(service.url + PATH, { method: 'POST', headers, json }).catch(() => null)
  if (heard?.body) told.set(key, [...(told.get(key) ?? []), heard])
}

test('killed with keys under way and started again: each key has done its work once', async (t) => {
  const DATABASE_URL = await newDatabase()
  const environment = {
    DATABASE_URL,
    SECRET_KEY: randomBytes(32).toString('base64'),
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
  }
  const db = await openTestDatabase(DATABASE_URL)
  const sql = await sqlOn(DATABASE_URL)
  const seller = await createSeller(db, { name: 'Loja', now: new Date() })
  const told: AnswersByKey = new Map()
  let service = await startProcesses(environment)
  const authorization = `Bearer ${await tokenOf(service.url, seller)}`
  const cut: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const keys = Array.from({ length: KEYS }, (_, i) => `k${kill}-${i}`)
    // Each of them twice at once, and again by another start.
    const sending = keys
      .flatMap((key) => [key, key])
      .map((key) => send(service, authorization, key, told))
    await Promise.race([Promise.all(sending), wait(Math.random() * KILL_WITHIN_MS)])
    service.kill('SIGKILL')
    await Promise.all([service.exited, ...sending])
    cut.push(...keys.filter((key) => !told.has(key)))
    service = await startProcesses(environment)
    await Promise.all(keys.map((key) => send(service, authorization, key, told)))
  }
  assert.equal(told.size, KILLS * KEYS)
  for (const [key, answers] of told) {
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.equal((await sql('select id from products where name = ?', key)).length, 1)
  }
  void t.annotate(`${told.size} keys in ${KILLS} kills, ${cut.length} cut off: each done once`)
})
