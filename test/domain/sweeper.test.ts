/** Work that is due by the clock alone is done in the background, in pieces. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { endedCheckouts } from '../../domain/checkouts/expire.ts'
import type { Sweep } from '../../db/sweep.ts'
import { expiredKeys } from '../../http/idempotency.ts'
import { createLog } from '../../runtime/logger.ts'
import { PIECE_ROWS, Sweeper } from '../../runtime/sweeper.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { expiredSessions } from '../support/sessions.ts'

const service = await startService()
const { db, clock, sql } = service
const [expiry] = endedCheckouts(service.service.events)
const AT_ONCE = expiry.rows ?? PIECE_ROWS

const newSweeper = (sweeps: Sweep[], lines: string[] = []) =>
  new Sweeper({ db, clock, log: createLog('info', { write: (line) => lines.push(line) }), sweeps })

async function countOf(condition: string, ...args: string[]): Promise<number> {
  const [row] = await sql<{ n: number }>(`select count(*) as n from ${condition}`, ...args)
  return row?.n ?? 0
}

const marked = ({ seller_id }: TestAccount) =>
  countOf(`checkouts where seller_id = ? and status = 'expired'`, seller_id)

/** Counts the seller's sessions that have an event of their end, each once. */
async function announced({ seller_id }: TestAccount): Promise<number> {
  const rows = await sql<{ data: string | { id: string } }>(
    `select data from events where seller_id = ? and type = 'checkout.expired'`,
    seller_id,
  )
  const ids = rows.map(({ data }) => (typeof data === 'string' ? JSON.parse(data) : data).id)
  assert.equal(new Set(ids).size, ids.length, 'a session was announced twice')
  return ids.length
}

const keys = ({ seller_id }: TestAccount) =>
  countOf('idempotency_keys where seller_id = ?', seller_id)

/** Keeps answers under so many keys of the seller, until then. */
async function keep(
  { seller_id, client_id }: TestAccount,
  count: number,
  until: Date,
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => `(${i})`)
  await sql(
    `
    with numbers (n) as (values ${numbers.join()})
    insert into idempotency_keys
    select seller_id, id || ' k' || n, 'f', 200, '{}', cast(? as text)
    from numbers, api_clients where seller_id = ? and client_id = ?`,
    until.toISOString(),
    seller_id,
    client_id,
  )
}

/** Counts the rows that each transaction of a round has written. */
async function piecesOf(round: () => Promise<unknown>): Promise<number[]> {
  const run = mock.method(db, 'run')
  await round()
  const pieces = await Promise.all(run.mock.calls.map(({ result }) => result))
  run.mock.restore()
  return pieces.map((piece) => (piece as unknown[]).length)
}

test("sessions that no request reads are marked, each seller's, in pieces", async () => {
  const [many, few, young] = [
    await service.account(),
    await service.account(),
    await service.account(),
  ]
  await few.checkout()
  await expiredSessions(many, 2 * AT_ONCE + 1)
  await (await service.login(young)).checkout()
  const pieces = await piecesOf(() => service.service.sweeper.round())
  assert.deepEqual(
    pieces.toSorted((a, b) => a - b),
    [1, 1, AT_ONCE, AT_ONCE],
  )
  const counts = [await marked(many), await marked(few), await marked(young)]
  assert.deepEqual(counts, [2 * AT_ONCE + 1, 1, 0])
  const told = [await announced(many), await announced(few), await announced(young)]
  assert.deepEqual(told, counts)
  const at = clock.now().toISOString()
  const now = await countOf('checkouts where seller_id = ? and updated_at = ?', many.seller_id, at)
  assert.equal(now, 2 * AT_ONCE + 1)
})

test('idempotency keys that have run out are forgotten, in pieces, and no others', async () => {
  const [many, few] = [await service.account(), await service.account()]
  await keep(many, 2 * PIECE_ROWS + 1, clock.now())
  await keep(few, 1, new Date(clock.now().getTime() + 1))
  const pieces = await piecesOf(() => newSweeper([expiredKeys]).round())
  assert.deepEqual(pieces, [PIECE_ROWS, PIECE_ROWS, 1])
  assert.deepEqual([await keys(many), await keys(few)], [0, 1])
})

