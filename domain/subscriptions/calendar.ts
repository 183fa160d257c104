/**
 * The calendar of Pix Automático, by the days of Brasília: which periods a subscription has, and
 * what is due for one of them when. It reads no clock and no row.
 */
import { addDays, dayOf, endOfDay, startOfDay } from '../../runtime/brasilia.ts'

const HOUR_MS = 60 * 60 * 1000
const WEEK_DAYS = 7

/** Orders go to the bank from the first of these hours until the second. */
const FIRST_HOUR = 6
const LAST_HOUR = 22

/** In the sandbox without a bank each open invoice is debited at this hour of its day. */
const DEBIT_HOUR = 8

/** Days before the due day: the draft, the instruction, and the shortest notice of the bank. */
const DRAFT_DAYS = 10
const FINALIZE_DAYS = 6
const NOTICE_DAYS = 2

/** Days after the due day of which each has a retry; the week is over on its seventh. */
const RETRY_DAYS = [2, 4, 7]
const WEEKLY_RETRY_DAYS = [2, 4, 6]

/** How often an invoice is tried again. */
export const MAX_RETRIES = RETRY_DAYS.length

/** The first debit of a subscription whose code only authorises: so many days from today. */
const STARTS_AFTER_DAYS = { least: 5, most: 365 } as const

/** The code of such a subscription can be used until the end of the third day before its debit. */
const LAST_DAY_OF_CODE = 3

export type BillingInterval = 'day' | 'week' | 'month' | 'year'

/** How often a subscription is debited. */
export type Interval = { billing_interval: BillingInterval; interval_count: number }

/** Terms from which each period follows; every due day is counted from `starts_on`. */
export type Terms = Interval & { starts_on: string; cycles: number | null }

/** The part of a subscription that one invoice is for; `period_end` is not part of it. */
export type Period = { number: number; period_start: string; period_end: string }

/** Months of the intervals of the bank (`periodicidade` of a recurrence), but for the week. */
const MONTHS: ReadonlyMap<string, number> = new Map([
  ['1 month', 1],
  ['3 month', 3],
  ['6 month', 6],
  ['12 month', 12],
  ['1 year', 12],
])

const monthsOf = ({ billing_interval, interval_count }: Interval): number | undefined =>
  MONTHS.get(`${interval_count} ${billing_interval}`)

const isWeekly = ({ billing_interval, interval_count }: Interval): boolean =>
  billing_interval === 'week' && interval_count === 1

/** True for the intervals in which the bank debits by itself. */
export const isSupported = (interval: Interval): boolean =>
  isWeekly(interval) || monthsOf(interval) !== undefined

/** The same day so many months later, or the last one of a month that is too short for it. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = Date.UTC(year, month - 1 + months, Math.min(date, lastDate))
  return new Date(moved).toISOString().slice(0, day.length)
}

/**
 * The day on which a period begins, which is the due day of its invoice unless that is moved.
 *
 * @param number of the period, counted from 1
 * @throws on an interval that is not supported
 */
export function dueDay(terms: Interval & { starts_on: string }, number: number): string {
  if (isWeekly(terms)) return addDays(terms.starts_on, WEEK_DAYS * (number - 1))
  const months = monthsOf(terms)
  if (months === undefined) throw new Error('The bank debits in no such interval.')
  return addMonths(terms.starts_on, months * (number - 1))
}

/** The period with a number, or undefined after the last of `cycles`. */
export function periodOf(terms: Terms, number: number): Period | undefined {
  if (terms.cycles !== null && number > terms.cycles) return undefined
  const [period_start, period_end] = [dueDay(terms, number), dueDay(terms, number + 1)]
  return { number, period_start, period_end }
}

/** A moment of a day of Brasília, as a timestamp of the contract. */
const atHour = (day: string, hour: number): string =>
  new Date(Date.parse(startOfDay(day)) + hour * HOUR_MS).toISOString()

const atTime = (day: string, time: string): string =>
  new Date(Date.parse(startOfDay(day)) + Date.parse(`1970-01-01T${time}Z`)).toISOString()

