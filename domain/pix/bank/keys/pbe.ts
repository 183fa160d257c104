/**
 * Encryption by a password, as in PKCS#12 files: PBES2 (RFC 8018 §6.2), whose password is in UTF-8,
 * and the older schemes of RFC 7292, whose password is a BMPString (appendix B.1). OpenSSL within
 * Node has no RC2, so `node-forge` decrypts that.
 */
import { createDecipheriv, createHmac, hash, pbkdf2Sync } from 'node:crypto'
import { bytesOf, countOf, hexOf, partsOf } from './ber.ts'
import type { Node } from './ber.ts'

export type Forge = typeof import('node-forge')

/**
 * How often PBES2 may hash a password: Firefox does it 600,000 times for each part of a file,
 * `openssl` 2,048 times. A million take OpenSSL about half a second, and no thread is ended
 * meanwhile.
 */
const MAX_PBES2_ITERATIONS = 1_000_000

/** The same by RFC 7292, which Node does not have: each takes about 3 µs here. */
const MAX_ITERATIONS = 100_000

/** The password does not open the file. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

/** The file has its password hashed so often that opening it would take seconds. */
export class TooManyIterations extends Error {
  override name = 'TooManyIterations'
}

const wrongPassword = (cause?: unknown) =>
  new WrongPassword('the password does not open it', { cause })

const unknownCipher = () => new Error('it is encrypted in a way that cannot be read here')

const PBES2 = '2a864886f70d01050d'
const PBKDF2 = '2a864886f70d01050c'

const HMAC_SHA1 = '2a864886f70d0207'

/** Digests of the functions that PBKDF2 may use. */
const prfs: Partial<Record<string, string>> = {
  [HMAC_SHA1]: 'sha1',
  '2a864886f70d0208': 'sha224',
  '2a864886f70d0209': 'sha256',
  '2a864886f70d020a': 'sha384',
  '2a864886f70d020b': 'sha512',
}

/** A cipher of OpenSSL's, or RC2 with as many bits as its key has. */
type Cipher = { name: string; keyBytes: number; ivBytes: number }

const RC2 = 'rc2'

const pbes2Ciphers: Partial<Record<string, Cipher>> = {
  '60864801650304012a': { name: 'aes-256-cbc', keyBytes: 32, ivBytes: 16 },
  '608648016503040116': { name: 'aes-192-cbc', keyBytes: 24, ivBytes: 16 },
  '608648016503040102': { name: 'aes-128-cbc', keyBytes: 16, ivBytes: 16 },
  '2a864886f70d0307': { name: 'des-ede3-cbc', keyBytes: 24, ivBytes: 8 },
}

/** Ciphers of RFC 7292, appendix C; each derives its key by SHA-1. */
const olderCiphers: Partial<Record<string, Cipher>> = {
  '2a864886f70d010c0103': { name: 'des-ede3-cbc', keyBytes: 24, ivBytes: 8 },
  '2a864886f70d010c0104': { name: 'des-ede-cbc', keyBytes: 16, ivBytes: 8 },
  '2a864886f70d010c0105': { name: RC2, keyBytes: 16, ivBytes: 8 },
  '2a864886f70d010c0106': { name: RC2, keyBytes: 5, ivBytes: 8 },
}

/** A digest, with the bytes of its value and of its blocks. */
type Digest = { name: string; bytes: number; blockBytes: number }

const SHA1: Digest = { name: 'sha1', bytes: 20, blockBytes: 64 }

const macDigests: Partial<Record<string, Digest>> = {
  '2a864886f70d0205': { name: 'md5', bytes: 16, blockBytes: 64 },
  '2b0e03021a': SHA1,
  '608648016503040204': { name: 'sha224', bytes: 28, blockBytes: 64 },
  '608648016503040201': { name: 'sha256', bytes: 32, blockBytes: 64 },
  '608648016503040202': { name: 'sha384', bytes: 48, blockBytes: 128 },
  '608648016503040203': { name: 'sha512', bytes: 64, blockBytes: 128 },
}

/** Purposes of a derived key (RFC 7292, appendix B.3). */
const PURPOSE = { key: 1, iv: 2, mac: 3 } as const

type Derivation = {
  digest: Digest
  password: string
  salt: Buffer
  iterations: number
  purpose: number
  length: number
}

/** Repeats bytes until they fill whole blocks; no bytes stay none. */
const inBlocks = (bytes: Buffer, blockBytes: number): Buffer =>
  Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes)

/** Adds a block and one to each block of `blocks`, as integers without their overflow. */
function addToBlocks(blocks: Buffer, block: Buffer): void {
  for (let end = blocks.length; end > 0; end -= block.length) {
    let carry = 1
    for (let i = 1; i <= block.length; i++) {
      carry += (blocks[end - i] ?? 0) + (block[block.length - i] ?? 0)
      blocks[end - i] = carry & 0xff
      carry >>= 8
    }
  }
}

/** Derives a key (RFC 7292, appendix B.2). */
function derived({ digest, password, salt, iterations, purpose, length }: Derivation): Buffer {
  const { name, bytes, blockBytes } = digest
  const bmpString = Buffer.from(`${password}\0`, 'utf16le').swap16()
  const blocks = Buffer.concat([inBlocks(salt, blockBytes), inBlocks(bmpString, blockBytes)])
  const parts: Buffer[] = []
  for (let made = 0; made < length; made += bytes) {
    let part = Buffer.concat([Buffer.alloc(blockBytes, purpose), blocks])
    for (let i = 0; i < iterations; i++) part = hash(name, part, 'buffer')
    parts.push(part)
    addToBlocks(blocks, Buffer.alloc(blockBytes, part))
  }
  return Buffer.concat(parts).subarray(0, length)
}

