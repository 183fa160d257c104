/** Erases the rows that name a customer: checkouts, refunds, events, deliveries, stored answers. */
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

/** @returns the events, at most `limit` of them */
function* eraseEvents(
  { seller_id, checkout_id }: OfCheckout,
  { after, limit }: { after: string; limit: number },
): Transaction<string[]> {
  const events = yield* eventsOf({ seller_id, checkout_id, after, limit })
  for (const { id, data } of events) {
    yield* setEventData({ seller_id, id, data: withoutPerson(data) })
  }
  const event_ids = events.map(({ id }) => id)
  const of = { seller_id, event_ids, limit: ROWS_PER_STATEMENT }
  let isMore = event_ids.length > 0
  while (isMore) isMore = (yield* eraseResponses(of)).length === ROWS_PER_STATEMENT
  return event_ids
}

/** @returns how far it is after about `limit` rows; undefined at the end */
function* eraseSome(
  customer: Key,
  { due_at, round, last_id, ...from }: Progress,
  limit: number,
): Transaction<Progress | undefined> {
  const { seller_id } = customer
  let { checkout_id, event_id } = from
  for (let budget = limit; budget > 0; ) {
    if (event_id === '') {
      const after = checkout_id
      const next = yield* nextCheckout({ seller_id, customer_id: customer.id, after, last_id })
      if (!next) return undefined
      checkout_id = next.id
      budget -= yield* eraseRow({ seller_id, id: next.id }, [next.created_at, next.updated_at])
    }
    const most = Math.max(budget, 1)
    const events = yield* eraseEvents({ seller_id, checkout_id }, { after: event_id, limit: most })
    budget -= events.length
    event_id = events.length === most ? (events.at(-1) ?? '') : ''
  }
  return { due_at, round, checkout_id, event_id, last_id }
}

/**
 * Erases about `limit` of the rows that name a customer.
 *
 * @param of the customer; with no id, the one of the seller whose erasure has been due for longest
 * @returns whether there may be more to do now
 */
export function* erasePiece(
  of: { seller_id: string; id?: string },
  { now, limit }: { now: Date; limit: number },
): Transaction<boolean> {
  const erasure = yield* lockErasure(of, now)
  if (!erasure) return false
  const { seller_id, id, progress } = erasure
  // Mails are deleted first: while a piece is full of them, the rest waits.
  const mails = yield* deleteMailsOf({ seller_id, id }, limit)
  if (mails === limit) return true
  const next = yield* eraseSome({ seller_id, id }, progress, limit)
  yield* saveErasure(erasure, now, next)
  return next !== undefined || of.id === undefined
}
