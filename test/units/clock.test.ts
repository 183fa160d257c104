/** The service's clock beside a machine's clock that is set while it runs. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { TestContext } from 'vitest'
import { SystemClock } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/logger.ts'
import { mockFor } from '../support/mockFor.ts'

const DAY_MS = 86_400_000

/** Time that passes, a machine's clock that can be set, and the service's beside it. */
function machine(t: TestContext) {
  const start_ms = Date.parse('2026-03-02T12:00:00.000Z')
  let passed_ms = 0
  let set_ms = 0
  mockFor(t).method(performance, 'now', () => passed_ms)
  mockFor(t).method(Date, 'now', () => start_ms + passed_ms + set_ms)
  const lines: string[] = []
  const clock = new SystemClock(createLog('info', { write: (line) => void lines.push(line) }))
  return {
    /** The distance of the service's clock from the time that has really passed. */
    off_ms: () => clock.now().getTime() - start_ms - passed_ms,
    pass: (duration_ms: number) => void (passed_ms += duration_ms),
    set: (by_ms: number) => void (set_ms = by_ms),
    lines,
  }
}

test("is the machine's clock, which runs a little fast or slow", (t) => {
  const { off_ms, pass, set, lines } = machine(t)
  for (const by_ms of [0, 20, 900, 4_900]) {
    set(by_ms)
    assert.equal(off_ms(), by_ms)
    pass(1)
  }
  assert.deepEqual(lines, [])
})

test('stands still while the machine is set back by a few seconds', (t) => {
  const { off_ms, pass, set, lines } = machine(t)
  off_ms()
  set(-4_000)
  assert.equal(off_ms(), 0)
  pass(3_000)
  assert.equal(off_ms(), -3_000)
  pass(3_000)
  assert.equal(off_ms(), -4_000)
  assert.deepEqual(lines, [])
})

test('follows the machine back by more than that at once, and says so once', (t) => {
  const { off_ms, pass, set, lines } = machine(t)
  off_ms()
  set(-DAY_MS)
  for (let i = 0; i < 10; i++) {
    assert.equal(off_ms(), -DAY_MS)
    pass(100)
  }
  assert.equal(lines.length, 1)
  const { level, step_seconds } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  assert.deepEqual([level, step_seconds], ['warn', -86_400])
})

test('does not follow a machine that is ahead for a moment', (t) => {
  const { off_ms, pass, set, lines } = machine(t)
  off_ms()
  set(2 * DAY_MS)
  for (let i = 0; i < 3; i++) {
    pass(100)
    assert.equal(off_ms(), 0)
  }
  set(0)
  pass(1)
  assert.equal(off_ms(), 0)
  pass(DAY_MS)
  assert.equal(off_ms(), 0)
  assert.equal(lines.length, 1)
})

test('follows a machine that stays ahead, such as one that was asleep', (t) => {
  const { off_ms, pass, set, lines } = machine(t)
  off_ms()
  set(DAY_MS)
  assert.equal(off_ms(), 0)
  pass(4_999)
  assert.equal(off_ms(), 0)
  pass(1)
  assert.equal(off_ms(), DAY_MS)
  pass(1_000)
  assert.equal(off_ms(), DAY_MS)
  assert.equal(lines.length, 2)
})

test('looks anew at a machine that is set ahead again', (t) => {
  const { off_ms, pass, set } = machine(t)
  off_ms()
  for (let i = 0; i < 10; i++) {
    set(DAY_MS)
    assert.equal(off_ms(), 0)
    set(0)
    pass(1_000)
    assert.equal(off_ms(), 0)
  }
})
