import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Semaphore } from '../../runtime/semaphore.ts'

test('half of the places are for holders that have none, however many a few hold', () => {
  const places = new Semaphore({ all: 8, each: 4 })
  const acquired = (holder: string, times: number) =>
    Array.from({ length: times }, () => places.tryAcquire(holder)).filter(Boolean).length
  assert.equal(acquired('a', 8), 4)
  assert.deepEqual(
    ['b', 'b', 'c', 'd', 'e', 'f'].map((holder) => acquired(holder, 1)),
    [1, 0, 1, 1, 1, 0],
  )
})

test('a place is free again once its release was called, and only once', () => {
  const places = new Semaphore({ all: 2, each: 1 })
  const release = places.tryAcquire('a')
  assert.equal(places.tryAcquire('a'), undefined)
  release?.()
  release?.()
  assert.ok(places.tryAcquire('a'))
  assert.ok(places.tryAcquire('b'))
  assert.equal(places.tryAcquire('c'), undefined)
})
