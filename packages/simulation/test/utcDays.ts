/** Days as UTC has them, in the place of those of Brasília. */
export { addDays } from '../../../runtime/brasilia.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAY_LENGTH = 'yyyy-mm-dd'.length

export const dayOf = (moment: Date | string): string =>
  new Date(moment).toISOString().slice(0, DAY_LENGTH)

export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`

export const endOfDay = (day: string): string =>
  new Date(Date.parse(startOfDay(day)) + DAY_MS).toISOString()
