import { LRUCache } from 'lru-cache'
import { changesBetween } from '../../audit/changes.ts'
import { recordChange } from '../../audit/record.ts'
import { idOf } from '../../identity/actor.ts'
import type { Actor } from '../../identity/actor.ts'
import { lockSeller } from '../../identity/sellerRows.ts'
import { bankKeyLabel, bankSecretLabel, bankValuesLabel } from '../../identity/vault.ts'
import type { Vault } from '../../identity/vault.ts'
import type { Database } from '../../../db/database.ts'
import { idPrefixes } from '../../../generated/idPrefixes.ts'
import { newId } from '../../../runtime/ids.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import { and, eq, isNull, sql } from '../../../db/operators.ts'
import { everyColumn, query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import { rowByKey } from '../../../db/rows.ts'
import type { BankAccount } from '../../../db/schema/pix.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { paths } from '../../../generated/paths.ts'
import { CONTRACT_PROFILE } from '../bank/profiles.ts'
import { parseDirectly } from '../bank/answerFields.ts'
import type { ParseAnswer } from '../bank/answerFields.ts'
import type { BankOptions, BankSettings } from '../bank/options.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import { Applications } from './applications.ts'
import { counted } from './bankMetrics.ts'
import type { Breakers, BreakerState } from './breaker.ts'
import { BankError } from '../bank/provider.ts'
import type { ConnectedProvider, PixProvider } from '../bank/provider.ts'
import { providerAt } from './providers.ts'

export type Connection = Row<'bank_connections'>

/**
 * The banks that are kept with their tokens: about 5 KiB each. When more than these are active, the
 * one that was used longest ago is evicted, and its token is requested again.
 */
const MAX_READY_BANKS = 20_000

/** The banks of these whose connections stay open: about 120 KiB each. */
const MAX_OPEN_BANKS = 500

/** A bank that was not used for so long is idle: its token has ended, since none lives longer. */
const IDLE_MS = 60 * 60 * 1000

/** How often idle banks are looked for, at most. */
const PURGE_MS = 60 * 1000

const addConnection = query(
  'add_bank_connection',
  (db, { bank_connections }, _: Arguments<Connection>) =>
    db.insert(bank_connections).values(everyColumn(bank_connections)).returning(),
)

const endConnection = query(
  'end_bank_connection',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string; now: string }>) =>
    db
      .update(t)
      .set({ disconnected_at: args.now, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.disconnected_at)))
      .returning(),
)

/** The bank through which the seller's buyers pay; without a row it is the sandbox, or none. */
export const connectionInUse = query(
  'bank_connection_in_use',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.disconnected_at))),
)

/** One row when the seller has or had a bank; without one it has no charges. */
export const anyConnection = query(
  'any_bank_connection',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string }>) =>
    db.select({ id: t.id }).from(t).where(eq(t.seller_id, args.seller_id)).limit(1),
)

export const connectionById = query('bank_connection_by_id', rowByKey('bank_connections'))

// Without a seller: the reconciler's list of all banks, the disconnected ones included.
export const everyConnection = query('every_bank_connection', (db, { bank_connections: t }) =>
  db
    .select({
      seller_id: t.seller_id,
      id: t.id,
      listed_until: t.listed_until,
      recurring: t.recurring,
    })
    .from(t),
)

export const connectionsOfSeller = query(
  'bank_connections_of_seller',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string }>) =>
    db
      .select({
        seller_id: t.seller_id,
        id: t.id,
        listed_until: t.listed_until,
        recurring: t.recurring,
        disconnected_at: t.disconnected_at,
      })
      .from(t)
      .where(eq(t.seller_id, args.seller_id)),
)

// Without a seller: a bank announces the transfers to a key at one address.
export const sellersOfPixKey = query(
  'sellers_of_pix_key',
  (db, { bank_connections: t }, args: Arguments<{ pix_key: string }>) =>
    db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(and(sql`lower(${t.pix_key}) = lower(${args.pix_key})`, isNull(t.disconnected_at))),
)

/** Address at which the bank announces the seller's transfers, after it has appended `/pix`. */
export const callbackUrl = (baseUrl: string, seller_id: string): string =>
  baseUrl + paths.receivePixCallbackAtRoot({ sellerId: seller_id })

