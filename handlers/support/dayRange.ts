/** The days that a list or a file is about, as several operations take them. */
import type { ApiError } from '../../contract/apiError.ts'
import { MAX_DAYS } from '../../domain/payments/dailyTotals.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'

const DEFAULT_DAYS = 31

/** Days before it have no four digits for their year. */
const FIRST_DAY = '0000-01-01'

type RequestedRange = {
  from: string | undefined
  to: string | undefined
  /** Names of the parameters. */
  names: readonly [from: string, to: string]
  now: Date
  fail: (code: 'invalid_request', param: string, detail: string) => ApiError
}

/**
 * The first and the last of the days, both included.
 *
 * @throws ApiError when the first is after the last, or there are more than `MAX_DAYS`
 */
export function dayRange({ from, to, names, now, fail }: RequestedRange): {
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
  if (first <= addDays(last, -MAX_DAYS)) {
    throw fail('invalid_request', fromName, `${fromName}: são ${MAX_DAYS} dias no máximo.`)
  }
  return { from: first, to: last }
}
