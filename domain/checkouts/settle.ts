import { completeOpen } from './view.ts'
import { newId } from '../../runtime/ids.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { recordEvent } from '../webhooks/events.ts'
import type { Snapshot } from '../webhooks/events.ts'

type Payment = Row<'payments'>

/** What a payment row says of a transfer that is not sent back. */
const kept = {
  outcome: 'settled',
  return_reason: null,
  return_status: null,
  return_id: null,
  return_check_at: null,
} as const

export const addPayment = query('add_payment', (db, { payments }, _: Arguments<Payment>) =>
  db.insert(payments).values(everyColumn(payments)).returning(),
)

/**
 * Completes a session by the transfer that paid it, in the caller's transaction.
 *
 * @param transfer as the bank knows it; the sandbox has none
 * @param completed_at no later than the session's end; now unless it says otherwise
 * @returns the completed session, or undefined when it was not open any more
 */
export function* settle({
  seller_id,
  id,
  rail,
  transfer,
  completed_at,
  snapshot,
  now,
}: {
  seller_id: string
  id: string
  rail: Payment['rail']
  transfer?: Pick<Payment, 'end_to_end_id' | 'paid_at' | 'txid' | 'connection_id'>
  completed_at?: string
  snapshot: Snapshot
  now: Date
}): Transaction<Row<'checkouts'> | undefined> {
  const at = now.toISOString()
  const [checkout] = yield* completeOpen({ seller_id, id, now: completed_at ?? at })
  if (!checkout) return undefined
  yield* addPayment({
    seller_id,
    id: newId('pay_', now),
    checkout_id: id,
    rail,
    amount_minor: checkout.amount_total_minor,
    end_to_end_id: transfer?.end_to_end_id ?? null,
    txid: transfer?.txid ?? null,
    connection_id: transfer?.connection_id ?? null,
    paid_at: transfer?.paid_at ?? at,
    ...kept,
  })
  yield* recordEvent({ type: 'payment.succeeded', checkout, snapshot, now })
  return checkout
}
