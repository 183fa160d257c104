import { beginInstallationChain } from '../audit/heads.ts'
import { recordChange } from '../audit/record.ts'
import { sealsOf } from '../audit/seals.ts'
import { INSTALLATION } from '../../db/auditChain.ts'
import type { Database } from '../../db/database.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { and, desc, eq, inArray, isNull } from '../../db/operators.ts'
import { MAX_STALE_MS, everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { EnvironmentError } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'
import { operator } from '../identity/actor.ts'
import { generateKey, importKey, privateJwk, publicJwk, thumbprint } from './jose.ts'
import type { JoseKey, Jwk } from './jose.ts'
import { whatIsClosed } from './sealed.ts'
import { existingVault, firstVault, secretKey, Vault } from '../identity/vault.ts'

/** How long a token is valid (specification, Limits). */
export const TOKEN_LIFETIME_SECONDS = 900

/** How far the clocks of two machines that issue, verify and rotate may be apart. */
export const CLOCK_SKEW_SECONDS = 60

/**
 * For how long a key that signs no more is kept: the time of its replacement may be by another
 * clock.
 */
const RETIRED_KEY_SECONDS = TOKEN_LIFETIME_SECONDS + CLOCK_SKEW_SECONDS

type Key = Row<'signing_keys'>

/** A key before it has its place among the others. */
type NewKey = Pick<Key, 'kid' | 'public_jwk' | 'private_jwk_sealed'>

// Ordered by generation and not by time, since the clock of another process may have been ahead.
// Keys of the same generation were made at once or by a version without generations; their kids
// are UUIDv7s, so the order is that of their making.
const keysNewestFirst = query(
  'signing_keys_newest_first',
  (db, { signing_keys: t }) => db.select().from(t).orderBy(desc(t.generation), desc(t.kid)),
  { cache: { max: 1 } },
)

/** Read at each request, and hardly ever changed. */
const keyInForce = query(
  'signing_key_in_force',
  (db, { signing_keys: t }, { kid }: Arguments<{ kid: string }>) =>
    db
      .select({ kid: t.kid })
      .from(t)
      .where(and(eq(t.kid, kid), isNull(t.revoked_at))),
  { cache: { max: 100, staleMs: MAX_STALE_MS } },
)

const addKey = query('add_signing_key', (db, { signing_keys }, _: Arguments<Key>) =>
  db.insert(signing_keys).values(everyColumn(signing_keys)).returning(),
)

const deleteKey = query(
  'forget_signing_key',
  (db, { signing_keys }, { kid }: Arguments<{ kid: string }>) =>
    db
      .delete(signing_keys)
      .where(inArray(signing_keys.kid, [kid]))
      .returning(),
)

const revokeKey = query(
  'revoke_signing_key',
  (db, { signing_keys: t }, args: Arguments<{ kid: string; now: string }>) =>
    db
      .update(t)
      .set({ revoked_at: args.now })
      .where(and(eq(t.kid, args.kid), isNull(t.revoked_at)))
      .returning(),
)

/**
 * The keys whose tokens may still be valid: the newest, and every older one until
 * `RETIRED_KEY_SECONDS` after a newer one was made. Revoked keys are excluded.
 */
function live(keys: Key[], now: Date): Key[] {
  const oldest_ms = now.getTime() - RETIRED_KEY_SECONDS * 1000
  return keys.filter(
    ({ revoked_at }, i) =>
      revoked_at === null &&
      keys.slice(0, i).every(({ created_at }) => Date.parse(created_at) > oldest_ms),
  )
}

const newestOf = (keys: Key[]) => keys.find(({ revoked_at }) => revoked_at === null)

/** The RSA keys that sign access tokens (RS256); several may be valid at once. */
export class SigningKeys {
  readonly #db: Database
  readonly #vault: Vault
  /** Keys that this process has imported, by kid. */
  readonly #signing = new Map<string, Promise<JoseKey>>()
  readonly #verifying = new Map<string, Promise<JoseKey>>()

  constructor(db: Database, vault: Vault) {
    this.#db = db
    this.#vault = vault
  }

  /** The newest key of all. The first process that asks makes it. */
  async newest(now: Date): Promise<Key> {
    const newest = newestOf(await this.#db.read(() => keysNewestFirst({})))
    return newest ?? this.#make(now, { unlessThereIsOne: true })
  }

  /** The newest key with its private part. */
  async signing(now: Date): Promise<{ kid: string; key: JoseKey }> {
    const row = await this.newest(now)
    const key = await imported(this.#signing, row.kid, () => this.#opened(row))
    return { kid: row.kid, key }
  }

  /** The public part of a key, or undefined when no token that it has signed can be valid still. */
  async verifying(kid: string, now: Date): Promise<JoseKey | undefined> {
    const keys = live(await this.#db.read(() => keysNewestFirst({})), now)
    const row = keys.find((key) => key.kid === kid)
    return row && this.#published(row)
  }

  /** True when a key exists and has not been revoked; read at each request. */
  isInForce(kid: string): boolean | Promise<boolean> {
    const keys = this.#db.read(() => keyInForce({ kid }))
    return keys instanceof Promise ? keys.then((rows) => rows.length > 0) : keys.length > 0
  }

  /** The public keys that verify tokens which may still be valid (RFC 7517 §5). */
  async published(now: Date): Promise<Jwk[]> {
    await this.newest(now)
    const rows = live(await this.#db.read(() => keysNewestFirst({})), now)
    const keys = await Promise.all(rows.map((row) => this.#published(row)))
    return keys.map(publicJwk)
  }

  /** From now on a new key signs. Tokens of the one before stay valid until they expire. */
  async rotate(now: Date): Promise<{ kid: string }> {
    const { kid } = await this.#make(now, { unlessThereIsOne: false })
    return { kid }
  }

  /**
   * Ends a key and every token that it has signed, in all processes, before it resolves. When it
   * is the one that signs, a new one does from now on.
   *
   * @returns the key that signs now, or undefined when there is no such key in force
   */
  async revoke(kid: string, now: Date): Promise<{ kid: string } | undefined> {
    const next = await this.#newKey(now)
    const signing = await this.#db.run(() => revoked(kid, next, now))
    if (signing) await this.#db.waitForCacheExpiry()
    return signing && { kid: signing.kid }
  }

  async #make(now: Date, { unlessThereIsOne }: { unlessThereIsOne: boolean }): Promise<Key> {
    const next = await this.#newKey(now)
    return this.#db.run(function* () {
      const keys = yield* keysNewestFirst({})
      const newest = newestOf(keys)
      if (newest && unlessThereIsOne) return newest
      if (keys.length === 0) yield* beginInstallationChain()
      const key = yield* added(next, keys, now)
      if (!unlessThereIsOne) yield* record('signing_key.rotated', key.kid, now)
      return key
    })
  }

  async #newKey(now: Date): Promise<NewKey> {
    const kid = newId(idPrefixes.signing_keys, now)
    const key = await generateKey(kid)
    return {
      kid,
      public_jwk: publicJwk(key),
      private_jwk_sealed: this.#vault.seal(JSON.stringify(privateJwk(key)), kid),
    }
  }

  #published({ kid, public_jwk }: Key): Promise<JoseKey> {
    return imported(this.#verifying, kid, () => importKey(public_jwk))
  }

  /** @throws when the published key is not the public part of the sealed one (RFC 7638) */
  async #opened(row: Key): Promise<JoseKey> {
    const { kid, private_jwk_sealed } = row
    const key = await importKey(JSON.parse(this.#vault.open(private_jwk_sealed, kid)) as Jwk)
    const published = await this.#published(row)
    if ((await thumbprint(key)) !== (await thumbprint(published))) {
      throw new Error(`The published part of the signing key ${kid} is another key's.`)
    }
    return key
  }
}

/** Revokes a key; `next` takes its place when it was the one that signed. */
function* revoked(kid: string, next: NewKey, now: Date): Transaction<Key | undefined> {
  const [revokedKey] = yield* revokeKey({ kid, now: now.toISOString() })
  if (!revokedKey) return undefined
  const keys = yield* keysNewestFirst({})
  const newest = keys.find((key) => key.kid === kid || key.revoked_at === null)
  const signing = newest?.kid === kid ? yield* added(next, keys, now) : newestOf(keys)
  yield* record('signing_key.revoked', kid, now)
  return signing
}

const record = (
  action: 'signing_key.rotated' | 'signing_key.revoked',
  target: string,
  now: Date,
): Transaction<void> =>
  recordChange({ seller_id: INSTALLATION, actor: operator(), action, target, now })

/** Stores a key that is newer than all of these, and deletes those that nothing needs any more. */
function* added(next: NewKey, keys: Key[], now: Date): Transaction<Key> {
  const row: Key = {
    ...next,
    generation: Math.max(0, ...keys.map(({ generation }) => generation)) + 1,
    revoked_at: null,
    created_at: now.toISOString(),
  }
  yield* addKey(row)
  const kept = live([row, ...keys], now)
  for (const key of keys) if (!kept.includes(key)) yield* deleteKey({ kid: key.kid })
  return row
}

/** Imports each key once. */
function imported(
  cache: Map<string, Promise<JoseKey>>,
  kid: string,
  load: () => Promise<JoseKey>,
): Promise<JoseKey> {
  let key = cache.get(kid)
  if (!key) {
    key = load()
    cache.set(kid, key)
    // A failed load is tried again with the next request.
    key.catch(() => cache.delete(kid))
  }
  return key
}

/**
 * Opens the vault and makes sure that there is a signing key.
 *
 * @throws EnvironmentError when a text in the database opens under neither key of the environment.
 *   The start is refused, since a secret that does not open would be missed only when a payment
 *   depends on it.
 */
export async function openVault({
  environment,
  db,
  now,
}: {
  environment: Environment
  db: Database
  now: Date
}): Promise<{ vault: Vault; keys: SigningKeys }> {
  const vault = new Vault(secretKey(environment), environment.secretKeyPrevious)
  const closed = await whatIsClosed(db, vault)
  if (closed !== undefined) {
    throw new EnvironmentError(`SECRET_KEY: does not open the ${closed} of this database`)
  }
  db.auditSeals = sealsOf(vault)
  const keys = new SigningKeys(db, vault)
  await keys.newest(now)
  return { vault, keys }
}

/**
 * Has the changes of a command sealed in the audit trail where SECRET_KEY is that of the database.
 * A command without it changes something all the same: the service seals that with its next change.
 */
export async function sealChanges(db: Database, environment: Environment): Promise<void> {
  const newest = newestOf(await db.read(() => keysNewestFirst({})))
  const vault = newest ? existingVault(environment) : firstVault(environment)
  if (!vault) return
  try {
    if (newest) vault.open(newest.private_jwk_sealed, newest.kid)
    db.auditSeals = sealsOf(vault)
  } catch {
    // It is the key of another database.
  }
}
