import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, QueryRunner } from '../../db/database.ts'
import { newId } from '../../runtime/ids.ts'
import { and, asc, eq, isNull, or, sql } from '../../db/operators.ts'
import { MAX_STALE_MS, everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { isScope, permits } from './scopes.ts'
import type { Scope } from './scopes.ts'
import { addSeller, sellerById } from './sellers.ts'
import type { Seller } from './sellers.ts'

/** Read at each request, and hardly ever changed. */
const cached = { cache: { max: 10_000, staleMs: MAX_STALE_MS } }

export type Client = Row<'api_clients'>

/** What is shown of a client once, when its secret is made. The database has only its hash. */
export type Credentials = {
  id: string
  client_id: string
  client_secret: string
  scopes: string[]
}

const addClient = query('add_client', (db, { api_clients }, _: Arguments<Client>) =>
  db.insert(api_clients).values(everyColumn(api_clients)).returning(),
)

const clientsOfSeller = query(
  'clients_of_seller',
  (db, { api_clients: t }, { seller_id }: Arguments<{ seller_id: string }>) =>
    db.select().from(t).where(eq(t.seller_id, seller_id)).orderBy(asc(t.id)),
)

/** What a request needs to know of its client and its seller. */
const accountInForce = query(
  'account_in_force',
  (db, { api_clients: t, sellers }, { client_id }: Arguments<{ client_id: string }>) =>
    db
      .select({
        client: { id: t.id, client_id: t.client_id, name: t.name, generation: t.generation },
        seller: {
          id: sellers.id,
          name: sellers.name,
          default_currency: sellers.default_currency,
        },
      })
      .from(t)
      .innerJoin(sellers, eq(sellers.id, t.seller_id))
      .where(and(eq(t.client_id, client_id), isNull(t.revoked_at), eq(sellers.status, 'active'))),
  cached,
)

/** The client that a token is issued to. */
const clientInForce = query(
  'client_in_force',
  (db, { api_clients: t, sellers }, { client_id }: Arguments<{ client_id: string }>) =>
    db
      .select({ client: t })
      .from(t)
      .innerJoin(sellers, eq(sellers.id, t.seller_id))
      .where(and(eq(t.client_id, client_id), isNull(t.revoked_at), eq(sellers.status, 'active'))),
  cached,
)

type Change = { name: string; now: string }

const rotateClient = query(
  'rotate_client',
  (db, { api_clients: t }, args: Arguments<Change & { secret_hash: string }>) =>
    db
      .update(t)
      .set({
        secret_hash: args.secret_hash,
        generation: sql`${t.generation} + 1`,
        updated_at: args.now,
      })
      .where(and(or(eq(t.client_id, args.name), eq(t.id, args.name)), isNull(t.revoked_at)))
      .returning(),
)

const revokeClient = query('revoke_client', (db, { api_clients: t }, args: Arguments<Change>) =>
  db
    .update(t)
    .set({ revoked_at: args.now, updated_at: args.now })
    .where(and(or(eq(t.client_id, args.name), eq(t.id, args.name)), isNull(t.revoked_at)))
    .returning(),
)

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')

// Only letters, digits, - and _: some HTTP clients mishandle anything else in Basic credentials.
const newClientId = () => `bci_${randomBytes(16).toString('base64url')}`
const clientIdForm = /^bci_[\w-]{22}$/
const newSecret = () => `bcs_${randomBytes(32).toString('base64url')}`

function* create(
  seller_id: string,
  name: string,
  scopes: Scope[],
  now: Date,
): Transaction<Credentials> {
  const client_secret = newSecret()
  const at = now.toISOString()
  const [client] = yield* addClient({
    id: newId('client_', now),
    seller_id,
    client_id: newClientId(),
    name,
    secret_hash: hash(client_secret),
    scopes,
    generation: 1,
    revoked_at: null,
    created_at: at,
    updated_at: at,
  })
  if (!client) throw new Error('The new client was not stored.')
  return { id: client.id, client_id: client.client_id, client_secret, scopes }
}

/**
 * Makes a seller and its first API client.
 *
 * @param scopes of the client; `all` unless it says otherwise
 * @returns the client's credentials; its secret cannot be read again
 */
export function createSeller(
  db: Database,
  { name, scopes = ['all'], now }: { name: string; scopes?: readonly Scope[]; now: Date },
): Promise<Credentials & { seller_id: string }> {
  return db.run(function* () {
    const seller_id = newId('seller_', now)
    const at = now.toISOString()
    yield* addSeller({
      id: seller_id,
      name,
      status: 'active',
      default_currency: 'BRL',
      created_at: at,
      updated_at: at,
    })
    return { seller_id, ...(yield* create(seller_id, 'Padrão', [...scopes], now)) }
  })
}

/**
 * Makes another API client of a seller.
 *
 * @returns its credentials, or undefined when there is no such seller
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
    return seller && (yield* create(seller_id, name, scopes, now))
  })
}

/** @returns a seller's clients, revoked ones included; undefined when there is no such seller */
export async function listClients(db: Database, seller_id: string): Promise<Client[] | undefined> {
  return db.read(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    return seller && (yield* clientsOfSeller({ seller_id }))
  })
}

