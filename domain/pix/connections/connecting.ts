/**
 * How a seller's bank is connected and tried, by the command line, the API and the dashboard. The
 * bank is asked outside of transactions, and before anything is stored.
 */
import type { QueryRunner } from '../../../db/database.ts'
import type { BankAccount } from '../../../db/schema/pix.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Vault } from '../../identity/vault.ts'
import type { BankOptions, BankSettings } from '../bank/options.ts'
import { contractSettings, profileNamed } from '../bank/profiles.ts'
import type { BankProfile } from '../bank/profiles.ts'
import type { ConnectedProvider } from '../bank/provider.ts'
import { providerAt } from './providers.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import { callbackUrl, connectionInUse, profileValuesOf, settingsOf } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import { askStanding, requireRefusal, scopesIn } from './bankStanding.ts'
import type { keepFindings, BankStanding } from './bankStanding.ts'
import { askRecurring } from './recurring.ts'
import { connectBank, connectionsAt, connectionsBy } from './renewal.ts'

/** Storage of connections, and the public address of the service. */
type Store = { db: QueryRunner; vault: Vault; baseUrl: string }

/**
 * Calls `work` with a bank that is reached by these settings, and closes its connections.
 *
 * @throws BankError
 */
export async function atBank<Result>(
  settings: BankSettings,
  options: BankOptions,
  work: (bank: ConnectedProvider) => Promise<Result>,
): Promise<Result> {
  const bank = providerAt(settings, options)
  try {
    return await work(bank)
  } finally {
    bank.close()
  }
}

/**
 * The profile by which a bank is connected: the one that is named, else that of the bank in use
 * when no other address is given, else that of a bank that needs nothing beyond the contract. The
 * seller's values for it stay while the profile and both addresses do: they may be secrets, and are
 * sent to no other server.
 *
 * @returns also the connection that it is `kept` of
 */
export async function profileAt(
  { db, vault }: Pick<Store, 'db' | 'vault'>,
  {
    seller_id,
    profile: profileName,
    url,
    token_url,
  }: {
    seller_id: string
    profile: BankProfile | undefined
    url: string | undefined
    token_url: string | undefined
  },
): Promise<{
  profile: Pick<BankSettings, 'profile' | 'profile_values'>
  kept?: Connection
}> {
  const [connection] = await db.read(() => connectionInUse({ seller_id }))
  const isKept = profileName
    ? connection?.profile === profileName.name
    : (url ?? connection?.url) === connection?.url &&
      (token_url ?? connection?.token_url) === connection?.token_url
  if (!connection || !isKept) {
    return {
      profile: profileName ? { profile: profileName.name, profile_values: {} } : contractSettings,
    }
  }
  const { profile } = connection
  const usual = profileNamed(profile)
  const isThere =
    (url ?? usual.url) === connection.url && (token_url ?? usual.token_url) === connection.token_url
  const profile_values = isThere ? profileValuesOf(connection, vault) : {}
  return { profile: { profile, profile_values }, kept: connection }
}

/**
 * Connects a bank once it has accepted the credentials and taken the address of callbacks. A bank
 * that is connected by that Pix key already gets the new settings.
 *
 * @throws BankError, ActorEnded, ConnectionLimitReached, ConnectionChanged
 */
export async function connectAtBank(
  { db, vault, baseUrl }: Store,
  bank: {
    seller_id: string
    settings: BankSettings
    kept?: Connection | undefined
    /**
     * Decides if the bank must take the address of callbacks; undefined: as it is connected now.
     */
    callbacks?: 'required' | 'optional' | undefined
    /** The seller's account at the bank; undefined: as it is known. */
    account?: BankAccount | null | undefined
    actor: Actor
    mails?: Pick<AccountNotices, 'bankChanged'>
    now: Date
  },
  options: BankOptions = {},
): Promise<Connection> {
  const { seller_id, settings, callbacks, now } = bank
  const connections = await connectionsBy(db, { seller_id, pix_key: settings.pix_key })
  const result = await atBank(settings, options, async (bank) => {
    const connectionsThere = await connectionsAt(bank, connections, db)
    const isOptional = callbacks
      ? callbacks === 'optional'
      : connectionsThere.some(isWithoutCallbacks)
    const address = callbackUrl(baseUrl, seller_id)
    const taken = await offerCallbacks(bank, address, isOptional)
    const granted_scopes = (await bank.grantedScopes()) ?? null
    const webhook_url = taken === 'registered' ? address : null
    const recurring = await askRecurring(bank, address, now)
    const standing: BankStanding = { callbacks: taken, webhook_url, granted_scopes, ...recurring }
    return { known: connectionsThere, standing }
  })
  return connectBank(db, vault, { ...bank, ...result })
}

const isWithoutCallbacks = ({ callbacks }: Connection) => callbacks === 'refused'

/**
 * Has the bank announce transfers at an address.
 *
 * @param isOptional whether it may refuse it
 * @returns the new state of the callbacks; `none` at a provider that takes no address
 * @throws BankError
 */
export async function offerCallbacks(
  bank: ConnectedProvider,
  webhook_url: string,
  isOptional: boolean,
): Promise<Connection['callbacks']> {
  if (!bank.capabilities.registersCallbacks) return 'none'
  try {
    await bank.registerWebhook(webhook_url)
    return 'registered'
  } catch (error) {
    if (!isOptional) throw error
    requireRefusal(error)
    return 'refused'
  }
}

/** Result of a test of a connection. */
export type BankTest = {
  connection: Connection
  /** The bank's statements about the connection, to be recorded. */
  found: Parameters<typeof keepFindings>[0]
  /** Scopes that the bank grants. */
  scopes: string[]
  /** Where it sends its callbacks; null when nowhere. */
  webhook_url: string | null
  /** Where it should send them. */
  callback_url: string
}

/**
 * Tests the seller's bank with the seller's credentials. It bypasses the circuit breaker.
 *
 * @returns undefined when the seller has no bank
 * @throws BankError
 */
export async function testBank(
  { db, vault, baseUrl }: Store,
  { seller_id, now }: { seller_id: string; now: Date },
  options: BankOptions = {},
): Promise<BankTest | undefined> {
  const [connection] = await db.read(() => connectionInUse({ seller_id }))
  if (!connection) return undefined
  const callback_url = callbackUrl(baseUrl, seller_id)
  const { id } = connection
  const hasToShow = connection.callbacks === 'registered'
  const standing = await atBank(settingsOf(connection, vault), options, (bank) =>
    askStanding(bank, connection, { baseUrl, now, hasToShow, isReadOnly: true }),
  )
  const { granted_scopes, webhook_url } = standing
  const record = { ...standing, seller_id, id, now: now.toISOString() }
  const scopes = scopesIn(granted_scopes) ?? []
  const tested = { ...connection, ...standing, tested_at: record.now }
  return { connection: tested, found: record, scopes, webhook_url, callback_url }
}
