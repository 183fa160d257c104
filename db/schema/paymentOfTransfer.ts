// A running service does not load Drizzle.
import { sql } from '../operators.ts'
import type { Tables } from './tables.ts'

/**
 * Condition of a join: a transfer that belongs to no charge is on record as a payment, too, which
 * then stands in its place. Another process, perhaps an older one, may record it at the same time.
 * Were the other side of the comparison a column, SQLite would not use the index of the expression.
 */
export const paymentOfTransfer = ({ payments, transfers: t }: Tables) =>
  sql`${payments.seller_id} = ${t.seller_id} and ${payments.end_to_end_id} is not null
    and lower(${payments.end_to_end_id}) = lower(${t.end_to_end_id})`
