type Action = () => void | Promise<void>

/** A planned event. Its `run` is undefined once it has been called off. */
type PlannedEvent = { at_ms: number; number: number; run: Action | undefined }

/** Orders events by time, and those of one time as they were planned. */
const isBefore = (a: PlannedEvent, b: PlannedEvent) =>
  a.at_ms === b.at_ms ? a.number < b.number : a.at_ms < b.at_ms

/** The time of a simulation, which moves from one event to the next: a binary heap. */
export class Timeline {
  readonly #start_ms: number
  readonly #heap: PlannedEvent[] = []
  #planned = 0
  now_ms: number

  constructor(start: Date) {
    this.#start_ms = start.getTime()
    this.now_ms = this.#start_ms
  }

  now(): Date {
    return new Date(this.now_ms)
  }

  /** The time that has passed since the simulation began. */
  get passed_ms(): number {
    return this.now_ms - this.#start_ms
  }

  /**
   * Plans what happens after a time.
   *
   * @returns calls it off
   */
  after(ms: number, run: Action): () => void {
    this.#planned += 1
    const event: PlannedEvent = { at_ms: this.now_ms + Math.ceil(ms), number: this.#planned, run }
    this.#add(event)
    return () => {
      event.run = undefined
    }
  }

  /** Moves time to the next event and takes it out; undefined when nothing is planned. */
  next(): Action | undefined {
    for (let first = this.#take(); first; first = this.#take()) {
      if (!first.run) continue
      this.now_ms = first.at_ms
      return first.run
    }
    return undefined
  }

  #add(event: PlannedEvent): void {
    let place = this.#heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (isBefore(this.#at(parent), event)) break
      this.#heap[place] = this.#at(parent)
      place = parent
    }
    this.#heap[place] = event
  }

  #take(): PlannedEvent | undefined {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (!first || !last) return undefined
    if (this.#heap.length > 0) this.#sink(last)
    return first
  }

  #at(place: number): PlannedEvent {
    return this.#heap[place] as PlannedEvent
  }

  #sink(event: PlannedEvent): void {
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      if (left >= this.#heap.length) break
      const right = left + 1
      const isRight = right < this.#heap.length && isBefore(this.#at(right), this.#at(left))
      const child = isRight ? right : left
      if (isBefore(event, this.#at(child))) break
      this.#heap[place] = this.#at(child)
      place = child
    }
    this.#heap[place] = event
  }
}
