import { and, asc, count, eq, inArray, isNull, lte, sql } from '../db/operators.ts'
import { everyColumn, isAnyOf, query } from '../db/query.ts'
import type { Arguments, Steps } from '../db/query.ts'
import type { Row } from '../db/schema.ts'

export type Charge = Row<'charges'>
export type ChargeKey = Pick<Charge, 'seller_id' | 'checkout_id'>
type AtBank = { seller_id: string; connection_id: string }

/** A charge by which money may come in for a session, and the bank that it was made at. */
export type Source = Pick<Charge, 'seller_id' | 'checkout_id' | 'txid' | 'connection_id'>

/**
 * How long after its session's end a charge is still asked about. Banks let charges be paid that
 * have run out or were removed a moment ago; what comes later yet is known by its callback alone.
 */
export const WATCH_MS = 48 * 60 * 60 * 1000

const FIRST_TXID_LENGTH = 32
const MAX_TXID_LENGTH = 35

/**
 * The txid of a session's first charge.
 *
 * @param checkout_id `checkout_` and a UUID; the txid is 32 letters and digits
 */
export const txidOf = (checkout_id: string): string =>
  checkout_id.slice('checkout_'.length).replaceAll('-', '')

/** Whether a text could be the txid of one of our charges; nothing is looked up for another. */
export const isOurTxid = (text: string): boolean => /^[0-9a-f]{32}\d{0,3}$/.test(text)

/** The session that a txid is of, whichever of its charges it names. */
export const checkoutOf = (txid: string): string =>
  txid.slice(0, FIRST_TXID_LENGTH)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, 'checkout_$1-$2-$3-$4-$5')

/** The txid of the charge after this one, or undefined when there are no more numbers. */
export function nextTxid(txid: string): string | undefined {
  const first = txid.slice(0, FIRST_TXID_LENGTH)
  const next = first + (Number(txid.slice(FIRST_TXID_LENGTH) || '1') + 1)
  return next.length > MAX_TXID_LENGTH ? undefined : next
}

export const chargeOfCheckout = query(
  'charge_of_checkout',
  (db, { charges: t }, args: Arguments<ChargeKey>) =>
    db.select().from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.checkout_id, args.checkout_id))),
)

/** Which of these sessions have a charge; one statement, however many there are. */
export const chargesOfCheckouts = query(
  'charges_of_checkouts',
  (db, { charges: t }, args: Arguments<{ seller_id: string; checkout_ids: string[] }>) =>
    db.select({ seller_id: t.seller_id, checkout_id: t.checkout_id }).from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.checkout_id, args.checkout_ids))),
)

const sourcesOfReturned = query(
  'sources_of_returned_payments',
  (db, { payments: t }, args: Arguments<ChargeKey>) =>
    db.select({ txid: t.txid, connection_id: t.connection_id }).from(t)
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.checkout_id, args.checkout_id),
        eq(t.outcome, sql`'returned'`),
      )),
)

/** The charges that the session had before this one, each of which received a wrong amount. */
export function* chargesBefore(
  { seller_id, checkout_id, txid, connection_id }: Charge,
): Steps<Source[]> {
  const sources = yield* sourcesOfReturned({ seller_id, checkout_id })
  const all = sources.map((of) => ({
    seller_id,
    checkout_id,
    // What is older than these columns came by the first charge of all.
    txid: of.txid ?? txidOf(checkout_id),
    connection_id: of.connection_id ?? connection_id,
  }))
  const byTxid = new Map(all.map((source) => [source.txid, source]))
  byTxid.delete(txid)
  return [...byTxid.values()]
}

/**
 * Records that a charge is about to be made. One whose code was never shown to anybody cannot be
 * paid: it moves to the bank that is connected now.
 */
export const beginCharge = query(
  'begin_charge',
  (db, { charges: t }, args: Arguments<Charge>) =>
    db.insert(t).values(everyColumn(t))
      .onConflictDoUpdate({
        target: [t.seller_id, t.checkout_id],
        set: { connection_id: args.connection_id, updated_at: args.updated_at },
        setWhere: isNull(t.pix_code),
      })
      .returning(),
)

