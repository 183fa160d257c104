/** The most recently used entries are kept. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { recentlyUsed } from '../../runtime/recent.ts'

test('the entry that was used least recently is forgotten when there are too many', () => {
  const entries = recentlyUsed<number>(2)
  entries.set('one', 1)
  entries.set('two', 2)
  assert.equal(entries.get('one'), 1)
  entries.set('three', 3)
  assert.deepEqual(
    ['one', 'two', 'three'].map((name) => entries.get(name)),
    [1, undefined, 3],
  )
})
