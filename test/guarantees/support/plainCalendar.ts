/**
 * A second model of the calendar of subscriptions, which walks from day to day with a table of the
 * months' lengths. It knows neither `Date` nor the service's own calendar.
 */

/** An interval as this model has it: every so many months, or every week. */
export type PlainInterval = { isWeekly: boolean; months: number }

/** Days before the first due day with which the walk begins, and after the last one it ends. */
const MARGIN = 12

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const lengthOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (lengths[month - 1] as number)

/** A day as one number, 20260131. */
type Day = number

const yearOf = (day: Day): number => Math.floor(day / 10_000)
const monthOf = (day: Day): number => Math.floor(day / 100) % 100
const dateOf = (day: Day): number => day % 100

function dayAfter(day: Day): Day {
  const [year, month] = [yearOf(day), monthOf(day)]
  if (dateOf(day) < lengthOf(year, month)) return day + 1
  return month < 12 ? year * 10_000 + (month + 1) * 100 + 1 : (year + 1) * 10_000 + 101
}

function dayBefore(day: Day): Day {
  const [year, month] = [yearOf(day), monthOf(day)]
  if (dateOf(day) > 1) return day - 1
  if (month === 1) return (year - 1) * 10_000 + 1231
  return year * 10_000 + (month - 1) * 100 + lengthOf(year, month - 1)
}

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`)

const textOf = (day: Day): string => `${yearOf(day)}-${two(monthOf(day))}-${two(dateOf(day))}`

/** Every day of so many years, the first one being 1 January. */
export function* everyDay(year: number, years: number): Generator<Day> {
  const end = (year + years) * 10_000
  for (let day = year * 10_000 + 101; day < end; day = dayAfter(day)) yield day
}

/** The walk from a first due day on: its days as texts, and which of them are due days. */
export class PlainCalendar {
  readonly #days: Day[] = []
  /** Places of the due days within the walk. */
  readonly due: number[] = []
  readonly #isWeekly: boolean

  /** @param periods how many periods are walked through, all of them to their end */
  constructor(first: Day, { isWeekly, months }: PlainInterval, periods: number) {
    this.#isWeekly = isWeekly
    let day = first
    for (let i = 0; i < MARGIN; i++) day = dayBefore(day)
    let [monthsPassed, left] = [0, MARGIN]
    for (let i = 0; left > 0; i++, day = dayAfter(day)) {
      this.#days.push(day)
      if (this.due.length > periods) left--
      if (i < MARGIN) continue
      if (i > MARGIN && dateOf(day) === 1) monthsPassed++
      const isDue = isWeekly
        ? (i - MARGIN) % 7 === 0
        : monthsPassed % months === 0 &&
          dateOf(day) === Math.min(dateOf(first), lengthOf(yearOf(day), monthOf(day)))
      if (isDue) this.due.push(i)
    }
  }

  day(place: number): string {
    return textOf(this.#days[place] as Day)
  }

  /** A time of a day in Brasília, which is three hours behind: `06:00:00.000` as UTC has it. */
  moment(place: number, time: string): string {
    const hour = Number(time.slice(0, 2)) + 3
    const [day, ofDay] = hour < 24 ? [place, hour] : [place + 1, hour - 24]
    return `${this.day(day)}T${two(ofDay)}${time.slice(2)}Z`
  }

  /** Days and moments of a period. */
  period(number: number) {
    const [due, next] = [this.due[number - 1] as number, this.due[number] as number]
    const before = this.due[number - 2] ?? 0
    const retries = (this.#isWeekly ? [2, 4, 6] : [2, 4, 7]).map((days) => due + days)
    return {
      due_on: this.day(due),
      period_end: this.day(next),
      drafted_at: this.moment(Math.max(due - 10, before), '00:00:00.000'),
      finalizes_at: this.moment(due - 6, '06:00:00.000'),
      noticeEnds: this.moment(due - 2, '22:00:00.000'),
      voidEnds: this.moment(due - 1, '22:00:00.000'),
      retries: retries.filter((place) => place < next).map((place) => this.day(place)),
    }
  }

  /**
   * The debit of a period whose instruction can be given from a time of a day on: which day it is
   * of, and when it is ordered.
   */
  debitOf(number: number, place: number, time: string) {
    const [due, next] = [this.due[number - 1] as number, this.due[number] as number]
    const isEarly = time < '06'
    const isLate = time >= '22'
    const ordered = isLate ? place + 1 : place
    const date = Math.max(due, ordered + 2)
    if (date >= next) return undefined
    const at = this.moment(ordered, isLate || isEarly ? '06:00:00.000' : time)
    return { date: this.day(date), at, until: this.moment(date - 2, '22:00:00.000') }
  }
}
