import { systemTimers } from './timers.ts'
import type { Timers } from './timers.ts'

/** How many tasks of a group run at once. */
const RUNNING_OF_GROUP = 8

/**
 * A task that runs longer than this is waiting for its bank and uses no CPU. From then on it counts
 * against its own group's limit only, so that slow banks leave capacity to the others.
 */
const SLOW_MS = 250

/** How many tasks of a group wait at most. */
const MAX_WAITING_OF_GROUP = 1_000

export type TaskQueueOptions = {
  /** The pause between two tasks with the same key, in milliseconds. */
  pauseMs?: number
  /** How many tasks run at once in all. */
  running?: number
  /** How many tasks wait at most. */
  waiting?: number
  timers?: Timers
}

type Run = () => Promise<void>

/** A key whose task is running or pausing; `again` is the task that follows. */
type Busy = { again: Run | undefined }

type Group = { waiting: Map<string, Run>; running: number }

/**
 * A bounded queue of background tasks. Tasks with the same key run one at a time, with a pause
 * between them. While one runs, one more waits at most and further ones are dropped: the waiting
 * task reads the newest state, so it does their work as well. Groups are served round robin.
 */
export class TaskQueue {
  readonly #options: Required<TaskQueueOptions>
  readonly #groups = new Map<string, Group>()
  readonly #busy = new Map<string, Busy>()
  #running = 0
  #waiting = 0
  /** Tasks that wait, run, or follow a running one. */
  #unfinished = 0
  #idle: PromiseWithResolvers<void> | undefined
  #closed = false

  constructor({
    pauseMs = 0,
    running = 64,
    waiting = 10_000,
    timers = systemTimers,
  }: TaskQueueOptions = {}) {
    this.#options = { pauseMs, running, waiting, timers }
  }

  /** @returns false when the queue is full or closed and the task was not accepted */
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

  /** Drops the waiting tasks, accepts no more, and waits for the running ones. */
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
      // Round robin: the group moves to the end, which this loop reaches again.
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
    const { pauseMs, timers } = this.#options
    const isNotSlow = timers.after(SLOW_MS, stopCounting)
    // Not synchronously: `add` must not block its caller.
    await Promise.resolve()
    try {
      await run()
    } finally {
      isNotSlow()
      group.running--
      if (group.running === 0 && group.waiting.size === 0) this.#groups.delete(name)
      const rested = () => {
        this.#busy.delete(key)
        if (busy.again) this.#enqueue(name, key, busy.again)
      }
      if (pauseMs === 0) rested()
      else timers.after(pauseMs, rested)
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
