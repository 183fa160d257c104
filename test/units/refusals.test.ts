/** Refusals leave at a pace, and none late. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { TestContext } from 'vitest'
import { Refusals } from '../../http/refusals.ts'
import { mockFor } from '../support/mockFor.ts'

const MAX_DELAY_MS = 500
const HEAD_BYTES = 500

/** Refusals whose time is passed by hand; `delays` has how long each has waited. */
function newRefusals(t: TestContext, maxRefusalDelayMs = MAX_DELAY_MS) {
  const mocked = mockFor(t)
  mocked.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 1_000
  mocked.method(performance, 'now', () => nowMs)
  const refusals = new Refusals({ maxRefusalDelayMs })
  const delays: number[] = []
  const add = (sent = (_delayMs: number): void => undefined, headBytes = HEAD_BYTES) => {
    const startMs = nowMs
    refusals.add(() => {
      delays.push(nowMs - startMs)
      sent(nowMs - startMs)
    }, headBytes)
  }
  const pass = (durationMs: number) => {
    for (let i = 0; i < durationMs; i++) {
      nowMs++
      mocked.timers.tick(1)
    }
  }
  return { add, delays, pass }
}

const times = (count: number, run: () => void) => {
  for (let i = 0; i < count; i++) run()
}

test('a refusal that comes alone leaves at once', (t) => {
  const { add, delays, pass } = newRefusals(t)
  for (let i = 0; i < 100; i++) {
    add()
    pass(2)
  }
  assert.deepEqual([delays.length, Math.max(...delays)], [100, 0])
})

test('a burst leaves one a millisecond', (t) => {
  const { add, delays, pass } = newRefusals(t)
  times(50, () => add())
  assert.equal(delays.length, 1)
  pass(10)
  assert.equal(delays.length, 11)
  pass(39)
  assert.equal(Math.max(...delays), 49)
  assert.equal(delays.length, 50)
})

test('none of a thousand waits for longer than half a second', (t) => {
  const { add, delays, pass } = newRefusals(t)
  times(1_000, () => add())
  pass(MAX_DELAY_MS)
  assert.equal(delays.length, 1_000)
})

test('a thousand clients that ask again at once are refused two thousand times a second', (t) => {
  const { add, delays, pass } = newRefusals(t)
  const client = (): void => add(client)
  times(1_000, client)
  pass(2_000)
  const before = delays.length
  pass(1_000)
  const refused = delays.length - before
  assert.ok(refused <= 2_100, `${refused}`)
  assert.ok(refused >= 1_000, `${refused}`)
})

test('those whose heads are long leave earlier, and are not kept in any number', (t) => {
  const { add, delays } = newRefusals(t)
  times(4_000, () => add(undefined, 16_000))
  const kept = 4_000 - delays.length
  assert.ok(kept * 16_000 < 16 * 1024 * 1024, `${kept}`)
  assert.ok(kept > 500, `${kept}`)
})

test('without a delay, all leave at once', (t) => {
  const { add, delays } = newRefusals(t, 0)
  times(100, () => add())
  assert.equal(delays.length, 100)
})
