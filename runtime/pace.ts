import { recentlyUsed } from './recent.ts'

/** Keys beyond those that were used last are counted from nothing again. */
const MAX_KEYS = 10_000

const MINUTE_MS = 60_000

export type PaceOptions = {
  /** How many at once. */
  burst: number
  /** How many a minute from then on. */
  perMinute: number
}

/**
 * How often something may happen for each key, counted in this process by the moment when the whole
 * burst would be free again (GCRA, the leaky bucket of ITU-T I.371): one number for each key.
 */
export class Pace {
  readonly #intervalMs: number
  readonly #burstMs: number
  readonly #nowMs: () => number
  readonly #wholeAtMs = recentlyUsed<number>(MAX_KEYS)

  constructor({ burst, perMinute }: PaceOptions, nowMs = () => performance.now()) {
    this.#intervalMs = MINUTE_MS / perMinute
    this.#burstMs = burst * this.#intervalMs
    this.#nowMs = nowMs
  }

  /**
   * @param kept the part of the burst that is left to others, from 0 to 1
   * @returns for how many milliseconds a key has to wait; mostly 0
   */
  waitMs(key: string, kept = 0): number {
    const nowMs = this.#nowMs()
    const wholeAtMs = Math.max(nowMs, this.#wholeAtMs.get(key) ?? 0)
    return Math.max(0, wholeAtMs + this.#intervalMs - this.#burstMs * (1 - kept) - nowMs)
  }

  /** Counts one for a key. */
  add(key: string): void {
    const wholeAtMs = Math.max(this.#nowMs(), this.#wholeAtMs.get(key) ?? 0)
    this.#wholeAtMs.set(key, wholeAtMs + this.#intervalMs)
  }
}
