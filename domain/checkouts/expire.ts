/** When a checkout ends by itself, expired or canceled, and how it is marked. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { changed, endWith } from '../../db/longJson.ts'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql } from '../../db/operators.ts'
import { forUpdate, forUpdateSkipLocked, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'
import type { EventRecorder } from './eventRecorder.ts'
import { withPayments } from './settlements.ts'

/** How long a checkout can be paid (specification, Limits). */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60 * 1000

/** The ends that come with the time, and the event of each. */
const ENDS = [
  { status: 'expired', type: 'checkout.expired' },
  { status: 'canceled', type: 'checkout.canceled' },
] as const

/**
 * How many the background marks by one commit. Each costs an event, and a delivery for each
 * endpoint: on a busy machine, so many took 4 ms without endpoints and up to 19 ms with five.
 */
const ENDED_AT_ONCE = 50

/** They are fewer where their long JSON comes to this: it is parsed, and the events copy it. */
const ENDED_BYTES = 256 * 1024

type Checkout = Row<'checkouts'>
type At = { seller_id: string; now: string }

type Ends = Pick<Checkout, 'open_by' | 'page_opened_at' | 'cancel_at' | 'expires_at'>

/**
 * When a checkout ends by itself: where its page was not opened at its `open_by`, else at its
 * `cancel_at`, or else after its whole lifetime.
 */
export const endsAt = ({ open_by, page_opened_at, cancel_at, expires_at }: Ends) =>
  (page_opened_at === null ? open_by : null) ?? cancel_at ?? expires_at

/** The same, as a statement has it. No index is looked through by it. */
export const endOf = (t: Tables['checkouts']) => sql`coalesce(
  case when ${t.page_opened_at} is null then ${t.open_by} end, ${t.cancel_at}, ${t.expires_at})`

/** The status of a checkout that ends by itself. */
const statusAtEnd = (t: Tables['checkouts']) =>
  sql`case when ${t.cancel_at} is null then 'expired' else 'canceled' end`

/** Open, and not past its end: the condition of every statement that pays or cancels. */
export const isPayable = (t: Tables['checkouts'], args: Arguments<At & { id: string }>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.id, args.id),
    eq(t.status, 'open'),
    gte(endOf(t), args.now),
  )

/** Open, as the partial indexes have it: the status is written out, so that they are used. */
const isUnmarked = (t: Tables['checkouts']) => eq(t.status, sql`'open'`)

/** The same for checkouts with a requested time of cancellation. */
const isToCancel = (t: Tables['checkouts']) => and(isUnmarked(t), isNotNull(t.cancel_at))

// One statement for a page. It finds its rows by their ids alone: by what is due, it would walk
// through all of the seller's. Locked in the order of their ids, no two pages wait for each other.
const endShown = query(
  'end_shown_checkouts',
  (db, { checkouts: t }, args: Arguments<At & { ids: string[]; limit: number }>) => {
    const { seller_id, ids, limit, now } = args
    const shown = db.$with('shown').as(
      forUpdate(
        db
          .select({ id: t.id })
          .from(t)
          .where(and(eq(t.seller_id, seller_id), isAnyOf(t.id, ids)))
          .orderBy(asc(t.id))
          .limit(limit),
      ),
    )
    return db
      .with(shown)
      .update(t)
      .set({ status: statusAtEnd(t), opened_from: null, updated_at: now })
      .where(
        and(
          eq(t.seller_id, seller_id),
          inArray(t.id, db.select().from(shown)),
          eq(t.status, 'open'),
          lt(endOf(t), now),
        ),
      )
      .returning()
  },
)

/** The same for sessions whose page has to be opened first, and was not. */
const isUnopened = (t: Tables['checkouts']) =>
  and(isUnmarked(t), isNotNull(t.open_by), isNull(t.page_opened_at))