/** The columns of a bank's settings, with the secrets sealed. */
export function sealedSettings(settings: BankSettings, id: string, vault: Vault) {
  const { client_secret, private_key, profile_values, ...open } = settings
  const hasValues = Object.keys(profile_values).length > 0
  return {
    ...open,
    client_secret_sealed: vault.seal(client_secret, bankSecretLabel(id)),
    private_key_sealed: vault.seal(private_key, bankKeyLabel(id)),
    profile_values_sealed: hasValues
      ? vault.seal(JSON.stringify(profile_values), bankValuesLabel(id))
      : null,
  }
}

type By = { actor: Actor; now: Date }
type NewBank = {
  seller_id: string
  settings: BankSettings
  account?: BankAccount | null | undefined
}

/**
 * Connects a bank, through which the seller's buyers pay from now on. The bank that was connected
 * before is used for its own charges only.
 */
export function* newConnection(
  vault: Vault,
  { seller_id, settings, account = null, actor, now }: NewBank & By,
): Transaction<Connection> {
  const id = newId(idPrefixes.bank_connections, now)
  const at = now.toISOString()
  const row: Connection = {
    seller_id,
    id,
    provider: 'bacen',
    created_by: idOf(actor),
    ...sealedSettings(settings, id, vault),
    listed_until: null,
    refunds_listed_until: null,
    unmatched_listed_until: null,
    callbacks: 'registered',
    webhook_url: null,
    granted_scopes: null,
    account,
    recurring: 'unknown',
    recurring_callbacks: 'unknown',
    tested_at: null,
    disconnected_at: null,
    created_at: at,
    updated_at: at,
  }
  yield* lockSeller({ id: seller_id })
  const [ended] = yield* endConnection({ seller_id, now: at })
  yield* addConnection(row)
  const by = { seller_id, actor, now }
  if (ended) yield* recordChange({ ...by, action: 'bank.disconnected', target: ended.id })
  const without: Partial<Connection> = { profile: CONTRACT_PROFILE }
  const changes = changesBetween(without, row, ['url', 'pix_key', 'profile', 'account'])
  yield* recordChange({ ...by, action: 'bank.connected', target: id, changes })
  return row
}

/** @returns the connection that was ended, or undefined when the seller had none */
export function* disconnect({
  seller_id,
  actor,
  mails,
  now,
}: By & {
  seller_id: string
  mails?: Pick<AccountNotices, 'bankChanged'>
}): Transaction<Connection | undefined> {
  const [ended] = yield* endConnection({ seller_id, now: now.toISOString() })
  const by = { seller_id, actor, now }
  if (ended) yield* recordChange({ ...by, action: 'bank.disconnected', target: ended.id })
  if (ended && mails) yield* mails.bankChanged(ended, actor, now)
  return ended
}

export const removeBank = (
  db: Database,
  bank: Parameters<typeof disconnect>[0],
): Promise<Connection | undefined> => db.run(() => disconnect(bank))

/** The profile's values, opened. @throws as `settingsOf` */
export function profileValuesOf(
  { id, profile_values_sealed: sealed }: Connection,
  vault: Vault,
): Record<string, string> {
  if (!sealed) return {}
  return JSON.parse(vault.open(sealed, bankValuesLabel(id))) as Record<string, string>
}

/** Settings of a connection without its secrets. */
export function openSettings(connection: Connection) {
  const { url, token_url, client_id, certificate, authority, pix_key, city } = connection
  const { profile, public_only } = connection
  return { url, token_url, client_id, certificate, authority, pix_key, city, profile, public_only }
}

/** @throws when the vault has another key than the one that sealed the secrets */
export function settingsOf(connection: Connection, vault: Vault): BankSettings {
  const { id, client_secret_sealed, private_key_sealed } = connection
  return {
    ...openSettings(connection),
    client_secret: vault.open(client_secret_sealed, bankSecretLabel(id)),
    private_key: vault.open(private_key_sealed, bankKeyLabel(id)),
    profile_values: profileValuesOf(connection, vault),
  }
}

/** A bank, and the sealed text that changes whenever its settings do. */
type Ready = { bank: ConnectedProvider; guarded: PixProvider; sealed: string }

