/** Settlements of processes that knew neither a checkout's `payment_id` nor the totals of days. */
import { and, asc, desc, eq, gt, inArray, sql } from '../../db/operators.ts'
import { forUpdateSkipLocked, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'
import type { Actor } from '../identity/actor.ts'
import { isSettling, isUnnamed, paymentsSettling } from '../checkouts/settlements.ts'
import { checkoutById } from '../checkouts/view.ts'
import { countPaymentsOfLinks } from '../links/links.ts'
import { countPayments } from '../payments/dailyTotals.ts'
import { sourceIdOf } from '../payments/payments.ts'
import { mendAmounts } from './amounts.ts'
import { recordRepair } from './recordRepair.ts'

type OfSeller = { seller_id: string }
type Among = OfSeller & { ids: string[]; limit: number }

const firstOfNextSeller = query(
  'first_checkout_without_payment_of_next_seller',
  (db, { checkouts: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: sql<string>`''` })
      .from(t)
      .where(and(isUnnamed(t), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.id))
      .limit(1),
)

// The newest first: those are read most. A checkout that no payment settles is passed over.
const lockUnnamed = query(
  'lock_checkouts_without_payment',
  (db, { checkouts: t, payments: p }, args: Arguments<OfSeller & { limit: number }>) => {
    const settling = db
      .select({ id: p.id })
      .from(p)
      .where(and(eq(p.seller_id, t.seller_id), eq(p.checkout_id, t.id), isSettling(p)))
    return forUpdateSkipLocked(
      db
        .select({ id: t.id, currency: t.currency, payment_link_id: t.payment_link_id })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), isUnnamed(t), sql`exists ${settling}`))
        .orderBy(desc(t.id))
        .limit(args.limit),
    )
  },
)

const namePayments = query(
  'name_payments_of_checkouts',
  (db, { checkouts: t, payments: p }, args: Arguments<Among>) => {
    const settling = sql`from ${p} where ${p.seller_id} = ${t.seller_id}
      and ${p.checkout_id} = ${t.id} and ${isSettling(p)}`
    const found = db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit)
    return db
      .update(t)
      .set({
        payment_id: sql`(select ${p.id} ${settling})`,
        amount_refunded_minor: sql`(select ${p.amount_refunded_minor} ${settling})`,
      })
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, found)))
  },
)

/** Has checkouts name the payments that settled them; counts these on their days and links. */
function* name(
  seller_id: string,
  checkouts: Pick<Row<'checkouts'>, 'id' | 'currency' | 'payment_link_id'>[],
): Transaction<void> {
  const among = { seller_id, ids: checkouts.map(({ id }) => id), limit: checkouts.length }
  const currencies = new Map(checkouts.map(({ id, currency }) => [id, currency]))
  const payments = yield* paymentsSettling(among)
  const counted = payments.map((payment) => {
    const source_id = sourceIdOf(payment)
    const currency = currencies.get(source_id) ?? ''
    return {
      seller_id,
      source_id,
      currency,
      amount_minor: payment.amount_minor,
      at: payment.paid_at,
    }
  })
  yield* mendAmounts(seller_id, payments, currencies)
  yield* namePayments(among)
  yield* countPaymentsOfLinks(seller_id, checkouts)
  yield* countPayments(counted)
}

/** Mends settlements that name no payment, a batch of a seller at a time. */
export const settlementsToName = (actor: Actor): Sweep => ({
  name: 'settlements without their payment',
  firstOfNextSeller,
  *piece({ seller_id, now, limit }) {
    const checkouts = yield* lockUnnamed({ seller_id, limit })
    if (checkouts.length === 0) return []
    yield* name(seller_id, checkouts)
    yield* recordRepair({ seller_id, actor, now, field: 'payment_id', count: checkouts.length })
    return checkouts
  },
})

/**
 * Has a checkout name its payment and the amount of it that has gone back, as they are now. A
 * checkout that names none is left to `settlementsToName`, which counts it too.
 */
export function* nameAgain(key: { seller_id: string; id: string }): Transaction<boolean> {
  const { seller_id, id } = key
  const [checkout] = yield* checkoutById(key)
  if (!checkout || checkout.payment_id === null) return false
  yield* namePayments({ seller_id, ids: [id], limit: 1 })
  return true
}
