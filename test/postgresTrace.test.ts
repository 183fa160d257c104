/** SQLite and PostgreSQL answer alike, to the byte, but for ids and tokens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from './draw.ts'
import { newPostgres } from './engine.ts'
import { startService } from './service.ts'
import type { TestService } from './service.ts'
import { Numbered, randomOf } from './trace.ts'

const SELLERS = 8
const ROUNDS = process.env['LONG'] ? 130 : 13
const REQUESTS = 100
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const sqlite = await startService({ database_url: 'sqlite::memory:' })
const postgres = await startService({ database_url: await newPostgres() })
const services = [sqlite, postgres]

type Pair = { random: () => number; on: Numbered[] }

async function newPair(index: number): Promise<Pair> {
  const accounts = await Promise.all(services.map((service) => service.account()))
  return { random: randomOf(seed + index), on: accounts.map((one) => new Numbered(one)) }
}

/** @returns how often each status was answered */
async function play({ random, on }: Pair, statuses: Map<string, number>): Promise<void> {
  for (let i = 0; i < REQUESTS; i++) {
    const request = draw(random, (kind) => on[0]?.count(kind) ?? 0)
    const [one, other] = await Promise.all(on.map((account) => account.answer(request)))
    assert.equal(other, one, `seed ${seed}: ${JSON.stringify(request)}`)
    const status = one?.split('\n')[0] ?? ''
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

/** What is stored, without what differs by itself; rows in an order of their own. */
async function stored({ sql }: TestService): Promise<string> {
  const rows = await sql(`
    select name, status, metadata as text from customers
    union all select name, status, metadata from products
    union all select name, currency, cast(amount_minor as text) from offers where is_default
    union all select status, coalesce(external_id, ''), metadata from checkouts
    union all select outcome, paid_at, cast(amount_minor as text) from payments
    union all select type, created_at, '' from events`.replaceAll('metadata', METADATA))
  return rows.map((row) => JSON.stringify(row)).toSorted().join('\n')
}

const METADATA = 'cast(metadata as text)'

test(`the same ${SELLERS * ROUNDS * REQUESTS} requests are answered alike`, async () => {
  const pairs: Pair[] = []
  for (let i = 0; i < SELLERS; i++) pairs.push(await newPair(i))
  const statuses = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(pairs.map((pair) => play(pair, statuses)))
    for (const { clock } of services) await clock.advance(2 * 60 * 60)
    for (const { on } of pairs) for (const account of on) await account.renew()
  }
  const count = (pattern: RegExp) => [...statuses].filter(([status]) => pattern.test(status))
    .reduce((sum, [, times]) => sum + times, 0)
  assert.equal(count(/^5/), 0)
  assert.ok(count(/^2/) > SELLERS * ROUNDS * REQUESTS * 0.4, JSON.stringify([...statuses]))
  assert.equal(await stored(postgres), await stored(sqlite))
})

test('a difference would be noticed', async () => {
  const { on: [one, other] } = await newPair(SELLERS)
  if (!one || !other) throw new Error('There are two engines.')
  const body = { name: 'Ana', email: 'ana@example.com', metadata: { b: 1, a: 2 } }
  const request = { method: 'POST', path: '/v1/customers', body }
  assert.equal(await other.answer(request), await one.answer(request))
  await other.service.sql(`
    update customers set metadata = '{"a":2,"b":1}' where email = 'ana@example.com'`)
  const read = { method: 'GET', path: '/v1/customers/<cus 1>' }
  assert.notEqual(await other.answer(read), await one.answer(read))
})
