/** Subscriptions of the product, simulated: `npm run simulate -- --mandates` in its short form. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { long } from '../../../test/support/property.ts'
import type { SubscriptionBank } from '../subscriptions/bank.ts'
import { Threads, worldOf } from '../worlds.ts'
import type { Run } from '../worlds.ts'

const run = { seed: 1, sold: 'mandates', count: 20, days: 100 } as const satisfies Run

/** Four worlds of a year, of which each has a bank of another kind. */
const years = [1, 2, 3, 4].map((seed) => ({ seed, sold: 'mandates', count: 100 }) as const)

test('subscriptions agree with the books of their bank, under all kinds of faults', async () => {
  for (const one of long ? years : [run]) {
    const world = worldOf(one)
    const { differences, faults } = await world.run(one.count)
    assert.deepEqual(differences, [], `seed ${one.seed}`)
    assert.ok(faults > 10 * one.count, `${faults} faults`)
    const { books } = world.bank as SubscriptionBank
    const { recurrences, charges } = books.recurring.context
    const approved = [...recurrences.values()].filter(({ status }) => status === 'APROVADA')
    const retried = [...charges.values()].filter(({ tentativas }) => tentativas.length > 1)
    assert.ok(approved.length > one.count / 4, `${approved.length} approved`)
    assert.ok(charges.size > one.count && retried.length > 0, `${charges.size} charges`)
  }
})

test('a seed of mandates gives the same trace each time, on a thread as well', async () => {
  const short = { ...run, count: 3, days: 20 }
  const threads = new Threads(1)
  const [again] = await threads.run([short])
  await threads.end()
  assert.deepEqual(again, await worldOf(short).run(short.count))
})