/** @throws TooManyIterations, or Error when it is no count */
function iterationsIn(node: Node | undefined, max: number): number {
  const iterations = countOf(node)
  if (iterations > max) throw new TooManyIterations('its password is hashed too often')
  if (!(iterations >= 1)) throw unknownCipher()
  return iterations
}

type Keyed = { cipher: Cipher; key: Buffer; iv: Buffer }

function keyedByPbes2(parameters: Node | undefined, password: string): Keyed {
  const [derivation, scheme] = partsOf(parameters)
  const [derivationId, derivationParameters] = partsOf(derivation)
  const [schemeId, iv] = partsOf(scheme)
  const [salt, count, ...optional] = partsOf(derivationParameters)
  // The length of the key, an integer, may stand before the function.
  const prf = optional.find(({ value }) => typeof value !== 'string')
  const digest = prfs[prf ? hexOf(partsOf(prf)[0]) : HMAC_SHA1]
  const cipher = pbes2Ciphers[hexOf(schemeId)]
  if (hexOf(derivationId) !== PBKDF2 || !digest || !cipher) throw unknownCipher()
  const iterations = iterationsIn(count, MAX_PBES2_ITERATIONS)
  const key = pbkdf2Sync(password, bytesOf(salt), iterations, cipher.keyBytes, digest)
  return { cipher, key, iv: bytesOf(iv) }
}

function keyedByOlder(id: string, parameters: Node | undefined, password: string): Keyed {
  const cipher = olderCiphers[id]
  if (!cipher) throw unknownCipher()
  const [salt, count] = partsOf(parameters)
  const iterations = iterationsIn(count, MAX_ITERATIONS)
  const derivation = { digest: SHA1, password, salt: bytesOf(salt), iterations }
  const key = derived({ ...derivation, purpose: PURPOSE.key, length: cipher.keyBytes })
  const iv = derived({ ...derivation, purpose: PURPOSE.iv, length: cipher.ivBytes })
  return { cipher, key, iv }
}

function decryptedRc2(forge: Forge, { key, iv }: Keyed, data: Buffer): Buffer {
  const decipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8)
  decipher.start(iv.toString('latin1'))
  decipher.update(forge.util.createBuffer(data.toString('latin1')))
  if (!decipher.finish()) throw wrongPassword()
  return Buffer.from(decipher.output.getBytes(), 'latin1')
}

function decryptedByOpenSsl({ cipher, key, iv }: Keyed, data: Buffer): Buffer {
  const decipher = createDecipheriv(cipher.name, key, iv)
  try {
    return Buffer.concat([decipher.update(data), decipher.final()])
  } catch (error) {
    throw wrongPassword(error)
  }
}

/** The first byte of what is encrypted: a private key, or a list of bags. */
const SEQUENCE = 0x30

/** The password of a file, and the library that opens it. */
export type Opening = { forge: Forge; password: string }

/**
 * Decrypts the sequence that a part of a file holds.
 *
 * @throws WrongPassword, TooManyIterations, or Error when it cannot be read
 */
export function decrypted(
  { forge, password }: Opening,
  algorithm: Node | undefined,
  data: Buffer,
): Buffer {
  const [id, parameters] = partsOf(algorithm)
  const name = hexOf(id)
  const keyed =
    name === PBES2 ? keyedByPbes2(parameters, password) : keyedByOlder(name, parameters, password)
  const { cipher, iv } = keyed
  if (iv.length !== cipher.ivBytes) throw unknownCipher()
  const isRc2 = cipher.name === RC2
  const bytes = isRc2 ? decryptedRc2(forge, keyed, data) : decryptedByOpenSsl(keyed, data)
  // The padding of one wrong password in 256 is right by chance.
  if (bytes[0] !== SEQUENCE) throw wrongPassword()
  return bytes
}

/**
 * Checks the password by the MAC over the contents (RFC 7292 §4). Where something was decrypted,
 * that has proved the password, and files without a MAC are read, too; so a MAC by another scheme
 * (RFC 9579) or of too many iterations, as Firefox makes it, is then left out.
 *
 * @throws WrongPassword; TooManyIterations or Error when it is left out and nothing was decrypted
 */
export function requireMac(
  mac: Node,
  { password, contents, isProved }: { password: string; contents: Buffer; isProved: boolean },
): void {
  const [digestInfo, salt, count] = partsOf(mac)
  const [algorithm, expected] = partsOf(digestInfo)
  const digest = macDigests[hexOf(partsOf(algorithm)[0])]
  const isLeftOut = !digest || (count && countOf(count) > MAX_ITERATIONS)
  if (isProved && isLeftOut) return
  const iterations = count ? iterationsIn(count, MAX_ITERATIONS) : 1
  if (!digest) throw unknownCipher()
  const derivation = { digest, password, salt: bytesOf(salt), iterations }
  const key = derived({ ...derivation, purpose: PURPOSE.mac, length: digest.bytes })
  const computed = createHmac(digest.name, key).update(contents).digest()
  if (!computed.equals(bytesOf(expected))) throw wrongPassword()
}
