import { completeOpen } from '../db/checkouts.ts'
import { newId } from '../db/id.ts'
import { everyColumn, query } from '../db/query.ts'
import type { Arguments, Steps } from '../db/query.ts'
import type { Row } from '../db/schema.ts'

const addPayment = query('add_payment', (db, { payments }, _: Arguments<Row<'payments'>>) =>
  db.insert(payments).values(everyColumn(payments)).returning())

/**
 * Completes a session by the transfer that paid it, in the caller's transaction.
 *
 * @returns the completed session, or undefined when it was not open any more
 */
export function* settle(
  { seller_id, id, rail, now }: {
    seller_id: string
    id: string
    rail: Row<'payments'>['rail']
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
  })
  return checkout
}
