/** An owner's holdings in a pool; items in the order of their age, oldest first. */
type Holder<Item> = { size: number; items: Set<Item> }

type PoolShare = { owner: string; size: number }

/**
 * A limited resource that owners share (networks or sellers): connections, the memory of
 * bodies and of unread responses. When the pool is full, the oldest item of the owner that holds
 * most is evicted. So a slow caller gives way to a new one, and an owner that takes everything
 * keeps no other owner out.
 */
export class SharedPool<Item extends object> {
  readonly #limit: number
  readonly #onEvict: (item: Item) => void
  readonly #isBusy: (item: Item) => boolean
  readonly #held = new Map<Item, PoolShare>()
  readonly #holders = new Map<string, Holder<Item>>()
  #size = 0

  /**
   * @param limit in the unit of the items' sizes
   * @param onEvict is called with each evicted item, which the pool holds no more
   * @param isBusy whether an item must not be evicted now
   */
  constructor(
    limit: number,
    onEvict: (item: Item) => void,
    isBusy: (item: Item) => boolean = () => false,
  ) {
    this.#limit = limit
    this.#onEvict = onEvict
    this.#isBusy = isBusy
  }

  /** Adds an item, and may evict it at once when all others are busy. @param size above 0 */
  hold(item: Item, owner: string, size: number): void {
    const holder = this.#holders.get(owner) ?? { size: 0, items: new Set() }
    this.#holders.set(owner, holder)
    this.#held.set(item, { owner, size })
    holder.items.add(item)
    this.#grow(holder, size)
  }

  /** Changes the size of an item. @param more below 0 when it shrinks */
  grow(item: Item, more: number): void {
    const held = this.#held.get(item)
    const holder = held && this.#holders.get(held.owner)
    if (!holder) return
    held.size += more
    this.#grow(holder, more)
  }

  /** Makes an item the newest of its owner. */
  renew(item: Item): void {
    const held = this.#held.get(item)
    const items = held && this.#holders.get(held.owner)?.items
    if (items?.delete(item)) items.add(item)
  }

  /** Removes an item; one that was evicted already is ignored. */
  release(item: Item): void {
    const held = this.#held.get(item)
    const holder = held && this.#holders.get(held.owner)
    if (!holder) return
    this.#held.delete(item)
    holder.items.delete(item)
    holder.size -= held.size
    this.#size -= held.size
    if (holder.items.size === 0) this.#holders.delete(held.owner)
  }

  #grow(holder: Holder<Item>, more: number): void {
    holder.size += more
    this.#size += more
    while (this.#size > this.#limit) {
      const item = this.#oldestOfLargest()
      if (!item) return
      this.release(item)
      this.#onEvict(item)
    }
  }

  /** The oldest item that is not busy, of the largest owner that has one: each is seen once. */
  #oldestOfLargest(): Item | undefined {
    let largest: { size: number; item: Item } | undefined
    for (const holder of this.#holders.values()) {
      if (largest && holder.size <= largest.size) continue
      const item = this.#oldestIdle(holder)
      if (item) largest = { size: holder.size, item }
    }
    return largest?.item
  }

  #oldestIdle({ items }: Holder<Item>): Item | undefined {
    let unseen = items.size
    for (const item of items) {
      if (!this.#isBusy(item)) return item
      // It counts as new, so that the next search does not begin with a busy item.
      this.renew(item)
      if (--unseen === 0) break
    }
    return undefined
  }
}
