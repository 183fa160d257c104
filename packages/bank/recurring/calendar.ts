/**
 * The calendar of Pix Automático, in days of Brasília: when the periods of a recurrence begin, and
 * what may happen to a charge on which day and at which hour.
 */
import { addDays, dayOf, startOfDay } from '../../../runtime/brasilia.ts'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

/** The days before its due day on which an instruction is passed on. */
export const FIRST_NOTICE_DAYS = 10
export const LAST_NOTICE_DAYS = 2
/** New attempts: how many, and how many days after the due day at most. */
export const MAX_RETRIES = 3
export const RETRY_DAYS = 7

/** The hour after which an order no longer counts for the day, and a debit is not stopped. */
const LAST_HOUR = 22
/** The hour in which an attempt without funds ends: too late for an order of the next day. */
const NIGHT_HOUR = 23

/** Where debits are tried: from this hour on, for so many hours. */
const slots = [
  { hour: 0, hours: 8 },
  { hour: 18, hours: 3 },
] as const

export type Period = 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL'

const months: Record<Exclude<Period, 'SEMANAL'>, number> = {
  MENSAL: 1,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
}

export const atHour = (day: string, hour: number): number =>
  Date.parse(startOfDay(day)) + hour * HOUR_MS

/** The day that is so many months later, or the last one of a shorter month. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0))
  return dayOf(
    new Date(startOfDay(last.toISOString().slice(0, 8) + two(Math.min(date, last.getUTCDate())))),
  )
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The first day of the k-th period, counted from the first day of all. */
export const periodStart = (first: string, period: Period, k: number): string =>
  period === 'SEMANAL' ? addDays(first, 7 * k) : addMonths(first, months[period] * k)

/** The period in which a day lies; −1 before the first. */
export function periodOf(first: string, period: Period, day: string): number {
  const days = (Date.parse(day) - Date.parse(first)) / (24 * HOUR_MS)
  const longest = period === 'SEMANAL' ? 7 : 31 * months[period]
  let k = Math.max(-1, Math.floor(days / longest))
  while (periodStart(first, period, k + 1) <= day) k++
  return k
}

const isWorking = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay())

/** The day itself, or the next that is no Saturday and no Sunday. */
export const workingDay = (day: string): string =>
  isWorking(day) ? day : workingDay(addDays(day, 1))

/** The day that is so many days before another; only working days are counted where asked. */
export function daysBefore(day: string, count: number, isWorkingOnly: boolean): string {
  if (!isWorkingOnly) return addDays(day, -count)
  let found = day
  for (let left = count; left > 0; found = addDays(found, -1)) {
    if (isWorking(addDays(found, -1))) left--
  }
  return found
}

/** Where an instruction for a day is passed on: from the first moment to the last. */
export const noticeWindow = (day: string, isWorkingOnly: boolean): [number, number] => [
  atHour(addDays(day, -FIRST_NOTICE_DAYS), 0),
  atHour(daysBefore(day, LAST_NOTICE_DAYS, isWorkingOnly), LAST_HOUR),
]

/** The last moment at which a debit of a day is stopped, or ordered once more. */
export const lastOrderFor = (day: string): number => atHour(addDays(day, -1), LAST_HOUR)

/** The place of a charge among those that are debited on one day. */
export const spreadOf = (txid: string): number =>
  Number.parseInt(txid.replaceAll(/[^0-9a-f]/gi, '').slice(-6) || '0', 16)

/** The moments of a day at which an attempt is debited, and then that at which it ends. */
export function momentsOf(day: string, spread: number): [number, number, number] {
  const [morning, evening] = slots.map(
    ({ hour, hours }) => atHour(day, hour) + (spread % (hours * 60)) * MINUTE_MS,
  ) as [number, number]
  return [morning, evening, atHour(day, NIGHT_HOUR)]
}

/** The moment after which a charge takes no attempt any more. */
export const lastMoment = (day: string, mayRetry: boolean): number =>
  atHour(addDays(day, mayRetry ? RETRY_DAYS : 0), NIGHT_HOUR)
