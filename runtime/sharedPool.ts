/** What one network holds of a pool, oldest first. */
type Holder<Item> = { size: number; items: Set<Item> }

type Held = { network: string; size: number }

/**
 * Something of which there is only so much, and which callers share by their network: connections,
 * the bytes of bodies. A pool that is full takes from the network that holds most, and of that the
 * oldest: who is slow gives way to who comes, and a network that takes all that there is keeps no
 * other one out.
 */
export class SharedPool<Item extends object> {
  readonly #limit: number
  readonly #drop: (item: Item) => void
  readonly #isBusy: (item: Item) => boolean
  readonly #held = new Map<Item, Held>()
  readonly #holders = new Map<string, Holder<Item>>()
  #size = 0

  /**
   * @param drop is called with each item that the pool has just let go to make room
   * @param isBusy whether an item is not to be dropped now
   */
  constructor(
    limit: number,
    drop: (item: Item) => void,
    isBusy: (item: Item) => boolean = () => false,
  ) {
    this.#limit = limit
    this.#drop = drop
    this.#isBusy = isBusy
  }

  /** Holds an item, unless it is too much: then this very call may drop it. @param size above 0 */
  hold(item: Item, network: string, size: number): void {
    const holder = this.#holders.get(network) ?? { size: 0, items: new Set() }
    this.#holders.set(network, holder)
    this.#held.set(item, { network, size })
    holder.items.add(item)
    this.#grow(holder, size)
  }

  /** The item takes so much more, or less. */
  grow(item: Item, more: number): void {
    const held = this.#held.get(item)
    const holder = held && this.#holders.get(held.network)
    if (!holder) return
    held.size += more
    this.#grow(holder, more)
  }

  /** The item counts as new again. */
  renew(item: Item): void {
    const held = this.#held.get(item)
    const items = held && this.#holders.get(held.network)?.items
    if (items?.delete(item)) items.add(item)
  }

  /** The item is gone. */
  release(item: Item): void {
    const held = this.#held.get(item)
    const holder = held && this.#holders.get(held.network)
    if (!holder) return
    this.#held.delete(item)
    holder.items.delete(item)
    holder.size -= held.size
    this.#size -= held.size
    if (holder.items.size === 0) this.#holders.delete(held.network)
  }

  #grow(holder: Holder<Item>, more: number): void {
    holder.size += more
    this.#size += more
    while (this.#size > this.#limit) {
      const item = this.#oldestOfLargest()
      if (!item) return
      this.release(item)
      this.#drop(item)
    }
  }

  #oldestOfLargest(): Item | undefined {
    const left = new Set(this.#holders.values())
    while (left.size > 0) {
      let largest: Holder<Item> | undefined
      for (const holder of left) if (holder.size > (largest?.size ?? -1)) largest = holder
      if (!largest) return undefined
      for (const item of largest.items) if (!this.#isBusy(item)) return item
      left.delete(largest)
    }
    return undefined
  }
}
