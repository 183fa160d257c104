/** Payments and refunds by day. */
import { and, eq, gte, lt, lte, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { dayOf, endOfDay, startOfDay } from '../../runtime/brasilia.ts'
import { isSettling, isUnnamed } from '../checkouts/settlements.ts'

type Part = Row<'daily_totals'>

/** A day without its parts. */
export type DailyTotal = Omit<Part, 'seller_id' | 'part'>

/** Number of rows into which a day is divided. */
const PARTS = 8

/** Days of one list. */
export const MAX_DAYS = 100

/** More rows than the days of a list have in two currencies, with hours of unnamed sales. */
const MAX_ROWS = MAX_DAYS * (PARTS + 24) * 2

/** The part of a timestamp that names its hour: each lies in one day of Brasília. */
const HOUR_LENGTH = 'yyyy-mm-ddThh'.length

const addToDay = query('add_to_daily_total', (db, { daily_totals: t }, args: Arguments<Part>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoUpdate({
      target: [t.seller_id, t.date, t.currency, t.part],
      set: {
        payments_count: sql`${t.payments_count} + ${args.payments_count}`,
        amount_minor: sql`${t.amount_minor} + ${args.amount_minor}`,
        refunds_count: sql`${t.refunds_count} + ${args.refunds_count}`,
        amount_refunded_minor: sql`${t.amount_refunded_minor} + ${args.amount_refunded_minor}`,
      },
    }),
)

type Between = {
  seller_id: string
  from: string
  to: string
  /** When the first of the days begins, and the last has ended. */
  begins_at: string
  ended_at: string
  limit: number
}

// One statement, so that a sale which is named meanwhile is counted once. SQLite takes the tables
// of a cross join in their order: the index of unnamed checkouts is empty as a rule.
const countedBetween = query(
  'daily_totals_between',
  (db, { daily_totals: t, checkouts: c, payments: p }, args: Arguments<Between>) => {
    const kept = sql`select ${t.date} as date, '' as hour, ${t.currency} as currency,
        ${t.payments_count} as payments_count, ${t.amount_minor} as amount_minor,
        ${t.refunds_count} as refunds_count, ${t.amount_refunded_minor} as amount_refunded_minor
      from ${t}
      where ${and(eq(t.seller_id, args.seller_id), gte(t.date, args.from), lte(t.date, args.to))}`
    const unnamed = sql`select '', substr(${p.paid_at}, 1, ${sql.raw(String(HOUR_LENGTH))}),
        ${c.currency}, count(*), sum(${p}.amount_minor), 0, 0
      from ${c} cross join ${p}
      where ${and(
        eq(c.seller_id, args.seller_id),
        isUnnamed(c),
        eq(p.seller_id, args.seller_id),
        eq(p.checkout_id, c.id),
        isSettling(p),
        gte(p.paid_at, args.begins_at),
        lt(p.paid_at, args.ended_at),
      )}
      group by 1, 2, 3`
    return db
      .select({
        date: sql<string>`date`,
        hour: sql<string>`hour`,
        currency: sql<string>`currency`,
        payments_count: sql<string>`payments_count`,
        amount_minor: sql<string>`amount_minor`,
        refunds_count: sql<string>`refunds_count`,
        amount_refunded_minor: sql<string>`amount_refunded_minor`,
      })
      .from(sql`(${kept} union all ${unnamed}) as counted`)
      .orderBy(sql`date desc, hour desc, currency desc`)
      .limit(args.limit)
  },
)

/** @param source_id of the checkout or invoice that was paid */
type Of = { seller_id: string; source_id: string; currency: string; at: string }

/** The part of a checkout or an invoice: the last digit of an id is random. */
const partOf = (source_id: string): number => Number.parseInt(source_id.slice(-1), 16) % PARTS

const rowOf = ({ seller_id, source_id, currency, at }: Of) => ({
  seller_id,
  date: dayOf(at),
  currency,
  part: partOf(source_id),
  payments_count: 0,
  amount_minor: 0,
  refunds_count: 0,
  amount_refunded_minor: 0,
})

/** Adds to the rows of days, each once and in one order, so that no two transactions deadlock. */
function* addToDays(parts: Part[]): Transaction<void> {
  const rows = new Map<string, Part>()
  for (const part of parts) {
    const key = `${part.date} ${part.currency} ${part.part}`
    const row = rows.get(key)
    if (row) addTo(row, part)
    else rows.set(key, { ...part })
  }
  for (const [, row] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))) yield* addToDay(row)
}

type CountedPayment = Of & { amount_minor: number }
type CountedRefund = Of & { amount_refunded_minor: number }

/** Counts payments that have settled a checkout or an invoice, each on the day of its `at`. */
export const countPayments = (payments: CountedPayment[]): Transaction<void> =>
  addToDays(
    payments.map((of) => ({ ...rowOf(of), payments_count: 1, amount_minor: of.amount_minor })),
  )

/** Counts refunds of such payments, once they have succeeded, each on the day of its `at`. */
export const countRefunds = (refunds: CountedRefund[]): Transaction<void> =>
  addToDays(
    refunds.map((of) => {
      const { amount_refunded_minor } = of
      return { ...rowOf(of), refunds_count: 1, amount_refunded_minor }
    }),
  )

/** Corrects the totals of a day by what is missing from them, or is too much. */
export const correctDay = (missing: Omit<Part, 'part'>): Transaction<void> =>
  addToDays([{ ...missing, part: 0 }])

/** Counts a payment that has settled its checkout or invoice. */
export const countPayment = (of: CountedPayment): Transaction<void> => countPayments([of])

/** Counts a refund of such a payment, once it has succeeded. */
export const countRefund = (of: CountedRefund): Transaction<void> => countRefunds([of])

/**
 * The days of a seller on which something came in or went back, newest first. Sales whose checkouts
 * name no payment yet are no part of the kept totals, and are counted from their rows.
 *
 * @param range both days are part of it; at most `MAX_DAYS`
 */
export function* dailyTotalsOf(range: {
  seller_id: string
  from: string
  to: string
}): Transaction<DailyTotal[]> {
  const days = new Map<string, DailyTotal>()
  const times = { begins_at: startOfDay(range.from), ended_at: endOfDay(range.to) }
  for (const row of yield* countedBetween({ ...range, ...times, limit: MAX_ROWS })) {
    const { currency } = row
    const date = row.hour === '' ? row.date : dayOf(`${row.hour}:00:00.000Z`)
    const total = {
      date,
      currency,
      payments_count: Number(row.payments_count),
      amount_minor: Number(row.amount_minor),
      refunds_count: Number(row.refunds_count),
      amount_refunded_minor: Number(row.amount_refunded_minor),
    }
    const key = `${date} ${currency}`
    const day = days.get(key)
    if (day) addTo(day, total)
    else days.set(key, total)
  }
  // By its own order, since days that only unnamed sales have come after all others.
  return [...days.entries()].toSorted(([a], [b]) => (a < b ? 1 : -1)).map(([, day]) => day)
}

function addTo(day: DailyTotal, part: DailyTotal): void {
  day.payments_count += part.payments_count
  day.amount_minor += part.amount_minor
  day.refunds_count += part.refunds_count
  day.amount_refunded_minor += part.amount_refunded_minor
}
