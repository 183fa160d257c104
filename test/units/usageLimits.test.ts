/** Counting of requests against a limit that several processes share. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { RateLimits } from '../../runtime/rateLimit.ts'
import { mockFor } from '../support/mockFor.ts'

type Statement = { name: string; values: [key: string, points: number] }

/** A database that counts, and does so only when it is told to. */
class SlowCounter {
  readonly asked: { points: number; answer(): void; fail(error: Error): void }[] = []
  readonly #consumed = new Map<string, number>()

  query({ values: [key, added] }: Statement): Promise<{ rows: object[] }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ rows: object[] }>()
    const answer = () => {
      const points = (this.#consumed.get(key) ?? 0) + added
      this.#consumed.set(key, points)
      resolve({ rows: [{ points, expire: Date.now() + 1000 }] })
    }
    this.asked.push({ points: added, answer, fail: reject })
    return promise
  }
}

function limited(requestsPerSecond: number) {
  const counter = new SlowCounter()
  const db = counter as unknown as Database
  const limits = new RateLimits(db, { requestsPerSecond, failuresPerMinute: 1 })
  const request = async (client_id: string) => {
    const allowance = await limits.request(client_id)
    assert.ok(allowance)
    return allowance
  }
  return { asked: counter.asked, request }
}

const turn = () => new Promise(setImmediate)

test('requests that arrive while one is counted are counted together, in turn', async () => {
  const { asked, request } = limited(4)
  const all = Array.from({ length: 6 }, () => request('a'))
  await turn()
  assert.deepEqual(
    asked.map(({ points }) => points),
    [1],
  )
  asked[0]?.answer()
  await turn()
  assert.deepEqual(
    asked.map(({ points }) => points),
    [1, 5],
  )
  asked[1]?.answer()
  const counted = (await Promise.all(all)).map(({ allowed, remaining }) => [allowed, remaining])
  assert.deepEqual(counted, [
    [true, 3],
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
    [false, 0],
  ])
})

test('no request is counted past the limit until the window ends', async () => {
  const { asked, request } = limited(1)
  const first = request('a')
  await turn()
  asked[0]?.answer()
  assert.equal((await first).allowed, true)
  for (let i = 0; i < 3; i++) assert.equal((await request('a')).allowed, false)
  assert.equal(asked.length, 1)
})

test('one client does not wait for another to be counted', async () => {
  const { asked, request } = limited(1)
  const slow = request('a')
  const quick = request('b')
  await turn()
  asked[1]?.answer()
  assert.equal((await quick).allowed, true)
  asked[0]?.answer()
  assert.equal((await slow).allowed, true)
})

test('a count that fails fails its own requests, and not those after them', async () => {
  const { asked, request } = limited(2)
  const first = request('a')
  const second = request('a')
  await turn()
  const fault = new Error('gone')
  asked[0]?.fail(fault)
  await assert.rejects(first, fault)
  await turn()
  asked[1]?.answer()
  assert.equal((await second).allowed, true)
})

/** Counts in windows as the table does, by whatever time each request brings along. */
class WindowCounter {
  readonly #rows = new Map<string, { points: number; expire: number }>()

  async query({ text, values }: { text: string; values: [string, number, number, number] }) {
    const [key, added, ends_ms, now_ms] = values
    if (/^delete/i.test(text)) return { rowCount: Number(this.#rows.delete(key)) }
    const row = this.#rows.get(key)
    const counted =
      row && row.expire > now_ms
        ? { ...row, points: row.points + added }
        : { points: added, expire: ends_ms }
    this.#rows.set(key, counted)
    return { rows: [counted] }
  }
}

test('a window that a clock has begun in the future is over when the clock is back', async (t) => {
  let now_ms = Date.parse('2026-03-02T12:00:00.000Z')
  mockFor(t).method(Date, 'now', () => now_ms)
  const db = new WindowCounter() as unknown as Database
  const limits = new RateLimits(db, { requestsPerSecond: 3, failuresPerMinute: 2 })
  const days_ms = 2 * 86_400_000
  now_ms += days_ms
  for (let i = 0; i < 4; i++) await limits.request('a')
  await limits.request('b')
  await limits.failure('10.0.0.1')
  now_ms -= days_ms
  for (const client of ['a', 'b']) {
    for (const allowed of [true, true, true, false]) {
      const allowance = await limits.request(client)
      assert.equal(allowance?.allowed, allowed)
      assert.equal(allowance.resetSeconds, 1)
    }
  }
  assert.equal((await limits.failure('10.0.0.1')).resetSeconds, 60)
  now_ms += 1_000
  assert.equal((await limits.request('b'))?.allowed, true)
})

test('points of a seller are taken ahead, a fiftieth of its limit by one statement', async () => {
  const counter = new SlowCounter()
  const db = counter as unknown as Database
  const options = { requestsPerSecond: undefined, requestsPerSeller: 100, failuresPerMinute: 1 }
  const limits = new RateLimits(db, options)
  const asked: number[] = []
  const isOver: boolean[] = []
  for (let i = 0; i < 101; i++) {
    const waiting = limits.seller('s', 'clients')
    await turn()
    for (const { points, answer } of counter.asked.splice(0)) {
      asked.push(points)
      answer()
    }
    isOver.push((await waiting) > 0)
  }
  assert.deepEqual(asked, Array(50).fill(2))
  assert.deepEqual(isOver, [...Array(100).fill(false), true])
  // The seller is known to be over its limit without another count, and nobody else is.
  assert.ok(limits.sellerWaitMs('s', 'clients') > 0)
  assert.equal(limits.sellerWaitMs('s', 'people'), 0)
  assert.equal(limits.sellerWaitMs('other', 'clients'), 0)
})
