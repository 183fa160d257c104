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

/** The seed of a part of a simulation (FNV-1a over its name). */
export function seedOf(seed: number, name: string): number {
  let mixed = (0x811c9dc5 ^ seed) >>> 0
  for (const character of name) {
    mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return mixed
}

/** Random choices of a simulation, all of them from one seed. */
export class Draw {
  readonly #seed: number
  readonly #actors = new Map<string, Draw>()
  readonly random: () => number

  constructor(seed: number) {
    this.#seed = seed
    this.random = randomOf(seed)
  }

  /** Draws for one actor: what the others draw changes nothing in it. */
  of(actor: string): Draw {
    const draw = this.#actors.get(actor) ?? new Draw(seedOf(this.#seed, actor))
    this.#actors.set(actor, draw)
    return draw
  }

  /** @param share how often it is true, from 0 to 1 */
  chance(share: number): boolean {
    return this.random() < share
  }

  /** @returns a whole number, both ends included */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1))
  }

  /** Draws one of the names, each as often as its weight is of their sum. */
  oneOf<Name extends string>(weights: Record<Name, number>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    throw new Error('There is nothing to draw.')
  }
}
