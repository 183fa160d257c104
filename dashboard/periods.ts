/** The periods of the books: months, years, and what the reader has chosen. */
import { addDays, dayOf } from '../runtime/brasilia.ts'
import type { PageContext } from './page.ts'

/** Days, both included. */
export type Period = { from: string; to: string }

export const MONTH_LENGTH = 'yyyy-mm'.length
const YEAR_LENGTH = 'yyyy'.length

const DAY_MS = 24 * 60 * 60 * 1000

/** The month of a day. */
export function monthOf(day: string): Period {
  const from = `${day.slice(0, MONTH_LENGTH)}-01`
  // No month has 32 days: the day is one of the next month.
  const next = addDays(from, 31)
  return { from, to: addDays(`${next.slice(0, MONTH_LENGTH)}-01`, -1) }
}

/** How many days there are; below one where the first comes after the last. */
export const lengthOf = ({ from, to }: Period): number =>
  1 + (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The days of the page, both included: those of this month when the reader chooses none. */
export function periodOf({ query, now }: PageContext): Period {
  const to = query['date_to']?.trim() || dayOf(now)
  return { from: query['date_from']?.trim() || `${to.slice(0, MONTH_LENGTH)}-01`, to }
}

/** This month and this year up to today, and the month and the year before them. */
export function periodsOf(now: Date): (Period & { name: string })[] {
  const today = dayOf(now)
  const month = monthOf(today)
  const year = today.slice(0, YEAR_LENGTH)
  const lastYear = String(Number(year) - 1)
  return [
    { name: 'month', from: month.from, to: today },
    { name: 'last_month', ...monthOf(addDays(month.from, -1)) },
    { name: year, from: `${year}-01-01`, to: today },
    { name: lastYear, from: `${lastYear}-01-01`, to: `${lastYear}-12-31` },
  ]
}
