import { sellerById } from '../identity/sellerRows.ts'
import type { Database } from '../../db/database.ts'
import { and, asc, desc, eq, gt, inArray, lte, sql } from '../../db/operators.ts'
import { forUpdateSkipLocked, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import { MAX_ENDPOINTS } from './endpointChanges.ts'
import type { Endpoint } from './endpoints.ts'
import type { PostResult } from './post.ts'
import { withObjects } from './references.ts'

/** How many deliveries are listed. */
export const LISTED_DELIVERIES = 100

/** Sellers found by one read, and deliveries given up by one statement. */
const SELLERS_PER_READ = 100
const GIVEN_UP_PER_STATEMENT = 500

type Delivery = Row<'deliveries'>
type Key = Pick<Delivery, 'seller_id' | 'id'>
type OfEndpoint = Pick<Delivery, 'seller_id' | 'endpoint_id'>

/** A delivery that is to be sent. */
export type PendingDelivery = Key & Pick<Delivery, 'endpoint_id' | 'created_at'>

/** An endpoint, and when the oldest of its pending deliveries was recorded. */
type WithPending = { id: string; created_at: string }

/** A delivery that this process alone may send. */
export type Claim = { delivery: Delivery; event: Row<'events'>; endpoint: Endpoint }

// Without a seller: it finds the sellers with pending deliveries, whichever process recorded them.
// It reads one row of the index of pending deliveries, which is nearly always empty.
const sellerWithPending = query(
  'seller_with_pending_deliveries',
  (db, { deliveries: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(and(eq(t.status, sql`'pending'`), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id))
      .limit(1),
)

// The endpoint's oldest, since ids rise with time. One row at a time, because a `distinct` over all
// pending rows would read the whole backlog.
const endpointWithPending = query(
  'endpoint_with_pending_deliveries',
  (db, { deliveries: t }, args: Arguments<{ seller_id: string; after: string }>) =>
    db
      .select({ id: t.endpoint_id, created_at: t.created_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.status, sql`'pending'`),
          gt(t.endpoint_id, args.after),
        ),
      )
      .orderBy(asc(t.endpoint_id), asc(t.id))
      .limit(1),
)

const isPendingOf = (t: Tables['deliveries'], args: Arguments<OfEndpoint>) =>
  and(
    eq(t.seller_id, args.seller_id),
    eq(t.status, sql`'pending'`),
    eq(t.endpoint_id, args.endpoint_id),
  )

const pendingOfEndpoint = query(
  'pending_deliveries_of_endpoint',
  (db, { deliveries: t }, args: Arguments<OfEndpoint & { limit: number }>) =>
    db
      .select({
        seller_id: t.seller_id,
        id: t.id,
        endpoint_id: t.endpoint_id,
        created_at: t.created_at,
      })
      .from(t)
      .where(isPendingOf(t, args))
      .orderBy(asc(t.id))
      .limit(args.limit),
)

// Like a claim, it keeps every process from sending the row. Ids rise with time.
const giveUpFirst = query(
  'give_up_first_deliveries',
  (
    db,
    { deliveries: t },
    args: Arguments<
      OfEndpoint & {
        limit: number
        before: string
        response_text: string
        now: string
      }
    >,
  ) => {
    const first = db
      .$with('first')
      .as(
        forUpdateSkipLocked(
          db
            .select({ id: t.id })
            .from(t)
            .where(isPendingOf(t, args))
            .orderBy(asc(t.id))
            .limit(args.limit),
        ),
      )
    return db
      .with(first)
      .update(t)
      .set({
        status: 'failed',
        claimed_at: args.now,
        duration_ms: 0,
        response_text: args.response_text,
        updated_at: args.now,
      })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          inArray(t.id, db.select().from(first)),
          lte(t.created_at, args.before),
        ),
      )
  },
)

// Of several claims at once, one gets the row; it never becomes pending again.
const claimPending = query(
  'claim_pending_delivery',
  (db, { deliveries: t }, args: Arguments<Key & { now: string }>) =>
    db
      .update(t)
      .set({ status: 'claimed', claimed_at: args.now, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'pending'`)))
      .returning(),
)

const claimWithAll = query(
  'claim_with_event_and_endpoint',
  (db, { deliveries, events, webhook_endpoints }, args: Arguments<Key>) =>
    db
      .select({ delivery: deliveries, event: events, endpoint: webhook_endpoints })
      .from(deliveries)
      .innerJoin(
        events,
        and(eq(events.seller_id, deliveries.seller_id), eq(events.id, deliveries.event_id)),
      )
      .innerJoin(
        webhook_endpoints,
        and(
          eq(webhook_endpoints.seller_id, deliveries.seller_id),
          eq(webhook_endpoints.id, deliveries.endpoint_id),
        ),
      )
      .where(and(eq(deliveries.seller_id, args.seller_id), eq(deliveries.id, args.id))),
)

type Finish = Key & PostResult & { duration_ms: number; now: string }

const finishClaimed = query(
  'finish_claimed_delivery',
  (db, { deliveries: t }, args: Arguments<Finish>) =>
    db
      .update(t)
      .set({
        status: args.status,
        response_status: args.response_status,
        response_text: args.response_text,
        duration_ms: args.duration_ms,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'claimed'`))),
)

