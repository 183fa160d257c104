/** Work on one thing, such as an order, one after another within this process. */
export class Mutex {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    const settled = own.catch(() => undefined)
    this.#last.set(key, settled)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    }
  }
}
