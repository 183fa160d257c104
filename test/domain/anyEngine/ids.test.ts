/** Ids carry the time of their objects, so that a range of time is a range of ids. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lowestId, newId } from '../../../runtime/ids.ts'

const START_MS = Date.parse('2026-03-02T12:00:00.000Z')

const at = (ms: number) => new Date(START_MS + ms)

test('an id carries its moment to the millisecond, whichever moments had ids before', () => {
  for (const ms of [0, 5, 4, 5, 86_400_000, 3, -86_400_000]) {
    const id = newId('evt_', at(ms))
    assert.ok(lowestId('evt_', at(ms)) <= id, `${ms}`)
    assert.ok(id < lowestId('evt_', at(ms + 1)), `${ms}`)
  }
})

test('the ids of one millisecond rise, also when others are made between them', () => {
  const ids: string[] = []
  for (let i = 0; i < 2_000; i++) {
    ids.push(newId('evt_', at(0)))
    newId('evt_', at(i % 100))
  }
  assert.deepEqual(ids, ids.toSorted())
})

test('a moment before 1970 is before every id, and one after 9999 after each of today', () => {
  const id = newId('evt_', at(0))
  assert.ok(lowestId('evt_', new Date('0000-01-01T00:00:00.000Z')) < id)
  assert.ok(lowestId('evt_', new Date('9999-12-31T23:59:59.999Z')) > id)
})
