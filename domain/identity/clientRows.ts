/** The rows of API clients, and their secrets. */
import { createHash, randomBytes } from 'node:crypto'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { and, asc, eq, isNull, sql } from '../../db/operators.ts'
import { everyColumn, pageOf, query } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { rowByKey, setColumns } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Scope } from './scopes.ts'

export type Client = Row<'api_clients'>
export type Key = Pick<Client, 'seller_id' | 'id'>

/** A client, with the secret that was just made. */
export type WithSecret = { client: Client; client_secret: string }

const addClient = query('add_client', (db, { api_clients }, _: Arguments<Client>) =>
  db.insert(api_clients).values(everyColumn(api_clients)).returning(),
)

export const clientsOfSeller = query(
  'clients_of_seller',
  (db, { api_clients: t }, { seller_id }: Arguments<{ seller_id: string }>) =>
    db.select().from(t).where(eq(t.seller_id, seller_id)).orderBy(asc(t.id)),
)

export const clientById = query('client_by_id', rowByKey('api_clients'))

// Without a seller: the command line's user runs the whole service, and knows only one of the ids.
export const clientOfAnySeller = query('client_of_any_seller', rowByKey('api_clients', 'id'))

export const clientByClientId = query('client_by_client_id', rowByKey('api_clients', 'client_id'))

export const clientsInForce = query(
  'clients_in_force',
  (db, { api_clients: t }, args: Arguments<{ seller_id: string; limit: number }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.revoked_at)))
      .limit(args.limit),
)

/** A page of a seller's clients, newest first, revoked ones included. */
export const clientsBefore = query(
  'clients_before',
  (db, { api_clients: t }, args: Arguments<ListPage>) => pageOf(db, t, args),
)

export const setClient = query(
  'set_client',
  setColumns('api_clients', [
    'name',
    'scopes',
    'secret_hash',
    'previous_secret_hash',
    'previous_secret_until',
    'generation',
    'revoked_at',
    'updated_at',
  ]),
)

/** Ends every token that a seller's clients were issued; they get others by their secrets. */
export const endTokensOfSeller = query(
  'end_tokens_of_seller',
  (db, { api_clients: t }, { seller_id }: Arguments<{ seller_id: string }>) =>
    db
      .update(t)
      .set({ generation: sql`${t.generation} + 1` })
      .where(and(eq(t.seller_id, seller_id), isNull(t.revoked_at))),
)

/** Hash by which the database knows a secret. */
export const secretHash = (secret: string) =>
  createHash('sha256').update(secret).digest('base64url')

// Only letters, digits, - and _: some HTTP clients mishandle anything else in Basic credentials.
const newClientId = () => `bci_${randomBytes(16).toString('base64url')}`
export const newSecret = () => `bcs_${randomBytes(32).toString('base64url')}`

type NewClient = Pick<Client, 'seller_id' | 'name' | 'created_by'> & { scopes: Scope[] }

/** Stores a new client. `makeClient` has the rules. */
export function* addNewClient(
  { seller_id, name, scopes, created_by }: NewClient,
  now: Date,
): Transaction<WithSecret> {
  const client_secret = newSecret()
  const at = now.toISOString()
  const [client] = yield* addClient({
    id: newId(idPrefixes.api_clients, now),
    seller_id,
    client_id: newClientId(),
    name,
    secret_hash: secretHash(client_secret),
    scopes,
    created_by,
    last_used_at: null,
    generation: 1,
    revoked_at: null,
    previous_secret_hash: null,
    previous_secret_until: null,
    created_at: at,
    updated_at: at,
  })
  if (!client) throw new Error('The new client was not stored.')
  return { client, client_secret }
}
