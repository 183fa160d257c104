/** When a checkout ends unpaid, and how that gets on record. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, asc, eq, gt, gte, inArray, lt, sql } from '../../db/operators.ts'
import { forUpdate, forUpdateSkipLocked, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'
import type { EventLog } from '../webhooks/events.ts'

/** How long a checkout can be paid (specification, Limits). */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * How many the background marks by one commit. Each costs an event, and a delivery for each
 * endpoint: on a busy machine, so many took 4 ms without endpoints and up to 19 ms with five.
 */
const EXPIRED_AT_ONCE = 50

type Checkout = Row<'checkouts'>
type At = { seller_id: string; now: string }

/** Open, and not past its end: the condition of every statement that pays or cancels. */
export const isPayable = (t: Tables['checkouts'], args: Arguments<At & { id: string }>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.id, args.id),
    eq(t.status, 'open'),
    gte(t.expires_at, args.now),
  )

/** Open, but past its end. The status is written out, so that its partial index is used. */
const isDue = (t: Tables['checkouts'], args: Arguments<At>) =>
  and(eq(t.seller_id, args.seller_id), eq(t.status, sql`'open'`), lt(t.expires_at, args.now))

// One statement for a page. It finds its rows by their ids alone: by what is due, it would walk
// through all of the seller's. Locked in the order of their ids, no two pages wait for each other.
const expireShown = query(
  'expire_shown_checkouts',
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
      .set({ status: 'expired', updated_at: now })
      .where(
        and(
          eq(t.seller_id, seller_id),
          inArray(t.id, db.select().from(shown)),
          eq(t.status, 'open'),
          lt(t.expires_at, now),
        ),
      )
      .returning()
  },
)

const firstOpenOfNextSeller = query(
  'first_open_checkout_of_next_seller',
  (db, { checkouts: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: t.expires_at })
      .from(t)
      .where(and(eq(t.status, sql`'open'`), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.expires_at))
      .limit(1),
)

const expireFirst = query(
  'expire_first_checkouts',
  (db, { checkouts: t }, args: Arguments<At & { limit: number }>) => {
    const first = db
      .$with('first')
      .as(
        forUpdateSkipLocked(
          db
            .select({ id: t.id })
            .from(t)
            .where(isDue(t, args))
            .orderBy(asc(t.expires_at))
            .limit(args.limit),
        ),
      )
    return db
      .with(first)
      .update(t)
      .set({ status: 'expired', updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(first))))
      .returning()
  },
)

/**
 * Marks the checkouts that have expired and that no request reads, and announces them. Each read
 * marks what it shows, so no answer waits for this.
 */
export const expiredCheckouts = (events: EventLog): Sweep => ({
  name: 'expired checkouts',
  rows: EXPIRED_AT_ONCE,
  firstOfNextSeller: firstOpenOfNextSeller,
  *piece({ seller_id, now, limit }) {
    const checkouts = yield* expireFirst({ seller_id, now, limit })
    yield* events.recordEach({ type: 'checkout.expired', checkouts, now: new Date(now) })
    return checkouts
  },
})

/**
 * Open, but past its end: the next read marks it (specification, States and transitions).
 *
 * @param now in ISO 8601, as columns have it
 */
export const isPastExpiry = ({ status, expires_at }: Checkout, now: string): boolean =>
  status === 'open' && expires_at < now

/** A checkout as a reader may see it: never open when it is past its end, marked or not. */
export const withExpiry = (checkout: Checkout, now: Date): Checkout =>
  isPastExpiry(checkout, now.toISOString()) ? { ...checkout, status: 'expired' } : checkout

/** What marks checkouts: the time, and where their end is announced. */
export type Marking = { now: Date; events: EventLog }

/**
 * Marks and announces checkouts that are past their end, before they are shown; the seller's others
 * are marked by `expiredCheckouts`. Where nothing can be written, as on a full disk, a later read
 * does, and until then they are only shown so (`withExpiry`).
 *
 * @param ids of checkouts of the seller; what of them is not past its end stays as it is
 */
export async function markExpired(
  db: QueryRunner,
  { seller_id, ids }: { seller_id: string; ids: string[] },
  { now, events }: Marking,
): Promise<void> {
  await db
    .run(function* () {
      const args = { seller_id, ids, limit: ids.length, now: now.toISOString() }
      const marked = yield* expireShown(args)
      yield* events.recordEach({ type: 'checkout.expired', checkouts: marked, now })
    })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
}

/**
 * Reads checkouts, and marks those of them that are past their end before it gives them back.
 *
 * @param read gives checkouts of one seller
 */
export async function readWithExpiry(
  db: QueryRunner,
  read: () => Transaction<Checkout[]>,
  marking: Marking,
): Promise<Checkout[]> {
  const at = marking.now.toISOString()
  const checkouts = await db.read(read)
  const past = checkouts.filter((checkout) => isPastExpiry(checkout, at))
  const [first] = past
  if (!first) return checkouts
  await markExpired(db, { seller_id: first.seller_id, ids: past.map(({ id }) => id) }, marking)
  const again = await db.read(read)
  return again.map((checkout) => withExpiry(checkout, marking.now))
}
