/** At once in all, and for each group, so that one slow bank leaves room for the others. */
const RUNNING = 64
const RUNNING_OF_GROUP = 8
const WAITING = 2_000

type Task = { group: string; run: () => Promise<void> }

/**
 * Work in the background, bounded. Of tasks with the same key one runs at a time, and one more
 * waits at most: it will see whatever the others that came meanwhile were about.
 */
export class Tasks {
  readonly #waiting = new Map<string, Task>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #runningOf = new Map<string, number>()
  #closed = false

  /** @returns false when there is no room, and nothing will be done */
  add(key: string, task: Task): boolean {
    if (this.#closed || this.#waiting.size >= WAITING) return false
    if (!this.#waiting.has(key)) this.#waiting.set(key, task)
    this.#startNext()
    return true
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** Forgets what waits, takes nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.#closed = true
    this.#waiting.clear()
    await this.idle()
  }

  #startNext(): void {
    for (const [key, task] of this.#waiting) {
      if (this.#running.size >= RUNNING) return
      const others = this.#runningOf.get(task.group) ?? 0
      if (others >= RUNNING_OF_GROUP || this.#running.has(key)) continue
      this.#waiting.delete(key)
      this.#runningOf.set(task.group, others + 1)
      this.#running.set(key, this.#run(key, task))
    }
  }

  async #run(key: string, { group, run }: Task): Promise<void> {
    // Never within `add`: whoever adds is not held up.
    await Promise.resolve()
    try {
      await run()
    } finally {
      this.#running.delete(key)
      const left = (this.#runningOf.get(group) ?? 1) - 1
      if (left > 0) this.#runningOf.set(group, left)
      else this.#runningOf.delete(group)
      this.#startNext()
    }
  }
}
