/** When a checkout ends unpaid, and how that gets on record. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, asc, eq, gt, gte, inArray, lt, lte, sql } from '../../db/operators.ts'
import { locked, lockedUnlessTaken, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'

/** How long a checkout can be paid (specification, Limits). */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60 * 1000

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

type Shown = At & { oldest_id: string; newest_id: string; limit: number }

// One statement for a page. It finds its rows by their ids alone: by what is due, it would walk
// through all of the seller's. Locked in the order of their ids, no two pages wait for each other.
const expireShown = query(
  'expire_shown_checkouts',
  (db, { checkouts: t }, args: Arguments<Shown>) => {
    const { seller_id, oldest_id, newest_id, limit, now } = args
    const shown = db.$with('shown').as(
      locked(
        db
          .select({ id: t.id })
          .from(t)
          .where(and(eq(t.seller_id, seller_id), gte(t.id, oldest_id), lte(t.id, newest_id)))
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
        lockedUnlessTaken(
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
  },
)

/**
 * Marks the checkouts that have expired and that no request reads. Each read marks what it shows,
 * so no answer waits for this.
 */
export const expiredCheckouts: Sweep = {
  name: 'expired checkouts',
  firstOfNextSeller: firstOpenOfNextSeller,
  piece: expireFirst,
}

const isPast = ({ status, expires_at }: Checkout, at: string): boolean =>
  status === 'open' && expires_at < at

/** Open, but past its end: the next read marks it (specification, States and transitions). */
export const isPastExpiry = (checkout: Checkout, now: Date): boolean =>
  isPast(checkout, now.toISOString())

/** A checkout as a reader may see it: never open when it is past its end, marked or not. */
export const withExpiry = (checkout: Checkout, now: Date): Checkout =>
  isPastExpiry(checkout, now) ? { ...checkout, status: 'expired' } : checkout

/**
 * Marks those of the checkouts that are past their end, before they are shown; the seller's others
 * are marked by `expiredCheckouts`. Where nothing can be written, as on a full disk, a later read
 * does, and until then they are only shown so (`withExpiry`).
 *
 * @param checkouts of one seller, newest first, and none that it has between two of them is missing
 * @returns whether any was past its end
 */
export async function markExpired(
  db: QueryRunner,
  checkouts: readonly Checkout[],
  now: Date,
): Promise<boolean> {
  const [newest, oldest] = [checkouts[0], checkouts.at(-1)]
  const at = now.toISOString()
  if (!newest || !oldest || !checkouts.some((checkout) => isPast(checkout, at))) return false
  const shown = {
    seller_id: newest.seller_id,
    oldest_id: oldest.id,
    newest_id: newest.id,
    limit: checkouts.length,
    now: at,
  }
  await db
    .run(() => expireShown(shown))
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
  return true
}

/**
 * Reads checkouts, and marks those of them that are past their end before it gives them back.
 *
 * @param read finds checkouts as `markExpired` wants them
 */
export async function readWithExpiry(
  db: QueryRunner,
  read: () => Transaction<Checkout[]>,
  now: Date,
): Promise<Checkout[]> {
  const checkouts = await db.read(read)
  if (!(await markExpired(db, checkouts, now))) return checkouts
  const again = await db.read(read)
  return again.map((checkout) => withExpiry(checkout, now))
}
