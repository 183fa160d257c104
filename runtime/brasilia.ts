/** Days as Brasília has them: three hours behind UTC, without summer time since 2019. */

const OFFSET_MS = 3 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const DAY_LENGTH = 'yyyy-mm-dd'.length

/** The day of a moment, as `yyyy-mm-dd`. */
export const dayOf = (moment: Date | string): string =>
  new Date(new Date(moment).getTime() - OFFSET_MS).toISOString().slice(0, DAY_LENGTH)

/** A moment on the clocks of Brasília, as `yyyy-mm-ddThh:mm:ss`. */
export const clockTime = (moment: string): string =>
  new Date(new Date(moment).getTime() - OFFSET_MS).toISOString().slice(0, -'.000Z'.length)

/** The moment at which a day (`yyyy-mm-dd`) begins, as a timestamp of the contract. */
export const startOfDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + OFFSET_MS).toISOString()

/** The last moment that a timestamp of the contract can name. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The moment at which a day has ended, which is no part of it. */
export const endOfDay = (day: string): string =>
  new Date(Math.min(Date.parse(startOfDay(day)) + DAY_MS, LAST_MS)).toISOString()

/** The day that is so many days after another, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH)
