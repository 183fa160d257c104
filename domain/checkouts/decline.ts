import { checkoutById, isDue } from './view.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { recordEvent } from '../webhooks/events.ts'
import type { Snapshot } from '../webhooks/events.ts'

/**
 * Records that the buyer's bank declined; the session stays open and can still be paid.
 *
 * @returns the session, or undefined when it was not open any more
 */
export function* decline({
  seller_id,
  id,
  snapshot,
  now,
}: {
  seller_id: string
  id: string
  snapshot: Snapshot
  now: Date
}): Transaction<Row<'checkouts'> | undefined> {
  const [checkout] = yield* checkoutById({ seller_id, id })
  if (checkout?.status !== 'open' || isDue(checkout, now)) return undefined
  yield* recordEvent({ type: 'payment.declined', checkout, snapshot, now })
  return checkout
}
