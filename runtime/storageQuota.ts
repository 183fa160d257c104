import { recentlyUsed } from './recent.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Bytes counted for a change beside its object as JSON: the row's entries in indexes, the key of a
 * stored answer, an audit event, and of a checkout what follows from it: the charge, the payment,
 * events and their deliveries. A sale without metadata takes 5 KB on SQLite from its opening to its
 * delivered event.
 */
export const BYTES_BESIDE = 4_096

/** Sellers beyond those that wrote last are counted from nothing again. */
const MAX_SELLERS = 10_000

/**
 * How many bytes each seller may add to the database: a day's at once, and from then on as many as
 * a day brings, counted by the moment when the day's would be whole again (GCRA, the leaky bucket
 * of ITU-T I.371). So each seller is one number, and a seller that has added too much waits for
 * seconds and not for the next day. Each process counts for itself.
 */
export class StorageQuota {
  readonly dailyBytes: number
  readonly #bytesPerMs: number
  readonly #nowMs: () => number
  readonly #wholeAtMs = recentlyUsed<number>(MAX_SELLERS)

  /** @param dailyBytes of each seller; undefined means no limit */
  constructor(dailyBytes: number | undefined, nowMs = () => performance.now()) {
    this.dailyBytes = dailyBytes ?? Infinity
    this.#bytesPerMs = this.dailyBytes / DAY_MS
    this.#nowMs = nowMs
  }

  get isLimited(): boolean {
    return this.dailyBytes < Infinity
  }

  /** Counts bytes that were added, and makes no seller wait for longer than a day. */
  add(sellerId: string, bytes: number): void {
    if (!this.isLimited) return
    const nowMs = this.#nowMs()
    const wholeAtMs = Math.max(nowMs, this.#wholeAtMs.get(sellerId) ?? 0)
    const later = wholeAtMs + bytes / this.#bytesPerMs
    this.#wholeAtMs.set(sellerId, Math.min(later, nowMs + 2 * DAY_MS))
  }

  /** @returns for how many milliseconds a seller may add nothing; mostly 0 */
  waitMs(sellerId: string): number {
    if (!this.isLimited) return 0
    const wholeAtMs = this.#wholeAtMs.get(sellerId)
    return wholeAtMs === undefined ? 0 : Math.max(0, wholeAtMs - this.#nowMs() - DAY_MS)
  }
}