const later = (a: string, b: string): string => (a > b ? a : b)

/** The first moment, from this one on, at which an order may go to the bank. */
export function orderTime(now: string): string {
  const day = dayOf(now)
  if (now >= atHour(day, LAST_HOUR)) return atHour(addDays(day, 1), FIRST_HOUR)
  return later(now, atHour(day, FIRST_HOUR))
}

/**
 * When the invoice of a period is drafted: ten days before its due day, and neither before the due
 * day of the period before nor before the subscription is active.
 */
export function draftedAt(terms: Terms, number: number, activated_at: string): string {
  const tenBefore = addDays(dueDay(terms, number), -DRAFT_DAYS)
  const day = number > 1 ? later(tenBefore, dueDay(terms, number - 1)) : tenBefore
  return later(startOfDay(day), activated_at)
}

/** When a draft is opened: six days before its due day, or when the subscription is activated. */
export const finalizesAt = (due_on: string, activated_at: string): string =>
  later(atHour(addDays(due_on, -FINALIZE_DAYS), FIRST_HOUR), activated_at)

/** From then on the debits of a day can no longer be stopped, and none can be ordered for it. */
export const lastVoidBefore = (date: string): string => atHour(addDays(date, -1), LAST_HOUR)

/** Until then an instruction for a day has the notice that the payer's bank asks for. */
const lastNotice = (date: string): string => atHour(addDays(date, -NOTICE_DAYS), LAST_HOUR)

/** True while an order to debit on a day may go to the bank. */
export const isOrderTime = (step: 'instruct' | 'resend' | 'retry', date: string, now: string) =>
  orderTime(now) === now && now < (step === 'retry' ? lastVoidBefore(date) : lastNotice(date))

/** When the sandbox, which has no bank, debits an attempt of a day. */
export const debitAt = (date: string): string => atHour(date, DEBIT_HOUR)

/** Times of a day of debits after which the bank may have a word: its windows, and the night. */
const READINGS = ['08:10', '21:10', '23:10', '23:50']

/** On the days before, the instruction may be refused, or the debit taken back. */
const EARLY_READINGS = ['21:10']

/** When the bank is asked about an attempt of a day next. */
export function readingAfter(date: string, now: string): string {
  for (let day = dayOf(now); ; day = addDays(day, 1)) {
    const times = day < date ? EARLY_READINGS : READINGS
    const next = times.map((time) => atTime(day, time)).find((at) => at > now)
    if (next !== undefined) return next
  }
}

/** Days before a debit by whose last hour for orders its bank should have the instruction. */
const LATE_DAYS = 3

/** An invoice that is opened late is given so long. */
const LATE_AFTER_MS = 12 * HOUR_MS

/** From then on an instruction that the bank does not have is late, and people are told. */
export const lateAt = (date: string, finalizes_at: string): string =>
  later(
    atHour(addDays(date, -LATE_DAYS), LAST_HOUR),
    new Date(Date.parse(finalizes_at) + LATE_AFTER_MS).toISOString(),
  )

/** An order to debit on a day, which may go to the bank from `at` on and before `until`. */
export type Order = { date: string; at: string; until: string }

/**
 * The instruction of an invoice that the bank does not have yet.
 *
 * @returns its date is `due_on`, or the first day with two days' notice once that has passed;
 *   undefined when the period has no such day left
 */
export function instructionOf(
  { due_on, finalizes_at, period_end }: Moments,
  now: string,
): Order | undefined {
  const at = orderTime(later(now, finalizes_at))
  const date = later(due_on, addDays(dayOf(at), NOTICE_DAYS))
  if (date >= period_end) return undefined
  return { date, at, until: lastNotice(date) }
}

/** Days of an invoice from which its orders follow. */
export type Moments = { due_on: string; finalizes_at: string; period_end: string }

/** An attempt that has failed: its day, and the moment of the bank's word. */
export type FailedAttempt = { date: string; failed_at: string }

