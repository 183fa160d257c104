/** The rules of changing API clients, for the API and the command line alike. */
import type { Transaction } from '../../db/query.ts'
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { AuditAction, RecordedChange } from '../audit/record.ts'
import { endInvitationsBy } from '../identity/invitationRows.ts'
import { disableUnreadable } from '../webhooks/endpointChanges.ts'
import { idOf } from '../identity/actor.ts'
import { faultOfScopes, lockAccount } from '../auth/accountChange.ts'
import type { AccountChange, ChangeResult } from '../auth/accountChange.ts'
import {
  addNewClient,
  clientById,
  clientsInForce,
  newSecret,
  secretHash,
  setClient,
} from '../identity/clientRows.ts'
import type { Client, WithSecret } from '../identity/clientRows.ts'
import { permits } from '../identity/scopes.ts'
import type { Scope } from '../identity/scopes.ts'

/** Active clients of a seller. */
export const MAX_ACTIVE_CLIENTS = 100

export type ClientCode =
  | 'invalid_access_token'
  | 'insufficient_scope'
  | 'api_client_not_found'
  | 'api_client_revoked'
  | 'api_client_limit_reached'

type ClientChangeResult<Result extends object> = ChangeResult<Result, ClientCode>

/** The client that is to be changed, as it stays until the transaction ends. */
export function* clientToChange(
  id: string,
  change: AccountChange,
): Transaction<ClientChangeResult<{ client: Client }>> {
  const ended = yield* lockAccount(change)
  if (ended) return { fault: ended }
  const [client] = yield* clientById({ seller_id: change.seller_id, id })
  if (!client) return { fault: { code: 'api_client_not_found' } }
  const fault = faultOfScopes(change.scopes, client.scopes)
  return fault ? { fault } : { client }
}

/** Fields of a client whose changes the audit trail records. */
const recorded = ['name', 'scopes'] as const

function* store(client: Client, now: Date): Transaction<{ client: Client }> {
  const changed = { ...client, updated_at: now.toISOString() }
  const [stored] = yield* setClient(changed)
  if (!stored) throw new Error('The client was not there to be changed.')
  return { client: changed }
}

const record = (
  action: AuditAction,
  { id }: Client,
  { seller_id, actor, now }: Pick<AccountChange, 'seller_id' | 'actor' | 'now'>,
  changes?: RecordedChange['changes'],
): Transaction<void> => recordChange({ seller_id, actor, action, target: id, changes, now })

/** Records that a client was made. */
export const recordNewClient = (
  client: Client,
  by: Pick<AccountChange, 'seller_id' | 'actor' | 'now'>,
): Transaction<void> =>
  record('api_client.created', client, by, changesBetween(undefined, client, recorded))

/** Makes an API client, with at most as many scopes as the actor has. */
export function* makeClient(
  { name, scopes }: { name: string; scopes: Scope[] },
  change: AccountChange,
): Transaction<ClientChangeResult<WithSecret>> {
  const { seller_id, now } = change
  const fault = (yield* lockAccount(change)) ?? faultOfScopes(change.scopes, scopes, 'scopes')
  if (fault) return { fault }
  const others = yield* clientsInForce({ seller_id, limit: MAX_ACTIVE_CLIENTS })
  if (others.length >= MAX_ACTIVE_CLIENTS) return { fault: { code: 'api_client_limit_reached' } }
  const created_by = idOf(change.actor)
  const created = yield* addNewClient({ seller_id, name, scopes, created_by }, now)
  yield* recordNewClient(created.client, change)
  return created
}

/**
 * Renames a client or gives it other scopes. When it loses one, its tokens and the invitations that
 * it made end at once; endpoints that it made are sent no more than it may read.
 */
export function* changeClient(
  id: string,
  changes: { name?: string; scopes?: Scope[] },
  change: AccountChange,
): Transaction<ClientChangeResult<{ client: Client }>> {
  const { client, fault } = yield* clientToChange(id, change)
  if (fault) return { fault }
  const { name = client.name, scopes = client.scopes } = changes
  const lacking = faultOfScopes(change.scopes, scopes, 'scopes')
  if (lacking) return { fault: lacking }
  if (client.revoked_at !== null) return { fault: { code: 'api_client_revoked' } }
  const isNarrower = client.scopes.some((scope) => !permits(scopes, scope))
  const generation = client.generation + Number(isNarrower)
  if (isNarrower) yield* endInvitationsBy(client)
  const stored = yield* store({ ...client, name, scopes, generation }, change.now)
  const differences = changesBetween(client, stored.client, recorded)
  if (isNarrower) yield* disableUnreadable(stored.client, change)
  yield* record('api_client.updated', client, change, differences)
  return stored
}

/**
 * Gives a client a new secret.
 *
 * @param previousSeconds for how long the secret before gets tokens, too, while tokens live on;
 *   with 0 that secret, every token and the invitations that the client made end at once
 */
export function* rotateClient(
  id: string,
  previousSeconds: number,
  change: AccountChange,
): Transaction<ClientChangeResult<WithSecret>> {
  const { client, fault } = yield* clientToChange(id, change)
  if (fault) return { fault }
  if (client.revoked_at !== null) return { fault: { code: 'api_client_revoked' } }
  const client_secret = newSecret()
  const until = new Date(change.now.getTime() + previousSeconds * 1000).toISOString()
  const isKept = previousSeconds > 0
  if (!isKept) yield* endInvitationsBy(client)
  const rotated = {
    ...client,
    secret_hash: secretHash(client_secret),
    previous_secret_hash: isKept ? client.secret_hash : null,
    previous_secret_until: isKept ? until : null,
    generation: client.generation + Number(!isKept),
  }
  const stored = yield* store(rotated, change.now)
  yield* record('api_client.secret_rotated', client, change)
  return { ...stored, client_secret }
}

/**
 * Ends a client, every token that it was issued and the invitations that it made, under the lock of
 * its seller. A client that has ended stays as it is.
 */
export function* endClient(client: Client, change: AccountChange): Transaction<Client> {
  if (client.revoked_at !== null) return client
  yield* endInvitationsBy(client)
  const revoked_at = change.now.toISOString()
  const secrets = { previous_secret_hash: null, previous_secret_until: null }
  const stored = yield* store({ ...client, ...secrets, revoked_at }, change.now)
  yield* record('api_client.revoked', client, change)
  return stored.client
}
