import type { Transaction } from '../../db/query.ts'
import type { Actor } from '../identity/actor.ts'
import { recordChange } from '../audit/record.ts'

/** A repair: the column of rows that a process of an older version has not written. */
export type Repaired = {
  seller_id: string
  actor: Actor
  now: string
  field: string
  /** Number of rows. */
  count: number
}

/** Records a repair in the seller's audit trail. */
export const recordRepair = (of: Repaired): Transaction<void> =>
  recordChange({
    seller_id: of.seller_id,
    actor: of.actor,
    action: 'seller.repaired',
    target: of.seller_id,
    changes: [{ field: of.field, after: of.count }],
    now: new Date(of.now),
  })
