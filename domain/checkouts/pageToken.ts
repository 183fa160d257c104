import { secureRandom } from '../../runtime/random.ts'
import { canonicalBytes, sellerOfBytes, uuidBytes } from '../identity/sellerToken.ts'

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
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now.getTime(), 0, TIME_BYTES)
  const parts = [uuidBytes(seller_id), time, secureRandom(SECRET_BYTES)]
  return Buffer.concat(parts).toString('base64url')
}

/** The seller that a page token names, or undefined when the text is no token. */
export function sellerOfToken(token: string): string | undefined {
  const bytes = canonicalBytes(token, LENGTHS)
  return bytes && sellerOfBytes(bytes)
}
