import { isPastExpiry } from './expire.ts'
import { checkoutById } from './view.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventLog } from '../webhooks/events.ts'

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
  const [checkout] = yield* checkoutById({ seller_id, id })
  if (checkout?.status !== 'open' || isPastExpiry(checkout, now)) return undefined
  yield* events.record({ type: 'payment.declined', checkout, now })
  return checkout
}
