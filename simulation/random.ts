/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What is drawn in a simulation, all of it from one seed. */
export class Draw {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  /** @param share how often it is true, from 0 to 1 */
  chance(share: number): boolean {
    return this.#random() < share
  }

  /** @returns a whole number, both ends included */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1))
  }

  /** One of the names, each as often as its weight is of their sum. */
  oneOf<Name extends string>(weights: Record<Name, number>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.#random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    throw new Error('There is nothing to draw.')
  }
}
