import { secureRandom } from './random.ts'

const uuid_bytes = 16
const secret_bytes = 16

/**
 * The last part of a hosted page's address, in 43 letters of base64url: the seller's UUID, so that
 * the page is looked up among that seller's sessions only, and 128 random bits.
 *
 * @param seller_id `seller_` and a UUID
 */
export function newPageToken(seller_id: string): string {
  const seller = Buffer.from(seller_id.slice('seller_'.length).replaceAll('-', ''), 'hex')
  return Buffer.concat([seller, secureRandom(secret_bytes)]).toString('base64url')
}

/** The seller that a page token names, or undefined when the text is no token. */
export function sellerOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const canonical = bytes.toString('base64url') === token
  if (!canonical || bytes.length !== uuid_bytes + secret_bytes) return undefined
  const hex = bytes.toString('hex', 0, uuid_bytes)
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return `seller_${uuid}`
}
