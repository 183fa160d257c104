/** At once of each group. */
const RUNNING_OF_GROUP = 8

/**
 * A task that takes longer waits for its bank. It costs nothing here, and so it counts for its own
 * group only: banks that hang leave room for the others.
 */
const SLOW_MS = 250

/** Of one group. */
const MAX_WAITING_OF_GROUP = 1_000

export type TaskQueueOptions = {
  /** From the end of a task to the beginning of the next with its key. */
  pauseMs?: number
  /** So many run at once in all. */
  running?: number
  /** So many wait at most. */
  waiting?: number
}

type Run = () => Promise<void>

/** A task under way or at rest; `again` is what runs after it. */
type Busy = { again: Run | undefined }

type Group = { waiting: Map<string, Run>; running: number }

/**
 * Work in the background, bounded. Of tasks with the same key one runs at a time, with a pause
 * after each, and one more waits at most: it will see whatever the others that came meanwhile were
 * about. Groups take turns.
 */
export class TaskQueue {
  readonly #options: Required<TaskQueueOptions>
  readonly #groups = new Map<string, Group>()
  readonly #busy = new Map<string, Busy>()
  #running = 0
  #waiting = 0
  /** Those that wait, run or are to run again. */
  #unfinished = 0
  #idle: PromiseWithResolvers<void> | undefined
  #closed = false

  constructor({ pauseMs = 0, running = 64, waiting = 10_000 }: TaskQueueOptions = {}) {
    this.#options = { pauseMs, running, waiting }
  }

  /** @returns false when there is no room, and nothing will be done */
  add(key: string, { group: name, run }: { group: string; run: Run }): boolean {
    if (this.#closed) return false
    const busy = this.#busy.get(key)
    if (busy) {
      if (!busy.again) this.#unfinished++
      busy.again ??= run
      return true
    }
    const waiting = this.#groups.get(name)?.waiting ?? new Map<string, Run>()
    if (waiting.has(key)) return true
    if (this.#waiting >= this.#options.waiting) return false
    if (waiting.size >= MAX_WAITING_OF_GROUP) return false
    this.#unfinished++
    this.#enqueue(name, key, run)
    return true
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (this.#unfinished === 0) return
    this.#idle ??= Promise.withResolvers<void>()
    await this.#idle.promise
  }

  /** Forgets what waits, takes nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { waiting } of this.#groups.values()) {
      this.#finish(waiting.size)
      waiting.clear()
    }
    this.#waiting = 0
    for (const busy of this.#busy.values()) {
      if (busy.again) this.#finish(1)
      busy.again = undefined
    }
    await this.idle()
  }

  #enqueue(name: string, key: string, run: Run): void {
    const group = this.#groups.get(name) ?? { waiting: new Map(), running: 0 }
    this.#groups.set(name, group)
    group.waiting.set(key, run)
    this.#waiting++
    this.#startNext()
  }

  #startNext(): void {
    for (const [name, group] of this.#groups) {
      if (this.#running >= this.#options.running) return
      const [next] = group.waiting
      if (!next || group.running >= RUNNING_OF_GROUP) continue
      const [key, run] = next
      group.waiting.delete(key)
      this.#waiting--
      // To the end, where this loop comes by once more: each group has its turn.
      this.#groups.delete(name)
      this.#groups.set(name, group)
      void this.#run({ name, group, key, run })
    }
  }

  async #run({
    name,
    group,
    key,
    run,
  }: {
    name: string
    group: Group
    key: string
    run: Run
  }): Promise<void> {
    const busy: Busy = { again: undefined }
    this.#busy.set(key, busy)
    group.running++
    this.#running++
    let counts = true
    const stopCounting = () => {
      if (counts) this.#running--
      counts = false
      this.#startNext()
    }
    const slow = setTimeout(stopCounting, SLOW_MS)
    // Never within `add`: its caller is not held up.
    await Promise.resolve()
    try {
      await run()
    } finally {
      clearTimeout(slow)
      group.running--
      if (group.running === 0 && group.waiting.size === 0) this.#groups.delete(name)
      const rested = () => {
        this.#busy.delete(key)
        if (busy.again) this.#enqueue(name, key, busy.again)
      }
      const { pauseMs } = this.#options
      if (pauseMs === 0) rested()
      else setTimeout(rested, pauseMs).unref()
      stopCounting()
      this.#finish(1)
    }
  }

  #finish(tasks: number): void {
    this.#unfinished -= tasks
    if (this.#unfinished > 0) return
    this.#idle?.resolve()
    this.#idle = undefined
  }
}
