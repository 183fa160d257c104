/** Limits the sessions that unauthenticated buyers open by the pages of links. */
import { networkOf } from '../../runtime/network.ts'
import { Pace } from '../../runtime/pace.ts'
import type { PaceOptions } from '../../runtime/pace.ts'
import { BYTES_BESIDE, StorageQuota } from '../../runtime/storageQuota.ts'
import type { PaymentLink } from './links.ts'

/** The part of a seller's daily bytes that its links may take. */
const SHARE_OF_STORAGE = 1 / 4

/** Limits on the opening of sessions; a test may give other numbers. */
export const openingPaces = {
  /** From one network. Behind one address of a mobile carrier are many buyers. */
  address: { burst: 120, perMinute: 10 },
  /** By one link. */
  link: { burst: 600, perMinute: 60 },
  /** By all links of a seller: at most 174,000 a day, of 5 KB each from opening to end. */
  seller: { burst: 1_200, perMinute: 120 },
} as const satisfies Record<string, PaceOptions>

export type OpeningPaces = Record<keyof typeof openingPaces, PaceOptions>

/**
 * Bounds the sessions that unauthenticated buyers open, who may press the button of a link all day.
 * Each process counts for itself, by the buyer's network, the link and its seller. The bytes are
 * taken from a share of the seller's daily bytes that is for its links alone, so that the seller's
 * API is refused nothing for it.
 */
export class LinkOpenings {
  readonly #paces: Record<keyof OpeningPaces, Pace>
  readonly #storage: StorageQuota

  /** @param dailyBytes that a seller may add to the database; undefined means no limit */
  constructor(dailyBytes: number | undefined, paces: OpeningPaces = openingPaces) {
    const { address, link, seller } = paces
    this.#paces = { address: new Pace(address), link: new Pace(link), seller: new Pace(seller) }
    this.#storage = new StorageQuota(dailyBytes && dailyBytes * SHARE_OF_STORAGE)
  }

  /**
   * Takes the place of one session.
   *
   * @returns 0, or how many milliseconds are left until there is one; then nothing is counted
   */
  take(address: string, { seller_id, id }: PaymentLink): number {
    const { address: byAddress, link, seller } = this.#paces
    const counted = [
      [byAddress, networkOf(address)],
      [link, id],
      [seller, seller_id],
    ] as const
    const waits = counted.map(([pace, key]) => pace.waitMs(key))
    const waitMs = Math.max(...waits, this.#storage.waitMs(seller_id))
    if (waitMs > 0) return waitMs
    for (const [pace, key] of counted) pace.add(key)
    return 0
  }

  /** Counts what a session has added, once it is committed. */
  opened({ seller_id }: PaymentLink, bytes: number): void {
    this.#storage.add(seller_id, BYTES_BESIDE + bytes)
  }
}
