/** Refunds of processes that did not write the outcome of their payment into the row. */
import { and, asc, eq, gt, inArray, isNull, sql } from '../../db/operators.ts'
import { forUpdateSkipLocked, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Sweep } from '../../db/sweep.ts'

const firstOfNextSeller = query(
  'first_refund_without_outcome_of_next_seller',
  (db, { refunds: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: sql<string>`''` })
      .from(t)
      .where(and(isNull(t.payment_outcome), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.completed_at), asc(t.id))
      .limit(1),
)

const fillOutcomes = query(
  'fill_outcomes_of_refunds',
  (db, { refunds: t, payments: p }, args: Arguments<{ seller_id: string; limit: number }>) => {
    const some = db.$with('some').as(
      forUpdateSkipLocked(
        db
          .select({ id: t.id })
          .from(t)
          .where(and(eq(t.seller_id, args.seller_id), isNull(t.payment_outcome)))
          .orderBy(asc(t.completed_at), asc(t.id))
          .limit(args.limit),
      ),
    )
    const outcome = sql`(select ${p.outcome} from ${p}
      where ${p.seller_id} = ${t.seller_id} and ${p.id} = ${t.payment_id})`
    return db
      .with(some)
      .update(t)
      .set({ payment_outcome: outcome })
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(some))))
  },
)

/** Fills them in, a batch of a seller at a time. Until then their payments are asked. */
export const outcomesToFill: Sweep = {
  name: 'refunds without the outcome of their payment',
  firstOfNextSeller,
  piece: ({ seller_id, limit }) => fillOutcomes({ seller_id, limit }),
}
