/** The days that a list or a file is about, as several operations take them. */
import type { ApiError } from '../../contract/apiError.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'

const DEFAULT_DAYS = 31

/** Days before it have no four digits for their year. */
const FIRST_DAY = '0000-01-01'

/** The most days, and what is said where there are more. */
type DayLimit = { days: number; more?: string }

type RequestedRange = {
  from: string | undefined
  to: string | undefined
  /** Names of the parameters. */
  names: readonly [from: string, to: string]
  now: Date
  /** How many days there may be. */
  limit: DayLimit
  fail: (code: 'invalid_request', param: string, detail: string) => ApiError
}

/**
 * The first and the last of the days, both included.
 *
 * @throws ApiError when the first is after the last, or there are too many
 */
export function dayRange({ from, to, names, now, limit, fail }: RequestedRange): {
  from: string
  to: string
} {
  const [fromName, toName] = names
  const last = to ?? dayOf(now)
  const wanted = from ?? addDays(last, 1 - DEFAULT_DAYS)
  const first = wanted < FIRST_DAY ? FIRST_DAY : wanted
  if (first > last) {
    throw fail('invalid_request', fromName, `${fromName}: deve ser no máximo igual a ${toName}.`)
  }
  if (first <= addDays(last, -limit.days)) {
    const text = `${fromName}: são ${limit.days} dias no máximo${limit.more ?? ''}.`
    throw fail('invalid_request', fromName, text)
  }
  return { from: first, to: last }
}
