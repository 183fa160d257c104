import { recordChange } from '../audit/record.ts'
import { operator } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { EventRecorder } from './eventRecorder.ts'
import { isPayable, asEnded } from './expire.ts'

type Checkout = Row<'checkouts'>

const cancelOpen = query(
  'cancel_open_checkout',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; id: string; now: string }>) =>
    db
      .update(t)
      .set({ status: 'canceled', opened_from: null, updated_at: args.now })
      .where(isPayable(t, args))
      .returning(),
)

type Canceling = { now: Date; events: EventRecorder }

/**
 * Ends a checkout before it is paid, and announces it.
 *
 * @returns the checkout, or undefined when it was not open any more
 */
export function* cancel({
  actor,
  ...canceling
}: Canceling & { seller_id: string; id: string; actor: Actor }): Transaction<Checkout | undefined> {
  const checkout = yield* cancelByBuyer(canceling)
  if (!checkout) return undefined
  const { seller_id, id: target, now } = canceling
  yield* recordChange({ seller_id, actor, action: 'checkout.canceled', target, now })
  return checkout
}

/** The same for a buyer who takes another session of a link; buyers are not in the audit trail. */
export function* cancelByBuyer({
  seller_id,
  id,
  now,
  events,
}: Canceling & { seller_id: string; id: string }): Transaction<Checkout | undefined> {
  const [checkout] = yield* cancelOpen({ seller_id, id, now: now.toISOString() })
  if (checkout) yield* events.record({ type: 'checkout.canceled', checkout, now })
  return checkout
}

// Without a seller: the command line works for the whole service, and knows only the id.
const checkoutOfAnySeller = query('checkout_of_any_seller', rowByKey('checkouts', 'id'))

/**
 * Cancels a checkout by its id alone, as the command line does.
 *
 * @returns the checkout as it is now, and whether this canceled it; undefined when there is none
 */
export function* cancelOfAnySeller({
  id,
  ...canceling
}: Canceling & { id: string }): Transaction<
  { checkout: Checkout; isCanceled: boolean } | undefined
> {
  const [row] = yield* checkoutOfAnySeller({ id })
  if (!row) return undefined
  const { seller_id } = row
  const canceled = yield* cancel({ seller_id, id, actor: operator(), ...canceling })
  if (canceled) return { checkout: canceled, isCanceled: true }
  return { checkout: asEnded(row, canceling.now), isCanceled: false }
}
