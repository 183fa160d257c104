/** Days whose totals are not those of their payments and refunds. */
import { and, eq, gte, isNotNull, isNull, lt, or, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { addDays, startOfDay } from '../../runtime/brasilia.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { correctDay } from '../payments/dailyTotals.ts'

type TotalColumn = 'payments_count' | 'amount_minor' | 'refunds_count' | 'amount_refunded_minor'
type Day = { seller_id: string; date: string; currency: string }

/** With its table, which Drizzle leaves off in a select from one; both have such a column. */
const amount = (t: Tables['payments'] | Tables['refunds']) => sql`${t}.amount_minor`

// One statement, so that all of its sums are of one moment, whatever is settled meanwhile. SQLite
// takes the tables of a cross join in their order: payments by their time, refunds by their seller.
const sumsOfDay = query(
  'sums_of_day',
  (
    db,
    { sellers, checkouts: c, daily_totals: t, payments: p, refunds: r },
    args: Arguments<Day & { from: string; to: string }>,
  ) => {
    const kept = (column: (typeof t)[TotalColumn]) =>
      sql<string>`(select coalesce(sum(${column}), 0) from ${t} where ${and(
        eq(t.seller_id, args.seller_id),
        eq(t.date, args.date),
        eq(t.currency, args.currency),
      )})`
    const isSold = and(eq(c.seller_id, args.seller_id), eq(c.id, p.checkout_id))
    const settled = and(
      eq(p.seller_id, args.seller_id),
      // Written so that SQLite goes by the time, and not by the index of what settles.
      sql`${p.outcome} <> 'returned'`,
      // An invoice has no checkout, and is paid in reais.
      sql`coalesce(${c.currency}, ${sql.raw(`'${CURRENCY}'`)}) = ${args.currency}`,
    )
    // A sale that its checkout does not name is counted when it is named (settlements.ts).
    const paid = and(
      settled,
      or(isNull(p.checkout_id), isNotNull(c.payment_id)),
      gte(p.paid_at, args.from),
      lt(p.paid_at, args.to),
    )
    const refunded = and(
      settled,
      eq(r.seller_id, args.seller_id),
      eq(r.payment_id, p.id),
      sql`${r.status} = 'succeeded'`,
      gte(r.completed_at, args.from),
      lt(r.completed_at, args.to),
    )
    const ofPayments = sql`from ${p} left join ${c} on ${isSold} where ${paid}`
    const ofRefunds = sql`from ${r} cross join ${p} left join ${c} on ${isSold} where ${refunded}`
    return db
      .select({
        keptPayments: kept(t.payments_count),
        keptMinor: kept(t.amount_minor),
        keptRefunds: kept(t.refunds_count),
        keptRefundedMinor: kept(t.amount_refunded_minor),
        payments: sql<string>`(select count(*) ${ofPayments})`,
        minor: sql<string>`(select coalesce(sum(${amount(p)}), 0) ${ofPayments})`,
        refunds: sql<string>`(select count(*) ${ofRefunds})`,
        refundedMinor: sql<string>`(select coalesce(sum(${amount(r)}), 0) ${ofRefunds})`,
      })
      .from(sellers)
      .where(eq(sellers.id, args.seller_id))
  },
)

/**
 * Brings the totals of a day to the sums of its payments and refunds. It adds what is missing, so
 * that rows counted meanwhile stay; no two repairs of a seller run at once (`lockSeller`).
 *
 * @returns whether they differed
 */
export function* mendDay({ seller_id, date, currency }: Day): Transaction<boolean> {
  const [from, to] = [startOfDay(date), startOfDay(addDays(date, 1))]
  const [sums] = yield* sumsOfDay({ seller_id, date, currency, from, to })
  if (!sums) return false
  const missing = {
    payments_count: Number(sums.payments) - Number(sums.keptPayments),
    amount_minor: Number(sums.minor) - Number(sums.keptMinor),
    refunds_count: Number(sums.refunds) - Number(sums.keptRefunds),
    amount_refunded_minor: Number(sums.refundedMinor) - Number(sums.keptRefundedMinor),
  }
  if (Object.values(missing).every((count) => count === 0)) return false
  yield* correctDay({ seller_id, date, currency, ...missing })
  return true
}
