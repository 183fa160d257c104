/** Bounds what is in use at once, in all and by each holder: no holder can take everything. */
export class Places {
  readonly #limits: { all: number; each: number }
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(limits: { all: number; each: number }) {
    this.#limits = limits
  }

  /** @returns gives the place back, however often it is called; undefined when there is none */
  take(holder: string): (() => void) | undefined {
    const own = this.#taken.get(holder) ?? 0
    if (this.#all >= this.#limits.all || own >= this.#limits.each) return undefined
    this.#all++
    this.#taken.set(holder, own + 1)
    let taken = true
    return () => {
      if (taken) this.#giveBack(holder)
      taken = false
    }
  }

  #giveBack(holder: string): void {
    this.#all--
    const left = (this.#taken.get(holder) ?? 1) - 1
    if (left > 0) this.#taken.set(holder, left)
    else this.#taken.delete(holder)
  }
}
