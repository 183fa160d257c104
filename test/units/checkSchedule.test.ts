/** The moment at which a bank is asked about a charge, or a refund, again. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Row } from '../../db/schema/tables.ts'
import {
  nextCheck,
  nextInTrouble,
  nextRefundCheck,
} from '../../domain/pix/charges/checkSchedule.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const intervalMs = 30_000

const start = Date.parse('2026-03-01T12:00:00.000Z')
const at = (ms: number) => new Date(start + ms)

/** A checkout that was opened at the start and ends after a day, as the schedule knows it. */
const checkout = (changes: Partial<Row<'checkouts'>> = {}) =>
  ({
    status: 'open',
    expires_at: at(24 * HOUR_MS).toISOString(),
    completed_at: null,
    updated_at: at(0).toISOString(),
    ...changes,
  }) as Row<'checkouts'>

const charge = { viewed_at: null, created_at: at(0).toISOString() }

/** The pause from `ms` to the next check; undefined when there is none. */
const pauseAfter = (ms: number, of: Row<'checkouts'>): number | undefined => {
  const next = nextCheck(of, charge, { now: at(ms), intervalMs })
  return next && next.getTime() - start - ms
}

test('a payable charge is checked later, the longer its page was not viewed', () => {
  for (const [viewed_ms, pause_ms] of [
    [0, intervalMs],
    [4 * MINUTE_MS, MINUTE_MS],
    [40 * MINUTE_MS, 10 * MINUTE_MS],
    [20 * HOUR_MS, 15 * MINUTE_MS],
  ] as const) {
    assert.equal(pauseAfter(viewed_ms, checkout()), pause_ms)
  }
})

test('the end of a code and of its checkout are checked at once', () => {
  // The code ends one longest pause of rounds before the checkout: 33 s.
  assert.equal(pauseAfter(24 * HOUR_MS - 60_000, checkout()), 27_000)
  assert.equal(pauseAfter(24 * HOUR_MS - 33_000, checkout()), 33_001)
  assert.equal(pauseAfter(24 * HOUR_MS - 1_000, checkout()), intervalMs)
  assert.equal(pauseAfter(26 * HOUR_MS, checkout()), 2 * HOUR_MS)
})

test('an ended charge is checked later, the longer it has ended, and then no more', () => {
  const canceled = checkout({ status: 'canceled', updated_at: at(2 * HOUR_MS).toISOString() })
  assert.equal(pauseAfter(2 * HOUR_MS, canceled), intervalMs)
  assert.equal(pauseAfter(5 * HOUR_MS, canceled), 3 * HOUR_MS)
  assert.equal(pauseAfter(49 * HOUR_MS, canceled), HOUR_MS)
  assert.equal(pauseAfter(50 * HOUR_MS, canceled), undefined)
  const paid = checkout({ status: 'completed', completed_at: at(HOUR_MS).toISOString() })
  assert.equal(pauseAfter(HOUR_MS, paid), 5 * MINUTE_MS)
  assert.equal(pauseAfter(50 * HOUR_MS, paid), 49 * HOUR_MS)
  assert.equal(pauseAfter(HOUR_MS + 90 * 24 * HOUR_MS, paid), undefined)
})

test('a charge in trouble is asked about with growing pauses, for two days', () => {
  const pause = (ms: number) => {
    const next = nextInTrouble(at(0), { now: at(ms), intervalMs })
    return next && next.getTime() - start - ms
  }
  assert.deepEqual(
    [pause(0), pause(HOUR_MS), pause(48 * HOUR_MS - 1), pause(48 * HOUR_MS)],
    [intervalMs, HOUR_MS, 48 * HOUR_MS - 1, undefined],
  )
})

test('a refund is asked about after a quarter of its age, and at most six hours', () => {
  const of = { created_at: at(0).toISOString() }
  for (const [age_ms, pause_ms] of [
    [0, intervalMs],
    [4 * HOUR_MS, HOUR_MS],
    [100 * HOUR_MS, 6 * HOUR_MS],
  ] as const) {
    const next = nextRefundCheck(of, { now: at(age_ms), intervalMs })
    assert.equal(next.getTime() - start - age_ms, pause_ms)
  }
})
