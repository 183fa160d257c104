/**
 * Erases the rows that name a customer: checkouts and subscriptions with their refunds, events,
 * deliveries and stored answers.
 */
import { and, asc, eq, gt, inArray, isNotNull, lte, or } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import { checkoutStatuses } from '../../db/schema/checkoutStatuses.ts'
import type { Row } from '../../db/schema/tables.ts'
import { subjectOf } from '../../db/subjects.ts'
import { deleteMailsOf } from '../mail/rows.ts'
import { eraseAnswers } from './answers.ts'
import { lockErasure, saveErasure } from './customer.ts'
import type { Progress } from './customer.ts'
import { withoutPerson } from '../formats/personalData.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import type { Recorder } from '../subscriptions/ports.ts'
import { eraseSubscription, nextSubscription } from './subscriptions.ts'

type Key = { seller_id: string; id: string }
type OfCheckout = { seller_id: string; checkout_id: string }
type Limited<Of> = Of & { limit: number }

/** Refunds or deliveries that one statement writes. */
const ROWS_PER_STATEMENT = 500

type Between = { seller_id: string; customer_id: string; after: string; last_id: string }
type Status = Row<'checkouts'>['status']

const nextInStatus = query(
  'next_checkout_of_customer',
  (db, { checkouts: t }, args: Arguments<Between & { status: Status }>) =>
    db
      .select({ id: t.id, created_at: t.created_at, updated_at: t.updated_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.customer_id, args.customer_id),
          eq(t.status, args.status),
          gt(t.id, args.after),
          lte(t.id, args.last_id),
        ),
      )
      .orderBy(asc(t.id))
      .limit(1),
)

type Next = Pick<Row<'checkouts'>, 'id' | 'created_at' | 'updated_at'>

/**
 * The index has the state before the id. A checkout that ends meanwhile is open first, and found
 * twice.
 */
function* nextCheckout(args: Between): Transaction<Next | undefined> {
  const checkouts: Next[] = []
  for (const status of checkoutStatuses)
    checkouts.push(...(yield* nextInStatus({ ...args, status })))
  return checkouts.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]
}

// The moment of the last change stays: nothing of the checkout as a sale has changed.
const eraseCheckout = query('erase_checkout', (db, { checkouts: t }, args: Arguments<Key>) =>
  db
    .update(t)
    .set({ buyer: null, metadata: {}, success_url: null, cancel_url: null })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const eraseRefunds = query(
  'erase_refunds_of_checkout',
  (db, { refunds: t }, args: Arguments<Limited<OfCheckout>>) => {
    const some = db.$with('some').as(
      db
        .select({ id: t.id })
        .from(t)
        .where(
          and(
            eq(t.seller_id, args.seller_id),
            eq(t.checkout_id, args.checkout_id),
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
      .returning({ created_at: t.created_at })
  },
)

const eventsOf = query(
  'events_of_checkout',
  (db, { events: t }, args: Arguments<Limited<OfCheckout & { after: string }>>) =>
    db
      .select({ id: t.id, data: t.data })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(subjectOf(t.data), args.checkout_id),
          gt(t.id, args.after),
        ),
      )
      .orderBy(asc(t.id))
      .limit(args.limit),
)

const eventsOfSubscription = query(
  'events_of_erased_subscription',
  (
    db,
    { events: t },
    args: Arguments<{ seller_id: string; subscription_id: string; after: string; limit: number }>,
  ) =>
    db
      .select({ id: t.id, data: t.data })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.subscription_id, args.subscription_id),
          gt(t.id, args.after),
        ),
      )
      .orderBy(asc(t.id))
      .limit(args.limit),
)

const setEventData = query('set_event_data', setColumns('events', ['data']))

/**
 * A receiver's response may repeat the event that it was sent; our own words for a failure stay.
 */
const eraseResponses = query(
  'erase_responses_of_deliveries',
  (db, { deliveries: t }, args: Arguments<Limited<{ seller_id: string; event_ids: string[] }>>) => {
    const some = db.$with('some').as(
      db
        .select({ id: t.id })
        .from(t)
        .where(
          and(
            eq(t.seller_id, args.seller_id),
            isAnyOf(t.event_id, args.event_ids),
            isNotNull(t.response_status),
            isNotNull(t.response_text),
          ),
        )
        .limit(args.limit),
    )
    return db
      .with(some)
      .update(t)
      .set({ response_text: null })
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(some))))
  },
)

