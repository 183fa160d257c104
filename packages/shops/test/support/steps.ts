/** The steps of a shop's test: one line for each, with its duration. */

const line = (text: string) => void process.stdout.write(`${text}\n`)

const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

export class Steps {
  readonly #shop: string
  readonly #startMs = performance.now()
  readonly #undo: (() => unknown)[] = []

  /** @param shop begins each line, such as `vendure 3.7.3` */
  constructor(shop: string) {
    this.#shop = shop
  }

  /** Does one step, and prints its name with how long it took. */
  async step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const startMs = performance.now()
    try {
      const result = await work()
      line(`${this.#shop}: ok ${name} (${seconds(startMs)})`)
      return result
    } catch (error) {
      line(`${this.#shop}: FAILED ${name} (${seconds(startMs)})`)
      throw error
    }
  }

  /** Something to be ended or removed at the end, the last one first. */
  atEnd(undo: () => unknown): void {
    this.#undo.push(undo)
  }

  /** Runs a test to its end, and sets the exit code of the process. */
  async run(test: () => Promise<void>): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void this.#end().finally(() => process.exit(1)))
    }
    try {
      await test()
      line(`${this.#shop}: all ok (${seconds(this.#startMs)})`)
    } catch (error) {
      console.error(error)
      process.exitCode = 1
    } finally {
      await this.#end()
    }
  }

  async #end(): Promise<void> {
    for (const undo of this.#undo.splice(0).toReversed()) {
      try {
        await undo()
      } catch (error) {
        console.error(error)
        process.exitCode = 1
      }
    }
  }
}
