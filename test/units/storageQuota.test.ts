/** The bytes that a seller may add, and the time at which it may add more. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { StorageQuota } from '../../runtime/storageQuota.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAILY = 86_400_000

function quotaAt(dailyBytes: number | undefined) {
  const clock = { nowMs: 1_000 }
  return { clock, quota: new StorageQuota(dailyBytes, () => clock.nowMs) }
}

test("a day's bytes may be added at once, and then as many as a day brings", () => {
  const { clock, quota } = quotaAt(DAILY)
  assert.equal(quota.waitMs('a'), 0)
  quota.add('a', DAILY)
  assert.equal(quota.waitMs('a'), 0)
  // A day brings one byte a millisecond.
  quota.add('a', 5_000)
  assert.equal(quota.waitMs('a'), 5_000)
  clock.nowMs += 4_999
  assert.equal(quota.waitMs('a'), 1)
  clock.nowMs += 1
  assert.equal(quota.waitMs('a'), 0)
  quota.add('a', 700)
  assert.equal(quota.waitMs('a'), 700)
})

test('a seller that has added nothing for a day has all of it again, and no more', () => {
  const { clock, quota } = quotaAt(DAILY)
  quota.add('a', DAILY)
  clock.nowMs += 10 * DAY_MS
  quota.add('a', DAILY + 1_000)
  assert.equal(quota.waitMs('a'), 1_000)
})

test('a seller does not wait for the bytes of another', () => {
  const { quota } = quotaAt(DAILY)
  quota.add('a', 2 * DAILY)
  assert.ok(quota.waitMs('a') > 0)
  assert.equal(quota.waitMs('b'), 0)
})

test('however much is added, a seller waits for a day at most', () => {
  const { quota } = quotaAt(DAILY)
  for (let i = 0; i < 9; i++) quota.add('a', DAILY)
  assert.equal(quota.waitMs('a'), DAY_MS)
})

test('without a limit nobody waits', () => {
  const { quota } = quotaAt(undefined)
  quota.add('a', 1e15)
  assert.deepEqual([quota.isLimited, quota.waitMs('a')], [false, 0])
})
