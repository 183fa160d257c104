import type { CryptoKey, JWK } from 'jose'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import type { Database } from '../../db/database.ts'
import { newId } from '../../runtime/ids.ts'
import { and, desc, eq, inArray, isNull } from '../../db/operators.ts'
import { everyColumn, MAX_STALE_MS, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { EnvironmentError } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'
import { whatIsClosed } from './sealed.ts'
import { secretKey, Vault } from './vault.ts'

/** How long a token lives (specification, Limits), and so how long its key must be remembered. */
export const TOKEN_LIFETIME_SECONDS = 900

/** How tokens are signed (RFC 7518 §3.3). */
export const ALGORITHM = 'RS256'

type Key = Row<'signing_keys'>

// By the count, and not by when they were made: the clock may have been ahead. Keys of one count
// were made at once, or by a version that did not count; a kid is a UUIDv7 with a prefix.
const keysNewestFirst = query(
  'signing_keys_newest_first',
  (db, { signing_keys: t }) => db.select().from(t).orderBy(desc(t.generation), desc(t.kid)),
  { cache: { max: 1 } },
)

/** Each request asks whether the key of its token is still one; it hardly ever ends. */
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

const forgetKey = query(
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
 * The newest key, and each other one until the tokens that it signed have expired: that long after
 * any newer one was made. Revoked ones are not among them.
 */
function live(keys: Key[], now: Date): Key[] {
  const oldest_ms = now.getTime() - TOKEN_LIFETIME_SECONDS * 1000
  return keys.filter(
    ({ revoked_at }, i) =>
      revoked_at === null &&
      keys.slice(0, i).every(({ created_at }) => Date.parse(created_at) > oldest_ms),
  )
}

const newestOf = (keys: Key[]) => keys.find(({ revoked_at }) => revoked_at === null)

/** The RSA keys that sign access tokens (RS256), several at a time; sealed at rest. */
export class SigningKeys {
  readonly #db: Database
  readonly #vault: Vault
  /** By kid. */
  readonly #signing = new Map<string, Promise<CryptoKey>>()
  readonly #verifying = new Map<string, Promise<CryptoKey>>()

  constructor(db: Database, vault: Vault) {
    this.#db = db
    this.#vault = vault
  }

  /** The private part of the newest key; the first call of all makes it. */
  async signing(now: Date): Promise<{ kid: string; key: CryptoKey }> {
    const newest = newestOf(await this.#db.read(() => keysNewestFirst({})))
    const row = newest ?? (await this.#make(now, { unlessThereIsOne: true }))
    const { kid, private_jwk_sealed } = row
    const open = () => JSON.parse(this.#vault.open(private_jwk_sealed, kid)) as JWK
    return { kid, key: await imported(this.#signing, kid, open) }
  }

  /** The public part of that key, or undefined when no token signed by it can still be valid. */
  async verifying(kid: string, now: Date): Promise<CryptoKey | undefined> {
    const keys = live(await this.#db.read(() => keysNewestFirst({})), now)
    const key = keys.find((one) => one.kid === kid)
    return key && imported(this.#verifying, kid, () => key.public_jwk)
  }

  /** Whether a token that this key has signed may be taken, as far as the key goes. */
  isInForce(kid: string): boolean | Promise<boolean> {
    const found = this.#db.read(() => keyInForce({ kid }))
    return found instanceof Promise ? found.then((rows) => rows.length > 0) : found.length > 0
  }

  /** The public keys that verify tokens which may still be valid (RFC 7517). */
  async published(now: Date): Promise<Key['public_jwk'][]> {
    await this.signing(now)
    const keys = await this.#db.read(() => keysNewestFirst({}))
    return live(keys, now).map((key) => key.public_jwk)
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
    const next = await newKey()
    const signing = await this.#db.run(() => this.#revoked(kid, next, now))
    if (signing) await this.#db.waitForCacheExpiry()
    return signing && { kid: signing.kid }
  }

  *#revoked(kid: string, next: NewKey, now: Date): Transaction<Key | undefined> {
    const [revoked] = yield* revokeKey({ kid, now: now.toISOString() })
    if (!revoked) return undefined
    const keys = yield* keysNewestFirst({})
    const newest = keys.find((key) => key.kid === kid || key.revoked_at === null)
    return newest?.kid === kid ? yield* this.#added(next, keys, now) : newestOf(keys)
  }

  async #make(now: Date, { unlessThereIsOne }: { unlessThereIsOne: boolean }): Promise<Key> {
    const next = await newKey()
    const add = (keys: Key[]) => this.#added(next, keys, now)
    return this.#db.run(function* () {
      const keys = yield* keysNewestFirst({})
      const newest = newestOf(keys)
      return newest && unlessThereIsOne ? newest : yield* add(keys)
    })
  }

  /** Adds a key that is newer than all of these, and forgets those that nothing needs any more. */
  *#added({ public_jwk, private_jwk }: NewKey, keys: Key[], now: Date): Transaction<Key> {
    const kid = newId('key_', now)
    const jwk = (key: JWK) => ({ ...key, kid, use: 'sig', alg: ALGORITHM })
    const row: Key = {
      kid,
      public_jwk: jwk(public_jwk),
      private_jwk_sealed: this.#vault.seal(JSON.stringify(jwk(private_jwk)), kid),
      generation: Math.max(0, ...keys.map(({ generation }) => generation)) + 1,
      revoked_at: null,
      created_at: now.toISOString(),
    }
    yield* addKey(row)
    const remembered = live([row, ...keys], now)
    for (const key of keys) if (!remembered.includes(key)) yield* forgetKey({ kid: key.kid })
    return row
  }
}

type NewKey = { public_jwk: JWK; private_jwk: JWK }

async function newKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { public_jwk: await exportJWK(publicKey), private_jwk: await exportJWK(privateKey) }
}

/** Each key is imported once; signing and verifying with it is left to the platform. */
function imported(
  known: Map<string, Promise<CryptoKey>>,
  kid: string,
  jwk: () => JWK,
): Promise<CryptoKey> {
  let key = known.get(kid)
  if (!key) {
    key = importJWK(jwk(), ALGORITHM) as Promise<CryptoKey>
    known.set(kid, key)
  }
  return key
}

/**
 * The vault of the service, and its signing keys.
 *
 * @throws EnvironmentError when anything of the database was sealed under another key than those of
 *   this environment: with it one would seal what the service cannot open, and what is sealed is
 *   missed only when money depends on it
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
  const vault = new Vault(secretKey(environment), environment.secret_key_previous)
  const closed = await whatIsClosed(db, vault)
  if (closed !== undefined) {
    throw new EnvironmentError(`SECRET_KEY: does not open the ${closed} of this database`)
  }
  const keys = new SigningKeys(db, vault)
  await keys.signing(now)
  return { vault, keys }
}