const firstOpenOfNextSeller = query(
  'first_open_checkout_of_next_seller',
  (db, { checkouts: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: t.expires_at })
      .from(t)
      .where(and(isUnmarked(t), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.expires_at))
      .limit(1),
)

const firstToCancelOfNextSeller = query(
  'first_checkout_to_cancel_of_next_seller',
  (db, { checkouts: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: sql<string>`${t.cancel_at}` })
      .from(t)
      .where(and(isToCancel(t), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.cancel_at))
      .limit(1),
)

const firstUnopenedOfNextSeller = query(
  'first_unopened_checkout_of_next_seller',
  (db, { checkouts: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: sql<string>`${t.open_by}` })
      .from(t)
      .where(and(isUnopened(t), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.open_by))
      .limit(1),
)

type Due = At & { limit: number }

/** Bytes of a checkout's JSON; SQLite need not read it for that. */
const jsonBytes = ({ line_items, metadata }: Tables['checkouts']) => {
  const text = sql.raw(line_items.columnType.startsWith('SQLite') ? '' : '::text')
  return sql`octet_length(${line_items}${text}) + octet_length(${metadata}${text})`
}

const bytesToExpire = query(
  'json_bytes_of_first_to_expire',
  (db, { checkouts: t }, { seller_id, now, limit }: Arguments<Due>) =>
    db
      .select({ bytes: jsonBytes(t).mapWith(Number) })
      .from(t)
      .where(and(eq(t.seller_id, seller_id), isUnmarked(t), lt(t.expires_at, now)))
      .orderBy(asc(t.expires_at))
      .limit(limit),
)

const bytesToCancel = query(
  'json_bytes_of_first_to_cancel',
  (db, { checkouts: t }, { seller_id, now, limit }: Arguments<Due>) =>
    db
      .select({ bytes: jsonBytes(t).mapWith(Number) })
      .from(t)
      .where(and(eq(t.seller_id, seller_id), isToCancel(t), lt(t.cancel_at, now)))
      .orderBy(asc(t.cancel_at))
      .limit(limit),
)

const bytesUnopened = query(
  'json_bytes_of_first_unopened',
  (db, { checkouts: t }, { seller_id, now, limit }: Arguments<Due>) =>
    db
      .select({ bytes: jsonBytes(t).mapWith(Number) })
      .from(t)
      .where(and(eq(t.seller_id, seller_id), isUnopened(t), lt(t.open_by, now)))
      .orderBy(asc(t.open_by))
      .limit(limit),
)

const expireFirst = query(
  'expire_first_checkouts',
  (db, { checkouts: t }, args: Arguments<At & { limit: number }>) => {
    const { seller_id, now, limit } = args
    const isDue = and(eq(t.seller_id, seller_id), isUnmarked(t), lt(t.expires_at, now))
    const due = db.select({ id: t.id }).from(t).where(isDue)
    const first = db
      .$with('first')
      .as(forUpdateSkipLocked(due.orderBy(asc(t.expires_at)).limit(limit)))
    return db
      .with(first)
      .update(t)
      .set({ status: statusAtEnd(t), opened_from: null, updated_at: now })
      .where(and(eq(t.seller_id, seller_id), inArray(t.id, db.select().from(first))))
      .returning()
  },
)

const cancelFirst = query(
  'cancel_first_checkouts',
  (db, { checkouts: t }, args: Arguments<At & { limit: number }>) => {
    const { seller_id, now, limit } = args
    const isDue = and(eq(t.seller_id, seller_id), isToCancel(t), lt(t.cancel_at, now))
    const due = db.select({ id: t.id }).from(t).where(isDue)
    const first = db
      .$with('first')
      .as(forUpdateSkipLocked(due.orderBy(asc(t.cancel_at)).limit(limit)))
    return db
      .with(first)
      .update(t)
      .set({ status: 'canceled', opened_from: null, updated_at: now })
      .where(and(eq(t.seller_id, seller_id), inArray(t.id, db.select().from(first))))
      .returning()
  },
)

