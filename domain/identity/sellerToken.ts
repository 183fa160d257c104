/** Random tokens that carry their seller, so that only its rows are looked through. */
import { createHash } from 'node:crypto'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { secureRandom } from '../../runtime/random.ts'

const UUID_BYTES = 16
const SECRET_BYTES = 32

/** The 16 bytes of the UUID at the end of an id. */
export const uuidBytes = (id: string): Buffer =>
  Buffer.from(id.slice(id.indexOf('_') + 1).replaceAll('-', ''), 'hex')

/**
 * The id that such bytes are of.
 *
 * @param prefix with its underscore
 * @param bytes 16 bytes
 */
export function idOfBytes(prefix: string, bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return prefix + hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The bytes of a text in canonical base64url; undefined when it is none, or of another length. */
export function canonicalBytes(text: string, lengths: readonly number[]): Buffer | undefined {
  // Four letters are three bytes: a longer text is not decoded.
  if (text.length > Math.ceil((Math.max(...lengths) * 4) / 3)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const isCanonical = bytes.toString('base64url') === text
  return isCanonical && lengths.includes(bytes.length) ? bytes : undefined
}

/** The seller whose UUID is the beginning of these bytes. */
export const sellerOfBytes = (bytes: Buffer): string =>
  idOfBytes(idPrefixes.sellers, bytes.subarray(0, UUID_BYTES))

/** A new token in 64 letters of base64url: the seller's UUID and 256 random bits. */
export const newSellerToken = (seller_id: string): string =>
  Buffer.concat([uuidBytes(seller_id), secureRandom(SECRET_BYTES)]).toString('base64url')

/** Hash of a token, as the key of its row. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** The key of the row that a token opens, or undefined when it is no token. */
export function keyOfToken(token: unknown): { seller_id: string; id: string } | undefined {
  if (typeof token !== 'string') return undefined
  const bytes = canonicalBytes(token, [UUID_BYTES + SECRET_BYTES])
  return bytes && { seller_id: sellerOfBytes(bytes), id: tokenHash(token) }
}
