/** Rows that `db check` names, each mended by itself. */
import type { Repairable } from '../../db/maintenance/vocabulary.ts'
import { and, eq, lt } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Actor } from '../identity/actor.ts'
import { lockSeller } from '../identity/sellerRows.ts'
import { checkoutById } from '../checkouts/view.ts'
import { recountPayments } from '../links/links.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { lockPayment } from '../payments/refunds.ts'
import type { Payment } from '../payments/refunds.ts'
import { endInvitation } from '../identity/invitationRows.ts'
import { mendAmountsOf } from './amounts.ts'
import { mendDay } from './days.ts'
import { recordRepair } from './recordRepair.ts'
import { nameAgain } from './settlements.ts'

type Key = { seller_id: string; id: string }

const forgetCancelAt = query('forget_cancel_at', (db, { checkouts: t }, args: Arguments<Key>) =>
  db
    .update(t)
    .set({ cancel_at: null })
    .where(
      and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), lt(t.cancel_at, t.completed_at)),
    ),
)

/** The currency in which a payment was made. */
function* currencyOf({ seller_id, checkout_id }: Payment): Transaction<string> {
  if (checkout_id === null) return CURRENCY
  const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
  return checkout?.currency ?? ''
}

const menders: Record<Repairable, (key: Key) => Transaction<boolean>> = {
  *amount_refunded_minor({ seller_id, id }) {
    const [payment] = yield* lockPayment({ seller_id, id })
    if (!payment) return false
    return yield* mendAmountsOf(payment, yield* currencyOf(payment))
  },
  payment_id: nameAgain,
  *daily_totals({ seller_id, id }) {
    const [date = '', currency = ''] = id.split(' ')
    return yield* mendDay({ seller_id, date, currency })
  },
  *cancel_at(key) {
    return (yield* forgetCancelAt(key)).length > 0
  },
  payments_count: recountPayments,
  *invited_by(key) {
    return (yield* endInvitation(key)).length > 0
  },
}

/**
 * Mends one row, in one transaction that the audit trail names.
 *
 * @returns whether it was broken still
 */
export function* mendRow(
  field: Repairable,
  { seller_id, id }: Key,
  { actor, now }: { actor: Actor; now: string },
): Transaction<boolean> {
  // Of two repairs one waits for the other, and finds the row mended.
  if (field === 'daily_totals') yield* lockSeller({ id: seller_id })
  const isMended = yield* menders[field]({ seller_id, id })
  if (isMended) yield* recordRepair({ seller_id, actor, now, field, count: 1 })
  return isMended
}
