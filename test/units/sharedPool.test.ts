/** Decides which item gives way when callers want more than there is. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { networkOf } from '../../runtime/network.ts'
import { SharedPool } from '../../runtime/sharedPool.ts'

type Item = { name: string; busy?: boolean }

function poolOf(limit: number) {
  const dropped: string[] = []
  const pool = new SharedPool<Item>(
    limit,
    ({ name }) => dropped.push(name),
    (one) => !!one.busy,
  )
  return { pool, dropped }
}

test('the oldest of the network that holds most gives way', () => {
  const { pool, dropped } = poolOf(4)
  for (const name of ['a1', 'a2', 'a3']) pool.hold({ name }, 'a', 1)
  pool.hold({ name: 'b1' }, 'b', 1)
  pool.hold({ name: 'b2' }, 'b', 1)
  pool.hold({ name: 'c1' }, 'c', 1)
  assert.deepEqual(dropped, ['a1', 'a2'])
})

test('an item that is busy or renewed is not the oldest', () => {
  const { pool, dropped } = poolOf(3)
  const [first, second] = [{ name: 'a1', busy: true }, { name: 'a2' }]
  for (const one of [first, second, { name: 'a3' }]) pool.hold(one, 'a', 1)
  pool.renew(second)
  pool.hold({ name: 'a4' }, 'a', 1)
  assert.deepEqual(dropped, ['a3'])
})

test('a new item is dropped itself where everything is busy', () => {
  const { pool, dropped } = poolOf(2)
  for (const name of ['a1', 'a2']) pool.hold({ name, busy: true }, 'a', 1)
  pool.hold({ name: 'b1' }, 'b', 1)
  assert.deepEqual(dropped, ['b1'])
})

test('an item may grow, shrink and go', () => {
  const { pool, dropped } = poolOf(10)
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  pool.hold(a, 'a', 1)
  pool.hold(b, 'b', 2)
  pool.grow(a, 7)
  pool.grow(a, -3)
  pool.grow(b, 3)
  assert.deepEqual(dropped, [])
  pool.grow(b, 1)
  assert.deepEqual(dropped, ['b'])
  // An item that is gone already takes and gives nothing.
  pool.grow(b, 9)
  pool.release(b)
  pool.release(a)
  pool.hold(b, 'b', 10)
  assert.deepEqual(dropped, ['b'])
})

test('networks are told apart, and an address is counted by its network however written', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:3:4:5:6'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.ok(networkOf('x'.repeat(10_000)).length < 100)
})

test('an item found busy is not looked at again before all the others', () => {
  const looked: string[] = []
  const isBusy = ({ name, busy }: Item) => {
    looked.push(name)
    return !!busy
  }
  const pool = new SharedPool<Item>(4, () => undefined, isBusy)
  for (const name of ['a1', 'a2']) pool.hold({ name, busy: true }, 'a', 1)
  for (const name of ['a3', 'a4', 'a5', 'a6']) pool.hold({ name }, 'a', 1)
  assert.deepEqual(looked, ['a1', 'a2', 'a3', 'a4'])
})

test('the largest owner with something that is not busy gives way', () => {
  const { pool, dropped } = poolOf(6)
  for (const name of ['a1', 'a2', 'a3']) pool.hold({ name, busy: true }, 'a', 1)
  pool.hold({ name: 'b1' }, 'b', 1)
  for (const name of ['c1', 'c2']) pool.hold({ name, busy: name === 'c1' }, 'c', 1)
  pool.hold({ name: 'd1' }, 'd', 1)
  assert.deepEqual(dropped, ['c2'])
})

test('a search among owners looks at each a few times, however many are busy', (t) => {
  const owners = 200
  const { pool, dropped } = poolOf(owners)
  for (let i = 0; i < owners; i++) pool.hold({ name: `a${i}`, busy: true }, `a${i}`, 1)
  const steps = [new Set().values(), new Map().values()].map((iterator) =>
    mock.method(Object.getPrototypeOf(iterator) as typeof iterator, 'next'),
  )
  t.onTestFinished(() => steps.forEach((step) => void step.mock.restore()))
  pool.hold({ name: 'b' }, 'b', 1)
  const taken = steps.reduce((sum, step) => sum + step.mock.callCount(), 0)
  assert.deepEqual(dropped, ['b'])
  assert.ok(taken < 10 * owners, `${taken} steps`)
})
