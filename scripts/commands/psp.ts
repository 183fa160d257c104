import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { sellerById } from '../../auth/clients.ts'
import { openVault } from '../../auth/keys.ts'
import type { Database } from '../../db/database.ts'
import { Bacen } from '../../pix/bacen.ts'
import type { BankSettings } from '../../pix/bacen.ts'
import { countOpenCharges } from '../../pix/charges.ts'
import {
  addBank, callbackUrl, connectionInUse, connectionsOfKey, removeBank, settingsOf,
} from '../../pix/connections.ts'
import { BankError } from '../../pix/provider.ts'
import { noSeller, printing, Refused, withStore } from './command.ts'

const PIX_KEY_LENGTH = 77
const CITY_LENGTH = 60
const DEFAULT_CITY = 'Brasilia'

type ConnectOptions = {
  seller: string
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  cert: string
  key: string
  ca?: string
  pixKey: string
  city: string
}

type OfSeller = { seller: string }

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username) {
    throw new InvalidArgumentError('It must be an https address without a query.')
  }
  return text.replace(/\/+$/, '')
}

const parseLength = (most: number) => (text: string) => {
  const trimmed = text.trim()
  if (trimmed !== '' && trimmed.length <= most) return trimmed
  throw new InvalidArgumentError(`It must have 1 to ${most} characters.`)
}

/** Reads a file and has it looked at, so that a wrong one is known before the bank is asked. */
function readPem(option: string, file: string, look: (pem: string) => unknown): string {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Refused(`${option}: ${(cause as Error).message}`, { cause })
  }
  try {
    look(pem)
    return pem
  } catch (cause) {
    throw new Refused(`${option}: ${file} holds none in PEM, or an encrypted one.`, { cause })
  }
}

function readIdentity({ cert, key, ca }: ConnectOptions) {
  const certificate = readPem('--cert', cert, (pem) => new X509Certificate(pem))
  const private_key = readPem('--key', key, (pem) => createPrivateKey(pem))
  if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(private_key))) {
    throw new Refused(`--key: ${key} does not belong to the certificate in ${cert}.`)
  }
  const authority = ca === undefined
    ? null
    : readPem('--ca', ca, (pem) => new X509Certificate(pem))
  return { certificate, private_key, authority }
}

async function requireSeller(db: Database, id: string): Promise<void> {
  const [seller] = await db.read(() => sellerById({ id }))
  if (!seller) throw noSeller(id)
}

/** Other sellers with the same key: a bank announces what arrives for it at one address only. */
async function sellersOfKey(db: Database, seller_id: string, pix_key: string): Promise<string[]> {
  const connections = await db.read(() => connectionsOfKey({ pix_key }))
  return connections.map((one) => one.seller_id).filter((id) => id !== seller_id)
}

/** Works with a bank and closes the line; what the bank refuses is the command's refusal. */
async function atBank<Result>(
  settings: BankSettings,
  work: (bank: Bacen) => Promise<Result>,
): Promise<Result> {
  const bank = new Bacen(settings)
  try {
    return await work(bank)
  } catch (error) {
    if (error instanceof BankError) throw new Refused(error.message, { cause: error })
    throw error
  } finally {
    bank.close()
  }
}

const connect = (options: ConnectOptions) =>
  withStore(async (store) => {
    const { db, environment, now } = store
    const { seller: seller_id, url, tokenUrl, clientId, clientSecret, pixKey, city } = options
    await requireSeller(db, seller_id)
    const settings: BankSettings = {
      url,
      token_url: tokenUrl,
      client_id: clientId,
      client_secret: clientSecret,
      pix_key: pixKey,
      city,
      ...readIdentity(options),
    }
    const others = await sellersOfKey(db, seller_id, pixKey)
    const { vault } = await openVault(store)
    const callback_url = callbackUrl(environment.base_url, seller_id)
    // Nothing is kept of a bank that did not take us in.
    await atBank(settings, (bank) => bank.registerWebhook(callback_url))
    const { provider, pix_key } = await addBank(db, vault, { seller_id, settings, now })
    const warning = others.length > 0 &&
      ` WARNING: ${others.join(', ')} has the same Pix key. The bank announces what arrives for ` +
      'it at the address registered last, this one; the other seller\'s payments are only polled.'
    const note = `From now on this seller's buyers pay through that bank.${warning || ''}`
    const value = { seller_id, provider, pix_key, callback_url }
    return { value: warning ? { ...value, warning: warning.trim() } : value, note }
  })

const test = ({ seller: seller_id }: OfSeller) =>
  withStore(async (store) => {
    const { db, environment } = store
    await requireSeller(db, seller_id)
    const [connection] = await db.read(() => connectionInUse({ seller_id }))
    if (!connection) throw new Refused(`${seller_id} has no bank connected.`)
    const { vault } = await openVault(store)
    const settings = settingsOf(connection, vault)
    const callback_url = callbackUrl(environment.base_url, seller_id)
    const { provider, pix_key, url } = connection
    const { scopes, webhook_url } = await atBank(settings, async (bank) => ({
      scopes: (await bank.grantedScopes()).split(' '),
      webhook_url: await bank.readWebhook() ?? null,
    }))
    return {
      value: { seller_id, provider, pix_key, url, scopes, webhook_url, callback_url },
      ...webhook_url !== callback_url && {
        refusal: `The bank announces transfers at ${webhook_url ?? 'no address'}, ` +
          `not at ${callback_url}: connect it again.`,
      },
    }
  })

const disconnect = ({ seller: seller_id }: OfSeller) =>
  withStore(async ({ db, environment, now }) => {
    await requireSeller(db, seller_id)
    const ended = await removeBank(db, { seller_id, now })
    if (!ended) throw new Refused(`${seller_id} has no bank connected.`)
    const at = { seller_id, connection_id: ended.id }
    const [open] = await db.read(() => countOpenCharges(at))
    const open_charges = open?.count ?? 0
    const provider = environment.mode === 'sandbox' ? 'sandbox' : null
    return {
      value: { seller_id, provider, open_charges },
      note: `The bank is still asked about the ${open_charges} charges that are open there.`,
    }
  })

const ofSeller = (command: Command) => command.requiredOption('--seller <id>', 'the seller_ id')

export function addPsp(program: Command): void {
  const psp = program.command('psp').description('The bank through which a seller\'s buyers pay.')
  ofSeller(psp.command('connect'))
    .description('Connect a bank that follows the Central Bank\'s Pix API.')
    .requiredOption('--url <url>', 'the address of its Pix API', parseAddress)
    .requiredOption('--token-url <url>', 'where it issues access tokens', parseAddress)
    .requiredOption('--client-id <id>', 'as the bank gave it')
    .requiredOption('--client-secret <secret>', 'as the bank gave it')
    .requiredOption('--cert <file>', 'the certificate for mutual TLS, in PEM')
    .requiredOption('--key <file>', 'its private key, in PEM')
    .option('--ca <file>', 'the bank\'s own authority, in PEM, when it is not a public one')
    .requiredOption('--pix-key <key>', 'the key that receives', parseLength(PIX_KEY_LENGTH))
    .option('--city <city>', 'shown to buyers', parseLength(CITY_LENGTH), DEFAULT_CITY)
    .action(printing(connect))
  ofSeller(psp.command('test'))
    .description('Ask the seller\'s bank who we are to it, and print what it answers.')
    .action(printing(test))
  ofSeller(psp.command('disconnect'))
    .description('Put the seller back on the sandbox rail.')
    .action(printing(disconnect))
}
