import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { terminalLanguage } from '../../banner.ts'
import { bankReason } from '../../dashboard/texts/bankReasons.ts'
import { operator } from '../../domain/identity/actor.ts'
import { sellerById } from '../../domain/identity/sellerRows.ts'
import { openVault } from '../../domain/auth/keys.ts'
import type { Database } from '../../db/database.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { countOpenCharges } from '../../domain/pix/charges/charges.ts'
import { localized } from '../texts/translate.ts'
import {
  callbackUrl,
  sellersOfPixKey,
  removeBank,
} from '../../domain/pix/connections/bankConnections.ts'
import {
  apiOf,
  bankProfiles,
  CONTRACT_PROFILE,
  faultOfValues,
  findProfile,
  profileNamed,
} from '../../domain/pix/bank/profiles.ts'
import type { BankProfile } from '../../domain/pix/bank/profiles.ts'
import { DEFAULT_CITY } from '../../domain/pix/connections/bankSettings.ts'
import { keepFindings, scopesIn, warningsOf } from '../../domain/pix/connections/bankStanding.ts'
import { connectAtBank, testBank } from '../../domain/pix/connections/connecting.ts'
import { recurringOf } from '../../domain/pix/connections/recurring.ts'
import type { Connection } from '../../domain/pix/connections/bankConnections.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import { ConnectionChanged } from '../../domain/pix/connections/renewal.ts'
import {
  connectionToRenew,
  renewAtBank,
  renewedSettings,
  RenewalRefused,
} from '../../domain/pix/connections/renewing.ts'
import {
  parsePixKey,
  readCredentials,
  readSettings,
  requirePair,
  withBankOptions,
} from './bankOptions.ts'
import type { BankOptions } from './bankOptions.ts'
import { accountOf, withAccountOptions } from './bankAccount.ts'
import type { AccountOptions } from './bankAccount.ts'
import { changing, noSeller, printing, CommandError, withStore } from './command.ts'
import { ofSeller } from './sellerOption.ts'
import { mailsOf } from './mails.ts'

type ConnectOptions = BankOptions &
  AccountOptions & {
    seller: string
    pixKey: string
    profile?: BankProfile
    callbacks?: 'required' | 'optional'
  }
type RenewOptions = BankOptions & { seller: string; pixKey?: string }
type OfSeller = { seller: string }

async function requireSeller(db: Database, id: string): Promise<void> {
  const [seller] = await db.read(() => sellerById({ id }))
  if (!seller) throw noSeller(id)
}

/** Other sellers with the same Pix key: a bank sends the callbacks of a key to one address only. */
async function sellersOfKey(db: Database, seller_id: string, pix_key: string): Promise<string[]> {
  const connections = await db.read(() => sellersOfPixKey({ pix_key }))
  return connections.map((connection) => connection.seller_id).filter((id) => id !== seller_id)
}

/** A bank's error ends the command, and so does another command that was quicker. */
function refuse(error: unknown): never {
  if (error instanceof RenewalRefused) throw new CommandError(sentenceOf(error), { cause: error })
  const isForeseen = error instanceof BankError || error instanceof ConnectionChanged
  throw isForeseen ? new CommandError(bankMessage(error), { cause: error }) : error
}

/** Our own words in the terminal's language; the bank's stay as they are. */
function bankMessage({ message }: Error): string {
  return terminalLanguage(process.env) === 'pt' ? bankReason('pt-BR', message) : message
}

/** The options that `connect` requires; of each inner list, one. */
const NEEDED: (keyof BankOptions)[][] = [
  ['url'],
  ['tokenUrl'],
  ['clientId'],
  ['clientSecret', 'clientSecretFile'],
  ['cert', 'p12'],
  ['key', 'p12'],
]

/** The options that a profile makes unnecessary. */
const saidBy = ({
  url,
  token_url,
  authentication,
  capabilities,
}: BankProfile): (keyof BankOptions)[] => [
  ...(url === null ? [] : ['url' as const]),
  ...(token_url === null ? [] : ['tokenUrl' as const]),
  ...(authentication === 'certificate' ? ['clientSecret' as const] : []),
  ...(authentication === 'key' ? ['clientId' as const] : []),
  ...(capabilities.takesCertificate ? [] : (['cert', 'key'] as const)),
]

