import type { DatabaseUnavailable, Warn } from '../database.ts'

const INTERVAL_MS = 1_000

/** Logs that the database is not available: at once, and then at most one line a second. */
export class Outage {
  readonly #warn: Warn
  #count = 0
  #reason = ''
  #timer: NodeJS.Timeout | undefined

  constructor(warn: Warn) {
    this.#warn = warn
  }

  /** Counts a request that failed. */
  report({ message }: DatabaseUnavailable): void {
    this.#count++
    this.#reason = message
    if (!this.#timer) this.#log()
  }

  /** Logs what has not been logged yet. */
  close(): void {
    clearTimeout(this.#timer)
    if (this.#count > 0) this.#warnOnce()
  }

  #log(): void {
    this.#warnOnce()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#count > 0) this.#log()
    }, INTERVAL_MS).unref()
  }

  #warnOnce(): void {
    this.#warn({ count: this.#count, reason: this.#reason }, 'database unavailable')
    this.#count = 0
  }
}