/**
 * Keeps the code that the bank gave; of several that ask at once, the first one's. From now on it
 * can be paid, and so it is watched, whatever has become of its session meanwhile.
 */
export const keepCode = query(
  'keep_pix_code',
  (
    db,
    { charges: t },
    args: Arguments<Source & { pix_code: string; now: string }>,
  ) =>
    db.update(t)
      .set({
        pix_code: args.pix_code,
        status: 'open',
        check_at: args.now,
        updated_at: args.now,
      })
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.checkout_id, args.checkout_id),
        eq(t.connection_id, args.connection_id),
        eq(t.txid, args.txid),
        isNull(t.pix_code),
      ))
      .returning(),
)

/**
 * Has another charge made in the place of one that cannot be paid any more, when the page is opened
 * next. Of several that ask at once, one does it.
 */
export const renewCharge = query(
  'renew_charge',
  (
    db,
    { charges: t },
    args: Arguments<ChargeKey & { txid: string; next_txid: string; now: string }>,
  ) =>
    db.update(t).set({ txid: args.next_txid, pix_code: null, updated_at: args.now })
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.checkout_id, args.checkout_id),
        eq(t.txid, args.txid),
      )),
)

/**
 * Takes charges that are to be asked about, longest due first. Nobody else gets them before
 * `until`, by which they have been asked about, or whoever took them is gone.
 */
export const claimCharges = query(
  'claim_charges',
  (
    db,
    { charges: t },
    args: Arguments<AtBank & { now: string; until: string; limit: number }>,
  ) => {
    const due = and(
      eq(t.seller_id, args.seller_id),
      eq(t.connection_id, args.connection_id),
      eq(t.status, sql`'open'`),
      lte(t.check_at, args.now),
    )
    const first = db.select({ id: t.checkout_id }).from(t).where(due)
      .orderBy(asc(t.check_at)).limit(args.limit)
    return db.update(t).set({ check_at: args.until })
      .where(and(due, inArray(t.checkout_id, first)))
      .returning()
  },
)

/** Says when a charge is asked about next. */
export const postponeCharge = query(
  'postpone_charge',
  (db, { charges: t }, args: Arguments<ChargeKey & { check_at: string }>) =>
    db.update(t).set({ check_at: args.check_at })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.checkout_id, args.checkout_id))),
)

/** From now on a charge is asked about only when the bank announces something of it. */
export const closeCharge = query(
  'close_charge',
  (db, { charges: t }, args: Arguments<ChargeKey & { now: string }>) =>
    db.update(t).set({ status: 'closed', updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.checkout_id, args.checkout_id))),
)

export const countOpenCharges = query(
  'count_open_charges',
  (db, { charges: t }, args: Arguments<AtBank>) =>
    db.select({ count: count() }).from(t)
      .where(and(
        eq(t.seller_id, args.seller_id),
        eq(t.connection_id, args.connection_id),
        eq(t.status, 'open'),
      )),
)

/** When a session ended, or undefined while it can still be paid. */
function endOf(checkout: Row<'checkouts'>, now: Date): Date | undefined {
  const { status, expires_at, completed_at, updated_at } = checkout
  if (status === 'open' && expires_at >= now.toISOString()) return undefined
  return new Date(completed_at ?? (status === 'canceled' ? updated_at : expires_at))
}

/**
 * When the bank is to be asked about a charge again: every `interval_ms` while the session can be
 * paid; after its end at twice the distance each time, the last time when WATCH_MS have passed.
 *
 * @returns undefined when it was asked for the last time
 */
export function nextCheck(
  checkout: Row<'checkouts'>,
  { now, interval_ms }: { now: Date; interval_ms: number },
): Date | undefined {
  const end = endOf(checkout, now)
  if (!end) return new Date(now.getTime() + interval_ms)
  const since_ms = now.getTime() - end.getTime()
  if (since_ms >= WATCH_MS) return undefined
  const next_ms = now.getTime() + Math.max(interval_ms, since_ms)
  return new Date(Math.min(next_ms, end.getTime() + WATCH_MS))
}
