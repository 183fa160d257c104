import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFile, parseDatabaseUrl } from '../../db/databaseUrl.ts'
import { makeFolder, syncToDisk } from '../../db/sync.ts'
import type { Environment } from '../../runtime/environment.ts'

const algorithm = 'aes-256-gcm'
const nonce_bytes = 12
const tag_bytes = 16

/** What binds the secrets of a bank connection to their row; other secrets go by the row's id. */
export const bankSecretLabel = (id: string): string => `${id} client_secret`
export const bankKeyLabel = (id: string): string => `${id} private_key`

const NAME_BYTES = 6

/**
 * Ends a sealed text, before the name of its key. The version before stops reading base64 there and
 * ignores the name, so that it opens what this one seals; what it sealed itself has no name.
 */
const NAME_MARK = '='

/** The name of a key that stands in what it sealed; it says nothing of the key. */
const nameOf = (key: Buffer): string =>
  createHmac('sha256', key)
    .update('balcao sealed by')
    .digest()
    .subarray(0, NAME_BYTES)
    .toString('base64url')

/** How many characters the name of a key and its mark take at the end of a sealed text. */
export const SEAL_NAME_LENGTH = 1 + (NAME_BYTES * 4) / 3

/**
 * Seals what the database keeps but must not give away: AES-256-GCM under one key. It opens what
 * the key before sealed as well, until all of that is sealed anew.
 */
export class Vault {
  /** The name of the key that seals. */
  readonly name: string
  readonly #key: Buffer
  /** Every key that opens, by its name; the one that seals is the first. */
  readonly #keys: Map<string, Buffer>

  /**
   * @param key 32 bytes
   * @param previous the key before, when there is one
   */
  constructor(key: Buffer, previous?: Buffer) {
    this.#key = key
    this.name = nameOf(key)
    const all = previous ? [key, previous] : [key]
    this.#keys = new Map(all.map((one) => [nameOf(one), one]))
  }

  /**
   * @param label binds the text to its place, so that it opens nowhere else
   * @returns nonce, tag and ciphertext in base64url, and after its mark the name of the key
   */
  seal(text: string, label: string): string {
    const nonce = randomBytes(nonce_bytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(label))
    const sealed = [cipher.update(text, 'utf8'), cipher.final()]
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
    return bytes.toString('base64url') + NAME_MARK + this.name
  }

  /** @throws when the text was sealed under no key that is here or another label, or was changed */
  open(sealed: string, label: string): string {
    const [text = '', name] = sealed.split(NAME_MARK)
    if (name === undefined) return this.#openUnnamed(text, label)
    const key = this.#keys.get(name)
    if (!key) throw new Error('It was sealed under another SECRET_KEY.')
    return open(key, text, label)
  }

  /** Whether a key that is here is named as the one that sealed. */
  hasKey(name: string): boolean {
    return this.#keys.has(name)
  }

  /** Whether a text was sealed under the key that seals now, by its name. */
  isCurrent(sealed: string): boolean {
    return sealed.endsWith(NAME_MARK + this.name)
  }

  #openUnnamed(text: string, label: string): string {
    const keys = [...this.#keys.values()]
    for (const key of keys.slice(1)) {
      try {
        return open(key, text, label)
      } catch {
        // What is wrong with it is what the key that seals now says of it.
      }
    }
    return open(this.#key, text, label)
  }
}

function open(key: Buffer, sealed: string, label: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonce_bytes)
  const tag = bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
  decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
  const text = [decipher.update(bytes.subarray(nonce_bytes + tag_bytes)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}

/** Where the sandbox keeps its key when the database is a server: there is no file to be beside. */
const DEFAULT_FOLDER = 'data'

/** The key that seals what is kept secret: given, or in sandbox mode a file beside the database. */
export function secretKey({ secret_key, database_url }: Environment): Buffer {
  if (secret_key) return secret_key
  const file = databaseFile(database_url)
  if (file) return readOrMakeKey(join(dirname(file), 'secret.key'))
  return parseDatabaseUrl(database_url)?.engine === 'postgres'
    ? readOrMakeKey(join(DEFAULT_FOLDER, 'secret.key'))
    : randomBytes(32)
}

/**
 * The sandbox's key: a file of its own that is made once, readable by its owner only. Of processes
 * that start at once one makes it, and the others read that one's.
 */
export function readOrMakeKey(path: string): Buffer {
  if (!existsSync(path)) makeKey(path)
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`${path} does not hold 32 bytes in base64.`)
  return key
}

/** A power cut may not take away a key under which something was sealed: all is synced. */
function makeKey(path: string): void {
  makeFolder(dirname(path))
  const draft = `${path}.${process.pid}`
  const text = `${randomBytes(32).toString('base64')}\n`
  writeFileSync(draft, text, { flag: 'w', mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  unlinkSync(draft)
  syncToDisk(dirname(path))
}
