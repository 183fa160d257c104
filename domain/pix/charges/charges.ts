import { and, count, eq, isNull, sql } from '../../../db/operators.ts'
import { everyColumn, isAnyOf, query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import { rowByKey } from '../../../db/rows.ts'
import type { Row, Tables } from '../../../db/schema/tables.ts'
import { connectionsOfSeller } from '../connections/bankConnections.ts'
import { previousTxid, txidOf } from '../bank/txid.ts'
import { firstDue, isWithin } from '../connections/claims.ts'
import type { Claim } from '../connections/claims.ts'

export type Charge = Row<'charges'>
type Payment = Row<'payments'>
export type ChargeKey = Pick<Charge, 'seller_id' | 'checkout_id'>
type AtBank = { seller_id: string; connection_id: string }

/** A charge by which money can arrive for a checkout, and the bank where it was created. */
export type Source = Pick<Charge, 'seller_id' | 'checkout_id' | 'txid' | 'connection_id'>

export const chargeOfCheckout = query(
  'charge_of_checkout',
  rowByKey('charges', 'seller_id', 'checkout_id'),
)

/** The checkouts among these that have a charge, in one statement however many there are. */
export const chargesOfCheckouts = query(
  'charges_of_checkouts',
  (db, { charges: t }, args: Arguments<{ seller_id: string; checkoutIds: string[] }>) =>
    db
      .select({ seller_id: t.seller_id, checkout_id: t.checkout_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.checkout_id, args.checkoutIds))),
)

const returnedOfCheckout = query(
  'returned_payments_of_checkout',
  (db, { payments: t }, args: Arguments<ChargeKey>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.outcome, sql`'returned'`),
        ),
      ),
)

const settledOfCheckout = query(
  'settled_payments_of_checkout',
  (db, { payments: t }, args: Arguments<ChargeKey>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.outcome, sql`'settled'`),
        ),
      ),
)

/** The payments on record of a checkout, by whichever of its charges they came. */
export function* transfersFor({ seller_id, checkout_id }: ChargeKey): Transaction<Payment[]> {
  const key = { seller_id, checkout_id }
  const all = [...(yield* settledOfCheckout(key)), ...(yield* returnedOfCheckout(key))]
  return all.filter(({ rail }) => rail === 'bacen')
}

/** True when the payment came by this one of its checkout's charges. */
export const isBy = ({ txid, checkout_id }: Source, payment: Payment): boolean =>
  txidOfPayment(payment, checkout_id) === txid

/** A payment that is older than the column `txid` came by the first charge. */
const txidOfPayment = ({ txid }: Payment, checkout_id: string) => txid ?? txidOf(checkout_id)

/** The banks that are asked about one charge whose own bank is not on record any more. */
const MAX_POSSIBLE_BANKS = 5

/**
 * The earlier charges of a checkout that may still receive money: each that received a wrong
 * amount, and the last one, which the bank may have removed at the moment when it was paid. The
 * bank of that one is on record no more: it is looked for at each that was connected meanwhile.
 */
export function* chargesBefore(charge: Charge): Transaction<Source[]> {
  const { seller_id, checkout_id, txid, connection_id } = charge
  const before = previousTxid(txid)
  if (!before) return []
  const byTxid = new Map<string, Source>()
  for (const payment of yield* returnedOfCheckout({ seller_id, checkout_id })) {
    const source = {
      seller_id,
      checkout_id,
      txid: txidOfPayment(payment, checkout_id),
      connection_id: payment.connection_id ?? connection_id,
    }
    byTxid.set(source.txid, source)
  }
  byTxid.delete(txid)
  const list = [...byTxid.values()]
  if (byTxid.has(before)) return list
  const banks = yield* possibleBanks(charge)
  return [
    ...banks.map((id) => ({ seller_id, checkout_id, txid: before, connection_id: id })),
    ...list,
  ]
}

/** The present bank of a checkout's charge, and those connected since its first one was made. */
function* possibleBanks({ seller_id, connection_id, created_at }: Charge): Transaction<string[]> {
  const others = (yield* connectionsOfSeller({ seller_id }))
    .filter(({ id, disconnected_at }) => id !== connection_id && disconnected_at !== null)
    .filter(({ disconnected_at }) => String(disconnected_at) >= created_at)
    .map(({ id }) => id)
  return [connection_id, ...others.toSorted().slice(0, MAX_POSSIBLE_BANKS - 1)]
}

/**
 * Records that a charge is about to be created. A charge whose code was never shown cannot be paid,
 * so it moves to the bank that is connected now. The bank counts the lifetime from then on, and an
 * earlier request may never have arrived: each one brings the lifetime of its own moment. No row
 * while another process is creating it.
 */
export const beginCharge = query(
  'begin_charge',
  (db, { charges: t }, args: Arguments<Charge & { latest: string }>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoUpdate({
        target: [t.seller_id, t.checkout_id],
        set: {
          connection_id: args.connection_id,
          lifetime_seconds: args.lifetime_seconds,
          asked_at: args.asked_at,
          creating_until: args.creating_until,
          creating_by: args.creating_by,
          updated_at: args.updated_at,
        },
        // A time after the latest that any process can set now is by a clock that was ahead.
        setWhere: sql`${t.pix_code} is null and (${t.creating_until} is null
        or ${t.connection_id} <> ${args.connection_id}
        or ${t.creating_until} <= ${args.asked_at}
        or ${t.creating_until} > ${args.latest})`,
      })
      .returning(),
)

/** Lets others create a charge, after an attempt of ours that has brought none. */
export const endCreation = query(
  'end_charge_creation',
  (db, { charges: t }, args: Arguments<Source & { creating_until: string | null }>) =>
    db
      .update(t)
      .set({ creating_until: null, creating_by: null })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.connection_id, args.connection_id),
          eq(t.txid, args.txid),
          eq(t.creating_until, args.creating_until),
        ),
      ),
)

