/** Living grants: everything that can act for an account. */
import { MAX_ACTIVE_CLIENTS } from './clientChanges.ts'
import type { Client } from '../identity/clientRows.ts'
import type { Connection } from '../pix/connections/bankConnections.ts'
import { connectionInUse } from '../pix/connections/bankConnections.ts'
import { roleOf } from '../identity/roles.ts'
import type { Role } from '../identity/roles.ts'
import { isOver, MAX_SESSIONS, sessionIdOf } from '../identity/sessionRows.ts'
import type { SessionRow } from '../identity/sessionRows.ts'
import { AFTER_ALL_USERS, MAX_USERS } from '../people/userChanges.ts'
import { usersBefore } from '../identity/userRows.ts'
import type { User } from '../identity/userRows.ts'
import { READS_EVENTS } from '../webhooks/endpointChanges.ts'
import type { Endpoint } from '../webhooks/endpointChanges.ts'
import { endpointsOfSeller } from '../webhooks/events.ts'
import { and, desc, eq, gt, isNull } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { idOfHash } from '../../runtime/ids.ts'

export type Grant = {
  id: string
  type: 'api_client' | 'user' | 'session' | 'webhook_endpoint' | 'invitation' | 'bank_connection'
  name: string
  scopes: string[] | null
  role: Role | null
  device: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  /** Id of the maker; null when that was the operator, and when its row does not say. */
  maker: string | null
  /** Id of the object under which the audit trail has recorded the making. */
  target: string
}

const clientsAlive = query(
  'clients_alive',
  (db, { api_clients: t }, args: Arguments<{ seller_id: string; limit: number }>) =>
    db
      .select({
        id: t.id,
        name: t.name,
        scopes: t.scopes,
        created_at: t.created_at,
        created_by: t.created_by,
        last_used_at: t.last_used_at,
      })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.revoked_at)))
      .limit(args.limit),
)

const invitationsAlive = query(
  'invitations_alive',
  (db, { invitations: t }, args: Arguments<{ seller_id: string; now: string; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), gt(t.expires_at, args.now)))
      .limit(args.limit),
)

const sessionsOfUsers = query(
  'open_user_sessions_of_users',
  (
    db,
    { user_sessions: t },
    args: Arguments<{ seller_id: string; user_ids: string[]; limit: number }>,
  ) =>
    db
      .select({
        id: t.id,
        user_id: t.user_id,
        device: t.device,
        created_at: t.created_at,
        last_used_at: t.last_used_at,
        expires_at: t.expires_at,
      })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), isAnyOf(t.user_id, args.user_ids), isNull(t.ended_at)),
      )
      .limit(args.limit),
)

const lastDelivered = query(
  'last_delivered_to_endpoint',
  (db, { deliveries: t }, args: Arguments<{ seller_id: string; endpoint_id: string }>) =>
    db
      .select({ claimed_at: t.claimed_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.endpoint_id, args.endpoint_id),
          eq(t.status, 'delivered'),
        ),
      )
      .orderBy(desc(t.id))
      .limit(1),
)

const nothing = { scopes: null, role: null, device: null, last_used_at: null, expires_at: null }

type NamedClient = Pick<
  Client,
  'id' | 'name' | 'scopes' | 'created_at' | 'created_by' | 'last_used_at'
>

const ofClient = ({ created_by: maker, ...client }: NamedClient): Grant => ({
  ...nothing,
  ...client,
  type: 'api_client',
  maker,
  target: client.id,
})

const ofUser = ({ id, email, created_at, last_signed_in_at, ...user }: User): Grant => ({
  ...nothing,
  id,
  type: 'user',
  name: email,
  role: roleOf(user),
  created_at,
  last_used_at: last_signed_in_at,
  maker: null,
  target: id,
})

const ofEndpoint = ({ id, url, created_at, created_by }: Endpoint): Grant => ({
  ...nothing,
  id,
  type: 'webhook_endpoint',
  name: url,
  scopes: [READS_EVENTS],
  created_at,
  maker: created_by,
  target: id,
})

