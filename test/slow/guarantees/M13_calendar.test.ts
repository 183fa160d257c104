/** M13: every start day of four years in each interval, against a model that walks day by day. */
import assert from 'node:assert/strict'
import * as ours from '../../../domain/subscriptions/calendar.ts'
import type { Moments, Terms } from '../../../domain/subscriptions/calendar.ts'
import { addDays } from '../../../runtime/brasilia.ts'
import { control, long, property } from '../../support/property.ts'
import { everyDay, PlainCalendar } from '../../guarantees/support/plainCalendar.ts'

/** Four years with a leap day, and how many periods of each interval are compared. */
const [FIRST_YEAR, YEARS] = [2026, 4]

const intervals = [
  { billing_interval: 'week', interval_count: 1, periods: 6, plain: { isWeekly: true, months: 0 } },
  { billing_interval: 'month', interval_count: 1, months: 1, periods: 13 },
  { billing_interval: 'month', interval_count: 3, months: 3, periods: 5 },
  { billing_interval: 'month', interval_count: 6, months: 6, periods: 3 },
  { billing_interval: 'month', interval_count: 12, months: 12, periods: 2 },
  { billing_interval: 'year', interval_count: 1, months: 12, periods: 4 },
] as const

/** The calendar, of which a control replaces a function. */
type Calendar = Pick<
  typeof ours,
  'periodOf' | 'draftedAt' | 'finalizesAt' | 'instructionOf' | 'retryOf' | 'lastVoidBefore'
>

/** Before any moment of the four years: the subscription was active already. */
const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** Times around both ends of the window, and around midnight in Brasília and in UTC. */
const times = ['00:00:00.000', '20:59:59.999', '21:59:59.999', '22:00:00.000']
const others = ['05:59:59.999', '06:00:00.000', '21:00:00.000', '23:59:59.999']
const edges = long ? [...times, ...others].toSorted() : times

/** The evening of a day: its attempt has failed, and the next order waits for the morning. */
const nightOf = (date: string): string => `${date}T23:30:00.000Z`

/** The retries of an invoice each of whose attempts fails in the night of its day. */
function retriesOf(calendar: Calendar, moments: Moments & Terms): string[] {
  const attempts = [{ date: moments.due_on, failed_at: nightOf(moments.due_on) }]
  for (;;) {
    const last = attempts.at(-1)?.failed_at ?? ''
    const order = calendar.retryOf(moments, attempts, last)
    if (!order) return attempts.slice(1).map(({ date }) => date)
    assert.ok(order.at < order.until, `a retry of ${order.date} can be ordered`)
    attempts.push({ date: order.date, failed_at: nightOf(order.date) })
  }
}

/** One start day in one interval. */
function compare(calendar: Calendar, terms: Terms, plain: PlainCalendar, periods: number): number {
  for (let number = 1; number <= periods; number++) {
    const expected = plain.period(number)
    const period = calendar.periodOf(terms, number)
    assert.ok(period)
    const due_on = period.period_start
    const found = {
      due_on,
      period_end: period.period_end,
      drafted_at: calendar.draftedAt(terms, number, LONG_AGO),
      finalizes_at: calendar.finalizesAt(due_on, LONG_AGO),
      noticeEnds: '',
      voidEnds: calendar.lastVoidBefore(due_on),
      retries: [] as string[],
    }
    const moments = { ...terms, ...found }
    found.noticeEnds = calendar.instructionOf(moments, LONG_AGO)?.until ?? ''
    const isRetried = long || number === 1
    found.retries = isRetried ? retriesOf(calendar, moments) : expected.retries
    assert.deepEqual(found, expected, `${terms.starts_on}, period ${number}`)
  }
  return periods
}

/** Debits of a first period whose instruction comes late, at each edge of the days that matter. */
function compareLate(calendar: Calendar, terms: Terms, plain: PlainCalendar): number {
  const { due_on, finalizes_at, period_end } = plain.period(1)
  const [due = 0, next = 0] = plain.due
  const places = long
    ? [due - 3, due - 2, due - 1, next - 4, next - 3, next - 2]
    : [due - 2, next - 3]
  for (const place of places) {
    for (const time of edges) {
      const now = plain.moment(place, time)
      const found = calendar.instructionOf({ due_on, finalizes_at, period_end }, now)
      const expected = plain.debitOf(1, place, time)
      // Compared by parts, since `deepEqual` takes most of the time here.
      const isEqual = ['date', 'at', 'until'].every(
        (part) => found?.[part as 'at'] === expected?.[part as 'at'],
      )
      if (!isEqual) assert.deepEqual(found, expected, `${terms.starts_on}, ordered at ${now}`)
    }
  }
  return places.length * edges.length
}

function compareAll(calendar: Calendar): string {
  let [starts, periodsCompared, orders] = [0, 0, 0]
  for (const { billing_interval, interval_count, periods, ...of } of intervals) {
    const plainInterval = 'plain' in of ? of.plain : { isWeekly: false, months: of.months }
    for (const day of everyDay(FIRST_YEAR, YEARS)) {
      const plain = new PlainCalendar(day, plainInterval, periods)
      const starts_on = plain.period(1).due_on
      const terms = { starts_on, billing_interval, interval_count, cycles: null }
      periodsCompared += compare(calendar, terms, plain, periods)
      orders += compareLate(calendar, terms, plain)
      starts++
    }
  }
  return `${starts} starts, ${periodsCompared} periods and ${orders} late orders: 0 differences`
}

property('M13', async () => compareAll(ours))

const HOURS_OF_BRASILIA_MS = 3 * 60 * 60 * 1000

/** The window as UTC's clock has it: three hours later on each day. */
const byUtc = (moment: string): string =>
  new Date(Date.parse(moment) + HOURS_OF_BRASILIA_MS).toISOString()

control('M13', 'the window for orders is by UTC', async () => {
  compareAll({ ...ours, instructionOf: (of, now) => ours.instructionOf(of, byUtc(now)) })
})

control('M13', 'each due day is counted from the one before', async () => {
  const stepwise: Calendar['periodOf'] = (terms, number) => {
    let starts_on = terms.starts_on
    for (let i = 1; i < number; i++) starts_on = ours.dueDay({ ...terms, starts_on }, 2)
    const next = ours.dueDay({ ...terms, starts_on }, 2)
    return { number, period_start: starts_on, period_end: next }
  }
  compareAll({ ...ours, periodOf: stepwise })
})

control('M13', 'there is a fourth retry, on the eighth day', async () => {
  const eighth = (due_on: string, at: string) => {
    const date = addDays(due_on, 8)
    return { date, at, until: ours.lastVoidBefore(date) }
  }
  compareAll({
    ...ours,
    retryOf: (of, attempts, now) =>
      ours.retryOf(of, attempts, now) ??
      (attempts.length === 4 ? eighth(of.due_on, now) : undefined),
  })
})
