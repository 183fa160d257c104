/** A year of mandates under faults: the seller knows what the bank has, and no rule is broken. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { long } from '../../../test/support/property.ts'
import { simulateRecurring } from '../recurring.ts'

const WORLDS = long ? 200 : 6

test('mandates agree with the books of every kind of bank, whatever is lost', async () => {
  for (let seed = 1; seed <= WORLDS; seed++) {
    const result = await simulateRecurring({ seed, mandates: 12, days: 200 })
    assert.deepEqual(result.differences, [], `seed ${seed}`)
    assert.ok(result.approved >= 6 && result.debits > 20, JSON.stringify(result))
    assert.ok(result.faults > 100, `${result.faults} faults`)
  }
})

test('a seed gives the same result each time', async () => {
  const run = { seed: 3, mandates: 4, days: 60 }
  assert.deepEqual(await simulateRecurring(run), await simulateRecurring(run))
})

test.each(['forgets_location', 'never_looks'] as const)(
  'control: a seller that %s has two recurrences',
  async (breaks) => {
    const found: string[] = []
    for (let seed = 1; seed <= 5; seed++) {
      const { differences } = await simulateRecurring({ seed, mandates: 12, days: 30, breaks })
      found.push(...differences)
    }
    assert.ok(
      found.some((difference) => difference.includes('two living recurrences')),
      found.join('\n'),
    )
  },
)