const ofBank = ({ id, profile, created_at, created_by }: Connection): Grant => ({
  ...nothing,
  id,
  type: 'bank_connection',
  name: profile,
  created_at,
  maker: created_by,
  target: id,
})

type OpenSession = Pick<
  SessionRow,
  'id' | 'user_id' | 'device' | 'created_at' | 'last_used_at' | 'expires_at'
>

const ofSession = ({ user_id, ...session }: OpenSession, { email, ...user }: User): Grant => ({
  ...nothing,
  ...session,
  id: sessionIdOf(session),
  type: 'session',
  name: email,
  role: roleOf(user),
  maker: user_id,
  target: user_id,
})

const ofInvitation = (
  { user_id, invited_by: maker, ...invitation }: Row<'invitations'>,
  { email, ...user }: User,
): Grant => ({
  ...nothing,
  id: idOfHash(idPrefixes.invitations, invitation),
  type: 'invitation',
  name: email,
  role: roleOf(user),
  created_at: invitation.created_at,
  expires_at: invitation.expires_at,
  maker,
  target: user_id,
})

/** Users who are not removed: 100 at most. */
const presentUsers = (seller_id: string): Transaction<User[]> =>
  usersBefore({ seller_id, before: AFTER_ALL_USERS, limit: MAX_USERS })

const isActive = ({ status }: User): boolean => status === 'active'

/** Grants without an end: API clients, users who have joined, webhook endpoints and the bank. */
export function* lastingGrants(seller_id: string): Transaction<Grant[]> {
  const clients = yield* clientsAlive({ seller_id, limit: MAX_ACTIVE_CLIENTS })
  const users = yield* presentUsers(seller_id)
  const endpoints = yield* endpointsOfSeller({ seller_id })
  const banks = yield* connectionInUse({ seller_id })
  return [
    ...clients.map(ofClient),
    ...users.filter(isActive).map(ofUser),
    ...endpoints.map(ofEndpoint),
    ...banks.map(ofBank),
  ]
}

/** Grants that expire: sessions, and invitations that were not used yet. */
function* passingGrants(seller_id: string, now: Date): Transaction<Grant[]> {
  const users = new Map((yield* presentUsers(seller_id)).map((user) => [user.id, user]))
  const user_ids = [...users.values()].filter(isActive).map(({ id }) => id)
  const limit = MAX_USERS * MAX_SESSIONS
  const sessions = yield* sessionsOfUsers({ seller_id, user_ids, limit })
  const at = now.toISOString()
  const invitations = yield* invitationsAlive({ seller_id, now: at, limit: MAX_USERS })
  const ofUsers = <OwnedRow extends { user_id: string }>(
    rows: OwnedRow[],
    grantOf: (row: OwnedRow, user: User) => Grant,
  ) =>
    rows.flatMap((row) => {
      const user = users.get(row.user_id)
      return user ? [grantOf(row, user)] : []
    })
  const open = sessions.filter((session) => !isOver(session, now))
  return [...ofUsers(open, ofSession), ...ofUsers(invitations, ofInvitation)]
}

/** Time of the last delivery to each of these grants that is an endpoint, by its id. */
export function* lastDeliveryTo(
  seller_id: string,
  grants: readonly Grant[],
): Transaction<Map<string, string | null>> {
  const last = new Map<string, string | null>()
  for (const { id, type } of grants) {
    if (type !== 'webhook_endpoint') continue
    const [delivery] = yield* lastDelivered({ seller_id, endpoint_id: id })
    last.set(id, delivery?.claimed_at ?? null)
  }
  return last
}

/** Sort key of ids of several kinds by their time: the UUID, and then the kind. */
const placeOf = (id: string): string => `${id.slice(id.indexOf('_') + 1)} ${id}`

/** Everything living that can act for the account, the newest first. */
export function* livingGrants(seller_id: string, now: Date): Transaction<Grant[]> {
  const all = [...(yield* lastingGrants(seller_id)), ...(yield* passingGrants(seller_id, now))]
  return all.toSorted((a, b) => (placeOf(a.id) < placeOf(b.id) ? 1 : -1))
}
