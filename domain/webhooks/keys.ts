/**
 * The Ed25519 keys that sign webhooks as `v1a` of Standard Webhooks, which a receiver verifies
 * without a secret.
 *
 * Each seller has keys of its own. The signed text names no receiver, so under a key that several
 * sellers shared, one could pass its own events on to another's endpoint, where they would verify.
 * The keys are derived from a secret of the installation: a seller needs no row for them.
 */
import { createPrivateKey, createPublicKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { INSTALLATION } from '../../db/auditChain.ts'
import type { Database } from '../../db/database.ts'
import { and, desc, eq, isNull } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { recordChange } from '../audit/record.ts'
import { operator } from '../identity/actor.ts'
import type { Vault } from '../identity/vault.ts'

/** How long after a rotation deliveries are signed by the former key too. */
export const KEY_ROTATION_MS = 24 * 60 * 60 * 1000

const SECRET_BYTES = 32

/** How often a key is stored again after another process has stored one at the same moment. */
const MAX_ATTEMPTS = 5

/** Sellers whose keys a process keeps; to derive a pair again takes about 0.3 ms. */
const MAX_DERIVED = 1_000

/** Bytes before a key's 32 in its PKCS #8 form (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export type WebhookKey = Row<'webhook_keys'>

/** A public key as RFC 8037 writes it. */
export type WebhookJwk = {
  kty: 'OKP'
  crv: 'Ed25519'
  use: 'sig'
  alg: 'EdDSA'
  kid: string
  x: string
}

const webhookKeysNewestFirst = query(
  'webhook_keys_newest_first',
  (db, { webhook_keys: t }) => db.select().from(t).orderBy(desc(t.generation)),
  { cache: { max: 1 } },
)

const addWebhookKey = query('add_webhook_key', (db, { webhook_keys }, _: Arguments<WebhookKey>) =>
  db
    .insert(webhook_keys)
    .values(everyColumn(webhook_keys))
    .onConflictDoNothing({ target: webhook_keys.generation })
    .returning(),
)

const deleteWebhookKey = query(
  'forget_webhook_key',
  (db, { webhook_keys: t }, { kid }: Arguments<{ kid: string }>) =>
    db.delete(t).where(eq(t.kid, kid)).returning(),
)

const revokeWebhookKey = query(
  'revoke_webhook_key',
  (db, { webhook_keys: t }, args: Arguments<{ kid: string; now: string }>) =>
    db
      .update(t)
      .set({ revoked_at: args.now })
      .where(and(eq(t.kid, args.kid), isNull(t.revoked_at)))
      .returning(),
)

/**
 * The newest key, and for KEY_ROTATION_MS after a newer one was made the one before it. A key that
 * has signed for the last time stays out of force when those after it are revoked.
 */
function keysInForce(keys: WebhookKey[], now: Date): WebhookKey[] {
  const oldestMs = now.getTime() - KEY_ROTATION_MS
  return keys.filter(
    ({ revoked_at }, i) =>
      revoked_at === null &&
      keys.slice(0, i).every(({ created_at }) => Date.parse(created_at) > oldestMs),
  )
}

/** @param seed the 32 bytes that RFC 8032 §5.1.5 calls the private key */
export const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })

/** @returns a signature as the header carries it: `v1a,` and 64 bytes in base64 */
export const signedBy = (key: KeyObject, content: string): string =>
  `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`

/** The keys that sign webhooks beside the endpoints' secrets. */
export class WebhookKeys {
  readonly #db: Database
  readonly #vault: Vault
  readonly #derived = new LRUCache<string, KeyObject>({ max: MAX_DERIVED })

  constructor(db: Database, vault: Vault) {
    this.#db = db
    this.#vault = vault
  }

