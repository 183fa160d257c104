import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Asks the process that started this one for the metrics of all, and what it answers. */
type Question = { asked: 'metrics'; id: number }
type Answer = { answered: 'metrics'; id: number; text?: string; error?: string }

let questions = 0

const isAbout = (message: unknown, field: 'asked' | 'answered') =>
  (Object(message) as Record<string, unknown>)[field] === 'metrics'

function askForAll(): Promise<string> {
  const id = questions++
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      const { id: answered_id, text, error } = message as Answer
      if (!isAbout(message, 'answered') || answered_id !== id) return
      process.off('message', onMessage)
      if (text === undefined) reject(new Error(error))
      else resolve(text)
    }
    process.on('message', onMessage)
    process.send?.({ asked: 'metrics', id } satisfies Question)
  })
}

/** In the process that starts the others: adds up the metrics of all for whichever is asked. */
export function addUpMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker, message: unknown) => {
    if (!isAbout(message, 'asked')) return
    const { id } = message as Question
    const found = await registry.clusterMetrics().then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    )
    worker.send({ answered: 'metrics', id, ...found } satisfies Answer)
  })
}

/** What Prometheus is told: the process, and rate, errors and duration by operation. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #durations: Histogram<'operation' | 'status'>
  /** By operation and status, which cost more to look up as labels than a duration to observe. */
  readonly #children = new Map<string, Histogram.Internal<'operation' | 'status'>[]>()

  constructor() {
    if (cluster.isWorker) {
      AggregatorRegistry.setRegistries(this.#registry)
      new AggregatorRegistry()
    }
    collectDefaultMetrics({ register: this.#registry })
    this.#durations = new Histogram({
      name: 'balcao_http_request_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.#registry],
    })
  }

  /** @param operation its operationId, or `none` when the request matched no operation */
  observe(operation: string, status: number, duration_ms: number): void {
    let children = this.#children.get(operation)
    if (!children) this.#children.set(operation, children = [])
    const child = children[status] ??= this.#durations.labels(operation, String(status))
    child.observe(duration_ms / 1000)
  }

  /** @returns the Prometheus text format; of several processes on one port, all together */
  text(): Promise<string> {
    return cluster.isWorker ? askForAll() : this.#registry.metrics()
  }
}
