/**
 * Times as banks write them. Requests carry whole seconds of Brasília (`-03:00`): some banks refuse
 * fractions, and some find nothing in a period that is not written with that offset. In responses a
 * time is read in every form that banks use, and compared with the id that came with it.
 */
import { BankError } from './provider.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Brasília has had no summer time since 2019. */
const BRASILIA = '-03:00'
const BRASILIA_MS = 3 * 60 * MINUTE_MS

/** How much earlier than the minute in its id a true time may be, by clocks that differ. */
const ID_TOLERANCE_MS = 10 * MINUTE_MS

/** Timestamps have years of four digits. */
const END_OF_TIME_MS = Date.UTC(9999, 11, 31)

/** Date, time with its seconds or without, fraction, and offset with its minutes or without. */
const written =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,30}))? ?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$/i

/** The id of a transfer (`E`) or of a return (`D`): who made it, and the minute in UTC. */
const transferId = /^[DE][0-9A-Z]{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)[0-9A-Z]{11}$/i

const wholeSeconds = (ms: number): string =>
  new Date(ms - BRASILIA_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length) + BRASILIA

/** A period of a list (`inicio`, `fim`), extended to whole seconds. */
export const periodOf = ({ from, to }: { from: Date; to: Date }) => ({
  inicio: wholeSeconds(from.getTime()),
  fim: wholeSeconds(Math.ceil(to.getTime() / SECOND_MS) * SECOND_MS),
})

/** The longest text of a time; parsing a date of thousands of digits takes long. */
const MAX_CHARACTERS = 64

/** The moment that a text names, without an offset that of Brasília; NaN when it names none. */
function momentOf(text: string): number {
  if (text.length > MAX_CHARACTERS) return Number.NaN
  const [, date, minute, seconds = ':00', fraction = '', utc, hours, minutes = '00'] =
    written.exec(text) ?? []
  if (!date) return Date.parse(text)
  const offset = hours ? `${hours}:${minutes}` : utc ? 'Z' : BRASILIA
  return Date.parse(`${date}T${minute}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
}

const momentIn = (value: unknown) => momentOf(typeof value === 'string' ? value.trim() : '')

/** The minute in an id; undefined when it has none. */
export function minuteOf(id: string): number | undefined {
  const [, ...parts] = transferId.exec(id) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number)
  const ms = Date.UTC(year, month - 1, day, hour, minute)
  const isMinute = parts.length > 0 && new Date(ms).getUTCMonth() === month - 1 && hour < 24
  return isMinute ? ms : undefined
}

/**
 * The moment that a bank has written beside an id. A bank that writes the time of Brasília as if it
 * were UTC is three hours early. Nothing arrives before it has an id, so a moment that is earlier
 * than the minute in the id by more than `ID_TOLERANCE_MS` is corrected by those hours: the payer's
 * bank may have held the transfer for some of them. A later time stays, since a transfer may have
 * been scheduled, or settled hours after its id was made.
 *
 * @param id of the transfer or of the return, in the Pix system; empty when it has none
 * @param begin when the same return was requested, as the bank writes it: its end may lie so much
 *   later that only this time shows how the bank writes them
 * @returns in ISO 8601
 * @throws BankError when it is no moment that a timestamp of the contract can name
 */
export function timeOf(value: unknown, id: string, begin: unknown = undefined): string {
  const minuteMs = minuteOf(id) ?? Number.NaN
  const writtenMs = momentIn(value)
  const isFalseUtc = [writtenMs, momentIn(begin)].some((ms) => minuteMs - ms > ID_TOLERANCE_MS)
  const ms = isFalseUtc ? writtenMs + BRASILIA_MS : writtenMs
  if (!(ms >= 0 && ms < END_OF_TIME_MS)) {
    throw new BankError('unreadable', "The bank's answer cannot be relied on: horario is no time.")
  }
  return new Date(ms).toISOString()
}
