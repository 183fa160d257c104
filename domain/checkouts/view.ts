import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, asc, eq, gt, gte, inArray, lt, lte, sql } from '../../db/operators.ts'
import { sellerOfToken } from './pageToken.ts'
import { forUpdate, forUpdateSkipLocked, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'

/** How long a session can be paid (specification, Limits). */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60 * 1000

type Checkout = Row<'checkouts'>
type Key = { seller_id: string; id: string }
type At = { seller_id: string; now: string }

/** Open, but past its end. The status is written out, so that its partial index is used. */
const due = (t: Tables['checkouts'], args: Arguments<At>) =>
  and(eq(t.seller_id, args.seller_id), eq(t.status, sql`'open'`), lt(t.expires_at, args.now))

/** Open, and not past its end. */
const payable = (t: Tables['checkouts'], args: Arguments<Key & At>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.id, args.id),
    eq(t.status, 'open'),
    gte(t.expires_at, args.now),
  )

export const checkoutById = query('checkout_by_id', (db, { checkouts: t }, args: Arguments<Key>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const checkoutByPageToken = query(
  'checkout_by_page_token',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; page_token: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.page_token, args.page_token))),
)

type Shown = At & { oldest_id: string; newest_id: string; limit: number }

// One statement for a page. It finds its rows by their ids alone: by what is due, it would walk
// through all of the seller's. Locked in the order of their ids, no two pages wait for each other.
const expireShown = query(
  'expire_shown_checkouts',
  (db, { checkouts: t }, args: Arguments<Shown>) => {
    const { seller_id, oldest_id, newest_id, limit, now } = args
    const shown = db.$with('shown').as(
      forUpdate(
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
        forUpdateSkipLocked(
          db
            .select({ id: t.id })
            .from(t)
            .where(due(t, args))
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
 * Marks the sessions that have expired and that no request reads. Each read marks what it shows, so
 * no answer waits for this.
 */
export const expiredCheckouts: Sweep = {
  name: 'expired checkouts',
  firstOfNextSeller: firstOpenOfNextSeller,
  piece: expireFirst,
}

/** Ends a session before payment; no row when it was not open any more. */
export const cancelOpen = query(
  'cancel_open_checkout',
  (db, { checkouts: t }, args: Arguments<Key & At>) =>
    db
      .update(t)
      .set({ status: 'canceled', updated_at: args.now })
      .where(payable(t, args))
      .returning(),
)

/** Ends a session by its payment; no row when it was not open any more. */
export const completeOpen = query(
  'complete_open_checkout',
  (db, { checkouts: t }, args: Arguments<Key & At>) =>
    db
      .update(t)
      .set({ status: 'completed', completed_at: args.now, updated_at: args.now })
      .where(payable(t, args))
      .returning(),
)

const isDueAt = (at: string, { status, expires_at }: Checkout) =>
  status === 'open' && expires_at < at

/** Open, but past its end: the next read marks it (specification, States and transitions). */
export const isDue = (checkout: Checkout, now: Date): boolean =>
  isDueAt(now.toISOString(), checkout)

/**
 * Marks those of the sessions that are past their end, before they are shown; the seller's others
 * are marked by `expiredCheckouts`. Where nothing can be written, as on a full disk, a later read
 * does, and until then they are only shown so (`seenAt`).
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
  if (!newest || !oldest || !checkouts.some((checkout) => isDueAt(at, checkout))) return false
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

/** Shows a session as a reader may see it: never open when it is past its end, marked or not. */
export function seenAt(now: Date): (checkout: Checkout) => Checkout {
  const at = now.toISOString()
  return (checkout) => (isDueAt(at, checkout) ? { ...checkout, status: 'expired' } : checkout)
}

/** The same, marked expired first. */
async function marked(db: QueryRunner, checkout: Checkout, now: Date): Promise<Checkout> {
  if (!(await markExpired(db, [checkout], now))) return checkout
  const [again] = await db.read(() => checkoutById(checkout))
  return seenAt(now)(again ?? checkout)
}

/** A session of the seller, marked expired first when it is past its end. */
export async function readCheckout(
  db: QueryRunner,
  key: Key,
  now: Date,
): Promise<Checkout | undefined> {
  const [checkout] = await db.read(() => checkoutById(key))
  return checkout && marked(db, checkout, now)
}

/** The session behind a hosted page, or undefined when the token opens none. */
export async function readCheckoutOfPage(
  db: QueryRunner,
  page_token: string,
  now: Date,
): Promise<Checkout | undefined> {
  const seller_id = sellerOfToken(page_token)
  if (!seller_id) return undefined
  const [checkout] = await db.read(() => checkoutByPageToken({ seller_id, page_token }))
  return checkout && marked(db, checkout, now)
}