const cancelFirstUnopened = query(
  'cancel_first_unopened_checkouts',
  (db, { checkouts: t }, args: Arguments<At & { limit: number }>) => {
    const { seller_id, now, limit } = args
    const isDue = and(eq(t.seller_id, seller_id), isUnopened(t), lt(t.open_by, now))
    const due = db.select({ id: t.id }).from(t).where(isDue)
    const first = db
      .$with('first')
      .as(forUpdateSkipLocked(due.orderBy(asc(t.open_by)).limit(limit)))
    return db
      .with(first)
      .update(t)
      .set({ status: 'canceled', opened_from: null, updated_at: now })
      .where(
        and(
          eq(t.seller_id, seller_id),
          inArray(t.id, db.select().from(first)),
          isNull(t.page_opened_at),
        ),
      )
      .returning()
  },
)

/** Ends the first of a seller's checkouts that are due, at most `ENDED_BYTES` of them. */
function* endFirst(
  { bytes, end }: { bytes: typeof bytesToExpire; end: typeof expireFirst },
  due: Due,
): Transaction<Checkout[]> {
  const first = yield* bytes(due)
  let [limit, sum] = [0, 0]
  while (limit < first.length && sum < ENDED_BYTES) sum += first[limit++]?.bytes ?? 0
  const ended = limit === 0 ? [] : yield* end({ ...due, limit })
  if (limit < first.length) endWith(ended.at(-1))
  return ended
}

const expiring = { bytes: bytesToExpire, end: expireFirst }
const canceling = { bytes: bytesToCancel, end: cancelFirst }
const cancelingUnopened = { bytes: bytesUnopened, end: cancelFirstUnopened }

const expireOpen = query(
  'expire_open_checkout',
  (db, { checkouts: t }, args: Arguments<At & { id: string }>) =>
    db
      .update(t)
      .set({ status: 'expired', opened_from: null, updated_at: args.now })
      .where(isPayable(t, args))
      .returning(),
)

/**
 * Expires one checkout before its time, as the sandbox does when it is asked to, and announces it.
 *
 * @returns the checkout, or undefined when it was not open any more
 */
export function* expireEarly({
  seller_id,
  id,
  now,
  events,
}: {
  seller_id: string
  id: string
  now: Date
  events: EventRecorder
}): Transaction<Checkout | undefined> {
  const [checkout] = yield* expireOpen({ seller_id, id, now: now.toISOString() })
  if (checkout) yield* events.record({ type: 'checkout.expired', checkout, now })
  return checkout
}

/** Announces checkouts of one seller that have just ended by themselves, each by its own event. */
function* announceEnds(events: EventRecorder, ended: Checkout[], now: Date): Transaction<void> {
  for (const { status, type } of ENDS) {
    const checkouts = ended.filter((checkout) => checkout.status === status)
    yield* events.recordEach({ type, checkouts, now })
  }
}

const anyToCancel = query(
  'any_checkout_to_cancel',
  (db, { checkouts: t }, { seller_id, now }: Arguments<At>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, seller_id), isToCancel(t), lt(t.cancel_at, now)))
      .limit(1),
)

const anyUnopened = query(
  'any_unopened_checkout_to_cancel',
  (db, { checkouts: t }, { seller_id, now }: Arguments<At>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, seller_id), isUnopened(t), lt(t.open_by, now)))
      .limit(1),
)

/**
 * Cancels the first of a seller's checkouts that are past their `open_by` or `cancel_at`, as the
 * background does within a minute, for a request that needs the places which they hold.
 *
 * @returns whether there were any
 */
export async function cancelDue(
  db: QueryRunner,
  seller_id: string,
  { now, events }: Marking,
): Promise<boolean> {
  const at = { seller_id, now: now.toISOString() }
  const due = await db.read(function* () {
    return [...(yield* anyToCancel(at)), ...(yield* anyUnopened(at))]
  })
  if (due.length === 0) return false
  await db.run(function* () {
    const limit = ENDED_AT_ONCE
    const canceled = [
      ...(yield* endFirst(cancelingUnopened, { ...at, limit })),
      ...(yield* endFirst(canceling, { ...at, limit })),
    ]
    yield* announceEnds(events, canceled, now)
  })
  return true
}

