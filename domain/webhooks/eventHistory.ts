/** Events as sellers read them afterwards, sent or not. */
import { and, desc, eq, gte, sql } from '../../db/operators.ts'
import { listQuery, pageOf, query, whenGiven } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import { subjectOf } from '../../db/subjects.ts'
import type { components } from '../../generated/types.ts'
import type { EventType } from './events.ts'
import { withObjects } from './references.ts'

type Wire = components['schemas']
type Event = Row<'events'>
type Page = { seller_id: string; from: string; before: string; limit: number }

export const eventById = query('event_by_id', rowByKey('events'))

/** An event with its data as it was recorded. */
export function* wholeEventById(key: {
  seller_id: string
  id: string
}): Transaction<Event | undefined> {
  return (yield* withObjects(yield* eventById(key)))[0]
}

const eventsBefore = listQuery('events_before', (db, { events: t }, args: Arguments<Page>) =>
  pageOf(db, t, args, gte(t.id, args.from)),
)

// As pairs, the conditions fit no other index. SQLite takes a range of ids for smaller than a type,
// and would walk through the events of all types.
const eventsOfTypeBefore = listQuery(
  'events_of_type_before',
  (db, { events: t }, args: Arguments<Page & { type: EventType }>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          sql`(${t.type}, ${t.id}) >= (${args.type}, ${args.from})`,
          sql`(${t.type}, ${t.id}) < (${args.type}, ${args.before})`,
        ),
      )
      .orderBy(desc(t.type), desc(t.id))
      .limit(args.limit),
)

// A checkout has few events, so their type needs no index of its own. The lower bound is denied: of
// a range of ids SQLite would walk through the events of all checkouts.
const eventsOfCheckoutBefore = listQuery(
  'events_of_checkout_before',
  (db, { events: t }, args: Arguments<Page & { checkout_id: string; type: EventType | null }>) =>
    pageOf(
      db,
      t,
      args,
      eq(subjectOf(t.data), args.checkout_id),
      sql`not (${t.id} < ${args.from})`,
      whenGiven(args.type, eq(t.type, args.type)),
    ),
)

// As those of a checkout.
const eventsOfSubscriptionBefore = listQuery(
  'events_of_subscription_before',
  (
    db,
    { events: t },
    args: Arguments<Page & { subscription_id: string; type: EventType | null }>,
  ) =>
    pageOf(
      db,
      t,
      args,
      eq(t.subscription_id, args.subscription_id),
      sql`not (${t.id} < ${args.from})`,
      whenGiven(args.type, eq(t.type, args.type)),
    ),
)

type EventFilter = {
  type?: EventType | undefined
  checkout_id?: string | undefined
  subscription_id?: string | undefined
}

/**
 * A page of events, newest first.
 *
 * @param page the ids that it lies between: `from` itself is one of them, `before` is not
 */
export function* eventsOf(page: Page, filter: EventFilter): Transaction<Event[]> {
  return yield* withObjects(yield* storedEvents(page, filter))
}

function* storedEvents(
  page: Page,
  { type, checkout_id, subscription_id }: EventFilter,
): Transaction<Event[]> {
  const of = { ...page, type: type ?? null }
  if (checkout_id !== undefined) {
    // No event is of both.
    return subscription_id === undefined
      ? yield* eventsOfCheckoutBefore({ ...of, checkout_id })
      : []
  }
  if (subscription_id !== undefined) {
    return yield* eventsOfSubscriptionBefore({ ...of, subscription_id })
  }
  return yield* type === undefined ? eventsBefore(page) : eventsOfTypeBefore({ ...page, type })
}

/** Fields that objects have gained, for events that are older than these. */
const gained: Record<string, Record<string, unknown>> = {
  checkout: { amount_refunded_minor: 0, payment_id: null },
  refund: { subscription_id: null, invoice_id: null },
}

/** An event in the contract's form. */
export const eventView = ({ id, type, data, created_at }: Event): Wire['Event'] => ({
  id,
  object: 'event',
  type,
  data: withGained(data) as Wire['EventData'],
  created_at,
})

/** The others are given back as they were sent, to the byte. */
function withGained(data: object): object {
  const fields = ('object' in data && gained[String(data.object)]) || {}
  const isOlder = Object.keys(fields).some((name) => !(name in data))
  return isOlder ? { ...fields, ...data } : data
}
