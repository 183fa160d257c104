import type { CryptoKey, JWK } from 'jose'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import { DatabaseUnavailable } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { desc, inArray } from '../db/operators.ts'
import { everyColumn, query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import type { Row } from '../db/schema.ts'
import { EnvironmentError } from '../runtime/environment.ts'
import type { Environment } from '../runtime/environment.ts'
import { secretKey, Vault } from './vault.ts'

/** How long a token lives (specification, Limits), and so how long its key must be remembered. */
export const TOKEN_LIFETIME_SECONDS = 900

/** How tokens are signed (RFC 7518 §3.3). */
export const ALGORITHM = 'RS256'

type Key = Row<'signing_keys'>

// A kid is a UUIDv7 with a prefix, so the newest key is the one that sorts last.
const keysNewestFirst = query(
  'signing_keys_newest_first',
  (db, { signing_keys }) => db.select().from(signing_keys).orderBy(desc(signing_keys.kid)),
  { remembered: 1 },
)

const addKey = query('add_signing_key', (db, { signing_keys }, _: Arguments<Key>) =>
  db.insert(signing_keys).values(everyColumn(signing_keys)).returning())

const forgetKey = query(
  'forget_signing_key',
  (db, { signing_keys }, { kid }: Arguments<{ kid: string }>) =>
    db.delete(signing_keys).where(inArray(signing_keys.kid, [kid])).returning(),
)

/** The newest key, and each other one until the tokens that it signed have expired. */
function live(keys: Key[], now: Date): Key[] {
  const oldest_ms = now.getTime() - TOKEN_LIFETIME_SECONDS * 1000
  return keys.filter((_, i) => {
    const successor = keys[i - 1]
    return !successor || Date.parse(successor.created_at) > oldest_ms
  })
}

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
    const [newest] = await this.#db.read(() => keysNewestFirst({}))
    const row = newest ?? await this.#make(now, { unlessThereIsOne: true })
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

  async #make(now: Date, { unlessThereIsOne }: { unlessThereIsOne: boolean }): Promise<Key> {
    const kid = newId('key_', now)
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const jwk = async (key: CryptoKey) =>
      ({ ...await exportJWK(key), kid, use: 'sig', alg: ALGORITHM })
    const row: Key = {
      kid,
      public_jwk: await jwk(publicKey),
      private_jwk_sealed: this.#vault.seal(JSON.stringify(await jwk(privateKey)), kid),
      created_at: now.toISOString(),
    }
    return this.#db.run(function* () {
      const keys = yield* keysNewestFirst({})
      if (keys[0] && unlessThereIsOne) return keys[0]
      yield* addKey(row)
      const remembered = live([row, ...keys], now)
      for (const key of keys) if (!remembered.includes(key)) yield* forgetKey({ kid: key.kid })
      return row
    })
  }
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
 * @throws EnvironmentError when they were sealed under another key than this environment's: with
 *   it one would seal what the service cannot open
 */
export async function openVault(
  { environment, db, now }: { environment: Environment; db: Database; now: Date },
): Promise<{ vault: Vault; keys: SigningKeys }> {
  const vault = new Vault(secretKey(environment))
  const keys = new SigningKeys(db, vault)
  await keys.signing(now).catch((cause: unknown) => {
    if (cause instanceof DatabaseUnavailable) throw cause
    const reason = 'SECRET_KEY: does not open the signing keys of this database'
    throw new EnvironmentError(reason, { cause })
  })
  return { vault, keys }
}
