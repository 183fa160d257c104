/** A moment is the same, in whichever form a bank writes it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { periodOf, timeOf } from '../../domain/pix/bank/times.ts'

const MOMENT = '2026-03-01T02:59:58.123Z'
const idAt = (minute: string, kind = 'E') => `${kind}00416968${minute}s0123456789`
const ID = idAt('202603010259')

for (const [written, expected] of [
  ['2026-03-01T02:59:58.123Z', MOMENT],
  ['2026-03-01T02:59:58.123456789Z', MOMENT],
  ['2026-02-28T23:59:58.123-03:00', MOMENT],
  ['2026-02-28T23:59:58.123-0300', MOMENT],
  ['2026-02-28T23:59:58.123-03', MOMENT],
  ['2026-02-28 23:59:58.123-03:00', MOMENT],
  ['2026-02-28 23:59:58.123', MOMENT],
  ['2026-02-28T23:59:58,123', MOMENT],
  ['2026-02-28T23:59:58.123', MOMENT],
  ['2026-02-28T22:59:58.123-04:00', MOMENT],
  ['2026-03-01T04:59:58.123+0200', MOMENT],
  ['2026-02-28T23:59:58', '2026-03-01T02:59:58.000Z'],
  ['2026-02-28T23:59:58-03', '2026-03-01T02:59:58.000Z'],
  ['2026-02-28T23:59', '2026-03-01T02:59:00.000Z'],
] as const) {
  test(`${written} is read`, () => {
    assert.equal(timeOf(written, ID), expected)
    assert.equal(timeOf(written, ''), expected)
  })
}

test('a time of Brasília that is written as UTC is what the id says', () => {
  assert.equal(timeOf('2026-02-28T23:59:58.123Z', ID), MOMENT)
  assert.equal(timeOf('2026-03-01T00:09:00Z', ID), '2026-03-01T03:09:00.000Z')
  assert.equal(timeOf('2026-02-28T23:59:58.123Z', idAt('202603010259', 'D')), MOMENT)
})

test('a transfer that the payer held is corrected too: nothing arrives before its id', () => {
  assert.equal(timeOf('2026-03-01T00:44:58.123Z', ID), '2026-03-01T03:44:58.123Z')
  assert.equal(timeOf('2026-03-01T02:48:59.000Z', ID), '2026-03-01T05:48:59.000Z')
  assert.equal(timeOf('2026-02-28T23:48:59.000Z', ID), '2026-03-01T02:48:59.000Z')
})

test("a time that is later than its id, or by a clock that differs, is the bank's", () => {
  for (const written of [
    '2026-03-01T02:49:00.000Z',
    '2026-03-01T05:59:00.000Z',
    '2026-04-01T02:59:00.000Z',
  ]) {
    assert.equal(timeOf(written, ID), written)
  }
})

test('an id without a minute corrects nothing', () => {
  const written = '2026-02-28T23:59:58.123Z'
  for (const id of ['', 'D'.repeat(32), idAt('202613010259'), idAt('202603012559'), `x${ID}`]) {
    assert.equal(timeOf(written, id), written)
  }
})

test('texts that are no moment are refused', () => {
  for (const text of ['', 'ontem', '+010000-01-01T00:00:00Z', '2026-13-01T00:00:00Z', null, 5]) {
    assert.throws(() => timeOf(text, ID), /horario is no time/)
  }
})

test('a period has whole seconds, and none of its moments is cut off', () => {
  const [from, to] = [new Date('2026-03-01T02:59:58.999Z'), new Date('2026-03-01T02:59:59.001Z')]
  assert.deepEqual(periodOf({ from, to }), {
    inicio: '2026-02-28T23:59:58-03:00',
    fim: '2026-03-01T00:00:00-03:00',
  })
})

test('a return that ends hours after its request is corrected by the time of that', () => {
  const id = idAt('202603010259', 'D')
  const end = '2026-03-01T03:04:58.123Z'
  assert.equal(timeOf(end, id, '2026-02-28T23:59:01.000Z'), '2026-03-01T06:04:58.123Z')
  assert.equal(timeOf(end, id, '2026-03-01T02:59:01.000Z'), end)
  for (const begin of [undefined, 'never']) assert.equal(timeOf(end, id, begin), end)
})
