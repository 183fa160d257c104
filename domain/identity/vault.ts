import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFile, parseDatabaseUrl } from '../../db/databaseUrl.ts'
import { makeFolder, syncToDisk } from '../../db/sync.ts'
import { EnvironmentError } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The labels of a bank connection's secrets. The label of any other secret is its row's id. */
export const bankSecretLabel = (id: string): string => `${id} client_secret`
export const bankKeyLabel = (id: string): string => `${id} private_key`
export const bankValuesLabel = (id: string): string => `${id} profile_values`

const NAME_BYTES = 6

/**
 * Separates a sealed text from the name of its key. Versions that wrote no name stop decoding
 * base64 at this character, so they can open what this version seals.
 */
const NAME_MARK = '='

/** The name of a key, which stands in the texts that it sealed and reveals nothing of the key. */
const nameOf = (key: Buffer): string =>
  createHmac('sha256', key)
    .update('balcao sealed by')
    .digest()
    .subarray(0, NAME_BYTES)
    .toString('base64url')

/** The length of a key's name and its mark at the end of a sealed text, in characters. */
export const SEAL_NAME_LENGTH = 1 + (NAME_BYTES * 4) / 3

/**
 * Encrypts the secrets that are stored in the database by AES-256-GCM under one key. It opens texts
 * of the previous key as well, until all of them are sealed anew.
 */
export class Vault {
  /** The name of the key that seals. */
  readonly name: string
  readonly #key: Buffer
  /** The keys that open, by name; the key that seals is the first. */
  readonly #keys: Map<string, Buffer>
  /** The keys that sign, by label, derived from those that open: the current one is the first. */
  readonly #signing = new Map<string, KeyObject[]>()

  /**
   * @param key 32 bytes
   * @param previous 32 bytes: the key that is being replaced, if any
   */
  constructor(key: Buffer, previous?: Buffer) {
    this.#key = key
    this.name = nameOf(key)
    const all = previous ? [key, previous] : [key]
    this.#keys = new Map(all.map((candidate) => [nameOf(candidate), candidate]))
  }

  /**
   * @param label authenticated with the text, so that it opens in its own place only
   * @returns nonce, tag and ciphertext in base64url, then the mark and the name of the key
   */
  seal(text: string, label: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(label))
    const sealed = [cipher.update(text, 'utf8'), cipher.final()]
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
    return bytes.toString('base64url') + NAME_MARK + this.name
  }

  /** @throws when neither key sealed the text under this label, or the text was changed */
  open(sealed: string, label: string): string {
    const [text = '', name] = sealed.split(NAME_MARK)
    if (name === undefined) return this.#openUnnamed(text, label)
    const key = this.#keys.get(name)
    if (!key) throw new Error('It was sealed under another SECRET_KEY.')
    return open(key, text, label)
  }

  /** True when one of the two keys has this name. */
  hasKey(name: string): boolean {
    return this.#keys.has(name)
  }

  /** True when a text names the current key as the one that sealed it. */
  isCurrent(sealed: string): boolean {
    return sealed.endsWith(NAME_MARK + this.name)
  }

  /**
   * Signs bytes that leave the service and are verified when they return, by HMAC-SHA256.
   *
   * @param label of the key, which is derived from the one that seals: each use has its own
   * @returns 32 bytes
   */
  sign(bytes: Buffer, label: string): Buffer {
    const [current] = this.#signingKeys(label)
    if (!current) throw new Error('There is no key to sign with.')
    return signature(current, bytes)
  }

  /** Verifies a signature of `sign`, by either key, in constant time. */
  hasSigned(bytes: Buffer, given: Buffer, label: string): boolean {
    return this.#signingKeys(label).some((key) => {
      const expected = signature(key, bytes)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  /** Derived once for each label (RFC 5869): it takes five times as long as to sign. */
  #signingKeys(label: string): KeyObject[] {
    const known = this.#signing.get(label)
    if (known) return known
    const derive = (key: Buffer) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', key, '', label, 32)))
    const derived = [...this.#keys.values()].map(derive)
    this.#signing.set(label, derived)
    return derived
  }

  #openUnnamed(text: string, label: string): string {
    const keys = [...this.#keys.values()]
    for (const key of keys.slice(1)) {
      try {
        return open(key, text, label)
      } catch {
        // The error that is reported is that of the current key, below.
      }
    }
    return open(this.#key, text, label)
  }
}

const signature = (key: KeyObject, bytes: Buffer): Buffer =>
  createHmac('sha256', key).update(bytes).digest()

function open(key: Buffer, sealed: string, label: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
  const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}

/** The folder of the sandbox's key when the database is a server and has no folder of its own. */
const DEFAULT_FOLDER = 'data'

/** The key that seals: SECRET_KEY, or in sandbox mode the content of a file beside the database. */
export function secretKey({ secretKey, databaseUrl }: Environment): Buffer {
  if (secretKey) return secretKey
  const file = keyFile(databaseUrl)
  return file === undefined ? randomBytes(32) : readOrMakeKey(file)
}

/** The vault of an environment whose key is there already; undefined when none was made yet. */
export function existingVault(environment: Environment): Vault | undefined {
  const { secretKey, secretKeyPrevious, databaseUrl } = environment
  const file = keyFile(databaseUrl)
  if (!secretKey && !(file !== undefined && existsSync(file))) return undefined
  return new Vault(secretKey ?? readOrMakeKey(file ?? ''), secretKeyPrevious)
}

/**
 * The vault of a database that was never served. The sandbox's key is made beside a file; beside a
 * server it is the service's to make, since a command may be called in another folder.
 */
export function firstVault(environment: Environment): Vault | undefined {
  const { secretKey: secret, databaseUrl } = environment
  if (!secret && !databaseFile(databaseUrl)) return undefined
  return new Vault(secretKey(environment), environment.secretKeyPrevious)
}

/** The file of the sandbox's key; undefined for a database in memory. */
function keyFile(databaseUrl: string): string | undefined {
  const file = databaseFile(databaseUrl)
  if (file) return join(dirname(file), 'secret.key')
  const isServer = parseDatabaseUrl(databaseUrl)?.engine === 'postgres'
  return isServer ? join(DEFAULT_FOLDER, 'secret.key') : undefined
}

/**
 * Reads the sandbox's key from its file, which the first process creates for its owner only. Of
 * processes that start at once, one creates it and the others read it.
 *
 * @throws EnvironmentError when it cannot be created or read, or holds no key
 */
function readOrMakeKey(path: string): Buffer {
  try {
    if (!existsSync(path)) makeKey(path)
    const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
    if (key.length === 32) return key
  } catch (error) {
    const { message } = error as Error
    throw new EnvironmentError(`SECRET_KEY: not set, and ${path} cannot be used (${message})`)
  }
  throw new EnvironmentError(`SECRET_KEY: not set, and ${path} does not hold 32 bytes in base64`)
}

/** Creates the file and syncs it: a power cut must not lose a key that has sealed something. */
function makeKey(path: string): void {
  makeFolder(dirname(path))
  // Process ids do not tell containers apart: each may be process 1.
  const draft = `${path}.${randomUUID()}`
  const text = `${randomBytes(32).toString('base64')}\n`
  try {
    writeFileSync(draft, text, { flag: 'w', mode: 0o600, flush: true })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncToDisk(dirname(path))
}
