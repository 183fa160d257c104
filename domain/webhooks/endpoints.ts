/**
 * Webhook endpoints as the operator makes and ends them, and the secrets that sign their
 * deliveries.
 */
import { asOperator } from '../auth/accountChange.ts'
import { operator } from '../identity/actor.ts'
import { sellerById } from '../identity/sellerRows.ts'
import type { Vault } from '../identity/vault.ts'
import type { Database } from '../../db/database.ts'
import { eq } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import { makeEndpoint, removeEndpoint, rotateEndpointSecret } from './endpointChanges.ts'
import type { Endpoint } from './endpointChanges.ts'
import { endpointsOfSeller } from './events.ts'

export { ROTATION_MS } from './endpointChanges.ts'
export type { Endpoint } from './endpointChanges.ts'

/** The endpoint cannot be created; the message says why. */
export class EndpointRefused extends Error {
  override name = 'EndpointRefused'
}

// Without a seller: the command line's user runs the whole service, and knows only the id.
const endpointOfAnySeller = query(
  'webhook_endpoint_of_any_seller',
  (db, { webhook_endpoints: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ seller_id: t.seller_id }).from(t).where(eq(t.id, id)),
)

/**
 * Creates an endpoint, which receives all events of the seller from now on.
 *
 * @returns its id, and its secret (`whsec_` and base64), which is shown only here
 * @throws EndpointRefused when there is no such seller, it has too many endpoints, or the URL is
 *   refused by the SSRF guard
 */
export async function createEndpoint(
  db: Database,
  {
    seller_id,
    url,
    mode,
    vault,
    now,
  }: {
    seller_id: string
    url: string
    mode: 'sandbox' | 'live'
    vault: Vault
    now: Date
  },
): Promise<{ id: string; url: string; secret: string }> {
  const fields = { url, event_types: [...EVENT_TYPES], enabled: true }
  const created = await db.run(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    if (!seller) throw new EndpointRefused(`There is no seller ${seller_id}.`)
    return yield* makeEndpoint(seller_id, fields, { mode, vault, ...asOperator(seller_id, now) })
  })
  if (created.fault) throw new EndpointRefused(created.fault.text)
  return { id: created.endpoint.id, url, secret: created.secret }
}

/** The seller's endpoints, oldest first, or undefined when there is no such seller. */
export async function listEndpoints(
  db: Database,
  seller_id: string,
): Promise<Endpoint[] | undefined> {
  return db.read(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    return seller && (yield* endpointsOfSeller({ seller_id }))
  })
}

/**
 * Gives an endpoint a new secret. For ROTATION_MS deliveries are signed with the former one too; a
 * second rotation within that time ends the secret before the first.
 *
 * @returns the endpoint and its new secret, or undefined when there is no such endpoint
 */
export async function rotateEndpoint(
  db: Database,
  { id, vault, now }: { id: string; vault: Vault; now: Date },
): Promise<{ endpoint: Endpoint; secret: string } | undefined> {
  const [owner] = await db.read(() => endpointOfAnySeller({ id }))
  if (!owner) return undefined
  const { seller_id } = owner
  const by = { vault, ...asOperator(seller_id, now) }
  const rotated = await db.run(() => rotateEndpointSecret({ seller_id, id }, by))
  return rotated.fault ? undefined : rotated
}

/**
 * Deletes an endpoint: nothing is sent to it any more, pending deliveries included.
 *
 * @returns undefined when there is no such endpoint
 */
export async function deleteEndpoint(
  db: Database,
  { id, now }: { id: string; now: Date },
): Promise<Endpoint | undefined> {
  const [owner] = await db.read(() => endpointOfAnySeller({ id }))
  if (!owner) return undefined
  const { seller_id } = owner
  const by = { actor: operator(), now }
  return (await db.run(() => removeEndpoint({ seller_id, id }, by))).endpoint
}

/** The secrets that sign a delivery at that moment: two within ROTATION_MS of a rotation. */
export function secretsInForce(endpoint: Endpoint, vault: Vault, now: Date): string[] {
  const { id, secret_sealed, previous_secret_sealed, previous_secret_until } = endpoint
  const rotating = previous_secret_until !== null && previous_secret_until > now.toISOString()
  const sealed = [secret_sealed, rotating ? previous_secret_sealed : null]
  return sealed.filter((secret) => secret !== null).map((secret) => vault.open(secret, id))
}
