/** The options of `psp connect` and `psp renew`: the bank's addresses and our credentials. */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { trimmedCredential, withTrimmedCredentials } from '../../domain/pix/bank/credentials.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import {
  keyPem,
  pemOf,
  readCertificates,
  readChain,
  readPrivateKey,
} from '../../domain/pix/bank/keys/identity.ts'
import { readP12 } from '../../domain/pix/bank/keys/p12.ts'
import type { Pair } from '../../domain/pix/bank/keys/p12.ts'
import { bankAddress, isPair } from '../../domain/pix/connections/bankSettings.ts'
import { CommandError } from './command.ts'

const PIX_KEY_LENGTH = 77
const CITY_LENGTH = 60

/** The file descriptor of standard input, which `-` names. */
const STANDARD_INPUT = 0

/** The options as given; each command checks which ones it needs. */
export type BankOptions = {
  url?: string
  tokenUrl?: string
  clientId?: string
  clientSecret?: string
  clientSecretFile?: string
  cert?: string
  key?: string
  p12?: string
  p12PasswordFile?: string
  ca?: string
  city?: string
  profileValue?: Record<string, string>
  profileValueFile?: Record<string, string>
}

function parseAddress(text: string): string {
  const address = bankAddress(text)
  if (address !== undefined) return address
  throw new InvalidArgumentError('It must be an https address without a query.')
}

const parseLength = (most: number) => (text: string) => {
  const trimmed = trimmedCredential(text)
  if (trimmed !== '' && trimmed.length <= most) return trimmed
  throw new InvalidArgumentError(`It must have 1 to ${most} characters.`)
}

/** Reads `NAME=TEXT`, given once for each name, into an object. */
function parsePair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, rest] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || rest === undefined) {
    throw new InvalidArgumentError('It must have a name, an equals sign and a text.')
  }
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`It names ${name} twice.`)
  return { ...before, [name]: rest }
}

export const parsePixKey = parseLength(PIX_KEY_LENGTH)

/** Adds the options. None is required here. */
export const withBankOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'the URL of its Pix API', parseAddress)
    .option('--token-url <url>', 'the URL where it issues access tokens', parseAddress)
    .option('--client-id <id>', 'as issued by the bank')
    .option(
      '--client-secret <secret>',
      'as issued by the bank; visible to other users while this runs',
    )
    .addOption(
      new Option(
        '--client-secret-file <file>',
        'a file that holds it; - is standard input',
      ).conflicts('clientSecret'),
    )
    .option('--cert <file>', 'the certificate for mutual TLS, in PEM')
    .option('--key <file>', 'its private key, in PEM')
    .addOption(
      new Option('--p12 <file>', 'both of them in PKCS#12, in place of --cert and --key').conflicts(
        ['cert', 'key'],
      ),
    )
    .option('--p12-password-file <file>', 'a file that holds its password, if it has one')
    .option('--ca <file>', "the bank's certificate authority, in PEM, if it is not a public one")
    .option('--city <city>', 'shown to buyers', parseLength(CITY_LENGTH))
    .option('--profile-value <name=text>', 'a value its profile requires, such as a key', parsePair)
    .option(
      '--profile-value-file <name=file>',
      'a file that holds such a value, if it is secret',
      parsePair,
    )
    .hook('preAction', (_, action) => {
      const { p12, p12PasswordFile, ...options } = action.opts<BankOptions>()
      if (p12PasswordFile !== undefined && p12 === undefined) {
        action.error('error: --p12-password-file needs --p12')
      }
      const { profileValue = {}, profileValueFile = {} } = options
      const twice = Object.keys(profileValue).find((name) => Object.hasOwn(profileValueFile, name))
      if (twice !== undefined) action.error(`error: the profile value ${twice} is given twice`)
    })

function readBytes(option: string, file: string): Buffer {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file)
  } catch (cause) {
    throw new CommandError(`${option}: ${(cause as Error).message}`, { cause })
  }
}

/** Reads a secret from a file, without the line break at its end. */
function readSecret(option: string, file: string): string {
  const secret = readBytes(option, file)
    .toString()
    .replace(/\r?\n$/, '')
  if (secret === '') throw new CommandError(`${option}: ${file} is empty.`)
  return secret
}

/** Parses a PEM file, so that a wrong one is reported before the bank is asked. */
function readPem(option: string, file: string, read: (pem: string) => string): string {
  const pem = readBytes(option, file).toString()
  try {
    return read(pem)
  } catch (cause) {
    const { message } = cause as Error
    throw new CommandError(`${option}: ${file} cannot be used (${message}).`, { cause })
  }
}

/** Reads certificate and key from one file; without a password file its password is empty. */
async function readBoth(file: string, passwordFile: string | undefined): Promise<Pair> {
  const bytes = readBytes('--p12', file)
  const password = passwordFile === undefined ? '' : readSecret('--p12-password-file', passwordFile)
  try {
    const pair = await readP12(bytes, password)
    return { ...pair, certificate: pemOf(readChain(pair.certificate)) }
  } catch (cause) {
    throw new CommandError(`--p12: ${file} cannot be read (${(cause as Error).message}).`, {
      cause,
    })
  }
}

type Credentials = Partial<Pick<BankSettings, 'client_id' | 'client_secret'>> &
  Pick<BankSettings, 'profile_values'>

/** The given credentials, and the values for the profile, with the contents of the files. */
export function readCredentials(options: BankOptions): Credentials {
  const { clientId: client_id, clientSecret, clientSecretFile } = options
  const { profileValue = {}, profileValueFile = {} } = options
  const files = Object.entries(profileValueFile).map(([name, file]) => [
    name,
    readSecret('--profile-value-file', file),
  ])
  const client_secret =
    clientSecretFile === undefined
      ? clientSecret
      : readSecret('--client-secret-file', clientSecretFile)
  return withTrimmedCredentials({
    ...(client_id !== undefined && { client_id }),
    ...(client_secret !== undefined && { client_secret }),
    profile_values: { ...profileValue, ...Object.fromEntries(files) },
  })
}

/** The given settings but for the credentials, with the contents of the files. */
export async function readSettings(options: BankOptions): Promise<Partial<BankSettings>> {
  const { p12, p12PasswordFile } = options
  const { url, tokenUrl, cert, key, ca, city } = options
  const settings = {
    url,
    token_url: tokenUrl,
    city,
    certificate: cert && readPem('--cert', cert, (pem) => pemOf(readChain(pem))),
    private_key: key && readPem('--key', key, (pem) => keyPem(readPrivateKey(pem))),
    authority: ca && readPem('--ca', ca, (pem) => pemOf(readCertificates(pem))),
    ...(p12 !== undefined && (await readBoth(p12, p12PasswordFile))),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** @throws CommandError when the private key does not belong to the certificate */
export function requirePair(settings: BankSettings, { cert, key }: BankOptions): void {
  if (isPair(settings)) return
  throw new CommandError(
    `--key: ${key ?? 'the one that is kept'} does not belong to the certificate ` +
      `${cert === undefined ? 'that is kept' : `in ${cert}`}.`,
  )
}
