/** A year of subscriptions, hour by hour. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { HOUR_MS, year, YEAR_MS } from '../../support/subscriptionYears.ts'

test('a year by 8,760 steps is the year by one', async () => {
  const [atOnce, byHours] = [await year(YEAR_MS), await year(HOUR_MS)]
  assert.deepEqual(byHours.found, atOnce.found)
  assert.deepEqual(byHours.events, atOnce.events)
})
