import { isPastEnd } from './expire.ts'
import { and, asc, eq, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { lockRow } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import { subjectOf } from '../../db/subjects.ts'
import type { EventRecorder } from './eventRecorder.ts'

/** How often anyone who has the link of the page may have a checkout's decline announced. */
const MAX_DECLINES_BY_PAGE = 10

/** The announcement that reaches the limit; no row while there are fewer. */
const lastDecline = query(
  'last_decline_by_page',
  (db, { events: t }, args: Arguments<{ seller_id: string; checkout_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(subjectOf(t.data), args.checkout_id),
          eq(t.type, sql`'payment.declined'`),
        ),
      )
      .orderBy(asc(t.id))
      .limit(1)
      .offset(MAX_DECLINES_BY_PAGE - 1),
)

/** Locked, so that its event shows nothing that is erased meanwhile. */
const lockCheckout = query('lock_checkout_to_decline', lockRow('checkouts'))

/**
 * Records that the buyer's bank declined; the checkout stays open and can still be paid.
 *
 * @param isByPage pressed on the hosted page, where no caller is authenticated: then no more is
 *   announced after `MAX_DECLINES_BY_PAGE`
 * @returns the checkout, or undefined when it was not open any more
 */
export function* decline({
  seller_id,
  id,
  now,
  events,
  isByPage = false,
}: {
  seller_id: string
  id: string
  now: Date
  isByPage?: boolean
  events: EventRecorder
}): Transaction<Row<'checkouts'> | undefined> {
  const [checkout] = yield* lockCheckout({ seller_id, id })
  if (checkout?.status !== 'open' || isPastEnd(checkout, now.toISOString())) return undefined
  const [last] = isByPage ? yield* lastDecline({ seller_id, checkout_id: id }) : []
  if (last) return checkout
  yield* events.record({ type: 'payment.declined', checkout, now })
  return checkout
}
