/** Sellers and their API clients, as the operator makes and ends them. */
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { lockInstallation } from '../../runtime/installation.ts'
import { revokeClient } from './endings.ts'
import type { Endings } from './endings.ts'
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import { operator } from '../identity/actor.ts'
import { asOperator } from '../auth/accountChange.ts'
import { makeClient, recordNewClient, rotateClient } from './clientChanges.ts'
import type { ClientCode } from './clientChanges.ts'
import {
  addNewClient,
  clientByClientId,
  clientOfAnySeller,
  clientsOfSeller,
} from '../identity/clientRows.ts'
import type { Client, WithSecret } from '../identity/clientRows.ts'
import type { Scope } from '../identity/scopes.ts'
import { addSeller, sellerById, sellerIdsAfter } from '../identity/sellerRows.ts'
import type { Seller } from '../identity/sellerRows.ts'

export type { Client } from '../identity/clientRows.ts'

/**
 * A new client's credentials, shown once, when the secret is made. The database has only its hash.
 */
export type Credentials = {
  id: string
  client_id: string
  client_secret: string
  scopes: string[]
}

/** The request breaks a rule, which `code` names. */
export class ClientRefused extends Error {
  override name = 'ClientRefused'
  readonly code: ClientCode | 'last_owner'

  constructor({ code }: { code: ClientCode | 'last_owner' }) {
    super(code)
    this.code = code
  }
}

const credentialsOf = ({ client, client_secret }: WithSecret): Credentials => ({
  id: client.id,
  client_id: client.client_id,
  client_secret,
  scopes: client.scopes,
})

type NewSeller = { name: string; scopes?: readonly Scope[]; now: Date }
type Created = Credentials & { seller_id: string }

function* newSeller({ name, scopes = ['all'], now }: NewSeller): Transaction<Created> {
  const seller_id = newId(idPrefixes.sellers, now)
  const at = now.toISOString()
  const seller: Seller = {
    id: seller_id,
    name,
    status: 'active',
    default_currency: 'BRL',
    search_fill: null,
    created_at: at,
    updated_at: at,
  }
  yield* addSeller(seller)
  const client = { seller_id, name: 'Padrão', scopes: [...scopes], created_by: null }
  const created = yield* addNewClient(client, now)
  const by = { seller_id, actor: operator(), now }
  const changes = changesBetween(undefined, seller, ['name'])
  yield* recordChange({ ...by, action: 'seller.created', target: seller_id, changes })
  yield* recordNewClient(created.client, by)
  return { seller_id, ...credentialsOf(created) }
}

/**
 * Makes a seller and its first API client.
 *
 * @param seller `scopes` are those of the client; `all` unless it says otherwise
 * @returns the client's credentials; its secret cannot be read again
 */
export const createSeller = (db: Database, seller: NewSeller): Promise<Created> =>
  db.run(() => newSeller(seller))

/** As `createSeller`. @returns undefined when there are sellers, such as another process's */
export async function createFirstSeller(
  db: Database,
  seller: NewSeller,
): Promise<Created | undefined> {
  const isFirst = function* () {
    const sellerIds = yield* sellerIdsAfter({ after: '', limit: 1 })
    return sellerIds.length === 0
  }
  if (!(await db.read(isFirst))) return undefined
  return db.run(function* () {
    yield* lockInstallation({})
    return (yield* isFirst()) ? yield* newSeller(seller) : undefined
  })
}

/**
 * Makes another API client of a seller.
 *
 * @returns its credentials, or undefined when there is no such seller
 * @throws ClientRefused when the seller has too many
 */
export function createClient(
  db: Database,
  {
    seller_id,
    name,
    scopes,
    now,
  }: {
    seller_id: string
    name: string
    scopes: Scope[]
    now: Date
  },
): Promise<Credentials | undefined> {
  return db.run(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    if (!seller) return undefined
    const created = yield* makeClient({ name, scopes }, asOperator(seller_id, now))
    if (created.fault) throw new ClientRefused(created.fault)
    return credentialsOf(created)
  })
}

/** @returns a seller's clients, revoked ones included; undefined when there is no such seller */
export async function listClients(db: Database, seller_id: string): Promise<Client[] | undefined> {
  return db.read(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    return seller && (yield* clientsOfSeller({ seller_id }))
  })
}

/** The client in force with this `client_id` or this id. */
function* clientNamed(name: string): Transaction<Client | undefined> {
  const [byId] = yield* clientOfAnySeller({ id: name })
  const [client] = byId ? [byId] : yield* clientByClientId({ client_id: name })
  return client?.revoked_at === null ? client : undefined
}

/**
 * Gives a client a new secret. Before it resolves, the old secret and every token that was issued
 * under it have ended in all processes, unless the old secret is to be kept.
 *
 * @param name the client's `client_id` or its id
 * @param previousSeconds for how long the old secret gets tokens, too
 * @returns undefined when there is no such client in force
 */
export async function rotateSecret(
  db: Database,
  { name, previousSeconds = 0, now }: { name: string; previousSeconds?: number; now: Date },
): Promise<Credentials | undefined> {
  const rotated = await db.run(function* () {
    const client = yield* clientNamed(name)
    if (!client) return undefined
    const { id, seller_id } = client
    return yield* rotateClient(id, previousSeconds, asOperator(seller_id, now))
  })
  if (!rotated || rotated.fault) return undefined
  await db.waitForCacheExpiry()
  return credentialsOf(rotated)
}

/**
 * Ends a client and every token that it was issued, in all processes, before it resolves.
 *
 * @param name the client's `client_id` or its id
 * @param endMade whether the grants made by it end, too, and those made through them
 * @returns undefined when there is no such client in force
 * @throws ClientRefused when the last owner would end with it
 */
export async function revoke(
  db: Database,
  { name, endMade = false, now }: { name: string; endMade?: boolean; now: Date },
): Promise<(Endings & { client: Client }) | undefined> {
  const revoked = await db.run(function* () {
    const client = yield* clientNamed(name)
    if (!client) return undefined
    const { id, seller_id } = client
    const ended = yield* revokeClient(id, asOperator(seller_id, now), { endMade })
    if (ended.fault) throw new ClientRefused(ended.fault)
    return ended
  })
  if (revoked) await db.waitForCacheExpiry()
  return revoked
}
