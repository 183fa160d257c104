import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from './logger.ts'

/** The pause before a dead worker is replaced; it doubles while workers die before they serve. */
const SHORTEST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000

/** True in a worker, which shares its port with others. */
export const isWorker = cluster.isWorker

/** Tells the primary process that this worker accepts requests. */
export function tellReady(): void {
  process.send?.({ ready: true })
}

/** Resolves, with the reason, when this process is to finish its requests and end. */
export async function whenEnded(): Promise<string> {
  // The listeners stay: without one, a second signal would end the process in its drain.
  const signals = ['SIGTERM', 'SIGINT'].map(
    (signal) => new Promise<string>((resolve) => process.on(signal, resolve)),
  )
  if (!cluster.worker) return Promise.race(signals)
  // Without it, Node ends a worker at once when the primary process has died.
  cluster.worker.exitedAfterDisconnect = true
  const orphaned = once(process, 'disconnect').then(() => 'the primary process has died')
  return Promise.race([...signals, orphaned])
}

/** The first worker did not start; it has logged why. */
export class WorkersFailed extends Error {
  override name = 'WorkersFailed'
}

type Options = {
  count: number
  log: Logger
  /** How long workers may take to end before they are killed, in milliseconds. */
  limitMs: number
}

/** Keeps a number of worker processes running that share one port. */
class Workers {
  readonly #options: Options
  readonly #running = new Set<Worker>()
  #ending = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Starts a worker and replaces it when it dies. Resolves when the first one is ready. */
  start(pauseMs = SHORTEST_PAUSE_MS): Promise<void> {
    // `stop` would not end a worker that starts now. The first worker may report that it is ready
    // after the end has begun.
    if (this.#ending) return new Promise(() => undefined)
    const worker = cluster.fork()
    this.#running.add(worker)
    const { log } = this.#options
    const facts = { pid: worker.process.pid }
    log.info(facts, 'worker started')
    return new Promise((resolve, reject) => {
      let ready = false
      worker.on('message', (message: unknown) => {
        if (!(Object(message) as { ready?: boolean }).ready) return
        ready = true
        resolve()
      })
      const onExit = (code: number | null, signal: string | null) => {
        this.#running.delete(worker)
        if (this.#ending) return
        log.error({ ...facts, code, signal }, 'worker died')
        if (!ready) reject(new WorkersFailed())
        const nextMs = ready ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        void this.#replace(nextMs)
      }
      worker.once('exit', onExit)
      // A worker that dies while it is sent something is no reason to end with all of them.
      worker.on('error', (error) => {
        log.error({ ...facts, err: error }, 'worker not reached')
        // A process that the system could not start never exits.
        if (facts.pid === undefined) onExit(null, null)
      })
    })
  }

  async #replace(pauseMs: number): Promise<void> {
    await wait(pauseMs)
    // A worker that fails to start as well has scheduled its own replacement.
    await this.start(pauseMs).catch(() => undefined)
  }

  /** Sends SIGTERM to all workers, and SIGKILL to those that still run after the limit. */
  async stop(): Promise<void> {
    this.#ending = true
    const running = [...this.#running]
    for (const worker of running) worker.process.kill('SIGTERM')
    const limit = setTimeout(() => {
      for (const worker of this.#running) worker.process.kill('SIGKILL')
    }, this.#options.limitMs)
    // `once` of node:events would reject with the error of a worker that is not reached.
    await Promise.all(running.map((worker) => new Promise((end) => worker.once('exit', end))))
    clearTimeout(limit)
  }
}

/**
 * Runs worker processes until this one is told to end. Workers hold no state that another needs, so
 * each may be killed at any time.
 *
 * @param onReady called once the first worker accepts requests, and each other one does or died
 * @throws WorkersFailed when the first worker does not start
 */
export async function runWorkers(options: Options, onReady: () => Promise<void>): Promise<void> {
  const { count, log } = options
  // Workers accept connections themselves. A connection that the primary had accepted for a worker
  // would be neither answered nor closed when that worker is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workers = new Workers(options)
  const ended = whenEnded()
  const ready = async () => {
    // A cause that keeps one worker from starting keeps all of them: start one first, to report it
    // once.
    await workers.start()
    await Promise.allSettled(Array.from({ length: count - 1 }, () => workers.start()))
    await onReady()
  }
  try {
    const reason = await Promise.race([ended, ready().then(() => ended)])
    log.info({ reason }, 'draining')
  } finally {
    await workers.stop()
  }
}
