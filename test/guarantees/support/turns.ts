/**
 * Watches the turns of the thread that loads it. A turn is measured by the processor time that the
 * thread uses, so what else runs on the machine does not count: between two looks lies at most the
 * end of the turn that is under way, and LOOK_MS of those before it.
 */

const LOOK_MS = 5

export class Turns {
  #before = process.threadCpuUsage()
  #longestMs = 0

  constructor() {
    setInterval(() => this.#look(), LOOK_MS).unref()
  }

  #look(): void {
    const before = this.#before
    this.#before = process.threadCpuUsage()
    const { user, system } = this.#before
    this.#longestMs = Math.max(
      this.#longestMs,
      (user + system - before.user - before.system) / 1000,
    )
  }

  /** The longest since the last call, in milliseconds. */
  take(): number {
    this.#look()
    const longestMs = this.#longestMs
    this.#longestMs = 0
    return longestMs
  }
}