/** Refunds before their checkout: refunding locks them in this order. */
function* eraseRow({ seller_id, id }: Key, times: readonly string[]): Transaction<number> {
  const of = { seller_id, checkout_id: id, limit: ROWS_PER_STATEMENT }
  const all = [...times]
  for (let more = true; more; ) {
    const refunds = yield* eraseRefunds(of)
    all.push(...refunds.map(({ created_at }) => created_at))
    more = refunds.length === ROWS_PER_STATEMENT
  }
  yield* eraseCheckout({ seller_id, id })
  yield* eraseAnswers({ seller_id, id, times: all })
  return all.length
}

/** A checkout or a subscription of a customer. */
type Source = { seller_id: string; id: string }

/** @returns the events, at most `limit` of them */
function* eraseEvents(
  { seller_id, id: source_id }: Source,
  { after, limit }: { after: string; limit: number },
): Transaction<string[]> {
  const of = { seller_id, after, limit }
  const events = isSubscription(source_id)
    ? yield* eventsOfSubscription({ ...of, subscription_id: source_id })
    : yield* eventsOf({ ...of, checkout_id: source_id })
  for (const { id, data } of events) {
    yield* setEventData({ seller_id, id, data: withoutPerson(data) })
  }
  const event_ids = events.map(({ id }) => id)
  const deliveries = { seller_id, event_ids, limit: ROWS_PER_STATEMENT }
  let isMore = event_ids.length > 0
  while (isMore) isMore = (yield* eraseResponses(deliveries)).length === ROWS_PER_STATEMENT
  return event_ids
}

const isSubscription = (id: string): boolean => id.startsWith(idPrefixes.subscriptions)

/** Erases the next checkout, or after the last the next subscription. */
function* eraseNext(
  customer: Key,
  { source_id: after, last_id, last_subscription_id }: Progress,
  recorder: Recorder,
): Transaction<{ source_id: string; rows: number } | undefined> {
  const { seller_id, id: customer_id } = customer
  const of = { seller_id, customer_id, after }
  const checkout = isSubscription(after) ? undefined : yield* nextCheckout({ ...of, last_id })
  if (checkout) {
    const { id, created_at, updated_at } = checkout
    const rows = yield* eraseRow({ seller_id, id }, [created_at, updated_at])
    return { source_id: id, rows }
  }
  const [next] = yield* nextSubscription(of)
  if (!next || next.id > last_subscription_id) return undefined
  return { source_id: next.id, rows: yield* eraseSubscription(next, recorder) }
}

/** @returns how far it is after about `limit` rows; undefined at the end */
function* eraseSome(
  customer: Key,
  progress: Progress,
  { recorder, limit }: Piece,
): Transaction<Progress | undefined> {
  const { seller_id } = customer
  let { source_id, event_id } = progress
  for (let budget = limit; budget > 0; ) {
    if (event_id === '') {
      const erased = yield* eraseNext(customer, { ...progress, source_id }, recorder)
      if (!erased) return undefined
      source_id = erased.source_id
      budget -= erased.rows
    }
    const most = Math.max(budget, 1)
    const source = { seller_id, id: source_id }
    const events = yield* eraseEvents(source, { after: event_id, limit: most })
    budget -= events.length
    event_id = events.length === most ? (events.at(-1) ?? '') : ''
  }
  return { ...progress, source_id, event_id }
}

/** How much a piece writes, and the context in which subscriptions are canceled. */
type Piece = { recorder: Recorder; limit: number }

/**
 * Erases about `limit` of the rows that name a customer.
 *
 * @param of the customer; with no id, the one of the seller whose erasure has been due for longest
 * @returns whether there may be more to do now
 */
export function* erasePiece(
  of: { seller_id: string; id?: string },
  piece: Piece,
): Transaction<boolean> {
  const { now } = piece.recorder
  const erasure = yield* lockErasure(of, now)
  if (!erasure) return false
  const { seller_id, id, progress } = erasure
  // Mails are deleted first: while a piece is full of them, the rest waits.
  const mails = yield* deleteMailsOf({ seller_id, id }, piece.limit)
  if (mails === piece.limit) return true
  const next = yield* eraseSome({ seller_id, id }, progress, piece)
  yield* saveErasure(erasure, now, next)
  return next !== undefined || of.id === undefined
}
