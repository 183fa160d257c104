/** The sum of all entries of a statement up to the end of a day. */
import type { QueryRunner } from '../../../db/database.ts'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { inRows } from '../../files/exports.ts'
import { dailyTotalsOf, MAX_DAYS } from '../dailyTotals.ts'
import { outsideDailyTotals, statementEntries } from './entries.ts'
import type { EntrySource } from './entries.ts'

type BalanceRequest = { seller_id: string; to: string; mayRead: () => Promise<boolean> }

/** Days before it have no four digits for their year. */
const FIRST_DAY = '0000-01-01'

/**
 * The balance at the end of a day, in cents. Payments and refunds are counted by the totals of
 * days, and only the entries that those leave out are read one by one.
 */
export async function balanceAt(db: QueryRunner, wanted: BalanceRequest): Promise<number> {
  const { seller_id, to, mayRead } = wanted
  const range = { seller_id, from: FIRST_DAY, to, showsCustomers: false }
  const edge = (isNewestFirst: boolean) =>
    db.read(() => statementEntries(range, { after: undefined, limit: 1, isNewestFirst }))
  const [[first], [last]] = [await edge(false), await edge(true)]
  if (!first || !last) return 0
  const lastDay = dayOf(last.occurred_at)
  let sum = 0
  for (let day = dayOf(first.occurred_at); day <= lastDay; day = addDays(day, MAX_DAYS)) {
    const end = addDays(day, MAX_DAYS - 1)
    const days = { seller_id, from: day, to: end < lastDay ? end : lastDay }
    for (const total of await db.read(() => dailyTotalsOf(days))) {
      sum += total.amount_minor - total.amount_refunded_minor
    }
  }
  for (const type of outsideDailyTotals) {
    const read = (after: EntrySource | undefined, limit: number) =>
      db.read(() => statementEntries({ ...range, type }, { after, limit, isNewestFirst: false }))
    for await (const { rows } of inRows(read, mayRead)) {
      for (const { amount_minor } of rows) sum += amount_minor
    }
  }
  return sum
}
