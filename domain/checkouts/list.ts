/** Lists of checkouts, by any combination of filters. Each statement reads one index in order. */
import { inPlaceOf } from '../../db/longJson.ts'
import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from '../../db/operators.ts'
import { listQuery, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import { checkoutStatuses } from '../../db/schema/checkoutStatuses.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import type { operations } from '../../generated/types.ts'
import { asEnded, endOf } from './expire.ts'

type Checkout = Row<'checkouts'>
type Filters = NonNullable<operations['listCheckouts']['parameters']['query']>
type Status = Checkout['status']
type EndedStatus = { status: Exclude<Status, 'open'> }

/** `from` is the lowest id of the page, if there is such an id; `before` is past its highest. */
type Ids = { seller_id: string; from: string; before: string; limit: number }

const isBetween = (t: Tables['checkouts'], args: Arguments<Ids>) =>
  and(eq(t.seller_id, args.seller_id), gte(t.id, args.from), lt(t.id, args.before))

// The index of the checkouts that have ended is used where the statement says that they have.
const hasEnded = (t: Tables['checkouts'], args: Arguments<EndedStatus>) =>
  and(eq(t.status, args.status), sql`${t.status} <> 'open'`)

const checkoutsBefore = listQuery(
  'checkouts_before',
  (db, { checkouts: t }, args: Arguments<Ids>) =>
    db.select().from(t).where(isBetween(t, args)).orderBy(desc(t.id)).limit(args.limit),
)

const endedBefore = listQuery(
  'ended_checkouts_before',
  (db, { checkouts: t }, args: Arguments<Ids & EndedStatus>) =>
    db
      .select()
      .from(t)
      .where(and(isBetween(t, args), hasEnded(t, args)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const ofCustomerBefore = listQuery(
  'checkouts_of_customer_before',
  (db, { checkouts: t }, args: Arguments<Ids & { customer_id: string; status: Status }>) =>
    db
      .select()
      .from(t)
      .where(
        and(isBetween(t, args), eq(t.customer_id, args.customer_id), eq(t.status, args.status)),
      )
      .orderBy(desc(t.id))
      .limit(args.limit),
)

/** Not past its end, by the times of its own row. */
const isBeforeEnd = (t: Tables['checkouts'], args: Arguments<Ids & { now: string }>) =>
  and(isBetween(t, args), gte(endOf(t), args.now))

const openBefore = listQuery(
  'open_checkouts_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string }>) =>
    db
      .select()
      .from(t)
      .where(and(isBeforeEnd(t, args), eq(t.status, sql`'open'`)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

// The status is an argument, so that the index of a customer's checkouts is used.
const openOfCustomerBefore = listQuery(
  'open_checkouts_of_customer_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string; customer_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(isBeforeEnd(t, args), eq(t.customer_id, args.customer_id), eq(t.status, 'open')))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

// By an expression, so that no index of ids is walked through for the few that are due.
const idOf = (t: Tables['checkouts']) => sql`${t.id} || ''`

/** Expired and not marked yet: what a minute has left over. */
const isToExpire = (t: Tables['checkouts'], args: Arguments<Ids & { now: string }>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.status, sql`'open'`),
    isNull(t.cancel_at),
    lt(t.expires_at, args.now),
    gte(idOf(t), args.from),
    lt(idOf(t), args.before),
  )

const toExpireBefore = listQuery(
  'checkouts_to_expire_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string }>) =>
    db
      .select()
      .from(t)
      .where(isToExpire(t, args))
      .orderBy(desc(idOf(t)))
      .limit(args.limit),
)

const toExpireOfCustomerBefore = listQuery(
  'checkouts_to_expire_of_customer_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string; customer_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(isToExpire(t, args), eq(t.customer_id, args.customer_id)))
      .orderBy(desc(idOf(t)))
      .limit(args.limit),
)

/** The same, past the time at which they are canceled. */
const isToCancel = (t: Tables['checkouts'], args: Arguments<Ids & { now: string }>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.status, sql`'open'`),
    isNotNull(t.cancel_at),
    lt(t.cancel_at, args.now),
    gte(idOf(t), args.from),
    lt(idOf(t), args.before),
  )

const toCancelBefore = listQuery(
  'checkouts_to_cancel_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string }>) =>
    db
      .select()
      .from(t)
      .where(isToCancel(t, args))
      .orderBy(desc(idOf(t)))
      .limit(args.limit),
)

const toCancelOfCustomerBefore = listQuery(
  'checkouts_to_cancel_of_customer_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string; customer_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(isToCancel(t, args), eq(t.customer_id, args.customer_id)))
      .orderBy(desc(idOf(t)))
      .limit(args.limit),
)

/** The same, where the page had to be opened by then and was not. */
const isUnopened = (t: Tables['checkouts'], args: Arguments<Ids & { now: string }>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.status, sql`'open'`),
    isNotNull(t.open_by),
    isNull(t.page_opened_at),
    lt(t.open_by, args.now),
    gte(idOf(t), args.from),
    lt(idOf(t), args.before),
  )

const unopenedBefore = query(
  'unopened_checkouts_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string }>) =>
    db
      .select()
      .from(t)
      .where(isUnopened(t, args))
      .orderBy(desc(idOf(t)))
      .limit(args.limit),
)

const unopenedOfCustomerBefore = query(
  'unopened_checkouts_of_customer_before',
  (db, { checkouts: t }, args: Arguments<Ids & { now: string; customer_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(isUnopened(t, args), eq(t.customer_id, args.customer_id)))
      .orderBy(desc(idOf(t)))
      .limit(args.limit),
)

/** One checkout at most has the `external_id`. */
export const checkoutByExternalId = query(
  'checkouts_by_external_id',
  rowByKey('checkouts', 'seller_id', 'external_id'),
)

export type ListedPage = Ids & { filters: Filters; now: Date }

/** Checkouts that can be paid. */
function* open(page: ListedPage): Transaction<Checkout[]> {
  const { seller_id, from, before, limit, filters, now } = page
  const { customer_id } = filters
  const ids = { seller_id, from, before, limit, now: now.toISOString() }
  return customer_id === undefined
    ? yield* openBefore(ids)
    : yield* openOfCustomerBefore({ ...ids, customer_id })
}

function* ended(
  { seller_id, from, before, limit, filters: { customer_id } }: ListedPage,
  status: EndedStatus['status'],
): Transaction<Checkout[]> {
  const ids = { seller_id, from, before, limit, status }
  return customer_id === undefined
    ? yield* endedBefore(ids)
    : yield* ofCustomerBefore({ ...ids, customer_id })
}

/**
 * Merges several pages into one. A checkout that ends between their statements is found by two of
 * them, so the statement for open ones comes first, and a later one says how it ended.
 */
function newestOf(checkouts: Checkout[], limit: number): Checkout[] {
  const all = new Map<string, Checkout>()
  for (const checkout of checkouts) {
    const earlier = all.get(checkout.id)
    all.set(checkout.id, earlier ? inPlaceOf(earlier, checkout) : checkout)
  }
  return [...all.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

/** Expired checkouts, marked or not. */
function* expired(page: ListedPage): Transaction<Checkout[]> {
  const { seller_id, from, before, limit, filters, now } = page
  const { customer_id } = filters
  const ids = { seller_id, from, before, limit, now: now.toISOString() }
  const due =
    customer_id === undefined
      ? yield* toExpireBefore(ids)
      : yield* toExpireOfCustomerBefore({ ...ids, customer_id })
  return newestOf([...due, ...(yield* ended(page, 'expired'))], limit)
}

/** Checkouts of a customer in any state, read state by state: the index has it before the id. */
function* allOfCustomer(
  customer_id: string,
  { seller_id, from, before, limit }: ListedPage,
): Transaction<Checkout[]> {
  const checkouts: Checkout[] = []
  for (const status of checkoutStatuses) {
    const args = { seller_id, customer_id, status, from, before, limit }
    checkouts.push(...(yield* ofCustomerBefore(args)))
  }
  return newestOf(checkouts, limit)
}

/** Canceled checkouts, marked or not. */
function* canceled(page: ListedPage): Transaction<Checkout[]> {
  const { seller_id, from, before, limit, filters, now } = page
  const { customer_id } = filters
  const ids = { seller_id, from, before, limit, now: now.toISOString() }
  const due =
    customer_id === undefined
      ? [...(yield* toCancelBefore(ids)), ...(yield* unopenedBefore(ids))]
      : [
          ...(yield* toCancelOfCustomerBefore({ ...ids, customer_id })),
          ...(yield* unopenedOfCustomerBefore({ ...ids, customer_id })),
        ]
  return newestOf([...due, ...(yield* ended(page, 'canceled'))], limit)
}

function* withExternalId(
  { seller_id, from, before, filters, now }: ListedPage,
  external_id: string,
): Transaction<Checkout[]> {
  const { customer_id, status } = filters
  const checkouts = yield* checkoutByExternalId({ seller_id, external_id })
  return checkouts.filter(
    (checkout) =>
      from <= checkout.id &&
      checkout.id < before &&
      (customer_id === undefined || checkout.customer_id === customer_id) &&
      (status === undefined || asEnded(checkout, now).status === status),
  )
}

/**
 * A page of checkouts, newest first. Checkouts that are past their end and not marked yet are
 * listed as ended, and must be marked before they are shown (`readEnded`).
 */
export function* checkoutsOf(page: ListedPage): Transaction<Checkout[]> {
  const { seller_id, from, before, limit, filters } = page
  const { external_id, status, customer_id } = filters
  if (external_id !== undefined) return yield* withExternalId(page, external_id)
  if (status === 'open') return yield* open(page)
  if (status === 'expired') return yield* expired(page)
  if (status === 'canceled') return yield* canceled(page)
  if (status !== undefined) return yield* ended(page, status)
  if (customer_id !== undefined) return yield* allOfCustomer(customer_id, page)
  return yield* checkoutsBefore({ seller_id, from, before, limit })
}
