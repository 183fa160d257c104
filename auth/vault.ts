import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFile, parseAddress } from '../db/address.ts'
import { makeFolder, syncToDisk } from '../db/sync.ts'
import type { Environment } from '../runtime/environment.ts'

const algorithm = 'aes-256-gcm'
const nonce_bytes = 12
const tag_bytes = 16

/** Seals what the database keeps but must not give away: AES-256-GCM under one key. */
export class Vault {
  readonly #key: Buffer

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    this.#key = key
  }

  /**
   * @param label binds the text to its place, so that it opens nowhere else
   * @returns nonce, tag and ciphertext in base64url
   */
  seal(text: string, label: string): string {
    const nonce = randomBytes(nonce_bytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(label))
    const sealed = [cipher.update(text, 'utf8'), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
  }

  /** @throws when the text was sealed under another key or label, or was changed */
  open(sealed: string, label: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    const nonce = bytes.subarray(0, nonce_bytes)
    const tag = bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes)
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tag_bytes })
    decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
    const text = [decipher.update(bytes.subarray(nonce_bytes + tag_bytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  }
}

/** Where the sandbox keeps its key when the database is a server: there is no file to be beside. */
const DEFAULT_FOLDER = 'data'

/** The key that seals what is kept secret: given, or in sandbox mode a file beside the database. */
export function secretKey({ secret_key, database_url }: Environment): Buffer {
  if (secret_key) return secret_key
  const file = databaseFile(database_url)
  if (file) return readOrMakeKey(join(dirname(file), 'secret.key'))
  return parseAddress(database_url)?.engine === 'postgres'
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
