/** Limits the sessions that unauthenticated buyers open by the pages of links. */
import { networksOf } from '../../runtime/network.ts'
import { Pace } from '../../runtime/pace.ts'
import type { PaceOptions } from '../../runtime/pace.ts'
import { BYTES_BESIDE, StorageQuota } from '../../runtime/storageQuota.ts'
import { recentlyUsed } from '../../runtime/recent.ts'
import type { PaymentLink } from './links.ts'
import { weightsOf } from './places.ts'

/** The part of a seller's daily bytes that its links may take. */
const SHARE_OF_STORAGE = 1 / 4

/** Limits on the opening of sessions; a test may give other numbers. */
export const openingPaces = {
  /**
   * From one IPv4 address or /64, behind which may be many buyers of a mobile carrier. At one
   * seller a /48 has twice as many, and a /32 five times.
   */
  address: { burst: 120, perMinute: 10 },
  /** By one link. */
  link: { burst: 600, perMinute: 60 },
  /** By all links of a seller: at most 174,000 a day, of 5 KB each from opening to end. */
  seller: { burst: 1_200, perMinute: 120 },
} as const satisfies Record<string, PaceOptions>

export type OpeningPaces = Record<keyof typeof openingPaces, PaceOptions>

/** The part of the pace of a link or seller that networks have which have not used it of late. */
const KEPT = 1 / 2

const LATELY_MS = 60 * 60 * 1000

/** Networks beyond those that opened last are taken for new ones. */
const MAX_NETWORKS = 20_000

/** When networks opened sessions of a link or a seller: of a /48 the last two times, and so on. */
class RecentNetworks {
  readonly #nowMs: () => number
  readonly #times = recentlyUsed<number[]>(MAX_NETWORKS)

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** True when a caller's networks opened fewer than their weights in the last hour. */
  areNew(counter: string, networks: readonly string[]): boolean {
    if (networks.length === 0) return false
    const since = this.#nowMs() - LATELY_MS
    return weightsOf(networks).every((weight, i) => {
      const times = this.#times.get(`${counter} ${networks[i]}`) ?? []
      return times.filter((at) => at > since).length < weight
    })
  }

  add(counter: string, networks: readonly string[]): void {
    for (const [i, weight] of weightsOf(networks).entries()) {
      const key = `${counter} ${networks[i]}`
      const times = [...(this.#times.get(key) ?? []), this.#nowMs()]
      this.#times.set(key, times.slice(-weight))
    }
  }
}

type Counted = readonly [pace: Pace, key: string, kept?: number]

/**
 * Bounds the sessions that unauthenticated buyers open, who may press the button of a link all day.
 * Each process counts for itself, by the buyer's networks, the link and its seller. The bytes are
 * taken from a share of the seller's daily bytes that is for its links alone, so that the seller's
 * API is refused nothing for it.
 */
export class LinkOpenings {
  readonly #paces: Record<'link' | 'seller', Pace>
  /** The pace of a network by its weight. */
  readonly #byWeight: ReadonlyMap<number, Pace>
  readonly #recent: RecentNetworks
  readonly #storage: StorageQuota

  /** @param dailyBytes that a seller may add to the database; undefined means no limit */
  constructor(
    dailyBytes: number | undefined,
    { address, link, seller }: OpeningPaces = openingPaces,
    nowMs = () => performance.now(),
  ) {
    this.#paces = { link: new Pace(link, nowMs), seller: new Pace(seller, nowMs) }
    const ofNetwork = (weight: number) =>
      new Pace({ burst: address.burst * weight, perMinute: address.perMinute * weight }, nowMs)
    this.#byWeight = new Map(weightsOf([0, 0, 0]).map((weight) => [weight, ofNetwork(weight)]))
    this.#recent = new RecentNetworks(nowMs)
    this.#storage = new StorageQuota(dailyBytes && dailyBytes * SHARE_OF_STORAGE)
  }

  /**
   * Takes the place of one session.
   *
   * @returns 0, or how many milliseconds are left until there is one; then nothing is counted
   */
  take(address: string, { seller_id, id }: PaymentLink): number {
    const networks = networksOf(address)
    const counted = this.#countedOf(networks, { seller_id, id })
    const waits = counted.map(([pace, key, kept]) => pace.waitMs(key, kept))
    const waitMs = Math.max(...waits, this.#storage.waitMs(seller_id))
    if (waitMs > 0) return waitMs
    for (const [pace, key] of counted) pace.add(key)
    for (const counter of [id, seller_id]) this.#recent.add(counter, networks)
    return 0
  }

  #countedOf(networks: string[], { seller_id, id }: Pick<PaymentLink, 'seller_id' | 'id'>) {
    const kept = (counter: string) => (this.#recent.areNew(counter, networks) ? 0 : KEPT)
    const counted: Counted[] = [
      [this.#paces.link, id, kept(id)],
      [this.#paces.seller, seller_id, kept(seller_id)],
    ]
    for (const [i, weight] of weightsOf(networks).entries()) {
      const pace = this.#byWeight.get(weight)
      const network = networks[i] ?? ''
      // A wide network has the buyers of a whole carrier, so those of other sellers do not count.
      if (pace) counted.push([pace, weight === 1 ? network : `${seller_id} ${network}`])
    }
    return counted
  }

  /** Counts what a session has added, once it is committed. */
  opened({ seller_id }: PaymentLink, bytes: number): void {
    this.#storage.add(seller_id, BYTES_BESIDE + bytes)
  }
}
