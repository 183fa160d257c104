/** The queue of requests keeps nothing of requests and callers that are gone. */
import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'vitest'
import { FairQueue } from '../../http/fairQueue.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const ROUNDS = 20_000
const CALLERS = 8
const NAMES = 100_000

const caller = (name: string) => ({ name, isKnown: true })

test('a turn leaves nothing behind that only a full garbage collection would free', () => {
  const queue = new FairQueue<object>()
  collect()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < CALLERS; i++) queue.push(caller(`seller ${i}`), {})
    queue.take(CALLERS)
    if (round % 100 === 0) collect({ type: 'minor' })
  }
  collect({ type: 'minor' })
  const kept = process.memoryUsage().heapUsed - before
  console.log(kept)
  assert.ok(kept < ROUNDS * 100, `${kept} bytes are kept`)
})

test('callers who come once leave no name behind', () => {
  const queue = new FairQueue<object>()
  const visit = (i: number) => {
    queue.push(caller(`a name of some length that no other caller has ${i}`), {})
    queue.take(1)
  }
  visit(0)
  collect()
  const before = process.memoryUsage().heapUsed
  for (let i = 1; i <= NAMES; i++) visit(i)
  collect()
  const grown = process.memoryUsage().heapUsed - before
  assert.ok(grown < NAMES * 20, `${grown} bytes`)
  assert.equal(queue.size, 0)
})
