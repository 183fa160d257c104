/** Finds the API client of a token or a secret, and its seller. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { QueryRunner } from '../../db/database.ts'
import { and, eq, isNull } from '../../db/operators.ts'
import { MAX_STALE_MS, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { secretHash } from '../identity/clientRows.ts'
import type { Client } from '../identity/clientRows.ts'
import { isScope, permits } from '../identity/scopes.ts'
import type { Seller } from '../identity/sellerRows.ts'

/** Read at each request, and hardly ever changed. */
const cached = { cache: { max: 10_000, staleMs: MAX_STALE_MS } }

const clientIdForm = /^bci_[\w-]{22}$/

/** Client and seller as a request needs them; no row once either is revoked or suspended. */
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
  const [row] = yield* accountInForce({ client_id })
  return row?.client.generation === generation ? row : undefined
}

/** Compared with when there is no such client, so that both cases take equally long. */
const hashOfNoSecret = secretHash(randomBytes(32).toString('base64url'))

/** The hash of the secret before the last rotation, while that one still gets tokens. */
function previousHash(client: Client | undefined, now: Date): string | undefined {
  const { previous_secret_hash: hash, previous_secret_until: until } = client ?? {}
  return until && until > now.toISOString() ? (hash ?? undefined) : undefined
}

/**
 * Finds the client with these credentials. The secret is compared in constant time.
 *
 * @returns undefined when there is no such client in force, or its secret is another
 */
export async function authenticate(
  db: QueryRunner,
  {
    client_id,
    client_secret,
    now,
  }: {
    client_id: string
    client_secret: string
    now: Date
  },
): Promise<Client | undefined> {
  // Results are cached by id: a text that cannot be one takes no place in the cache.
  const [row] = clientIdForm.test(client_id)
    ? await db.read(() => clientInForce({ client_id }))
    : []
  const hashBytes = Buffer.from(secretHash(client_secret))
  const isSecret = (expected = hashOfNoSecret) => timingSafeEqual(Buffer.from(expected), hashBytes)
  const isPresent = isSecret(row?.client.secret_hash)
  const isPrevious = isSecret(previousHash(row?.client, now))
  return isPresent || isPrevious ? row?.client : undefined
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
