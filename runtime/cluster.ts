import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from './logger.ts'

/** One that died is replaced after this; after twice as long each time it did not even start. */
const SHORTEST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000

/** Whether this process was started by another one to share its port. */
export const isWorker = cluster.isWorker

/** Tells the process that started this one that it answers. */
export function tellReady(): void {
  process.send?.({ ready: true })
}

/** Resolves, with the reason, when this process is to answer what it has and end. */
export async function whenEnded(): Promise<string> {
  const signals = ['SIGTERM', 'SIGINT'].map(async (signal) => {
    await once(process, signal)
    return signal
  })
  if (!cluster.worker) return Promise.race(signals)
  // Without it, Node would end a worker on the spot when the process that started it has died.
  cluster.worker.exitedAfterDisconnect = true
  const orphaned = once(process, 'disconnect').then(() => 'the process that started it has died')
  return Promise.race([...signals, orphaned])
}

/** The first worker did not start; it has said why. */
export class WorkersFailed extends Error {
  override name = 'WorkersFailed'
}

type Options = {
  count: number
  log: Logger
  /** How long workers may take to end before they are killed. */
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

  /** Starts one, and others after it whenever it dies; resolves when the first is ready. */
  start(pauseMs = SHORTEST_PAUSE_MS): Promise<void> {
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
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#running.delete(worker)
        if (this.#ending) return
        log.error({ ...facts, code, signal }, 'worker died')
        if (!ready) reject(new WorkersFailed())
        const nextMs = ready ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        void this.#replace(nextMs)
      })
    })
  }

  async #replace(pauseMs: number): Promise<void> {
    await wait(pauseMs)
    // One that does not start either has a successor of its own already.
    if (!this.#ending) await this.start(pauseMs).catch(() => undefined)
  }

  /** Tells all to end, and kills those that have not after the limit. */
  async stop(): Promise<void> {
    this.#ending = true
    const running = [...this.#running]
    for (const worker of running) worker.process.kill('SIGTERM')
    const limit = setTimeout(() => {
      for (const worker of this.#running) worker.process.kill('SIGKILL')
    }, this.#options.limitMs)
    await Promise.all(running.map((worker) => once(worker, 'exit')))
    clearTimeout(limit)
  }
}

/**
 * Runs worker processes until this one is told to end. Each is an equal of the others, and may be
 * killed at any time.
 *
 * @param onReady called once all of them answer
 * @throws WorkersFailed when the first does not start
 */
export async function runWorkers(options: Options, onReady: () => Promise<void>): Promise<void> {
  const { count, log } = options
  // Each accepts connections by itself. What this process had accepted for one that is then killed
  // would be answered by nobody, and never be closed either.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workers = new Workers(options)
  const ended = whenEnded()
  const ready = async () => {
    // Whatever keeps one from starting keeps all of them, and is to be said once.
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
