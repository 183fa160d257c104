import { Registry } from '../runtime/registry.ts'

/** Sender of a request, as far as its head tells without a look-up. */
export type Caller = {
  /** The seller of a token that was accepted before; otherwise the network of the address. */
  readonly name: string
  readonly isKnown: boolean
}

/** One first-in-first-out queue for each name. They take turns: one item of each in every round. */
class RoundRobin<Item extends object> {
  readonly #queues = new Registry<Item[]>(
    () => [],
    ({ length }) => length === 0,
  )
  /** The queues that have items, in the order of their turns. */
  readonly #turns: Item[][] = []
  size = 0

  push(name: string, item: Item): void {
    const queue = this.#queues.of(name)
    if (queue.push(item) === 1) this.#turns.push(queue)
    this.size++
  }

  take(count: number): Item[] {
    const items: Item[] = []
    while (items.length < count) {
      const queue = this.#turns.shift()
      const item = queue?.shift()
      if (!queue || !item) break
      items.push(item)
      // The loop reaches the queue again.
      if (queue.length > 0) this.#turns.push(queue)
    }
    this.size -= items.length
    return items
  }

  of(name: string): readonly Item[] {
    return this.#queues.find(name) ?? []
  }

  /** How many items leave in the next rounds; queues that are shorter leave out some of them. */
  inRounds(rounds: number): number {
    let items = 0
    for (const queue of this.#turns) items += Math.min(queue.length, rounds)
    return items
  }
}

/**
 * A queue that is fair between callers (round robin, as in FQ-CoDel, RFC 8290 §4.1): a flood waits
 * behind itself. Known sellers and unknown callers take turns as two groups, so that unknown ones
 * get half of the service at most, however many networks they come from.
 */
export class FairQueue<Item extends object> {
  readonly #known = new RoundRobin<Item>()
  readonly #unknown = new RoundRobin<Item>()
  #isTurnOfKnown = true

  get size(): number {
    return this.#known.size + this.#unknown.size
  }

  push({ name, isKnown }: Caller, item: Item): void {
    this.#groupOf(isKnown).push(name, item)
  }

  /** Takes the next items, all of one group: a known caller's never waits for an unknown one's. */
  take(count: number): Item[] {
    const hasTurn = this.#isTurnOfKnown ? this.#known : this.#unknown
    const other = this.#isTurnOfKnown ? this.#unknown : this.#known
    const group = hasTurn.size > 0 ? hasTurn : other
    this.#isTurnOfKnown = group === this.#unknown
    return group.take(count)
  }

  /** The items of a caller, the oldest first. */
  of({ name, isKnown }: Caller): readonly Item[] {
    return this.#groupOf(isKnown).of(name)
  }

  /** How many items leave before the one that this caller would add now. */
  ahead({ name, isKnown }: Caller): number {
    const group = this.#groupOf(isKnown)
    const inGroup = group.inRounds(group.of(name).length + 1)
    return inGroup + Math.min(this.#groupOf(!isKnown).size, inGroup + 1)
  }

  #groupOf(isKnown: boolean): RoundRobin<Item> {
    return isKnown ? this.#known : this.#unknown
  }
}
