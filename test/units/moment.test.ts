/** Moments of requests, as RFC 3339 writes them. */
import assert from 'node:assert/strict'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { test } from 'vitest'
import { toTimestamp, withOffset } from '../../contract/moment.ts'

const isDateTime = (fullFormats['date-time'] as { validate: (text: string) => boolean }).validate

const same: Record<string, string> = {
  '2026-11-27T00:00:00Z': '2026-11-27T00:00:00.000Z',
  '2026-11-27t00:00:00z': '2026-11-27T00:00:00.000Z',
  '2026-11-27 00:00:00Z': '2026-11-27T00:00:00.000Z',
  '2026-11-27T00:00:00+00:00': '2026-11-27T00:00:00.000Z',
  '2026-11-27T00:00:00-00:00': '2026-11-27T00:00:00.000Z',
  '2026-11-26T21:00:00-03:00': '2026-11-27T00:00:00.000Z',
  '2026-11-26T21:00:00-0300': '2026-11-27T00:00:00.000Z',
  '2026-11-27T05:30:00+05:30': '2026-11-27T00:00:00.000Z',
  '2026-11-27T00:00:00.5Z': '2026-11-27T00:00:00.500Z',
  '2026-11-27T00:00:00.123456Z': '2026-11-27T00:00:00.124Z',
  '2026-11-27T00:00:00.123000000Z': '2026-11-27T00:00:00.123Z',
  '2026-11-27T23:59:59.9999Z': '2026-11-28T00:00:00.000Z',
  '2016-12-31T23:59:60Z': '2017-01-01T00:00:00.000Z',
  '2016-12-31T20:59:60.25-03:00': '2017-01-01T00:00:00.250Z',
  '0000-01-01T00:00:00+23:59': '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.9999Z': '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59': '9999-12-31T23:59:59.999Z',
}

for (const [text, timestamp] of Object.entries(same)) {
  test(`${text} is ${timestamp}`, () => {
    assert.ok(isDateTime(text))
    assert.equal(toTimestamp(text), timestamp)
  })
}

test('a plus sign that a query has made a space is one again', () => {
  assert.equal(withOffset('2026-11-27T00:00:00 00:00'), '2026-11-27T00:00:00+00:00')
  assert.equal(withOffset('2026-11-27 00:00:00.5 0530'), '2026-11-27 00:00:00.5+0530')
  for (const text of ['2026-11-27 00:00:00Z', '2026-11-27 00:00', 'x', '2026-11-27T00:00:00Z']) {
    assert.equal(withOffset(text), text)
  }
})

test('timestamps compare as their moments do, whatever the offset', () => {
  const moments = fc.record({
    ms: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    finer: fc.stringMatching(/^\d{0,9}$/),
    offsetMinutes: fc.integer({ min: -1439, max: 1439 }),
  })
  const two = (count: number) => String(count).padStart(2, '0')
  const written = ({
    ms,
    finer,
    offsetMinutes,
  }: typeof moments extends fc.Arbitrary<infer Moment> ? Moment : never) => {
    const local = new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, -1)
    const size = Math.abs(offsetMinutes)
    const offset = `${two(Math.floor(size / 60))}:${two(size % 60)}`
    return `${local}${finer}${offsetMinutes < 0 ? '-' : '+'}${offset}`
  }
  fc.assert(
    fc.property(moments, fc.integer({ min: -1, max: 2 }), (moment, away) => {
      const text = written(moment)
      assert.ok(isDateTime(text), text)
      const madeMs = moment.ms + away
      const isLaterOrAt = madeMs > moment.ms || (away === 0 && !/[1-9]/.test(moment.finer))
      assert.equal(new Date(madeMs).toISOString() >= toTimestamp(text), isLaterOrAt, text)
    }),
  )
})