const flagOf = (name: string) =>
  `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

/** @throws CommanderError, as for any option that is required */
function requireOptions(options: BankOptions, profile: BankProfile, command: Command): void {
  const optionNames = [...Object.keys(options), ...saidBy(profile)]
  const missing = NEEDED.find((names) => !names.some((name) => optionNames.includes(name)))
  if (missing) {
    command.error(`error: required option ${missing.map(flagOf).join(' or ')} not specified`)
  }
  requireNoSecret(options, profile, command)
}

/** @throws CommanderError when a secret is given that the bank would not be shown */
function requireNoSecret(options: BankOptions, profile: BankProfile, command: Command): void {
  const { clientSecret, clientSecretFile } = options
  if (profile.authentication !== 'certificate' || !(clientSecret ?? clientSecretFile)) return
  command.error(`error: the profile ${profile.name} has no client secret, only a certificate`)
}

/** @throws InvalidArgumentError when there is no such profile */
function parseProfile(name: string): BankProfile {
  const profile = findProfile(name)
  if (profile) return profile
  throw new InvalidArgumentError(
    `There is: ${bankProfiles.map((profile) => profile.name).join(', ')}.`,
  )
}

/** The bank's statements about a connection, and warnings about it. */
const standingOf = (connection: Connection, baseUrl: string, now: Date) => ({
  callbacks: connection.callbacks,
  granted_scopes: scopesIn(connection.granted_scopes) ?? null,
  recurring: recurringOf(connection),
  warnings: warningsOf(connection, baseUrl, now),
})

const connect = (options: ConnectOptions, command: Command) => {
  const { profile = profileNamed(CONTRACT_PROFILE) } = options
  requireOptions(options, profile, command)
  const credentials = { client_id: '', client_secret: '', ...readCredentials(options) }
  const fault = faultOfValues(profile, credentials)
  if (fault !== undefined) command.error(`error: ${fault.text}`)
  const account = accountOf(options, command)
  return withStore(async (store) => {
    const { db, environment, now } = store
    const { seller: seller_id, pixKey } = options
    await requireSeller(db, seller_id)
    const given = {
      url: profile.url,
      token_url: profile.token_url,
      certificate: '',
      private_key: '',
      authority: null,
      city: DEFAULT_CITY,
      ...(await readSettings(options)),
      pix_key: pixKey,
      profile: profile.name,
      ...credentials,
    }
    const settings = { ...given, public_only: false } as BankSettings
    requirePair(settings, options)
    const others = await sellersOfKey(db, seller_id, pixKey)
    const { vault } = await openVault(store)
    const { baseUrl } = environment
    const callback_url = callbackUrl(baseUrl, seller_id)
    const { callbacks } = options
    const mails = await mailsOf(store)
    const bank = { seller_id, settings, account, callbacks, actor: operator(), mails, now }
    const connection = await connectAtBank({ db, vault, baseUrl }, bank).catch(refuse)
    const warning =
      others.length > 0 &&
      ` WARNING: ${others.join(', ')} has the same Pix key. The bank announces what arrives for ` +
        "it at the address registered last, this one; the other seller's payments are only polled."
    const note = "This seller's buyers now pay through that bank."
    const value = {
      seller_id,
      provider: apiOf(connection),
      ...(options.profile && { profile: profile.name }),
      pix_key: pixKey,
      callback_url,
      ...standingOf(connection, baseUrl, now),
    }
    return warning
      ? { value: { ...value, warning: warning.trim() }, note: `${note}${warning}` }
      : { value, note }
  })
}

const FLAGS = {
  client_secret: '--client-secret',
  certificate: '--cert',
  private_key: '--key',
  profile_values: '--profile-value',
}

/** The sentence of a renewal that is refused. */
function sentenceOf({ refusal }: RenewalRefused): string {
  switch (refusal.reason) {
    case 'invalid_values':
      return refusal.text
    case 'secrets_not_kept': {
      const flags = refusal.missing.map((name) => FLAGS[name])
      const others = flags.slice(0, -1).join(', ')
      return `Its secrets are not stored: pass ${others} and ${flags.at(-1)}.`
    }
    case 'another_bank':
      return (
        'That is another bank: it does not know the charges made at the one that ' +
        'is connected. psp connect connects it, and keeps the other for its own charges.'
      )
    case 'unknown_bank':
      return 'That bank knows none of the charges made with this key.'
  }
}

/** The connection to renew: the one with the given Pix key, or the one in use. */
async function connectionOf(
  db: Database,
  { seller: seller_id, pixKey }: RenewOptions,
): Promise<Connection> {
  const connection = await connectionToRenew(db, { seller_id, pix_key: pixKey })
  if (connection) return connection
  throw new CommandError(
    pixKey === undefined
      ? `${seller_id} has no bank connected: choose an earlier one with --pix-key KEY.`
      : `${seller_id} never had a bank connected with the key ${pixKey}.`,
  )
}

const renew = (options: RenewOptions, command: Command) => {
  const { seller: seller_id, pixKey: _, ...rest } = options
  if (Object.keys(rest).every((name) => name === 'json')) {
    command.error('error: nothing to renew: pass an address, a certificate or a secret')
  }
  return withStore(async (store) => {
    const { db, environment, now } = store
    await requireSeller(db, seller_id)
    const connection = await connectionOf(db, options)
    requireNoSecret(options, profileNamed(connection.profile), command)
    const changed = { ...(await readSettings(options)), ...readCredentials(options) }
    const { vault } = await openVault(store)
    const { baseUrl } = environment
    try {
      const settings = renewedSettings(connection, changed, vault)
      requirePair(settings, options)
      const mails = await mailsOf(store)
      const renewal = { connection, settings, actor: operator(), mails, now }
      await renewAtBank({ db, vault, baseUrl }, renewal)
    } catch (error) {
      refuse(error)
    }
    const { pix_key } = connection
    const callback_url = callbackUrl(baseUrl, seller_id)
    const note = 'Open charges and refunds there continue with the new settings.'
    return { value: { seller_id, provider: apiOf(connection), pix_key, callback_url }, note }
  })
}

const test = ({ seller: seller_id }: OfSeller) =>
  withStore(async (store) => {
    const { db, environment, now } = store
    await requireSeller(db, seller_id)
    const { vault } = await openVault(store)
    const { baseUrl } = environment
    const tested = await testBank({ db, vault, baseUrl }, { seller_id, now }).catch(refuse)
    if (!tested) throw new CommandError(`${seller_id} has no bank connected.`)
    const mails = await mailsOf(store)
    await db.run(() => keepFindings(tested.found, mails))
    const { connection, scopes, webhook_url, callback_url } = tested
    const { profile, pix_key, url } = connection
    const provider = apiOf(connection)
    return {
      value: {
        ...{ seller_id, provider, profile, pix_key, url, scopes, webhook_url, callback_url },
        ...standingOf(connection, baseUrl, now),
      },
      ...(connection.callbacks === 'registered' &&
        webhook_url !== callback_url && {
          refusal:
            `The bank announces transfers at ${webhook_url ?? 'no address'}, ` +
            `not at ${callback_url}: connect it again.`,
        }),
    }
  })

const disconnect = ({ seller: seller_id }: OfSeller) =>
  withStore(async (store) => {
    const { db, environment, now } = store
    await requireSeller(db, seller_id)
    const mails = await mailsOf(store)
    const ended = await removeBank(db, { seller_id, actor: operator(), mails, now })
    if (!ended) throw new CommandError(`${seller_id} has no bank connected.`)
    const at = { seller_id, connection_id: ended.id }
    const [open] = await db.read(() => countOpenCharges(at))
    const open_charges = open?.count ?? 0
    const provider = environment.mode === 'sandbox' ? 'sandbox' : null
    return {
      value: { seller_id, provider, open_charges },
      note: `Charges made there that the bank is still asked about: ${open_charges}.`,
    }
  })

/** The profiles, each with the values that it needs of the seller. */
const profiles = async () => ({
  value: bankProfiles.map(({ name, title, url, token_url, authentication, values }) => ({
    name,
    title,
    authentication,
    required_values: values.filter(({ isRequired }) => isRequired).map((value) => value.name),
    optional_values: values.filter(({ isRequired }) => !isRequired).map((value) => value.name),
    url,
    token_url,
  })),
  note: bankProfiles
    .flatMap(({ name, values }) =>
      values.map((value) => [`${name} ${value.name}`, localized(value.text)].join(': ')),
    )
    .join('\n'),
})

export function addPsp(program: Command): void {
  const psp = program.command('psp').description("The bank through which a seller's buyers pay.")
  withAccountOptions(withBankOptions(ofSeller(psp.command('connect'))))
    .description("Connect a bank that follows the Central Bank's Pix API.")
    .requiredOption('--pix-key <key>', 'the Pix key that receives payments', parsePixKey)
    .option('--profile <name>', 'the profile of the bank; see psp profiles', parseProfile)
    .addOption(
      new Option(
        '--callbacks <need>',
        'with optional, a bank that refuses the callback URL is connected and polled',
      ).choices(['required', 'optional']),
    )
    .addHelpText(
      'after',
      localized(
        '\nA certificate and its key come as --cert and --key, or both as --p12.\n' +
          'Only --ca, --city, --p12-password-file and one of both for the secret may be left ' +
          'out;\n' +
          'with --profile also --url and --token-url, which then lead to a test environment.\n' +
          'A bank already connected with that key is renewed, as by psp renew.',
      ),
    )
    .action(changing(connect))
  withBankOptions(ofSeller(psp.command('renew')))
    .description("Change a bank's address, certificate or secret; open charges there continue.")
    .option('--pix-key <key>', 'of a bank that is no longer connected', parsePixKey)
    .addHelpText(
      'after',
      localized(
        '\nWhat you leave out stays as it is. The bank is checked first; if it ' +
          'refuses, nothing changes.',
      ),
    )
    .action(changing(renew))
  psp
    .command('profiles')
    .description('List the banks that need more than the Pix API requires, and what each needs.')
    .action(printing(profiles))
  ofSeller(psp.command('test'))
    .description("Test the connection to the seller's bank, and print what it answers.")
    .action(printing(test))
  ofSeller(psp.command('disconnect'))
    .description('Put the seller back on the sandbox rail.')
    .action(changing(disconnect))
}
