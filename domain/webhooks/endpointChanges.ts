/** The rules of changing webhook endpoints, for the API and the command line alike. */
import { randomBytes } from 'node:crypto'
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { AuditAction, RecordedChange } from '../audit/record.ts'
import { faultOfScopes } from '../auth/accountChange.ts'
import { idOf, requireActing } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { permits } from '../identity/scopes.ts'
import { lockSeller } from '../identity/sellerRows.ts'
import type { Vault } from '../identity/vault.ts'
import { isNull } from '../../db/operators.ts'
import { pageOf, query } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { addRow, lockRow, rowByKey, setColumns } from '../../db/rows.ts'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import type { EventType } from '../../db/schema/eventTypes.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { endpointsOfSeller } from './events.ts'
import { faultOfUrl } from '../outgoing/ssrfGuard.ts'

/** Endpoints of a seller: each event makes so many deliveries at most. */
export const MAX_ENDPOINTS = 16

/** How long after a rotation deliveries are signed by the former secret too. */
export const ROTATION_MS = 24 * 60 * 60 * 1000

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32

export type Endpoint = Row<'webhook_endpoints'>
type Key = Pick<Endpoint, 'seller_id' | 'id'>
type WithSecret = { endpoint: Endpoint; secret: string }

/** Fields of an endpoint that can be changed. */
export type EndpointFields = { url: string; event_types: EventType[]; enabled: boolean }

/**
 * Why a change of an endpoint is refused: the error code, the field, the scopes that the actor
 * lacks, and for the operator a sentence.
 */
export type EndpointFault<Code extends string = string> = {
  code: Code
  param?: string
  missing?: string[]
  text: string
}

type EndpointChangeResult<Result extends object, Code extends string> =
  | (Result & { fault?: undefined })
  | ({ [Name in keyof Result]?: undefined } & { fault: EndpointFault<Code> })

/** Actor and time of a change. */
export type By = { actor: Actor; now: Date }

/** The same, with the actor's scopes. */
export type ByWithScopes = By & { scopes: readonly string[] }

/** Scope that permits to read the events of endpoints. */
export const READS_EVENTS = 'checkouts:read'

type NotFound = 'webhook_endpoint_not_found'
type BadUrl = 'invalid_webhook_url'

const addEndpoint = query('add_webhook_endpoint', addRow('webhook_endpoints'))

/** One endpoint, deleted or not. */
export const endpointById = query('webhook_endpoint_by_id', rowByKey('webhook_endpoints'))

/**
 * As `endpointById`, and locks the endpoint. The seller's lock does not keep `keys reseal` away: a
 * change that had read the secrets before would write them back under the key that was replaced.
 */
const lockEndpoint = query('lock_webhook_endpoint', lockRow('webhook_endpoints'))

/** A page of a seller's endpoints, newest first. */
export const endpointsBefore = query(
  'webhook_endpoints_before',
  (db, { webhook_endpoints: t }, args: Arguments<ListPage>) =>
    pageOf(db, t, args, isNull(t.deleted_at)),
)

const setEndpoint = query(
  'set_webhook_endpoint',
  setColumns('webhook_endpoints', [
    'url',
    'created_by',
    'secret_sealed',
    'previous_secret_sealed',
    'previous_secret_until',
    'event_types',
    'disabled_at',
    'deleted_at',
    'updated_at',
  ]),
)

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** As they are stored: null for all of them, so that types which come later are among them. */
const storedTypes = (types: EventType[]): EventType[] | null =>
  EVENT_TYPES.every((type) => types.includes(type)) ? null : types

function faultOfAddress(url: string, mode: 'sandbox' | 'live'): EndpointFault<BadUrl> | undefined {
  const reason = faultOfUrl(url, mode)
  const text = `${url} cannot receive events. ${reason}`
  return reason === undefined ? undefined : { code: 'invalid_webhook_url', param: 'url', text }
}

/**
 * Refuses to set the address or the secret of an endpoint whose events the actor may not read: an
 * endpoint lives on by itself, so it must not get more than its maker may read.
 *
 * @param param the field that asks for it
 */