/** Orders are given from the morning after a failure on. */
const morningAfter = (failed_at: string): string => atHour(addDays(dayOf(failed_at), 1), FIRST_HOUR)

/**
 * The next retry of an invoice whose attempts have failed, ordered on an earlier day than its own.
 *
 * @param attempts at least one, on the days to which the bank has moved them
 * @returns undefined after the last: no day is tried twice, and none from the next due day on
 */
export function retryOf(
  { due_on, period_end, ...interval }: Moments & Interval,
  attempts: readonly FailedAttempt[],
  now: string,
): Order | undefined {
  const failed_at = attempts.map((attempt) => attempt.failed_at).reduce(later, '')
  const lastDay = attempts.map((attempt) => attempt.date).reduce(later, '')
  const at = orderTime(later(now, morningAfter(failed_at)))
  const days = isWeekly(interval) ? WEEKLY_RETRY_DAYS : RETRY_DAYS
  // A day that the bank has moved is behind the last attempt, too.
  const date = days
    .map((count) => addDays(due_on, count))
    .find((day) => day > dayOf(at) && day > lastDay)
  if (date === undefined || date >= period_end) return undefined
  return { date, at, until: lastVoidBefore(date) }
}

/**
 * The same instruction once more, a day after the bank could not pass it on (`bank_error`).
 *
 * @returns undefined when less than two days' notice is left
 */
export function resendOf(
  { due_on }: Pick<Moments, 'due_on'>,
  { failed_at }: Pick<FailedAttempt, 'failed_at'>,
  now: string,
): Order | undefined {
  const at = orderTime(later(now, morningAfter(failed_at)))
  const until = lastNotice(due_on)
  return at < until ? { date: due_on, at, until } : undefined
}

/** An invoice that has no outcome yet, as the calendar reads it. */
export type PendingInvoice = Moments &
  Interval & {
    status: 'draft' | 'open'
    retries: boolean
    /** All of its attempts, oldest first; the moment of failure is null while there is no word. */
    attempts: readonly { date: string; failed_at: string | null }[]
    /** The bank takes no further attempt. */
    is_closed: boolean
    /** The last attempt could not be passed on to the payer's bank. */
    is_bank_error: boolean
  }

/** The next step of an invoice, and from when on it is due. */
export type Due =
  | { step: 'finalize' | 'miss' | 'give_up'; at: string }
  | ({ step: 'instruct' | 'resend' | 'retry' } & Order)

/**
 * Finds the next step of an invoice and its moment: the calendar in one function.
 *
 * @returns undefined while only the bank's word can change anything
 */
export function dueOf(invoice: PendingInvoice, now: string): Due | undefined {
  if (invoice.status === 'draft') return { step: 'finalize', at: invoice.finalizes_at }
  const { attempts } = invoice
  if (attempts.length === 0) {
    const order = instructionOf(invoice, now)
    return order ? { step: 'instruct', ...order } : { step: 'miss', at: now }
  }
  const failed = attempts.flatMap(({ date, failed_at }) =>
    failed_at === null ? [] : [{ date, failed_at }],
  )
  const last = failed.at(-1)
  if (failed.length < attempts.length || !last) return undefined
  if (invoice.is_closed) return { step: 'give_up', at: now }
  const resend = invoice.is_bank_error ? resendOf(invoice, last, now) : undefined
  if (resend) return { step: 'resend', ...resend }
  const retry = invoice.retries ? retryOf(invoice, failed, now) : undefined
  return retry ? { step: 'retry', ...retry } : { step: 'give_up', at: now }
}

/** The bounds of `starts_on`, both included. */
export const startDays = (now: Date): { first: string; last: string } => ({
  first: addDays(dayOf(now), STARTS_AFTER_DAYS.least),
  last: addDays(dayOf(now), STARTS_AFTER_DAYS.most),
})

/** The moment after which the code of a subscription with a first day can no longer be used. */
export const codeEndsAt = (starts_on: string): string =>
  endOfDay(addDays(starts_on, -LAST_DAY_OF_CODE))