  /** The keys that sign now, the newest first. The first process that asks makes one. */
  async inForce(now: Date): Promise<WebhookKey[]> {
    const keys = keysInForce(await this.#db.read(() => webhookKeysNewestFirst({})), now)
    if (keys.length > 0) return keys
    const next = this.#newKey(now)
    return this.#db.run(function* () {
      yield* added(next, now, { unlessThereIsOne: true })
      return keysInForce(yield* webhookKeysNewestFirst({}), now)
    })
  }

  /**
   * The signatures of a delivery, one by each key.
   *
   * @param content `webhook-id.webhook-timestamp.body`
   * @throws when SECRET_KEY does not open a key
   */
  signatures(keys: WebhookKey[], seller_id: string, content: string): string[] {
    return keys.map((key) => {
      const name = `${key.kid} ${seller_id}`
      const derived = this.#derived.get(name) ?? this.#derive(key, seller_id)
      this.#derived.set(name, derived)
      return signedBy(derived, content)
    })
  }

  /**
   * The public keys that verify a seller's deliveries. Every id has some, whether or not there is
   * such a seller, so that an unknown caller does not learn which sellers exist.
   */
  async published(seller_id: string, now: Date): Promise<WebhookJwk[]> {
    return (await this.inForce(now)).map((key) => {
      const { x = '' } = createPublicKey(this.#derive(key, seller_id)).export({ format: 'jwk' })
      return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: key.kid, x }
    })
  }

  /** From now on a new key signs; for KEY_ROTATION_MS the one before it signs too. */
  async rotate(now: Date): Promise<{ kid: string }> {
    const next = this.#newKey(now)
    return this.#db.run(function* () {
      const { kid } = yield* added(next, now, { unlessThereIsOne: false })
      yield* record('webhook_key.rotated', kid, now)
      return { kid }
    })
  }

  /**
   * Ends a key at once: it signs no more and is not published, in all processes, before it
   * resolves. When it was the newest, a new one signs from now on.
   *
   * @returns the newest key that signs now, or undefined when there is no such key in force
   */
  async revoke(kid: string, now: Date): Promise<{ kid: string } | undefined> {
    const next = this.#newKey(now)
    const signing = await this.#db.run(function* () {
      const [revoked] = yield* revokeWebhookKey({ kid, now: now.toISOString() })
      if (!revoked) return undefined
      yield* record('webhook_key.revoked', kid, now)
      return yield* added(next, now, { unlessThereIsOne: true })
    })
    if (signing) await this.#db.waitForCacheExpiry()
    return signing && { kid: signing.kid }
  }

  #newKey(now: Date): Pick<WebhookKey, 'kid' | 'secret_sealed'> {
    const kid = newId(idPrefixes.webhook_keys, now)
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    return { kid, secret_sealed: this.#vault.seal(secret, kid) }
  }

  #derive({ kid, secret_sealed }: WebhookKey, seller_id: string): KeyObject {
    const secret = Buffer.from(this.#vault.open(secret_sealed, kid), 'base64url')
    return privateKeyOf(Buffer.from(hkdfSync('sha256', secret, '', `webhooks ${seller_id}`, 32)))
  }
}

const record = (
  action: 'webhook_key.rotated' | 'webhook_key.revoked',
  target: string,
  now: Date,
): Transaction<void> =>
  recordChange({ seller_id: INSTALLATION, actor: operator(), action, target, now })

/**
 * Stores a key that is newer than all others, and deletes all of these but the one that signed.
 *
 * @param unlessThereIsOne then the newest key is left as such when it is not revoked
 * @returns the newest key
 */
function* added(
  next: Pick<WebhookKey, 'kid' | 'secret_sealed'>,
  now: Date,
  { unlessThereIsOne }: { unlessThereIsOne: boolean },
): Transaction<WebhookKey> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const keys = yield* webhookKeysNewestFirst({})
    const [newest] = keys
    if (newest?.revoked_at === null && unlessThereIsOne) return newest
    const [key] = yield* addWebhookKey({
      ...next,
      generation: (newest?.generation ?? 0) + 1,
      revoked_at: null,
      created_at: now.toISOString(),
    })
    // Another process has made this generation; its key is read now.
    if (!key) continue
    const [former] = keysInForce(keys, now)
    for (const key of keys) if (key !== former) yield* deleteWebhookKey({ kid: key.kid })
    return key
  }
  throw new Error('Too many processes make keys of webhooks at once.')
}
