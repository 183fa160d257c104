import type { SQL, SQLWrapper } from 'drizzle-orm'
// Queries use the expression too, and a running service does not load Drizzle.
import { sql } from '../operators.ts'

export type PaymentStatus = 'succeeded' | 'partially_refunded' | 'refunded' | 'returned'

type StatusColumns = Record<'outcome' | 'amount_minor' | 'amount_refunded_minor', SQLWrapper>

/**
 * The status of a payment, computed, so that it cannot differ from the amounts. Indexes and queries
 * use this same expression; the literals stand in it because an index takes no parameters.
 */
export const paymentStatus = (t: StatusColumns): SQL<PaymentStatus> => sql`(case
  when ${t.outcome} = 'returned' then 'returned'
  when ${t.amount_refunded_minor} = 0 then 'succeeded'
  when ${t.amount_refunded_minor} < ${t.amount_minor} then 'partially_refunded'
  else 'refunded' end)`