function faultOfReading(
  { scopes }: ByWithScopes,
  param?: string,
): EndpointFault<'insufficient_scope'> | undefined {
  const fault = faultOfScopes(scopes, [READS_EVENTS], param)
  return fault && { ...fault, text: `The scope ${READS_EVENTS} is missing.` }
}

/** The field by which an endpoint gets more than before, or gets it at another address. */
function widening(before: EndpointFields, after: EndpointFields): keyof EndpointFields | undefined {
  if (after.url !== before.url) return 'url'
  if (after.event_types.some((type) => !before.event_types.includes(type))) return 'event_types'
  return after.enabled && !before.enabled ? 'enabled' : undefined
}

/**
 * Locks the seller's account for a change.
 *
 * @throws ActorEnded when the access of the actor ended while it waited
 */
function* lockFor(seller_id: string, { actor }: By): Transaction<void> {
  yield* lockSeller({ id: seller_id })
  yield* requireActing(seller_id, actor)
}

/** An endpoint that is not deleted, as it stays until the transaction ends. */
function* endpointToChange(
  key: Key,
  by: By,
): Transaction<EndpointChangeResult<{ endpoint: Endpoint }, NotFound>> {
  yield* lockFor(key.seller_id, by)
  const [endpoint] = yield* lockEndpoint(key)
  if (endpoint?.deleted_at === null) return { endpoint }
  const text = `There is no webhook endpoint ${key.id}, or it was already deleted.`
  return { fault: { code: 'webhook_endpoint_not_found', text } }
}

const record = (
  action: AuditAction,
  { seller_id, id }: Key,
  { actor, now }: By,
  changes?: RecordedChange['changes'],
): Transaction<void> => recordChange({ seller_id, actor, action, target: id, changes, now })

/** Fields of an endpoint whose changes the audit trail records, as the API shows it. */
const recorded = ['url', 'event_types', 'enabled'] as const

const shown = ({ url, event_types, disabled_at }: Endpoint): EndpointFields => ({
  url,
  event_types: event_types ?? [...EVENT_TYPES],
  enabled: disabled_at === null,
})

function* store(endpoint: Endpoint, now: Date): Transaction<{ endpoint: Endpoint }> {
  const changed = { ...endpoint, updated_at: now.toISOString() }
  const [stored] = yield* setEndpoint(changed)
  if (!stored) throw new Error('The endpoint was not there to be changed.')
  return { endpoint: changed }
}

/**
 * Makes an endpoint, which receives the seller's events from now on.
 *
 * @returns the endpoint, and its secret (`whsec_` and base64), of which only a sealed copy is kept
 */
export function* makeEndpoint(
  seller_id: string,
  { url, event_types, enabled }: EndpointFields,
  { mode, vault, ...by }: ByWithScopes & { mode: 'sandbox' | 'live'; vault: Vault },
): Transaction<
  EndpointChangeResult<WithSecret, BadUrl | 'insufficient_scope' | 'webhook_endpoint_limit_reached'>
> {
  const fault = faultOfReading(by) ?? faultOfAddress(url, mode)
  if (fault) return { fault }
  yield* lockFor(seller_id, by)
  const others = yield* endpointsOfSeller({ seller_id })
  if (others.length >= MAX_ENDPOINTS) {
    const text = `A seller has ${MAX_ENDPOINTS} webhook endpoints at most.`
    return { fault: { code: 'webhook_endpoint_limit_reached', text } }
  }
  const { now } = by
  const id = newId(idPrefixes.webhook_endpoints, now)
  const secret = newSecret()
  const at = now.toISOString()
  const endpoint: Endpoint = {
    seller_id,
    id,
    url,
    created_by: idOf(by.actor),
    secret_sealed: vault.seal(secret, id),
    previous_secret_sealed: null,
    previous_secret_until: null,
    event_types: storedTypes(event_types),
    disabled_at: enabled ? null : at,
    deleted_at: null,
    created_at: at,
    updated_at: at,
  }
  yield* addEndpoint(endpoint)
  const changes = changesBetween(undefined, shown(endpoint), recorded)
  yield* record('webhook_endpoint.created', endpoint, by, changes)
  return { endpoint, secret }
}

/**
 * Changes the address of an endpoint, the types of its events, and whether it is enabled. An actor
 * who changes the address becomes its maker: events go there because of that actor.
 */