/** How all banks are reached, and how the answers to each seller are parsed. */
export type BanksOptions = Omit<BankOptions, 'parse' | 'owner'> & {
  parserOf?: (seller_id: string) => ParseAnswer
}

/** A cache of banks, each with one token and one pool of connections. */
export class Banks {
  readonly #vault: Vault
  readonly #applications: Applications
  readonly #metrics: Metrics
  readonly #options: BanksOptions
  readonly #ending = new AbortController()
  // Another process may change the settings of a connection, so an entry is compared with its row.
  // Requests that are under way with the former settings, or of an evicted bank, come to their end.
  readonly #ready = new LRUCache<string, Ready>({
    maxSize: MAX_READY_BANKS,
    sizeCalculation: () => 1,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    // The time is read each time: for a millisecond of real time it would be remembered otherwise.
    ttlResolution: 0,
    dispose: ({ bank }) => bank.retire(),
  })
  readonly #open = new LRUCache<string, ConnectedProvider>({
    max: MAX_OPEN_BANKS,
    dispose: (bank) => bank.rest(),
  })
  #purgedMs = 0

  constructor(
    { vault, breakers, metrics }: { vault: Vault; breakers: Breakers; metrics: Metrics },
    options: BanksOptions = {},
  ) {
    this.#vault = vault
    this.#applications = new Applications(breakers)
    this.#metrics = metrics
    this.#options = { ...options, ending: this.#ending.signal }
  }

  /** @throws when the secrets of the connection cannot be opened, and after `close` */
  of(connection: Connection): PixProvider {
    if (this.#ending.signal.aborted) throw new BankError('unavailable', 'The service is stopping.')
    const { id, private_key_sealed: sealed } = connection
    const entry = this.#ready.get(id)
    const { bank, guarded } = entry?.sealed === sealed ? entry : this.#make(connection)
    this.#open.set(id, bank)
    return guarded
  }

  /**
   * Assigns a connection to its application, with which it shares budget, breaker and pauses.
   *
   * @throws when the secrets of the connection cannot be opened
   */
  meet(connection: Connection): void {
    this.#applications.learn(connection.id, settingsOf(connection, this.#vault))
  }

  #make(connection: Connection): Ready {
    this.#purge()
    const { id, seller_id, private_key_sealed: sealed } = connection
    const settings = settingsOf(connection, this.#vault)
    const { breakers, pause } = this.#applications.learn(id, settings)
    const { parserOf = () => parseDirectly, ...options } = this.#options
    const parse = parserOf(seller_id)
    const bank = providerAt(settings, { ...options, owner: seller_id, pause, parse })
    const { ordinary, recurring } = breakers
    const guarded = ordinary.wrap(counted(bank, this.#metrics), recurring)
    const ready = { bank, guarded, sealed }
    this.#ready.set(id, ready)
    return ready
  }

  /** Otherwise an idle entry that is not read would stay until the cache is full. */
  #purge(): void {
    const nowMs = performance.now()
    if (nowMs - this.#purgedMs < PURGE_MS) return
    this.#purgedMs = nowMs
    this.#ready.purgeStale()
  }

  /**
   * The name of the poll budget of a connection, which it shares with the others of its
   * application. Undefined while the connection was not met.
   */
  budgetOf(connection_id: string): string | undefined {
    return this.#applications.of(connection_id)?.name
  }

  /** With how many connections, itself included, a connection shares its budget. */
  sharesOf(connection_id: string): number {
    return this.#applications.of(connection_id)?.connections.size ?? 1
  }

  /** The state of a bank's circuit breaker, by the id of a connection that stands behind it. */
  stateOf(connection_id: string): BreakerState {
    return this.#applications.stateOf(connection_id, 'ordinary')
  }

  /** The same of the breaker in front of its Pix Automático. */
  recurringStateOf(connection_id: string): BreakerState {
    return this.#applications.stateOf(connection_id, 'recurring')
  }

  /** Counts the banks that are away. */
  report(): void {
    this.#applications.report()
  }

  /** Aborts every request that is under way. */
  close(): void {
    this.#ending.abort()
    this.#open.clear()
    this.#ready.clear()
  }
}
