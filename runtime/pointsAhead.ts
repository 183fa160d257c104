import { recentlyUsed } from './recent.ts'

/** How many keys are known at once; one that is forgotten has lost the points it had ahead. */
const MAX_KEYS = 10_000

/** Points that this process may give out until a window of the shared count ends. */
export type Grant = {
  points: number
  /** In milliseconds from now. */
  resetMs: number
  /** The window has no more points. */
  isLast: boolean
}

type PointReserve = { points: number; endsMs: number; isLast: boolean }

/**
 * Counts by points that are taken ahead from a count which all processes share: most requests are
 * then counted without a statement and without a promise. Points that a process has taken and does
 * not give out are lost with the window.
 */
export class PointsAhead {
  readonly #ask: (key: string) => Promise<Grant>
  readonly #held = recentlyUsed<PointReserve>(MAX_KEYS)
  readonly #asking = new Map<string, Promise<void>>()

  /** @param ask takes points of a key from the shared count */
  constructor(ask: (key: string) => Promise<Grant>) {
    this.#ask = ask
  }

  /** Takes nothing. @returns for how many milliseconds there are known to be no points; mostly 0 */
  waitMs(key: string): number {
    const held = this.#held.get(key)
    return held?.isLast && held.points === 0 ? Math.max(0, held.endsMs - performance.now()) : 0
  }

  /** Takes one point. @returns 0, or for how many milliseconds there is none */
  take(key: string): number | Promise<number> {
    const held = this.#held.get(key)
    const nowMs = performance.now()
    if (!held || nowMs >= held.endsMs) return this.#takeMore(key)
    if (held.points > 0) {
      held.points--
      return 0
    }
    return held.isLast ? held.endsMs - nowMs : this.#takeMore(key)
  }

  /** Requests that arrive while points are asked for wait for the same ones. */
  async #takeMore(key: string): Promise<number> {
    let asking = this.#asking.get(key)
    if (!asking) {
      asking = this.#hold(key).finally(() => this.#asking.delete(key))
      this.#asking.set(key, asking)
    }
    await asking
    return this.take(key)
  }

  async #hold(key: string): Promise<void> {
    const { points, resetMs, isLast } = await this.#ask(key)
    this.#held.set(key, { points, endsMs: performance.now() + Math.max(1, resetMs), isLast })
  }
}
