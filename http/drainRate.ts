/** A pause of the whole process (a debugger, a laptop's sleep) counts as no longer than this. */
const MAX_STEP_MS = 100

/**
 * A backlog begins as if so many requests had been answered in no time, until newer answers weigh
 * more: a few slow turns at its beginning say little about the next ones.
 */
const PRIOR_REQUESTS = 16

/**
 * After so many requests, and no sooner than after so long, everything measured so far counts half.
 * By requests alone, a pause of 100 ms would be all that is measured of a service that answers
 * thousands a second.
 */
const HALF_LIFE_REQUESTS = 32
const HALF_LIFE_MS = 250

/** Measures how fast requests are answered while others wait in the queue. */
export class DrainRate {
  /** Goes on during a backlog only, and leaves out pauses of the process. */
  timeMs = 0
  /** Requests that have been answered since the start of the process. */
  total = 0
  #measuredAtMs = 0
  #hasBacklog = false
  #busyMs = 0
  #answered = PRIOR_REQUESTS

  /** How long it takes from one answer to the next; 0 without a backlog. */
  get intervalMs(): number {
    return this.#busyMs / this.#answered
  }

  answered(): void {
    this.total++
    if (this.#hasBacklog) this.#answered++
  }

  /** To be called in each turn of the event loop that finds requests in the queue. */
  measure(nowMs: number): void {
    const stepMs = Math.min(nowMs - this.#measuredAtMs, MAX_STEP_MS)
    this.#measuredAtMs = nowMs
    if (!this.#hasBacklog) {
      this.#hasBacklog = true
      return
    }
    this.timeMs += stepMs
    this.#busyMs += stepMs
    if (this.#answered < HALF_LIFE_REQUESTS || this.#busyMs < HALF_LIFE_MS) return
    this.#answered /= 2
    this.#busyMs /= 2
  }

  /** The queue is empty: the measurements say nothing about the next backlog. */
  reset(): void {
    this.#hasBacklog = false
    this.#busyMs = 0
    this.#answered = PRIOR_REQUESTS
  }
}
