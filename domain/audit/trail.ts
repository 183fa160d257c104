/** The audit trail as it is read: newest first, by each of the filters. */
import { sellerById } from '../auth/sellers.ts'
import { INSTALLATION } from '../../db/auditChain.ts'
import type { Database } from '../../db/database.ts'
import { and, asc, desc, eq, gt, gte, isNull, lt, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'

export type AuditEvent = Row<'audit_events'>
type Page = { seller_id: string; from: string; before: string; limit: number }
type OfActor = { actor_id: string }
type OfTarget = { target_id: string }

export const auditEventById = query(
  'audit_event_by_id',
  (db, { audit_events: t }, args: Arguments<Pick<AuditEvent, 'seller_id' | 'id'>>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const eventsBefore = query(
  'audit_events_before',
  (db, { audit_events: t }, args: Arguments<Page>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), gte(t.id, args.from), lt(t.id, args.before)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

// Compared in groups of columns, so that SQLite takes the index that has all of them, and not that
// of the ids alone.
const eventsOfActor = query(
  'audit_events_of_actor',
  (db, { audit_events: t }, args: Arguments<Page & OfActor>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          sql`(${t.actor_id}, ${t.id}) >= (${args.actor_id}, ${args.from})`,
          sql`(${t.actor_id}, ${t.id}) < (${args.actor_id}, ${args.before})`,
        ),
      )
      .orderBy(desc(t.actor_id), desc(t.id))
      .limit(args.limit),
)

const eventsOfTargetByActor = query(
  'audit_events_of_target_by_actor',
  (db, { audit_events: t }, args: Arguments<Page & OfActor & OfTarget>) => {
    const place = sql`(${t.target_id}, ${t.actor_id}, ${t.id})`
    return db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          sql`${place} >= (${args.target_id}, ${args.actor_id}, ${args.from})`,
          sql`${place} < (${args.target_id}, ${args.actor_id}, ${args.before})`,
        ),
      )
      .orderBy(desc(t.target_id), desc(t.actor_id), desc(t.id))
      .limit(args.limit)
  },
)

/** Those by the operator and by the system, which have no id. */
const eventsOfTargetByNoActor = query(
  'audit_events_of_target_by_no_actor',
  (db, { audit_events: t }, args: Arguments<Page & OfTarget>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.target_id, args.target_id),
          isNull(t.actor_id),
          gte(t.id, args.from),
          lt(t.id, args.before),
        ),
      )
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const nextActor = query(
  'next_actor_of_target',
  (
    db,
    { audit_events: t },
    args: Arguments<Pick<Page, 'seller_id'> & OfTarget & { after: string }>,
  ) =>
    db
      .select({ actor_id: t.actor_id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.target_id, args.target_id),
          gt(t.actor_id, args.after),
        ),
      )
      .orderBy(asc(t.actor_id))
      .limit(1),
)

/** Of a target by any actor: the newest of each, merged. */
function* eventsOfTarget(page: Page & OfTarget): Transaction<AuditEvent[]> {
  const { seller_id, target_id, limit } = page
  let newest = yield* eventsOfTargetByNoActor(page)
  for (let after = ''; ; ) {
    const [next] = yield* nextActor({ seller_id, target_id, after })
    const actor_id = next?.actor_id
    if (actor_id == null) return newest
    // With a whole page found, only what is newer than its last can still belong to it.
    const from = newest.length < limit ? page.from : (newest.at(-1)?.id ?? page.from)
    const found = yield* eventsOfTargetByActor({ ...page, actor_id, from })
    newest = [...newest, ...found].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
    after = actor_id
  }
}

/** The ids of all events lie between these. */
const [lowestOf, highestOf] = ['audit_', 'audit_g']

export type AuditFilters = { actor_id?: string; target_id?: string }

/**
 * A page of audit events, read by an index that ends where the page does: for a target alone, once
 * for each of its actors.
 *
 * @param page the ids that it lies between: `from` itself is one of them, `before` is not
 */
export function eventsOf(filters: AuditFilters, page: Page): Transaction<AuditEvent[]> {
  const { actor_id, target_id } = filters
  if (actor_id !== undefined && target_id !== undefined) {
    return eventsOfTargetByActor({ ...page, actor_id, target_id })
  }
  if (actor_id !== undefined) return eventsOfActor({ ...page, actor_id })
  if (target_id !== undefined) return eventsOfTarget({ ...page, target_id })
  return eventsBefore(page)
}

/**
 * The newest events of a seller, or without one of the installation.
 *
 * @returns undefined when there is no such seller
 */
export async function newestEvents(
  db: Database,
  { seller_id, limit }: { seller_id: string | undefined; limit: number },
): Promise<AuditEvent[] | undefined> {
  return db.read(function* () {
    const [seller] = seller_id === undefined ? [] : yield* sellerById({ id: seller_id })
    if (seller_id !== undefined && !seller) return undefined
    const of = { seller_id: seller_id ?? INSTALLATION, limit }
    return yield* eventsBefore({ ...of, from: lowestOf, before: highestOf })
  })
}