const newestDeliveries = query(
  'newest_deliveries',
  (
    db,
    { deliveries, events, webhook_endpoints },
    args: Arguments<{ seller_id: string; limit: number }>,
  ) =>
    db
      .select({ delivery: deliveries, type: events.type, url: webhook_endpoints.url })
      .from(deliveries)
      .innerJoin(
        events,
        and(eq(events.seller_id, deliveries.seller_id), eq(events.id, deliveries.event_id)),
      )
      .innerJoin(
        webhook_endpoints,
        and(
          eq(webhook_endpoints.seller_id, deliveries.seller_id),
          eq(webhook_endpoints.id, deliveries.endpoint_id),
        ),
      )
      .where(eq(deliveries.seller_id, args.seller_id))
      .orderBy(desc(deliveries.id))
      .limit(args.limit),
)

/** The next sellers with pending deliveries after one, in the order of their ids. */
function* nextSellersWithPending(after: string): Transaction<string[]> {
  const ids: string[] = []
  while (ids.length < SELLERS_PER_READ) {
    const [seller] = yield* sellerWithPending({ after: ids.at(-1) ?? after })
    if (!seller) break
    ids.push(seller.seller_id)
  }
  return ids
}

/** The sellers with pending deliveries, in the order of their ids, SELLERS_PER_READ at a time. */
export async function* sellersWithPending(db: Database): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const ids = await db.read(() => nextSellersWithPending(after))
    yield* ids
    if (ids.length < SELLERS_PER_READ) return
    after = ids.at(-1) ?? ''
  }
}

/**
 * The first endpoints of a seller that have pending deliveries, each with the time of its oldest,
 * in the order of their ids: as many as a seller can have and as many deleted ones, whose
 * deliveries fail at once. A seller may have deleted any number of them with deliveries pending.
 */
function* endpointsWithPending(seller_id: string): Transaction<WithPending[]> {
  const all: WithPending[] = []
  while (all.length < 2 * MAX_ENDPOINTS) {
    const [endpoint] = yield* endpointWithPending({ seller_id, after: all.at(-1)?.id ?? '' })
    if (!endpoint) break
    all.push(endpoint)
  }
  return all
}

/** When the oldest pending delivery of a seller was recorded; undefined when there is none. */
export function* oldestPending(seller_id: string): Transaction<string | undefined> {
  const endpoints = yield* endpointsWithPending(seller_id)
  return endpoints.map(({ created_at }) => created_at).toSorted()[0]
}

/**
 * The seller's pending deliveries, of each endpoint the oldest first. The endpoints with the fewest
 * in flight come first: otherwise those that hang with a backlog would take every place.
 *
 * @param capacity how many more may be in flight, to one endpoint and in all
 */
export function* pendingDeliveries(
  seller_id: string,
  capacity: { of(endpoint_id: string): number; inAll: number },
): Transaction<PendingDelivery[]> {
  const deliveries: PendingDelivery[] = []
  const ids = (yield* endpointsWithPending(seller_id)).map(({ id }) => id)
  for (const endpoint_id of ids.toSorted((a, b) => capacity.of(b) - capacity.of(a))) {
    const limit = Math.min(capacity.of(endpoint_id), capacity.inAll - deliveries.length)
    if (limit < 1) break
    deliveries.push(...(yield* pendingOfEndpoint({ seller_id, endpoint_id, limit })))
  }
  // Every process claims them in the same order, so that none waits for another in a circle.
  return deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Fails an endpoint's oldest deliveries without sending them, GIVEN_UP_PER_STATEMENT at a time.
 *
 * @param before only deliveries that were recorded until then
 * @returns how many there were
 */
export function* giveUp(
  of: OfEndpoint,
  { before, response_text, now }: { before: string; response_text: string; now: string },
): Transaction<number> {
  const { seller_id, endpoint_id } = of
  const limit = GIVEN_UP_PER_STATEMENT
  return (yield* giveUpFirst({ seller_id, endpoint_id, limit, before, response_text, now })).length
}

/** Claims those of the deliveries that are still pending, in the caller's transaction. */
export function* claim(keys: Key[], now: string): Transaction<Claim[]> {
  const claims: Claim[] = []
  for (const { seller_id, id } of keys) {
    const [delivery] = yield* claimPending({ seller_id, id, now })
    const [all] = delivery ? yield* claimWithAll({ seller_id, id }) : []
    if (!all) continue
    const [event = all.event] = yield* withObjects([all.event])
    claims.push({ ...all, event })
  }
  return claims
}

/** Records how a claimed delivery ended. */
export function* finish(
  { seller_id, id }: Key,
  outcome: PostResult & { duration_ms: number },
  now: string,
): Transaction<void> {
  const [finished] = yield* finishClaimed({ seller_id, id, ...outcome, now })
  if (finished) return
  // The sandbox's clock may have been advanced past the retention while the request was under way.
  const [kept] = yield* claimWithAll({ seller_id, id })
  if (kept) throw new Error(`${id} was finished without being claimed.`)
}

/** The newest deliveries of a seller, or undefined when there is no such seller. */
export function listDeliveries(db: Database, seller_id: string) {
  return db.read(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    return seller && (yield* newestDeliveries({ seller_id, limit: LISTED_DELIVERIES }))
  })
}
