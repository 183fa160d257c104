import { secureRandom } from '../../runtime/random.ts'

const uuid_bytes = 16
const time_bytes = 6
const secret_bytes = 16

/** Tokens of before had no time in them. */
const lengths = [uuid_bytes + secret_bytes, uuid_bytes + time_bytes + secret_bytes]

/**
 * The last part of a hosted page's address, in 51 letters of base64url: the seller's UUID, so that
 * the page is looked up among that seller's sessions only; the time in milliseconds, so that new
 * tokens are neighbours in their index, and a commit writes one page for many; and 128 random bits.
 *
 * @param seller_id `seller_` and a UUID
 */
export function newPageToken(seller_id: string, now: Date): string {
  const seller = Buffer.from(seller_id.slice('seller_'.length).replaceAll('-', ''), 'hex')
  const time = Buffer.alloc(time_bytes)
  time.writeUIntBE(now.getTime(), 0, time_bytes)
  return Buffer.concat([seller, time, secureRandom(secret_bytes)]).toString('base64url')
}

/** The seller that a page token names, or undefined when the text is no token. */
export function sellerOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const canonical = bytes.toString('base64url') === token
  if (!canonical || !lengths.includes(bytes.length)) return undefined
  const hex = bytes.toString('hex', 0, uuid_bytes)
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return `seller_${uuid}`
}
