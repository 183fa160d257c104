/** A pause of the whole process (a debugger, a laptop's sleep) counts as no longer than this. */
const MAX_STEP_MS = 100

/**
 * The interval begins at 0 and counts as that of so many requests: a single slow answer at the
 * beginning of a backlog says little about the next ones.
 */
const PRIOR_REQUESTS = 4

/** After so many requests, everything measured so far counts half. */
const HALF_LIFE_REQUESTS = 32

/** Measures how fast requests are answered while others wait in the queue. */
export class DrainRate {
  /** Goes on during a backlog only, and leaves out pauses of the process. */
  timeMs = 0
  #measuredAtMs = 0
  #hasBacklog = false
  #busyMs = 0
  #answered = 0

  /** How long it takes from one answer to the next; 0 without a backlog. */
  get intervalMs(): number {
    return this.#busyMs / (this.#answered + PRIOR_REQUESTS)
  }

  answered(): void {
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
    if (this.#answered < HALF_LIFE_REQUESTS) return
    this.#answered /= 2
    this.#busyMs /= 2
  }

  /** The queue is empty: the measurements say nothing about the next backlog. */
  reset(): void {
    this.#hasBacklog = false
    this.#busyMs = 0
    this.#answered = 0
  }
}
