/** Erases the rows of one subscription of a customer; one that runs is canceled first. */
import { and, asc, desc, eq, gt, inArray, isNotNull, or } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import { erasedCancellation } from '../formats/personalData.ts'
import { cancelSubscription } from '../subscriptions/cancel.ts'
import type { Recorder } from '../subscriptions/ports.ts'
import type { Invoice, Subscription } from '../subscriptions/rows.ts'
import { isOver } from '../subscriptions/states.ts'
import { eraseAnswers } from './answers.ts'

type Key = { seller_id: string; id: string }
type OfSubscription = { seller_id: string; subscription_id: string; limit: number }

/** Refunds that one statement writes. */
const ROWS_PER_STATEMENT = 500

/** Invoices that a request of the last day has changed, and whose answer may be stored. */
const MAX_INVOICES = 20

/** The cost of canceling, in rows that an erasure writes. */
const CANCELED_ROWS = 10

const newestOfCustomer = query(
  'newest_subscription_of_customer',
  (db, { subscriptions: t }, args: Arguments<Key>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.customer_id, args.id)))
      .orderBy(desc(t.id))
      .limit(1),
)

/** Empty when there is none. While the customer is locked, none is opened for it. */
export function* newestSubscription(key: Key): Transaction<string> {
  const [newest] = yield* newestOfCustomer(key)
  return newest?.id ?? ''
}

/** The next subscription of a customer in the order of ids. */
export const nextSubscription = query(
  'next_subscription_of_customer',
  (
    db,
    { subscriptions: t },
    args: Arguments<{ seller_id: string; customer_id: string; after: string }>,
  ) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.customer_id, args.customer_id),
          gt(t.id, args.after),
        ),
      )
      .orderBy(asc(t.id))
      .limit(1),
)

// The moment of the last change stays, as that of a checkout does.
const setErased = query(
  'erase_subscription',
  setColumns('subscriptions', [
    'payer_tax_id',
    'cancellation',
    'success_url',
    'cancel_url',
    'metadata',
  ]),
)

const eraseRefunds = query(
  'erase_refunds_of_subscription',
  (db, { refunds: t }, args: Arguments<OfSubscription>) => {
    const some = db.$with('some').as(
      db
        .select({ id: t.id })
        .from(t)
        .where(
          and(
            eq(t.seller_id, args.seller_id),
            eq(t.subscription_id, args.subscription_id),
            or(isNotNull(t.reason), isNotNull(t.metadata)),
          ),
        )
        .limit(args.limit),
    )
    return db
      .with(some)
      .update(t)
      .set({ reason: null, metadata: null })
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(some))))
      .returning({ id: t.id, created_at: t.created_at })
  },
)

const newestInvoices = query(
  'newest_invoices_of_subscription',
  (db, { invoices: t }, args: Arguments<OfSubscription>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.subscription_id, args.subscription_id)))
      .orderBy(desc(t.number))
      .limit(args.limit),
)

const momentsOf = (row: Subscription | Invoice): string[] => {
  const { created_at, updated_at } = row
  const others =
    'paid_at' in row
      ? [row.paid_at, row.void_requested_at]
      : [row.mandate_approved_at, row.activated_at, row.canceled_at]
  return [created_at, updated_at, ...others].flatMap((moment) => moment ?? [])
}

/** Refunds before their subscription: refunding locks them in this order. */
function* eraseRefundsOf(of: OfSubscription): Transaction<number> {
  let count = 0
  for (let isMore = true; isMore; ) {
    const refunds = yield* eraseRefunds(of)
    for (const { id, created_at } of refunds) {
      yield* eraseAnswers({ seller_id: of.seller_id, id, times: [created_at] })
    }
    count += refunds.length
    isMore = refunds.length === ROWS_PER_STATEMENT
  }
  return count
}

/**
 * Cancels a subscription that is not over, and erases its row, its refunds and the stored answers
 * that show it or its invoices.
 *
 * @returns how much was written, in rows
 */
export function* eraseSubscription(found: Subscription, recorder: Recorder): Transaction<number> {
  const { seller_id, id } = found
  const of = { seller_id, subscription_id: id }
  let count = 1 + (yield* eraseRefundsOf({ ...of, limit: ROWS_PER_STATEMENT }))
  let subscription = found
  if (!isOver(found.status)) {
    const result = yield* cancelSubscription({ seller_id, id, by: 'system' }, recorder)
    subscription = result?.subscription ?? found
    count += CANCELED_ROWS
  }
  const cancellation = erasedCancellation(subscription.cancellation)
  const none = { payer_tax_id: null, success_url: null, cancel_url: null, metadata: {} }
  yield* setErased({ seller_id, id, ...none, cancellation })
  yield* eraseAnswers({ seller_id, id, times: momentsOf(subscription) })
  for (const invoice of yield* newestInvoices({ ...of, limit: MAX_INVOICES })) {
    yield* eraseAnswers({ seller_id, id: invoice.id, times: momentsOf(invoice) })
  }
  return count
}
