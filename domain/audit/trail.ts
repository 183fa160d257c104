/** The audit trail as it is read: newest first, by each of the filters. */
import { sellerById } from '../identity/sellerRows.ts'
import { INSTALLATION } from '../../db/auditChain.ts'
import type { Database } from '../../db/database.ts'
import { and, desc, eq, gte, sql } from '../../db/operators.ts'
import { pageOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { aboveIds } from '../../runtime/ids.ts'

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
  (db, { audit_events: t }, args: Arguments<Page>) => pageOf(db, t, args, gte(t.id, args.from)),
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

const isOfTarget = (t: Tables['audit_events'], args: Arguments<Omit<Page, 'limit'> & OfTarget>) =>
  and(
    eq(t.seller_id, args.seller_id),
    sql`(${t.target_id}, ${t.id}) >= (${args.target_id}, ${args.from})`,
    sql`(${t.target_id}, ${t.id}) < (${args.target_id}, ${args.before})`,
  )

const eventsOfTarget = query(
  'audit_events_of_target',
  (db, { audit_events: t }, args: Arguments<Page & OfTarget>) =>
    db
      .select()
      .from(t)
      .where(isOfTarget(t, args))
      .orderBy(desc(t.target_id), desc(t.id))
      .limit(args.limit),
)

/** The last event that a search for an actor looks at, and the one after it. */
const endOfSearch = query(
  'audit_events_of_target_after_search',
  (db, { audit_events: t }, args: Arguments<Page & OfTarget & { skipped: number }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(isOfTarget(t, args))
      .orderBy(desc(t.target_id), desc(t.id))
      .limit(args.limit)
      .offset(args.skipped),
)

// The actor is compared as an expression, so that the index of the target is used: that of actors
// would lead to all that the actor has done, to be sorted.
const eventsOfTargetByActor = query(
  'audit_events_of_target_by_actor',
  (db, { audit_events: t }, args: Arguments<Page & OfActor & OfTarget>) =>
    db
      .select()
      .from(t)
      .where(and(isOfTarget(t, args), sql`coalesce(${t.actor_id}, '') = ${args.actor_id}`))
      .orderBy(desc(t.target_id), desc(t.id))
      .limit(args.limit),
)

/** The ids of all events lie between these. */
const [lowestOf, highestOf] = [idPrefixes.audit_events, aboveIds(idPrefixes.audit_events)]

export type AuditFilters = { actor_id?: string; target_id?: string }

/** How many events of a target one page looks through for those of one actor. */
const SEARCHED = 1_000

/** The events of a page; `searchedTo` is the last one looked at, when more follow it. */
type ActorChanges = { events: AuditEvent[]; searchedTo?: string | undefined }

/**
 * Finds an actor's changes of a target among the target's next `SEARCHED` events: 0.3 ms, of 1,000
 * events as of 100,000. An index for both filters would cost each change two more pages of the
 * write-ahead log, and a search without an end as much as others have changed the target.
 */
function* searchTarget(page: Page & OfActor & OfTarget): Transaction<ActorChanges> {
  const [last, next] = yield* endOfSearch({ ...page, skipped: SEARCHED - 1, limit: 2 })
  const searchedTo = next && last?.id
  const events = yield* eventsOfTargetByActor({ ...page, from: searchedTo ?? page.from })
  return { events, searchedTo }
}

/**
 * A page of audit events, read in the order of an index.
 *
 * @param page the ids that it lies between: `from` itself is one of them, `before` is not
 */
export function* eventsOf(filters: AuditFilters, page: Page): Transaction<ActorChanges> {
  const { actor_id, target_id } = filters
  if (actor_id !== undefined && target_id !== undefined) {
    return yield* searchTarget({ ...page, actor_id, target_id })
  }
  if (actor_id !== undefined) return { events: yield* eventsOfActor({ ...page, actor_id }) }
  if (target_id !== undefined) return { events: yield* eventsOfTarget({ ...page, target_id }) }
  return { events: yield* eventsBefore(page) }
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
