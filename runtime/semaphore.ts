/**
 * A counting semaphore with a limit for all holders together and one for each of them. Half of the
 * places are for holders that have none: however many a few of them hold, others get one.
 */
export class Semaphore {
  readonly #limits: { all: number; each: number }
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(limits: { all: number; each: number }) {
    this.#limits = limits
  }

  /**
   * Acquires without waiting.
   *
   * @returns the release, which takes effect once; undefined when a limit is reached
   */
  tryAcquire(holder: string): (() => void) | undefined {
    const holding = this.#held.get(holder) ?? 0
    const most = holding === 0 ? this.#limits.all : this.#limits.all / 2
    if (this.#all >= most || holding >= this.#limits.each) return undefined
    this.#all++
    this.#held.set(holder, holding + 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#release(holder)
      isHeld = false
    }
  }

  #release(holder: string): void {
    this.#all--
    const remaining = (this.#held.get(holder) ?? 1) - 1
    if (remaining > 0) this.#held.set(holder, remaining)
    else this.#held.delete(holder)
  }
}