test('a request replaces its own key that has run out, and forgets no other', async () => {
  const first = await service.account()
  await keep(first, 3, clock.now())
  clock.advanceMs(1)
  const body = { name: 'Ana', email: 'ana@example.com' }
  const { status } = await first.post('/v1/customers', body, { 'idempotency-key': 'k0' })
  assert.equal(status, 201)
  assert.equal(await keys(first), 3)
  const again = await first.post('/v1/customers', body, { 'idempotency-key': 'k0' })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('two processes at once share the work', async () => {
  const seller = await service.account()
  await expiredSessions(seller, 2 * AT_ONCE)
  const [one, other] = [newSweeper([expiry]), newSweeper([expiry])]
  await Promise.all([one.round(), other.round()])
  assert.equal(await marked(seller), 2 * AT_ONCE)
  assert.equal(await announced(seller), 2 * AT_ONCE)
})

/** A sweep that does nothing but count the looks for sellers. */
function counted(): { sweep: Sweep; looks(): number } {
  let looks = 0
  const sweep: Sweep = {
    ...expiry,
    *firstOfNextSeller() {
      looks++
      return []
    },
  }
  return { sweep, looks: () => looks }
}

test('a round begins within a minute of the start, and none after the stop', async () => {
  const { sweep, looks } = counted()
  mock.timers.enable({ apis: ['setTimeout'] })
  const sweeper = newSweeper([sweep])
  sweeper.start()
  mock.timers.tick(60_000)
  mock.timers.reset()
  await sweeper.stop()
  assert.equal(looks(), 1)
  sweeper.start()
  await sweeper.stop()
  assert.equal(looks(), 1)
})

test('a backlog does not hold up a round, and is gone on with in the next one', async () => {
  let now_ms = 0
  const clock_ms = mock.method(performance, 'now', () => now_ms)
  const { sweep } = counted()
  let sellers = 0
  const endless: Sweep = {
    ...sweep,
    *firstOfNextSeller({ after }) {
      return after === '' ? [{ seller_id: `seller_${sellers++}`, due_at: '' }] : []
    },
    *piece({ limit }) {
      now_ms += 6_000
      return Array.from({ length: limit }, () => ({}))
    },
  }
  const sweeper = newSweeper([endless])
  assert.equal(await sweeper.round(), true)
  clock_ms.mock.restore()
  assert.deepEqual([now_ms, sellers], [18_000, 1])
})

test('a sweep that fails is logged, and keeps no other from its work', async () => {
  const { sweep, looks } = counted()
  const lines: string[] = []
  const broken: Sweep = {
    ...sweep,
    name: 'broken',
    firstOfNextSeller: () => {
      throw new Error('no such table')
    },
  }
  await newSweeper([broken, sweep], lines).round()
  assert.equal(looks(), 1)
  assert.match(lines.join(''), /"sweep":"broken".*"msg":"sweep failed"/)
})

test('a seller whose piece fails is logged, and keeps no other from its own', async () => {
  const lines: string[] = []
  const swept: string[] = []
  const sellers = ['seller_1', 'seller_2', 'seller_3']
  const broken: Sweep = {
    ...expiry,
    name: 'broken',
    *firstOfNextSeller({ after }) {
      return sellers.filter((id) => id > after).map((seller_id) => ({ seller_id, due_at: '' }))
    },
    *piece({ seller_id }) {
      if (seller_id !== 'seller_3') throw new Error('it is too much for a statement')
      swept.push(seller_id)
      return []
    },
  }
  await newSweeper([broken], lines).round()
  assert.deepEqual(swept, ['seller_3'])
  assert.equal(lines.length, 1)
  assert.match(lines.join(''), /"sweep":"broken","seller_id":"seller_1","sellers":2,/)
})

test('a stop in the middle of a backlog waits for one piece at most', async () => {
  const seller = await service.account()
  await expiredSessions(seller, 2 * AT_ONCE)
  const lines: string[] = []
  const sweeper = newSweeper([expiry], lines)
  let isRunning = true
  void sweeper.round().finally(() => {
    isRunning = false
  })
  await sweeper.stop()
  assert.equal(isRunning, false)
  assert.ok((await marked(seller)) <= AT_ONCE)
  assert.deepEqual(lines, [])
})
