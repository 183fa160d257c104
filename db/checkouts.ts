import { DatabaseUnavailable } from './database.ts'
import type { Database } from './database.ts'
import { and, eq, gte, lt, sql } from './operators.ts'
import { sellerOfToken } from './page_token.ts'
import { query } from './query.ts'
import type { Arguments } from './query.ts'
import type { Row, Tables } from './schema.ts'

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
  db.select().from(t).where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))))

const checkoutByPageToken = query(
  'checkout_by_page_token',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; page_token: string }>) =>
    db.select().from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.page_token, args.page_token))),
)

const oneDue = query('one_checkout_due', (db, { checkouts: t }, args: Arguments<At>) =>
  db.select({ id: t.id }).from(t).where(due(t, args)).limit(1))

const expireDue = query('expire_checkouts_due', (db, { checkouts: t }, args: Arguments<At>) =>
  db.update(t).set({ status: 'expired', updated_at: args.now }).where(due(t, args)))

/** Ends a session before payment; no row when it was not open any more. */
export const cancelOpen = query(
  'cancel_open_checkout',
  (db, { checkouts: t }, args: Arguments<Key & At>) =>
    db.update(t).set({ status: 'canceled', updated_at: args.now })
      .where(payable(t, args))
      .returning(),
)

/** Ends a session by its payment; no row when it was not open any more. */
export const completeOpen = query(
  'complete_open_checkout',
  (db, { checkouts: t }, args: Arguments<Key & At>) =>
    db.update(t)
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
 * Marks every session of the seller that is past its end; costs one look-up when none is. Where
 * nothing can be written, as on a full disk, a later read does, and until then they are only shown
 * so (`seenAt`).
 */
export async function markExpired(db: Database, seller_id: string, now: Date): Promise<void> {
  const at = { seller_id, now: now.toISOString() }
  const found = await db.read(() => oneDue(at))
  if (found.length === 0) return
  await db.run(() => expireDue(at)).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error
  })
}

/** Shows a session as a reader may see it: never open when it is past its end, marked or not. */
export function seenAt(now: Date): (checkout: Checkout) => Checkout {
  const at = now.toISOString()
  return (checkout) => isDueAt(at, checkout) ? { ...checkout, status: 'expired' } : checkout
}

/** The same, marked expired first. */
async function marked(db: Database, checkout: Checkout, now: Date): Promise<Checkout> {
  if (!isDue(checkout, now)) return checkout
  await markExpired(db, checkout.seller_id, now)
  const [again] = await db.read(() => checkoutById(checkout))
  return seenAt(now)(again ?? checkout)
}

/** A session of the seller, marked expired first when it is past its end. */
export async function readCheckout(
  db: Database,
  key: Key,
  now: Date,
): Promise<Checkout | undefined> {
  const [checkout] = await db.read(() => checkoutById(key))
  return checkout && marked(db, checkout, now)
}

/** The session behind a hosted page, or undefined when the token opens none. */
export async function readCheckoutOfPage(
  db: Database,
  page_token: string,
  now: Date,
): Promise<Checkout | undefined> {
  const seller_id = sellerOfToken(page_token)
  if (!seller_id) return undefined
  const [checkout] = await db.read(() => checkoutByPageToken({ seller_id, page_token }))
  return checkout && marked(db, checkout, now)
}
