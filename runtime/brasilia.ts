/** Days as Brasília has them: three hours behind UTC, without summer time since 2019. */

const OFFSET_MS = 3 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const DAY_LENGTH = 'yyyy-mm-dd'.length

/** The day of a moment, as `yyyy-mm-dd`. */
export const dayOf = (moment: Date | string): string =>
  new Date(new Date(moment).getTime() - OFFSET_MS).toISOString().slice(0, DAY_LENGTH)

/** The moment at which a day (`yyyy-mm-dd`) begins, as a timestamp of the contract. */
export const startOfDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + OFFSET_MS).toISOString()

/** The day that is so many days after another, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH)
