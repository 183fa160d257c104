import type { DatabaseUnavailable, Warn } from '../database.ts'

const INTERVAL_MS = 1_000

/** Tells that the database is not available: the first time at once, then in one line a second. */
export class Outage {
  readonly #warn: Warn
  #count = 0
  #reason = ''
  #timer: NodeJS.Timeout | undefined

  constructor(warn: Warn) {
    this.#warn = warn
  }

  /** Counts what could not be done. */
  note({ message }: DatabaseUnavailable): void {
    this.#count++
    this.#reason = message
    if (!this.#timer) this.#tell()
  }

  /** Tells what has not been told yet. */
  close(): void {
    clearTimeout(this.#timer)
    if (this.#count > 0) this.#warnOnce()
  }

  #tell(): void {
    this.#warnOnce()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#count > 0) this.#tell()
    }, INTERVAL_MS).unref()
  }

  #warnOnce(): void {
    this.#warn({ count: this.#count, reason: this.#reason }, 'database unavailable')
    this.#count = 0
  }
}
