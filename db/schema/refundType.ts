import type { SQL, SQLWrapper } from 'drizzle-orm'
// Queries use the expression too, and a running service does not load Drizzle.
import { sql } from '../operators.ts'

export type RefundType = 'return' | 'reversal' | 'refund'

type TypeColumns = Record<'payment_outcome' | 'origin' | 'nature', SQLWrapper>

/**
 * The type of a refund in the statement. One that was ordered at the bank's own screen is the
 * seller's by its nature (`devolucao.natureza`); any other nature is the bank's doing. The index
 * and queries use this same expression, without a comma, at which drizzle-kit would cut it in two.
 * It is null while `payment_outcome` is.
 */
export const refundType = (t: TypeColumns): SQL<RefundType> => sql`(case
  when ${t.payment_outcome} is null then null
  when ${t.payment_outcome} = 'returned' then 'return'
  when ${t.origin} = 'bank' and ${t.nature} <> 'ORIGINAL' and ${t.nature} <> 'RETIRADA'
    then 'reversal'
  else 'refund' end)`
