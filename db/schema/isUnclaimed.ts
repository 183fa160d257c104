// A running service does not load Drizzle.
import { sql } from '../operators.ts'
import type { Tables } from './tables.ts'

/**
 * Condition: a transfer is on record as no payment, which would stand in its place. Another
 * process, perhaps an older one, may record one at the same time. It is a subquery for each row,
 * since PostgreSQL would go through all payments for a join that expects none; and were the other
 * side of the comparison a column, SQLite would not use the index of the expression.
 */
export const isUnclaimed = ({ payments, transfers: t }: Tables) =>
  sql`(select ${payments.id} from ${payments} where ${payments.seller_id} = ${t.seller_id}
    and ${payments.end_to_end_id} is not null
    and lower(${payments.end_to_end_id}) = lower(${t.end_to_end_id}) limit 1) is null`
