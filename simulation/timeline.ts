import type { Clock } from '../runtime/clock.ts'

type Happening = { at_ms: number; number: number; run: () => void | Promise<void> }

/** Before or after, by time, and in the order in which they were planned. */
const isBefore = (a: Happening, b: Happening) =>
  a.at_ms === b.at_ms ? a.number < b.number : a.at_ms < b.at_ms

/** The time of a simulation, which moves from one happening to the next: a binary heap. */
export class Timeline implements Clock {
  readonly #heap: Happening[] = []
  #planned = 0
  now_ms: number

  constructor(start: Date) {
    this.now_ms = start.getTime()
  }

  now(): Date {
    return new Date(this.now_ms)
  }

  advance(): Promise<Date> {
    throw new Error('Simulated time moves by itself.')
  }

  /** Plans what happens after a time. */
  after(ms: number, run: () => void | Promise<void>): void {
    this.#planned += 1
    const happening = { at_ms: this.now_ms + ms, number: this.#planned, run }
    let place = this.#heap.push(happening) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (isBefore(this.#at(parent), happening)) break
      this.#heap[place] = this.#at(parent)
      place = parent
    }
    this.#heap[place] = happening
  }

  /** Moves time to the next happening and takes it out; undefined when nothing is planned. */
  next(): Happening['run'] | undefined {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (!first || !last) return undefined
    if (this.#heap.length > 0) this.#sink(last)
    this.now_ms = first.at_ms
    return first.run
  }

  #at(place: number): Happening {
    return this.#heap[place] as Happening
  }

  #sink(happening: Happening): void {
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      if (left >= this.#heap.length) break
      const right = left + 1
      const isRight = right < this.#heap.length && isBefore(this.#at(right), this.#at(left))
      const child = isRight ? right : left
      if (isBefore(happening, this.#at(child))) break
      this.#heap[place] = this.#at(child)
      place = child
    }
    this.#heap[place] = happening
  }
}
