/** The clock of the simulated bank: what is due happens in order, each thing at its own moment. */

/** A thing to which something happens by itself. */
export type Timed = {
  /** The next moment at which something happens, if any. */
  dueMs(): number
  happen(): void
}

type Entry = { atMs: number; timed: Timed }

export class BankClock {
  readonly #base: () => Date
  #aheadMs = 0
  /** The moment of what is happening. */
  #atMs: number | undefined
  /** A binary heap by time. An entry whose thing is due at another moment counts for nothing. */
  readonly #heap: Entry[] = []

  constructor(base: () => Date) {
    this.#base = base
  }

  readonly now = (): Date => new Date(this.#atMs ?? this.#base().getTime() + this.#aheadMs)

  /** Goes forward, and has happen what is due meanwhile. */
  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000
    this.catchUp()
  }

  /** To be called whenever a thing was made or changed. */
  watch(timed: Timed): void {
    const atMs = timed.dueMs()
    if (atMs !== Infinity) this.#push({ atMs, timed })
  }

  /** Has happen what has become due. */
  catchUp(): void {
    if (this.#atMs !== undefined) return
    const untilMs = this.now().getTime()
    for (;;) {
      const [next] = this.#heap
      if (!next || next.atMs > untilMs) return
      this.#pop()
      if (next.timed.dueMs() !== next.atMs) continue
      this.#atMs = next.atMs
      try {
        next.timed.happen()
      } finally {
        this.#atMs = undefined
      }
      this.watch(next.timed)
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let place = heap.length
    for (; place > 0; ) {
      const above = (place - 1) >> 1
      const parent = heap[above] as Entry
      if (parent.atMs <= entry.atMs) break
      heap[place] = parent
      place = above
    }
    heap[place] = entry
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop() as Entry
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= heap.length) break
      const [left, right] = [heap[below] as Entry, heap[below + 1]]
      if (right && right.atMs < left.atMs) below++
      const child = heap[below] as Entry
      if (child.atMs >= last.atMs) break
      heap[place] = child
      place = below
    }
    heap[place] = last
  }
}