/**
 * Gives a client a new secret. Before it resolves, the old secret and every token that was issued
 * under it have ended in all processes.
 *
 * @param name the client's `client_id` or its id
 * @returns undefined when there is no such client in force
 */
export async function rotateSecret(
  db: Database,
  { name, now }: { name: string; now: Date },
): Promise<Credentials | undefined> {
  const client_secret = newSecret()
  const change = { name, now: now.toISOString(), secret_hash: hash(client_secret) }
  const [client] = await db.run(() => rotateClient(change))
  if (!client) return undefined
  await db.waitForCacheExpiry()
  const { id, client_id, scopes } = client
  return { id, client_id, client_secret, scopes }
}

/**
 * Ends a client and every token that it was issued, in all processes, before it resolves.
 *
 * @param name the client's `client_id` or its id
 * @returns undefined when there is no such client in force
 */
export async function revoke(
  db: Database,
  { name, now }: { name: string; now: Date },
): Promise<Client | undefined> {
  const [client] = await db.run(() => revokeClient({ name, now: now.toISOString() }))
  if (client) await db.waitForCacheExpiry()
  return client
}

/** A client that is in force, and its seller, which is active. */
export type Account = {
  client: Pick<Client, 'id' | 'client_id' | 'name' | 'generation'>
  seller: Pick<Seller, 'id' | 'name' | 'default_currency'>
}

/** The client of a token and its seller, unless the client was revoked or its secret rotated. */
export function accountOfToken(
  db: QueryRunner,
  claims: TokenClient,
): Account | undefined | Promise<Account | undefined> {
  return db.read(() => accountOf(claims))
}

type TokenClient = { client_id: string; generation: number }

function* accountOf({ client_id, generation }: TokenClient): Transaction<Account | undefined> {
  const [found] = yield* accountInForce({ client_id })
  return found?.client.generation === generation ? found : undefined
}

/** Compared with when there is no such client, so that both cases take equally long. */
const hashOfNoSecret = hash(randomBytes(32).toString('base64url'))

/**
 * Finds the client with these credentials. The secret is compared in constant time.
 *
 * @returns undefined when there is no such client in force, or its secret is another
 */
export async function authenticate(
  db: QueryRunner,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<Client | undefined> {
  // Results are cached by id: a text that cannot be one takes no place in the cache.
  const [found] = clientIdForm.test(client_id)
    ? await db.read(() => clientInForce({ client_id }))
    : []
  const expected = Buffer.from(found?.client.secret_hash ?? hashOfNoSecret)
  const same = timingSafeEqual(expected, Buffer.from(hash(client_secret)))
  return same ? found?.client : undefined
}

/**
 * The scopes of a new token (RFC 6749 §3.3): those that were requested, or all of the client's.
 *
 * @returns undefined when the client does not have one of them
 */
export function grantScopes(client: Client, requested: string | undefined): string[] | undefined {
  const wanted = requested?.split(' ').filter((scope) => scope !== '') ?? []
  if (wanted.length === 0) return client.scopes
  const granted = [...new Set(wanted)]
  const allowed = granted.every((scope) => isScope(scope) && permits(client.scopes, scope))
  return allowed ? granted : undefined
}