/**
 * Mark the checkouts that are past their end and that no request reads, and announce them. Each
 * read marks what it shows, so no answer waits for these.
 */
export const endedCheckouts = (events: EventRecorder): [Sweep, Sweep, Sweep] => [
  {
    name: 'expired checkouts',
    rows: ENDED_AT_ONCE,
    firstOfNextSeller: firstOpenOfNextSeller,
    *piece({ seller_id, now, limit }) {
      const checkouts = yield* endFirst(expiring, { seller_id, now, limit })
      yield* announceEnds(events, checkouts, new Date(now))
      return checkouts
    },
  },
  {
    name: 'checkouts to cancel',
    rows: ENDED_AT_ONCE,
    firstOfNextSeller: firstToCancelOfNextSeller,
    *piece({ seller_id, now, limit }) {
      const checkouts = yield* endFirst(canceling, { seller_id, now, limit })
      yield* announceEnds(events, checkouts, new Date(now))
      return checkouts
    },
  },
  {
    name: 'checkouts whose page was not opened',
    rows: ENDED_AT_ONCE,
    firstOfNextSeller: firstUnopenedOfNextSeller,
    *piece({ seller_id, now, limit }) {
      const checkouts = yield* endFirst(cancelingUnopened, { seller_id, now, limit })
      yield* announceEnds(events, checkouts, new Date(now))
      return checkouts
    },
  },
]

/**
 * Open, but past its end: the next read marks it (specification, States and transitions).
 *
 * @param now in ISO 8601, as columns have it
 */
export const isPastEnd = (checkout: Checkout, now: string): boolean =>
  checkout.status === 'open' && endsAt(checkout) < now

/** A checkout as a reader may see it: never open when it is past its end, marked or not. */
export function asEnded(checkout: Checkout, now: Date): Checkout {
  if (!isPastEnd(checkout, now.toISOString())) return checkout
  return changed(checkout, { status: checkout.cancel_at === null ? 'expired' : 'canceled' })
}

/** Context in which checkouts are marked as ended: the time, and the recorder of their events. */
export type Marking = { now: Date; events: EventRecorder }

/**
 * Marks and announces checkouts that are past their end, before they are shown; the seller's others
 * are marked by `endedCheckouts`. Where nothing can be written, as on a full disk, a later read
 * does, and until then they are only shown so (`asEnded`).
 *
 * @param ids of checkouts of the seller; those that are not past their end stay as they are
 */
export async function markEnded(
  db: QueryRunner,
  { seller_id, ids }: { seller_id: string; ids: string[] },
  { now, events }: Marking,
): Promise<void> {
  await db
    .run(function* () {
      const args = { seller_id, ids, limit: ids.length, now: now.toISOString() }
      const marked = yield* endShown(args)
      yield* announceEnds(events, marked, now)
    })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
}

/**
 * Reads checkouts, and marks those of them that are past their end before it returns them.
 *
 * @param read gives checkouts of one seller
 */
export async function readEnded(
  db: QueryRunner,
  read: () => Transaction<Checkout[]>,
  marking: Marking,
): Promise<Checkout[]> {
  const at = marking.now.toISOString()
  const readNamed = function* () {
    return yield* withPayments(yield* read())
  }
  const checkouts = await db.read(readNamed)
  const past = checkouts.filter((checkout) => isPastEnd(checkout, at))
  const [first] = past
  if (!first) return checkouts
  await markEnded(db, { seller_id: first.seller_id, ids: past.map(({ id }) => id) }, marking)
  const again = await db.read(readNamed)
  return again.map((checkout) => asEnded(checkout, marking.now))
}
