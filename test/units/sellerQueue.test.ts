/** Sellers are visited each by itself. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { SELLERS_AT_ONCE, SellerQueue } from '../../domain/outgoing/sellerQueue.ts'

mock.timers.enable({ apis: ['setTimeout'] })
mock.method(Math, 'random', () => 1)

const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** A queue whose visits are recorded, and end when the test says how. */
function newQueue() {
  const visits: { seller_id: string; end: (error?: Error) => void }[] = []
  const errors: string[] = []
  const room = { left: Infinity }
  const queue = new SellerQueue({
    visit: (seller_id) =>
      new Promise((resolve, reject) => {
        visits.push({ seller_id, end: (error) => (error ? reject(error) : resolve()) })
      }),
    onError: (_, seller_id) => void errors.push(seller_id),
    hasCapacity: () => room.left > 0,
  })
  const visited = () => visits.map(({ seller_id }) => seller_id)
  return { queue, visits, visited, errors, room }
}

test('a seller is visited once at a time, and once more for all calls meanwhile', async () => {
  const { queue, visits, visited } = newQueue()
  for (let i = 0; i < 5; i++) queue.add('a')
  assert.deepEqual(visited(), ['a'])
  visits[0]?.end()
  await turns()
  assert.deepEqual(visited(), ['a', 'a'])
  visits[1]?.end()
  await turns()
  assert.deepEqual(visited(), ['a', 'a'])
})

test('so many sellers are visited at once, the others in turn, and none without room', async () => {
  const { queue, visits, visited, room } = newQueue()
  const ids = Array.from({ length: SELLERS_AT_ONCE + 2 }, (_, i) => `s${i}`)
  for (const id of ids) queue.add(id)
  assert.deepEqual(visited(), ids.slice(0, SELLERS_AT_ONCE))
  visits[2]?.end()
  await turns()
  assert.deepEqual(visited(), ids.slice(0, SELLERS_AT_ONCE + 1))
  room.left = 0
  visits[0]?.end()
  await turns()
  assert.equal(visits.length, SELLERS_AT_ONCE + 1)
  room.left = 1
  queue.next()
  assert.deepEqual(visited(), ids)
})

test('a failed visit is repeated, each time later, and at once when it is added', async () => {
  const { queue, visits, visited, errors } = newQueue()
  queue.add('a')
  const fail = async () => {
    visits.at(-1)?.end(new Error('away'))
    await turns()
  }
  await fail()
  for (const pause_ms of [1_000, 2_000, 4_000]) {
    const before = visits.length
    mock.timers.tick(pause_ms - 1)
    assert.equal(visits.length, before)
    mock.timers.tick(1)
    assert.equal(visits.length, before + 1)
    await fail()
  }
  queue.add('a')
  visits.at(-1)?.end()
  await turns()
  mock.timers.tick(100_000)
  assert.deepEqual(visited(), Array(5).fill('a'))
  assert.deepEqual(errors, Array(4).fill('a'))
})

test('a stop waits for the visits under way, and there are no more', async () => {
  const { queue, visits } = newQueue()
  queue.add('a')
  queue.add('b')
  visits[1]?.end(new Error('away'))
  await turns()
  queue.add('a')
  let stopped = false
  const stopping = queue.stop().then(() => void (stopped = true))
  await turns()
  assert.equal(stopped, false)
  visits[0]?.end()
  await stopping
  queue.add('c')
  mock.timers.tick(100_000)
  assert.equal(visits.length, 2)
})
