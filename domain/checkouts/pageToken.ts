import { secureRandom } from '../../runtime/random.ts'

const UUID_BYTES = 16
const TIME_BYTES = 6
const SECRET_BYTES = 16

/** In bytes. The first tokens of the service had no time in them, and are still good. */
const LENGTHS = [UUID_BYTES + SECRET_BYTES, UUID_BYTES + TIME_BYTES + SECRET_BYTES]

/**
 * The last part of a hosted page's address, in 51 letters of base64url: the seller's UUID, so that
 * the page is looked up among that seller's checkouts only; the time in milliseconds, so that new
 * tokens are neighbours in their index, and a commit writes one page for many; and 128 random bits.
 *
 * @param seller_id `seller_` and a UUID
 */
export function newPageToken(seller_id: string, now: Date): string {
  const seller = Buffer.from(seller_id.slice('seller_'.length).replaceAll('-', ''), 'hex')
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now.getTime(), 0, TIME_BYTES)
  return Buffer.concat([seller, time, secureRandom(SECRET_BYTES)]).toString('base64url')
}

/** The seller that a page token names, or undefined when the text is no token. */
export function sellerOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const canonical = bytes.toString('base64url') === token
  if (!canonical || !LENGTHS.includes(bytes.length)) return undefined
  const hex = bytes.toString('hex', 0, UUID_BYTES)
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return `seller_${uuid}`
}
