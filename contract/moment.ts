/** Moments as requests write them, RFC 3339 §5.6, in the form in which they are stored. */

const form =
  /^(\d{4}-\d\d-\d\d)[t\s](\d\d:\d\d):(\d\d)(?:\.(\d+))?(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i

/** A plus sign that was not encoded in a query stands for a space there. */
const bareOffset = /^(.{10}[t\s][\d:.]+) (\d\d(?::?\d\d)?)$/i

/** The first and the last moment that a timestamp can express. */
const EARLIEST_MS = Date.parse('0000-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

const MILLISECOND_DIGITS = 3

/** Restores the plus sign of an offset that came in a query as it is. */
export const withOffset = (text: string): string => text.replace(bareOffset, '$1+$2')

/**
 * The first whole millisecond that is not before a moment, as timestamps are stored: the rows made
 * at that moment or later are those made at the result or later, and likewise for earlier ones.
 *
 * @param text of the format `date-time`; a leap second is the first of the next minute
 */
export function toTimestamp(text: string): string {
  const [, day = '', time = '', second = '', fraction = '', sign, hours = 0, minutes = 0] =
    form.exec(text) ?? []
  const offsetMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const digits = fraction.slice(0, MILLISECOND_DIGITS).padEnd(MILLISECOND_DIGITS, '0')
  const isBetween = /[1-9]/.test(fraction.slice(MILLISECOND_DIGITS))
  const ms =
    Date.parse(`${day}T${time}:00Z`) +
    Number(second) * 1000 +
    Number(digits) +
    Number(isBetween) -
    offsetMinutes * 60_000
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS)).toISOString()
}
