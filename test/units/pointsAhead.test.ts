/** Counting by points that a process has taken ahead from a shared count. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PointsAhead } from '../../runtime/pointsAhead.ts'
import type { Grant } from '../../runtime/pointsAhead.ts'
import { mockFor } from '../support/mockFor.ts'

type CountRequest = { key: string; grant(grant: Partial<Grant>): void; fail(error: Error): void }

/** A shared count that answers when it is told to. */
function slowCount() {
  const asked: CountRequest[] = []
  const points = new PointsAhead((key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Grant>()
    const grant = (given: Partial<Grant>) =>
      resolve({ points: 0, resetMs: 1_000, isLast: false, ...given })
    asked.push({ key, grant, fail: reject })
    return promise
  })
  return { asked, points }
}

test('points that were taken ahead are given out at once, without a promise', async () => {
  const { asked, points } = slowCount()
  const first = points.take('a')
  assert.ok(first instanceof Promise)
  asked[0]?.grant({ points: 3 })
  assert.equal(await first, 0)
  assert.deepEqual([points.waitMs('a'), points.take('a'), points.take('a')], [0, 0, 0])
  // Another may have points: only the shared count can tell.
  assert.equal(points.waitMs('a'), 0)
  assert.equal(asked.length, 1)
  assert.ok(points.take('a') instanceof Promise)
  assert.equal(asked.length, 2)
})

test('requests that arrive while points are asked for wait for the same ones', async () => {
  const { asked, points } = slowCount()
  const all = [points.take('a'), points.take('a'), points.take('b')]
  assert.deepEqual(
    asked.map(({ key }) => key),
    ['a', 'b'],
  )
  asked[0]?.grant({ points: 2 })
  asked[1]?.grant({ points: 1 })
  assert.deepEqual(await Promise.all(all), [0, 0, 0])
})

test('no points are asked for past the last until the window ends', async (t) => {
  let nowMs = 5_000
  mockFor(t).method(performance, 'now', () => nowMs)
  const { asked, points } = slowCount()
  const first = points.take('a')
  asked[0]?.grant({ points: 1, resetMs: 400, isLast: true })
  assert.equal(await first, 0)
  nowMs += 100
  assert.equal(points.waitMs('a'), 300)
  assert.equal(points.take('a'), 300)
  nowMs += 300
  assert.ok(points.take('a') instanceof Promise)
  assert.equal(asked.length, 2)
})

test('a key without any points left learns when it has some again', async () => {
  const { asked, points } = slowCount()
  const first = points.take('a')
  asked[0]?.grant({ points: 0, resetMs: 400, isLast: true })
  const waitMs = await first
  assert.ok(waitMs > 0 && waitMs <= 400, String(waitMs))
})

test('a count that fails fails those who wait for it, and is tried again by the next', async () => {
  const { asked, points } = slowCount()
  const first = points.take('a')
  const fault = new Error('gone')
  asked[0]?.fail(fault)
  await assert.rejects(Promise.resolve(first), fault)
  const next = points.take('a')
  asked[1]?.grant({ points: 1 })
  assert.equal(await next, 0)
})
