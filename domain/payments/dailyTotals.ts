/** What came in and went back by day. */
import { and, desc, eq, gte, lte, sql } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { dayOf } from '../../runtime/brasilia.ts'

type Part = Row<'daily_totals'>

/** A day without its parts. */
export type DailyTotal = Omit<Part, 'seller_id' | 'part'>

/** Into how many rows a day is divided. */
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

/** Counts a payment that has settled its checkout, on the day of `at`. */
export function* countPayment(of: Of & { amount_minor: number }): Transaction<void> {
  yield* addToDay({ ...rowOf(of), payments_count: 1, amount_minor: of.amount_minor })
}

/** Counts a refund of such a payment, once it has succeeded, on the day of `at`. */
export function* countRefund(of: Of & { amount_refunded_minor: number }): Transaction<void> {
  const { amount_refunded_minor } = of
  yield* addToDay({ ...rowOf(of), refunds_count: 1, amount_refunded_minor })
}

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
