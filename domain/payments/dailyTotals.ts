/** Payments and refunds by day. */
import { and, desc, eq, gte, lte, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { dayOf } from '../../runtime/brasilia.ts'

type Part = Row<'daily_totals'>

/** A day without its parts. */
export type DailyTotal = Omit<Part, 'seller_id' | 'part'>

/** Number of rows into which a day is divided. */
const PARTS = 8

/** Days of one list. */
export const MAX_DAYS = 100

/** More rows than the days of a list have in two currencies. */
const MAX_ROWS = MAX_DAYS * PARTS * 2

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

const partsBetween = query(
  'daily_totals_between',
  (
    db,
    { daily_totals: t },
    args: Arguments<{ seller_id: string; from: string; to: string; limit: number }>,
  ) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), gte(t.date, args.from), lte(t.date, args.to)))
      .orderBy(desc(t.date), desc(t.currency), desc(t.part))
      .limit(args.limit),
)

type Of = { seller_id: string; checkout_id: string; currency: string; at: string }

/** A checkout's own part: the last digit of an id is random. */
const partOf = (checkout_id: string): number => Number.parseInt(checkout_id.slice(-1), 16) % PARTS

const rowOf = ({ seller_id, checkout_id, currency, at }: Of) => ({
  seller_id,
  date: dayOf(at),
  currency,
  part: partOf(checkout_id),
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

/** Counts payments that have settled their checkouts, each on the day of its `at`. */
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

/** Counts a payment that has settled its checkout. */
export const countPayment = (of: CountedPayment): Transaction<void> => countPayments([of])

/** Counts a refund of such a payment, once it has succeeded. */
export const countRefund = (of: CountedRefund): Transaction<void> => countRefunds([of])

/**
 * The days of a seller on which something came in or went back, newest first.
 *
 * @param range both days are part of it; at most `MAX_DAYS`
 */
export function* dailyTotalsOf(range: {
  seller_id: string
  from: string
  to: string
}): Transaction<DailyTotal[]> {
  const days = new Map<string, DailyTotal>()
  for (const row of yield* partsBetween({ ...range, limit: MAX_ROWS })) {
    const { seller_id: _, part: __, ...total } = row
    const key = `${row.date} ${row.currency}`
    const day = days.get(key)
    if (day) addTo(day, total)
    else days.set(key, total)
  }
  return [...days.values()]
}

function addTo(day: DailyTotal, part: DailyTotal): void {
  day.payments_count += part.payments_count
  day.amount_minor += part.amount_minor
  day.refunds_count += part.refunds_count
  day.amount_refunded_minor += part.amount_refunded_minor
}
