import { LRUCache } from 'lru-cache'
import type { Vault } from '../auth/vault.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { and, eq, isNull } from '../db/operators.ts'
import { everyColumn, locked, query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import type { Row } from '../db/schema.ts'
import { Bacen } from './bacen.ts'
import type { BankSettings } from './bacen.ts'
import type { Breakers, BreakerState } from './breaker.ts'
import { BankError } from './provider.ts'
import type { PixProvider } from './provider.ts'

export type Connection = Row<'bank_connections'>
type Key = { seller_id: string; id: string }

/** So many banks are kept ready, with their tokens and open connections. */
const READY_BANKS = 500

const addConnection = query(
  'add_bank_connection',
  (db, { bank_connections }, _: Arguments<Connection>) =>
    db.insert(bank_connections).values(everyColumn(bank_connections)).returning(),
)

/** Takes the lock under which a seller's bank is changed. */
const lockSeller = query('lock_seller', (db, { sellers: t }, args: Arguments<{ id: string }>) =>
  locked(db.select({ id: t.id }).from(t).where(eq(t.id, args.id))))

const endConnection = query(
  'end_bank_connection',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string; now: string }>) =>
    db.update(t).set({ disconnected_at: args.now, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.disconnected_at)))
      .returning(),
)

/** The bank that the seller's buyers pay through; no row is the sandbox rail, or none. */
export const connectionInUse = query(
  'bank_connection_in_use',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string }>) =>
    db.select().from(t).where(and(eq(t.seller_id, args.seller_id), isNull(t.disconnected_at))),
)

/** Whether the seller has, or had, any bank: only then can there be charges of theirs. */
export const anyConnection = query(
  'any_bank_connection',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string }>) =>
    db.select({ id: t.id }).from(t).where(eq(t.seller_id, args.seller_id)).limit(1),
)

export const connectionById = query(
  'bank_connection_by_id',
  (db, { bank_connections: t }, args: Arguments<Key>) =>
    db.select().from(t).where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

// Without a seller: the reconciler's list of all banks, the disconnected ones included.
export const everyConnection = query('every_bank_connection', (db, { bank_connections: t }) =>
  db.select({ seller_id: t.seller_id, id: t.id }).from(t))

/** Where the bank announces the seller's transfers, once it has put `/pix` after it. */
export const callbackUrl = (base_url: string, seller_id: string): string =>
  `${base_url}/pix/${seller_id}`

const secretLabel = (id: string) => `${id} client_secret`
const keyLabel = (id: string) => `${id} private_key`

/**
 * Keeps how a seller's bank is reached, sealed where it is secret; from now on the seller's buyers
 * pay through it. A bank that was connected before is used for its own charges only.
 */
export function addBank(
  db: Database,
  vault: Vault,
  { seller_id, settings, now }: { seller_id: string; settings: BankSettings; now: Date },
): Promise<Connection> {
  const id = newId('bank_', now)
  const at = now.toISOString()
  const { url, token_url, client_id, client_secret, pix_key, city } = settings
  const row: Connection = {
    seller_id,
    id,
    provider: 'bacen',
    url,
    token_url,
    client_id,
    client_secret_sealed: vault.seal(client_secret, secretLabel(id)),
    certificate: settings.certificate,
    private_key_sealed: vault.seal(settings.private_key, keyLabel(id)),
    authority: settings.authority,
    pix_key,
    city,
    disconnected_at: null,
    created_at: at,
    updated_at: at,
  }
  return db.run(function* () {
    yield* lockSeller({ id: seller_id })
    yield* endConnection({ seller_id, now: at })
    yield* addConnection(row)
    return row
  })
}

/** @returns the connection that was ended, or undefined when the seller had none */
export async function removeBank(
  db: Database,
  { seller_id, now }: { seller_id: string; now: Date },
): Promise<Connection | undefined> {
  const [ended] = await db.run(() => endConnection({ seller_id, now: now.toISOString() }))
  return ended
}

/** @throws when the vault's key is another than the one that sealed the secrets */
export function settingsOf(connection: Connection, vault: Vault): BankSettings {
  const { id, url, token_url, client_id, certificate, authority, pix_key, city } = connection
  const client_secret = vault.open(connection.client_secret_sealed, secretLabel(id))
  const private_key = vault.open(connection.private_key_sealed, keyLabel(id))
  return {
    url, token_url, client_id, client_secret, certificate, private_key, authority, pix_key, city,
  }
}

/** The banks that are in use, each with one token and one set of connections. */
export class Banks {
  readonly #vault: Vault
  readonly #breakers: Breakers
  readonly #ready = new LRUCache<string, Bacen>({
    max: READY_BANKS,
    dispose: (bank) => bank.close(),
  })

  #closed = false

  constructor(vault: Vault, breakers: Breakers) {
    this.#vault = vault
    this.#breakers = breakers
  }

  /** @throws when the secrets of the connection cannot be opened, and once this is closed */
  of(connection: Connection): PixProvider {
    if (this.#closed) throw new BankError('unavailable', 'The service is stopping.')
    let bank = this.#ready.get(connection.id)
    if (!bank) {
      bank = new Bacen(settingsOf(connection, this.#vault))
      this.#ready.set(connection.id, bank)
    }
    return this.#breakers.of(connection.id).around(bank)
  }

  /** Whether a bank is asked at present, by its connection's id. */
  stateOf(connection_id: string): BreakerState {
    return this.#breakers.of(connection_id).state
  }

  /** Cuts off every exchange that is under way. */
  close(): void {
    this.#closed = true
    this.#ready.clear()
  }
}
