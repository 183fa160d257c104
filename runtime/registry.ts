/** How many idle values may be kept, beside twice as many as were in use at the last removal. */
const MAX_IDLE = 1_024

/**
 * One value for each name, made when it is first asked for. Idle values are removed in bulk.
 *
 * A Map whose entries come and go with each request makes a new table every few requests, and each
 * table refers to the next one, for iterators. Once V8 has moved one of them to its old generation,
 * all later ones are kept until the next full collection, with what they refer to. In the queue of
 * requests that was 740 instead of 130 bytes of each read.
 */
export class Registry<Value extends object> {
  readonly #make: () => Value
  readonly #isIdle: (value: Value) => boolean
  readonly #values = new Map<string, Value>()
  #limit = MAX_IDLE

  constructor(make: () => Value, isIdle: (value: Value) => boolean) {
    this.#make = make
    this.#isIdle = isIdle
  }

  find(name: string): Value | undefined {
    return this.#values.get(name)
  }

  of(name: string): Value {
    const value = this.#values.get(name)
    if (value) return value
    if (this.#values.size >= this.#limit) this.#removeIdle()
    const made = this.#make()
    this.#values.set(name, made)
    return made
  }

  #removeIdle(): void {
    for (const [name, value] of this.#values) if (this.#isIdle(value)) this.#values.delete(name)
    this.#limit = MAX_IDLE + 2 * this.#values.size
  }
}
