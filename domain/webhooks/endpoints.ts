import { randomBytes } from 'node:crypto'
import { sellerById } from '../auth/sellers.ts'
import type { Vault } from '../auth/vault.ts'
import type { Database } from '../../db/database.ts'
import { and, eq, isNull } from '../../db/operators.ts'
import { newId } from '../../runtime/ids.ts'
import { everyColumn, forUpdate, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { faultOfUrl } from './ssrfGuard.ts'
import { endpointsOfSeller } from './events.ts'

export type Endpoint = Row<'webhook_endpoints'>

/** How long after a rotation deliveries are signed by the former secret too. */
export const ROTATION_MS = 24 * 60 * 60 * 1000

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32

/** The endpoint cannot be created; the message says why. */
export class EndpointRefused extends Error {
  override name = 'EndpointRefused'
}

const addEndpoint = query(
  'add_webhook_endpoint',
  (db, { webhook_endpoints }, _: Arguments<Endpoint>) =>
    db.insert(webhook_endpoints).values(everyColumn(webhook_endpoints)).returning(),
)

// Without a seller: the command line's user runs the whole service, and knows only the id.
const endpointOfAnySeller = query(
  'webhook_endpoint_of_any_seller',
  (db, { webhook_endpoints: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ seller_id: t.seller_id }).from(t).where(eq(t.id, id)),
)

/** Locks the endpoint, so that of two rotations at once the second sees the first one's secret. */
const lockEndpoint = query(
  'lock_webhook_endpoint',
  (db, { webhook_endpoints: t }, args: Arguments<Pick<Endpoint, 'seller_id' | 'id'>>) =>
    forUpdate(
      db
        .select({ secret_sealed: t.secret_sealed })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.deleted_at))),
    ),
)

type Change<Columns extends keyof Endpoint> = Pick<Endpoint, 'seller_id' | 'id' | Columns> & {
  now: string
}

const replaceSecret = query(
  'replace_webhook_secret',
  (
    db,
    { webhook_endpoints: t },
    args: Arguments<Change<'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'>>,
  ) =>
    db
      .update(t)
      .set({
        secret_sealed: args.secret_sealed,
        previous_secret_sealed: args.previous_secret_sealed,
        previous_secret_until: args.previous_secret_until,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.deleted_at)))
      .returning(),
)

// The secrets are deleted; the row stays, because deliveries refer to it.
const markDeleted = query(
  'delete_webhook_endpoint',
  (db, { webhook_endpoints: t }, args: Arguments<Change<never>>) =>
    db
      .update(t)
      .set({
        secret_sealed: '',
        previous_secret_sealed: null,
        previous_secret_until: null,
        deleted_at: args.now,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.deleted_at)))
      .returning(),
)

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Creates an endpoint, which receives the seller's events from now on.
 *
 * @returns its id, and its secret (`whsec_` and base64), which is shown only here
 * @throws EndpointRefused when there is no such seller, or the URL is refused by the SSRF guard
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
  const fault = faultOfUrl(url, mode)
  if (fault) throw new EndpointRefused(`${url} cannot receive events. ${fault}`)
  const id = newId('wh_', now)
  const secret = newSecret()
  const at = now.toISOString()
  await db.run(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    if (!seller) throw new EndpointRefused(`There is no seller ${seller_id}.`)
    yield* addEndpoint({
      seller_id,
      id,
      url,
      secret_sealed: vault.seal(secret, id),
      previous_secret_sealed: null,
      previous_secret_until: null,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    })
  })
  return { id, url, secret }
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
  const secret = newSecret()
  const secret_sealed = vault.seal(secret, id)
  const until = new Date(now.getTime() + ROTATION_MS).toISOString()
  const [owner] = await db.read(() => endpointOfAnySeller({ id }))
  if (!owner) return undefined
  const key = { seller_id: owner.seller_id, id }
  const endpoint = await db.run(function* () {
    const [found] = yield* lockEndpoint(key)
    if (!found) return undefined
    const [rotated] = yield* replaceSecret({
      ...key,
      secret_sealed,
      previous_secret_sealed: found.secret_sealed,
      previous_secret_until: until,
      now: now.toISOString(),
    })
    return rotated
  })
  return endpoint && { endpoint, secret }
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
  const [deleted] = await db.run(() => markDeleted({ seller_id, id, now: now.toISOString() }))
  return deleted
}

/** The secrets that sign a delivery at that moment: two within ROTATION_MS of a rotation. */
export function secretsInForce(endpoint: Endpoint, vault: Vault, now: Date): string[] {
  const { id, secret_sealed, previous_secret_sealed, previous_secret_until } = endpoint
  const rotating = previous_secret_until !== null && previous_secret_until > now.toISOString()
  const sealed = [secret_sealed, rotating ? previous_secret_sealed : null]
  return sealed.filter((one) => one !== null).map((one) => vault.open(one, id))
}
