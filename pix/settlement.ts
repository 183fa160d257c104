import { completeOpen } from '../db/checkouts.ts'
import { newId } from '../db/id.ts'
import { everyColumn, query } from '../db/query.ts'
import type { Arguments, Steps } from '../db/query.ts'
import type { Row } from '../db/schema.ts'
import { recordEvent } from '../webhooks/events.ts'
import type { Snapshot } from '../webhooks/events.ts'

const addPayment = query('add_payment', (db, { payments }, _: Arguments<Row<'payments'>>) =>
  db.insert(payments).values(everyColumn(payments)).returning())

/**
 * Completes a session by the transfer that paid it, in the caller's transaction.
 *
 * @returns the completed session, or undefined when it was not open any more
 */
export function* settle(
  { seller_id, id, rail, snapshot, now }: {
    seller_id: string
    id: string
    rail: Row<'payments'>['rail']
    snapshot: Snapshot
    now: Date
  },
): Steps<Row<'checkouts'> | undefined> {
  const paid_at = now.toISOString()
  const [checkout] = yield* completeOpen({ seller_id, id, now: paid_at })
  if (!checkout) return undefined
  yield* addPayment({
    seller_id,
    id: newId('pay_', now),
    checkout_id: id,
    rail,
    amount_minor: checkout.amount_total_minor,
    paid_at,
    end_to_end_id: null,
    outcome: 'settled',
    return_reason: null,
    return_status: null,
    return_id: null,
  })
  yield* recordEvent({ type: 'payment.succeeded', checkout, snapshot, now })
  return checkout
}
