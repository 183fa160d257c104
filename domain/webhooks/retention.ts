/** How long events, their deliveries and former secrets are kept, and how they are forgotten. */
import { and, asc, eq, gt, inArray, isNotNull, lt, lte, sql } from '../../db/operators.ts'
import { forUpdateSkipLocked, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Sweep } from '../../db/sweep.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { lowestId } from '../../runtime/ids.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type After = { after: string }
type Before = { seller_id: string; before: string; limit: number }

const firstDeliveryOfNextSeller = query(
  'first_delivery_of_next_seller',
  (db, { deliveries: t }, { after }: Arguments<After>) =>
    db
      .select({ seller_id: t.seller_id, created_at: t.created_at })
      .from(t)
      .where(gt(t.seller_id, after))
      .orderBy(asc(t.seller_id), asc(t.id))
      .limit(1),
)

const firstEventOfNextSeller = query(
  'first_event_of_next_seller',
  (db, { events: t }, { after }: Arguments<After>) =>
    db
      .select({ seller_id: t.seller_id, created_at: t.created_at })
      .from(t)
      .where(gt(t.seller_id, after))
      .orderBy(asc(t.seller_id), asc(t.id))
      .limit(1),
)

// A pending delivery is left for the dispatcher, which sends it or gives it up. It counts as one of
// the first, so that a backlog of them is not walked through again and again.
const forgetDeliveries = query(
  'forget_first_deliveries',
  (db, { deliveries: t }, args: Arguments<Before>) => {
    // Were the status a condition of the delete, SQLite would walk through an index of all of them.
    const done = sql<string>`case when ${t.status} <> 'pending' then ${t.id} end`
    const first = db.$with('first').as(
      forUpdateSkipLocked(
        db
          .select({ id: done.as('id') })
          .from(t)
          .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
          .orderBy(asc(t.id))
          .limit(args.limit),
      ),
    )
    return db
      .with(first)
      .delete(t)
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(first))))
  },
)

const oldestDelivered = query(
  'oldest_event_with_deliveries',
  (db, { deliveries: t }, args: Arguments<{ seller_id: string; before: string }>) =>
    db
      .select({ event_id: t.event_id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), lt(t.event_id, args.before)))
      .orderBy(asc(t.event_id))
      .limit(1),
)

const forgetEvents = query('forget_first_events', (db, { events: t }, args: Arguments<Before>) => {
  const first = db.$with('first').as(
    forUpdateSkipLocked(
      db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
        .orderBy(asc(t.id))
        .limit(args.limit),
    ),
  )
  return db
    .with(first)
    .delete(t)
    .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(first))))
})

/**
 * Deletes rows that are older than so many days: first deliveries that are not pending, then events
 * that have none left, each seller's oldest first. So the events that a seller has are always all
 * since some moment, which `db check` relies on.
 */
export function oldEvents(days: number): Sweep[] {
  const keptMs = days * DAY_MS
  const dueAt = ({ created_at }: { created_at: string }) =>
    new Date(Date.parse(created_at) + keptMs).toISOString()
  const oldestKept = (prefix: string, now: string) =>
    lowestId(prefix, new Date(Date.parse(now) - keptMs))
  return [
    {
      name: 'old deliveries',
      *firstOfNextSeller(args) {
        const rows = yield* firstDeliveryOfNextSeller(args)
        return rows.map((first) => ({ seller_id: first.seller_id, due_at: dueAt(first) }))
      },
      piece: ({ seller_id, now, limit }) =>
        forgetDeliveries({ seller_id, before: oldestKept(idPrefixes.deliveries, now), limit }),
    },
    {
      name: 'old events',
      *firstOfNextSeller(args) {
        const rows = yield* firstEventOfNextSeller(args)
        return rows.map((first) => ({ seller_id: first.seller_id, due_at: dueAt(first) }))
      },
      *piece({ seller_id, now, limit }) {
        const before = oldestKept(idPrefixes.events, now)
        const [needed] = yield* oldestDelivered({ seller_id, before })
        return yield* forgetEvents({ seller_id, before: needed?.event_id ?? before, limit })
      },
    },
  ]
}

const firstRotatedOfNextSeller = query(
  'first_rotated_webhook_endpoint_of_next_seller',
  (db, { webhook_endpoints: t }, { after }: Arguments<After>) =>
    db
      .select({ seller_id: t.seller_id, due_at: sql<string>`${t.previous_secret_until}` })
      .from(t)
      .where(and(gt(t.seller_id, after), isNotNull(t.previous_secret_until)))
      .orderBy(asc(t.seller_id), asc(t.previous_secret_until))
      .limit(1),
)

// Without a limit: a seller has few endpoints, and a deleted one has no secrets.
const forgetFormerSecrets = query(
  'forget_former_webhook_secrets',
  (db, { webhook_endpoints: t }, args: Arguments<{ seller_id: string; now: string }>) =>
    db
      .update(t)
      .set({ previous_secret_sealed: null, previous_secret_until: null })
      .where(and(eq(t.seller_id, args.seller_id), lte(t.previous_secret_until, args.now))),
)

/** Deletes the secrets that sign no delivery any more, since a rotation was long enough ago. */
export const formerSecrets: Sweep = {
  name: 'former secrets of webhooks',
  firstOfNextSeller: firstRotatedOfNextSeller,
  piece: forgetFormerSecrets,
}
