/** Makers of grants: by the rows, and by the audit trail where these do not say. */
import { and, asc, eq, gte } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { lowestId } from '../../runtime/ids.ts'
import type { AuditAction } from '../audit/record.ts'
import type { Grant } from './grants.ts'

/** The maker of a grant. The operator has no id, and the name of the operating system's user. */
export type Maker = {
  type: 'user' | 'api_client' | 'operator'
  id: string | null
  name: string | null
}

type Making = Pick<Grant, 'target' | 'created_at'>

/** Of an object that is not older than the trail, the making is its first event. */
const FIRST_EVENTS = 10

const makings = new Set<AuditAction>([
  'api_client.created',
  'webhook_endpoint.created',
  'bank.connected',
  'user.invited',
])

const eventsOfTargetFrom = query(
  'audit_events_of_target_from',
  (
    db,
    { audit_events: t },
    args: Arguments<{
      seller_id: string
      target_id: string
      from: string
      limit: number
    }>,
  ) =>
    db
      .select({
        type: t.actor_type,
        id: t.actor_id,
        name: t.actor_name,
        action: t.action,
        created_at: t.created_at,
      })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.target_id, args.target_id), gte(t.id, args.from)),
      )
      .orderBy(asc(t.id))
      .limit(args.limit),
)

const usersNamed = query(
  'users_named',
  (db, { users: t }, args: Arguments<{ seller_id: string; ids: string[]; limit: number }>) =>
    db
      .select({ id: t.id, name: t.email })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

const clientsNamed = query(
  'clients_named',
  (db, { api_clients: t }, args: Arguments<{ seller_id: string; ids: string[]; limit: number }>) =>
    db
      .select({ id: t.id, name: t.name })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.id, args.ids)))
      .limit(args.limit),
)

/**
 * The maker as the audit trail has recorded it: rows from before makers were kept do not say, nor
 * do those of users. The event is found by the time of the making.
 *
 * @returns undefined when the trail does not reach back so far
 */
export function* recordedMaker(
  seller_id: string,
  { target: target_id, created_at }: Making,
): Transaction<Maker | undefined> {
  const from = lowestId(idPrefixes.audit_events, new Date(created_at))
  const range = { seller_id, target_id, from, limit: FIRST_EVENTS }
  const making = (yield* eventsOfTargetFrom(range)).find(
    (event) => makings.has(event.action as AuditAction) && event.created_at === created_at,
  )
  if (!making || making.type === 'system') return undefined
  return { type: making.type, id: making.id, name: making.name }
}

const typeOf = (id: string): 'user' | 'api_client' =>
  id.startsWith(idPrefixes.users) ? 'user' : 'api_client'

/** The maker of each grant, by the grant's id; null when it is not known. */
export function* makersOf(
  seller_id: string,
  grants: readonly Grant[],
): Transaction<Map<string, Maker | null>> {
  const ids = [...new Set(grants.flatMap(({ maker }) => maker ?? []))]
  const named = { seller_id, ids, limit: ids.length }
  const rows = [...(yield* usersNamed(named)), ...(yield* clientsNamed(named))]
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const makers = new Map<string, Maker | null>()
  for (const grant of grants) {
    const { id, maker } = grant
    const aliveMaker = maker && { type: typeOf(maker), id: maker, name: names.get(maker) ?? null }
    makers.set(id, aliveMaker || ((yield* recordedMaker(seller_id, grant)) ?? null))
  }
  return makers
}