/**
 * Keeps the code that the bank gave; of several requests at once the first one's. From now on the
 * charge can be paid, so it is checked, even if its checkout has ended meanwhile.
 */
export const keepCode = query(
  'keep_pix_code',
  (db, { charges: t }, args: Arguments<Source & { pix_code: string; now: string }>) =>
    db
      .update(t)
      .set({
        pix_code: args.pix_code,
        creating_until: null,
        creating_by: null,
        status: 'open',
        check_at: args.now,
        updated_at: args.now,
      })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.connection_id, args.connection_id),
          eq(t.txid, args.txid),
          isNull(t.pix_code),
        ),
      )
      .returning(),
)

/**
 * Replaces a charge that can no longer be paid; the next view of the page creates it. Of several
 * calls at once, one finds the row.
 */
export const renewCharge = query(
  'renew_charge',
  (
    db,
    { charges: t },
    args: Arguments<ChargeKey & { txid: string; newTxid: string; now: string }>,
  ) =>
    db
      .update(t)
      .set({
        txid: args.newTxid,
        pix_code: null,
        lifetime_seconds: null,
        asked_at: null,
        creating_until: null,
        creating_by: null,
        updated_at: args.now,
      })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.txid, args.txid),
        ),
      ),
)

const claimLongestDue = query('claim_charges', (db, { charges: t }, args: Arguments<Claim>) => {
  const due = and(
    eq(t.seller_id, args.seller_id),
    eq(t.connection_id, args.connection_id),
    eq(t.status, sql`'open'`),
    isWithin(t.check_at, args),
  )
  return db
    .update(t)
    .set({ check_at: args.until })
    .where(firstDue(db, t, { due, key: t.checkout_id, by: t.check_at, limit: args.limit }))
    .returning()
})

const claimLastViewed = query(
  'claim_viewed_charges',
  (db, { charges: t }, args: Arguments<Claim & { viewed_since: string }>) => {
    const due = and(
      eq(t.seller_id, args.seller_id),
      eq(t.connection_id, args.connection_id),
      eq(t.status, sql`'open'`),
      isWithin(t.check_at, args),
      sql`coalesce(${t.viewed_at}, ${t.created_at}) >= ${args.viewed_since}`,
    )
    const order = { by: t.check_at, isLatestFirst: true }
    return db
      .update(t)
      .set({ check_at: args.until })
      .where(firstDue(db, t, { due, key: t.checkout_id, limit: args.limit, ...order }))
      .returning()
  },
)

/**
 * Claims charges that are due for a check (`claimDue`). Where more are due than a bank may be asked
 * about, half of them are those whose pages were viewed last, because a buyer waits there; the
 * others are those due for longest, so that each one's turn comes.
 */
export function* claimCharges(claim: Claim & { viewed_since: string }): Transaction<Charge[]> {
  // A view makes a charge due at once, and a check postpones it: what was viewed since a time is
  // due since then, so that older rows are not read.
  const after = claim.after > claim.viewed_since ? claim.after : claim.viewed_since
  const half = Math.ceil(claim.limit / 2)
  const viewed = yield* claimLastViewed({ ...claim, after, limit: half })
  const limit = claim.limit - viewed.length
  return limit === 0 ? viewed : [...viewed, ...(yield* claimLongestDue({ ...claim, limit }))]
}

/** A charge as a check has read it: a check that was set for another time meanwhile stays. */
type Scheduled = ChargeKey & { scheduled_at: string }

const isScheduled = (t: Tables['charges'], args: Arguments<Scheduled>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.checkout_id, args.checkout_id),
    eq(t.check_at, args.scheduled_at),
  )

/** Sets when a charge is checked next; a charge that was closed is open again. */
export const postponeCharge = query(
  'postpone_charge',
  (
    db,
    { charges: t },
    args: Arguments<Scheduled & { check_at: string; trouble_since: string | null }>,
  ) =>
    db
      .update(t)
      .set({ status: 'open', check_at: args.check_at, trouble_since: args.trouble_since })
      .where(isScheduled(t, args)),
)

/** Records a view of the page, and has the charge checked in the next round. */
export const viewCharge = query(
  'view_charge',
  (db, { charges: t }, args: Arguments<ChargeKey & { now: string }>) =>
    db
      .update(t)
      .set({ viewed_at: args.now, check_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.checkout_id, args.checkout_id))),
)

/** Ends the polling of a charge: from now on it is checked after a callback only. */
export const closeCharge = query(
  'close_charge',
  (db, { charges: t }, args: Arguments<Scheduled & { now: string }>) =>
    db
      .update(t)
      .set({ status: 'closed', trouble_since: null, updated_at: args.now })
      .where(isScheduled(t, args)),
)

export const countOpenCharges = query(
  'count_open_charges',
  (db, { charges: t }, args: Arguments<AtBank>) =>
    db
      .select({ count: count() })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.connection_id, args.connection_id),
          eq(t.status, sql`'open'`),
        ),
      ),
)
