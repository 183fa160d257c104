import { isPastExpiry } from './expire.ts'
import { and, eq } from '../../db/operators.ts'
import { forUpdate, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventLog } from '../webhooks/events.ts'

/** Locked, so that its event shows nothing that is erased meanwhile. */
const lockCheckout = query(
  'lock_checkout_to_decline',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; id: string }>) =>
    forUpdate(
      db
        .select()
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
    ),
)

/**
 * Records that the buyer's bank declined; the checkout stays open and can still be paid.
 *
 * @returns the checkout, or undefined when it was not open any more
 */
export function* decline({
  seller_id,
  id,
  now,
  service: { events },
}: {
  seller_id: string
  id: string
  now: Date
  service: { events: EventLog }
}): Transaction<Row<'checkouts'> | undefined> {
  const [checkout] = yield* lockCheckout({ seller_id, id })
  if (checkout?.status !== 'open' || isPastExpiry(checkout, now.toISOString())) return undefined
  yield* events.record({ type: 'payment.declined', checkout, now })
  return checkout
}
