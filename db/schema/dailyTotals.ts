import type { Dialect } from '../sqlite/dialect.ts'

/**
 * Payments and refunds of each day in Brasília, summed by the transactions that settle and refund.
 * A day has several parts, so that payments of one seller rarely wait for one row.
 */
export function dailyTotalsTable(d: Dialect) {
  return d.table(
    'daily_totals',
    {
      seller_id: d.text().notNull(),
      date: d.text().notNull(),
      currency: d.text().notNull(),
      part: d.integer().notNull(),
      payments_count: d.integer().notNull(),
      amount_minor: d.integer().notNull(),
      refunds_count: d.integer().notNull(),
      amount_refunded_minor: d.integer().notNull(),
    },
    (t) => [d.primaryKey({ columns: [t.seller_id, t.date, t.currency, t.part] })],
  )
}
