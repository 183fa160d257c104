/** The same requests go to a service on SQLite and to one on PostgreSQL. */
import assert from 'node:assert/strict'
import { atEnd } from '../../support/atEnd.ts'
import { newPostgres } from '../../support/engine.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { draw } from '../support/draw.ts'
import { randomOf } from '../../../packages/simulation/random.ts'
import { Numbered } from '../../support/trace.ts'
import type { TraceRequest } from '../../support/trace.ts'
import { Wire } from '../support/wire.ts'

const SELLERS = long ? 8 : 4
const ROUNDS = long ? 80 : 2
const REQUESTS = long ? 100 : 60
/** The bound of time: a slow machine does fewer rounds. */
const LIMIT_MS = 90_000
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const quiet = { logLevel: 'warn' } as const
const sqlite = await startService({ ...quiet, databaseUrl: 'sqlite::memory:' })
const postgres = await startService({ ...quiet, databaseUrl: await newPostgres() })
const services = [sqlite, postgres].map((service) => ({ service, wire: new Wire(service.url) }))
atEnd(() => {
  for (const { wire } of services) wire.close()
})

type Pair = { random: () => number; on: Numbered[] }

async function newPair(index: number): Promise<Pair> {
  const on = await Promise.all(
    services.map(async ({ service, wire }) => new Numbered(await service.account(), wire)),
  )
  return { random: randomOf(seed + index), on }
}

/** Asserts that both give the same answer, and returns its status. */
async function answeredAlike(on: Numbered[], request: TraceRequest): Promise<string> {
  const [one, other] = await Promise.all(on.map((account) => account.answer(request)))
  assert.equal(other, one, `SEED=${seed}: ${JSON.stringify(request)}`)
  return one?.split('\n')[0] ?? ''
}

/** @returns how often each status was answered */
async function play({ random, on }: Pair, statuses: Map<string, number>): Promise<void> {
  for (let i = 0; i < REQUESTS; i++) {
    const request = draw(random, (kind) => on[0]?.count(kind) ?? 0)
    const status = await answeredAlike(on, request)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}

/** The stored rows, without values that differ by themselves, and in an order of their own. */
async function stored({ sql }: TestService): Promise<string> {
  const rows = await sql(
    `
    select name, status, metadata as text from customers
    union all select name, status, metadata from products
    union all select name, currency, cast(amount_minor as text) from offers where is_default
    union all select status, coalesce(external_id, ''), metadata from checkouts
    union all select outcome, paid_at, cast(amount_minor as text) from payments
    union all select 'amounts', cast(amount_refunded_minor as text),
      cast(amount_committed_minor as text) from payments
    union all select origin || status, coalesce(external_id, reason, ''), metadata from refunds
    union all select type, created_at, '' from events`.replaceAll('metadata', METADATA),
  )
  return rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n')
}

const METADATA = 'cast(metadata as text)'

async function storedAlike(): Promise<void> {
  assert.equal(await stored(postgres), await stored(sqlite), `SEED=${seed}`)
}

property('C9', async () => {
  const pairs: Pair[] = []
  for (let i = 0; i < SELLERS; i++) pairs.push(await newPair(i))
  const statuses = new Map<string, number>()
  const end_ms = performance.now() + LIMIT_MS
  for (let round = 0; round < ROUNDS && performance.now() < end_ms; round++) {
    await Promise.all(pairs.map((pair) => play(pair, statuses)))
    for (const { service } of services) await service.clock.advance(2 * 60 * 60)
    for (const { on } of pairs) for (const account of on) await account.renew()
  }
  await storedAlike()
  const count = (pattern: RegExp) =>
    [...statuses]
      .filter(([status]) => pattern.test(status))
      .reduce((sum, [, times]) => sum + times, 0)
  assert.equal(count(/^5/), 0)
  const total = count(/^/)
  assert.ok(count(/^2/) > total * 0.3, JSON.stringify([...statuses]))
  const share = Math.round((count(/^2/) / total) * 100)
  return (
    `0 of ${total} answers differ, ${share}% of them 2xx, nor does what is stored ` +
    `(SEED=${seed})`
  )
})

const ana = { name: 'Ana', email: 'ana@example.com', metadata: { b: 1, a: 2 } }
const create = { method: 'POST', path: '/v1/customers', body: ana }
const reordered = `update customers set metadata = '{"a":2,"b":1}' where email = ?`

control('C9', 'one engine has stored something else than the other', async () => {
  const { on } = await newPair(SELLERS)
  await answeredAlike(on, create)
  await postgres.sql(reordered, ana.email)
  await storedAlike()
})

control('C9', 'one engine gives metadata with its keys in another order', async () => {
  const { on } = await newPair(SELLERS + 1)
  await answeredAlike(on, create)
  await postgres.sql(reordered, ana.email)
  await answeredAlike(on, { method: 'GET', path: '/v1/customers/<cus 1>' })
})
