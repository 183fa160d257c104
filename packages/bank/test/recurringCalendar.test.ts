/** The bank's calendar equals a plain one, which counts days and writes no formula. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  daysBefore,
  lastMoment,
  lastOrderFor,
  momentsOf,
  spreadOf,
  noticeWindow,
  periodOf,
  periodStart,
  workingDay,
} from '../recurring/calendar.ts'
import type { Period } from '../recurring/calendar.ts'

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const lengthOf = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0)

type Day = { year: number; month: number; date: number }

const write = ({ year, month, date }: Day) =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

function next({ year, month, date }: Day): Day {
  if (date < lengthOf(year, month)) return { year, month, date: date + 1 }
  return month < 12 ? { year, month: month + 1, date: 1 } : { year: year + 1, month: 1, date: 1 }
}

/** Every day of four years and of the year after, a leap year among them. */
const days: Day[] = [{ year: 2026, month: 1, date: 1 }]
while (days.length < 366 + 5 * 365) days.push(next(days.at(-1) as Day))
const written = days.map(write)

const months: [Period, number][] = [
  ['MENSAL', 1],
  ['TRIMESTRAL', 3],
  ['SEMESTRAL', 6],
  ['ANUAL', 12],
]

/** The same date so many months later, or the last day of a month that is shorter. */
function later({ year, month, date }: Day, count: number): Day {
  let [toYear, toMonth] = [year, month]
  for (let i = 0; i < count; i++)
    [toYear, toMonth] = toMonth < 12 ? [toYear, toMonth + 1] : [toYear + 1, 1]
  return { year: toYear, month: toMonth, date: Math.min(date, lengthOf(toYear, toMonth)) }
}

test('each period of each first day of four years begins where a plain calendar has it', () => {
  for (const [i, first] of days.slice(0, 4 * 365 + 1).entries()) {
    const day = write(first)
    for (const [period, count] of months) {
      for (let k = 0; k * count <= 12; k++) {
        assert.equal(
          periodStart(day, period, k),
          write(later(first, k * count)),
          `${day} ${period}`,
        )
      }
    }
    for (let k = 0; k < 10; k++) assert.equal(periodStart(day, 'SEMANAL', k), written[i + 7 * k])
  }
})

test('a day lies in the last period that has begun, from the first day on', () => {
  for (const first of [written[30], written[58], written[789], written[0]] as string[]) {
    const from = written.indexOf(first)
    for (const period of ['SEMANAL', ...months.map(([name]) => name)] as Period[]) {
      assert.equal(periodOf(first, period, written[from - 1] ?? '2025-12-31'), -1)
      let k = 0
      for (const day of written.slice(from, from + 400)) {
        if (day === periodStart(first, period, k + 1)) k += 1
        assert.equal(periodOf(first, period, day), k, `${first} ${period} ${day}`)
      }
    }
  }
})

const utc = (ms: number) => new Date(ms).toISOString()

test('the hours of a due day are those of Brasília, on each side of midnight', () => {
  const day = '2026-03-20'
  const [opens, closes] = noticeWindow(day, false)
  assert.deepEqual([opens, closes, lastOrderFor(day)].map(utc), [
    '2026-03-10T03:00:00.000Z',
    '2026-03-19T01:00:00.000Z',
    '2026-03-20T01:00:00.000Z',
  ])
  assert.equal(utc(lastMoment(day, true)), '2026-03-28T02:00:00.000Z')
  assert.equal(utc(lastMoment(day, false)), '2026-03-21T02:00:00.000Z')
  for (let i = 0; i < 500; i++) {
    const [morning, evening, night] = momentsOf(day, spreadOf(i.toString(16).padStart(32, 'c')))
    const [at0, at8, at18, at21, at23] = [0, 8, 18, 21, 23].map((hour) =>
      Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00-03:00`),
    ) as [number, number, number, number, number]
    assert.ok(morning >= at0 && morning < at8 && evening >= at18 && evening < at21)
    assert.equal(night, at23)
  }
})

test('working days leave out Saturdays and Sundays', () => {
  // 2026-03-06 is a Friday.
  assert.deepEqual(['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map(workingDay), [
    '2026-03-06',
    '2026-03-09',
    '2026-03-09',
    '2026-03-09',
  ])
  assert.equal(daysBefore('2026-03-10', 2, false), '2026-03-08')
  assert.equal(daysBefore('2026-03-10', 2, true), '2026-03-06')
  assert.equal(daysBefore('2026-03-13', 2, true), '2026-03-11')
  assert.equal(daysBefore('2026-03-08', 2, true), '2026-03-05')
})