export function* changeEndpoint(
  key: Key,
  changes: Partial<EndpointFields>,
  { mode, ...by }: ByWithScopes & { mode: 'sandbox' | 'live' },
): Transaction<
  EndpointChangeResult<{ endpoint: Endpoint }, NotFound | BadUrl | 'insufficient_scope'>
> {
  const refused = changes.url === undefined ? undefined : faultOfAddress(changes.url, mode)
  if (refused) return { fault: refused }
  const { endpoint, fault } = yield* endpointToChange(key, by)
  if (fault) return { fault }
  const { url = endpoint.url, event_types, enabled = endpoint.disabled_at === null } = changes
  const types = event_types ? storedTypes(event_types) : endpoint.event_types
  const disabled_at = enabled ? null : (endpoint.disabled_at ?? by.now.toISOString())
  const changed = { ...endpoint, url, event_types: types, disabled_at }
  const widened = widening(shown(endpoint), shown(changed))
  const lacking = widened && faultOfReading(by, widened)
  if (lacking) return { fault: lacking }
  const created_by = widened === 'url' ? idOf(by.actor) : endpoint.created_by
  const stored = yield* store({ ...changed, created_by }, by.now)
  const differences = changesBetween(shown(endpoint), shown(stored.endpoint), recorded)
  yield* record('webhook_endpoint.updated', endpoint, by, differences)
  return stored
}

/**
 * Gives an endpoint a new secret. For ROTATION_MS deliveries are signed with the former one too; a
 * second rotation within that time ends the secret before the first.
 */
export function* rotateEndpointSecret(
  key: Key,
  { vault, ...by }: ByWithScopes & { vault: Vault },
): Transaction<EndpointChangeResult<WithSecret, NotFound | 'insufficient_scope'>> {
  const lacking = faultOfReading(by)
  if (lacking) return { fault: lacking }
  const { endpoint, fault } = yield* endpointToChange(key, by)
  if (fault) return { fault }
  const secret = newSecret()
  const rotated = {
    ...endpoint,
    secret_sealed: vault.seal(secret, key.id),
    previous_secret_sealed: endpoint.secret_sealed,
    previous_secret_until: new Date(by.now.getTime() + ROTATION_MS).toISOString(),
  }
  const stored = yield* store(rotated, by.now)
  yield* record('webhook_endpoint.secret_rotated', endpoint, by)
  return { ...stored, secret }
}

/**
 * Deletes an endpoint: nothing is sent to it any more, pending deliveries included. Its secrets are
 * deleted; the row stays, because deliveries refer to it.
 */
export function* removeEndpoint(
  key: Key,
  by: By,
): Transaction<EndpointChangeResult<{ endpoint: Endpoint }, NotFound>> {
  const { endpoint, fault } = yield* endpointToChange(key, by)
  if (fault) return { fault }
  const noSecrets = {
    secret_sealed: '',
    previous_secret_sealed: null,
    previous_secret_until: null,
  }
  const deleted = { ...endpoint, ...noSecrets, deleted_at: by.now.toISOString() }
  const stored = yield* store(deleted, by.now)
  yield* record('webhook_endpoint.deleted', endpoint, by)
  return stored
}

/**
 * Disables the endpoints that a client made, once its scopes no longer permit to read their events.
 * It is called under the lock of the seller, before anything is recorded.
 */
export function* disableUnreadable(
  maker: { seller_id: string; id: string; scopes: readonly string[] },
  by: By,
): Transaction<void> {
  if (permits(maker.scopes, READS_EVENTS)) return
  const { seller_id } = maker
  const all = yield* endpointsOfSeller({ seller_id })
  const changes: [before: Endpoint, after: Endpoint][] = []
  for (const { id } of all.filter(({ created_by }) => created_by === maker.id)) {
    const [endpoint] = yield* lockEndpoint({ seller_id, id })
    if (endpoint?.disabled_at !== null) continue
    const stored = yield* store({ ...endpoint, disabled_at: by.now.toISOString() }, by.now)
    changes.push([endpoint, stored.endpoint])
  }
  for (const [before, after] of changes) {
    const differences = changesBetween(shown(before), shown(after), recorded)
    yield* record('webhook_endpoint.updated', before, by, differences)
  }
}
