/**
 * How a seller's bank gets a new address, certificate or secret, while what is open there goes on.
 * The bank is asked outside of transactions, and before anything is stored.
 */
import type { QueryRunner } from '../../../db/database.ts'
import type { BankAccount } from '../../../db/schema/pix.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Vault } from '../../identity/vault.ts'
import type { BankSettings } from '../bank/options.ts'
import { faultOfValues, profileNamed } from '../bank/profiles.ts'
import { callbackUrl, connectionInUse, openSettings, settingsOf } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import { askStanding } from './bankStanding.ts'
import { atBank, offerCallbacks } from './connecting.ts'
import { connectionsAt, connectionsBy, renewBank } from './renewal.ts'

/** The settings that a renewal names; all others stay as they are. */
export type NewSettings = Partial<BankSettings> & { profile_values: Record<string, string> }

type Secret = 'client_secret' | 'certificate' | 'private_key' | 'profile_values'

/** Why a bank is not renewed; `missing` are settings that it does not keep. */
type Refusal =
  | { reason: 'another_bank' | 'unknown_bank' }
  | { reason: 'invalid_values'; text: string }
  | { reason: 'secrets_not_kept'; missing: Secret[] }

/** A renewal that is refused before anything is stored. */
export class RenewalRefused extends Error {
  override name = 'RenewalRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`The bank is not renewed: ${refusal.reason}.`)
    this.refusal = refusal
  }
}

/**
 * The connection to renew: the one in use, or the last one by a Pix key.
 *
 * @returns undefined when the seller has none, or never had one by that key
 */
export async function connectionToRenew(
  db: QueryRunner,
  { seller_id, pix_key }: { seller_id: string; pix_key: string | undefined },
): Promise<Connection | undefined> {
  const found =
    pix_key === undefined
      ? await db.read(() => connectionInUse({ seller_id }))
      : await connectionsBy(db, { seller_id, pix_key })
  return found.find(({ disconnected_at }) => disconnected_at === null) ?? found.at(-1)
}

/** The current settings. Secrets that are all replaced need not be decryptable any more. */
function keptSettings(
  connection: Connection,
  changed: NewSettings,
  vault: Vault,
): Partial<BankSettings> {
  const { authentication, capabilities, values } = profileNamed(connection.profile)
  const client_secret = authentication === 'certificate' ? '' : changed.client_secret
  const private_key = capabilities.takesCertificate ? changed.private_key : ''
  const hasValues = values.every(({ name }) => changed.profile_values[name] !== undefined)
  if (client_secret !== undefined && private_key !== undefined && hasValues) {
    return { ...openSettings(connection), client_secret, private_key, profile_values: {} }
  }
  if (connection.private_key_sealed !== '') return settingsOf(connection, vault)
  const secrets = ['client_secret', 'certificate', 'private_key'] as const
  const missing: Secret[] = [...secrets, ...(hasValues ? [] : (['profile_values'] as const))]
  throw new RenewalRefused({ reason: 'secrets_not_kept', missing })
}

/** @throws RenewalRefused when a value would be sent to another address than it was given for */
function requireValuesToMove(
  connection: Connection,
  kept: Partial<BankSettings>,
  { url = connection.url, token_url = connection.token_url, profile_values }: NewSettings,
): void {
  if (url === connection.url && token_url === connection.token_url) return
  const names = Object.keys(kept.profile_values ?? {})
  const name = names.find((name) => profile_values[name] === undefined)
  if (name === undefined) return
  const text = `The value ${name} was given for another address, and is to be given again.`
  throw new RenewalRefused({ reason: 'invalid_values', text })
}

/**
 * All settings of a connection after its renewal; its profile stays.
 *
 * @throws RenewalRefused
 */
export function renewedSettings(
  connection: Connection,
  changed: NewSettings,
  vault: Vault,
): BankSettings {
  const kept = keptSettings(connection, changed, vault)
  requireValuesToMove(connection, kept, changed)
  const profile_values = { ...kept.profile_values, ...changed.profile_values }
  // A caller of the API has named the address, unless the operator names all of it.
  const isNamed = changed.url !== undefined && changed.token_url !== undefined
  const public_only = kept.public_only === true && !isNamed
  const settings = { ...kept, ...changed, profile_values, public_only } as BankSettings
  const fault = faultOfValues(profileNamed(settings.profile), settings)
  if (fault !== undefined) {
    throw new RenewalRefused({ reason: 'invalid_values', text: fault.text })
  }
  return settings
}

/**
 * Tries a bank by its new settings, and gives them to each connection that leads to it: all by the
 * Pix key of the one that is meant. A connection in use gets its callbacks registered.
 *
 * @throws BankError, RenewalRefused, ConnectionChanged; then nothing is changed
 */
export async function renewAtBank(
  { db, vault, baseUrl }: { db: QueryRunner; vault: Vault; baseUrl: string },
  renewal: {
    connection: Connection
    /** From `renewedSettings`. */
    settings: BankSettings
    /** The seller's account there; undefined: as it is known. */
    account?: BankAccount | undefined
    actor: Actor
    mails?: Pick<AccountNotices, 'bankChanged'>
    now: Date
  },
): Promise<void> {
  const { connection: meant, ...bank } = renewal
  const { seller_id, pix_key } = meant
  const { now } = bank
  const callback_url = callbackUrl(baseUrl, seller_id)
  const connections = await connectionsBy(db, { seller_id, pix_key })
  const { known, standing } = await atBank(bank.settings, {}, async (provider) => {
    const known = await connectionsAt(provider, connections, db)
    const isOptional = meant.callbacks === 'refused'
    const standing = await askStanding(provider, meant, { baseUrl, now, hasToShow: !isOptional })
    const inUse = known.some(({ disconnected_at }) => disconnected_at === null)
    const isThere = standing.webhook_url === callback_url
    if (!inUse || isThere || standing.callbacks === 'none') return { known, standing }
    const callbacks = await offerCallbacks(provider, callback_url, isOptional)
    const webhook_url = callbacks === 'registered' ? callback_url : standing.webhook_url
    return { known, standing: { ...standing, callbacks, webhook_url } }
  })
  if (meant.disconnected_at === null && !known.some(({ id }) => id === meant.id)) {
    throw new RenewalRefused({ reason: 'another_bank' })
  }
  if (known.length === 0) throw new RenewalRefused({ reason: 'unknown_bank' })
  await renewBank(db, vault, { ...bank, seller_id, known, standing })
}
