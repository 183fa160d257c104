import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'

/** A worker that does not report within it fails the request for metrics. */
const REPORT_LIMIT_MS = 4_000

/** Measurements of one process, or several summed, as prom-client's registries give them. */
type Report = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Messages between the processes. A worker asks the primary process for the metrics of all workers,
 * the primary process asks each worker for its own, and both answer.
 */
type Message =
  | { metrics: 'asked' | 'wanted'; id: number }
  | { metrics: 'answered'; id: number; text?: string; error?: string }
  | { metrics: 'reported'; id?: number; report: Report }

const readMessage = (message: unknown): Message | undefined =>
  (Object(message) as Partial<Message>).metrics === undefined ? undefined : (message as Message)

/**
 * Sends a message to the primary process. Once that has died, the worker finishes its requests and
 * ends, and the message is dropped.
 */
function send(message: Message): void {
  if (process.connected) process.send?.(message)
}

let questions = 0

/** In a worker: the metrics of all workers, in Prometheus's text format. */
export function askForAll(): Promise<string> {
  const id = questions++
  return new Promise((resolve, reject) => {
    const onMessage = (received: unknown) => {
      const message = readMessage(received)
      if (message?.metrics !== 'answered' || message.id !== id) return
      process.off('message', onMessage)
      if (message.text === undefined) reject(new Error(message.error))
      else resolve(message.text)
    }
    process.on('message', onMessage)
    send({ metrics: 'asked', id })
  })
}

/** In a worker: reports what the registry has, now and whenever the primary process wants it. */
export function reportMetrics(registry: Registry): void {
  // Of a lag's percentiles, the highest says that one of the processes is blocked.
  for (const metric of registry.getMetricsAsArray()) {
    if (/^nodejs_eventloop_lag_p\d/.test(metric.name)) metric.aggregator = 'max'
  }
  const report = async (id?: number) => {
    const ownMetrics = await registry.getMetricsAsJSON()
    send({ metrics: 'reported', ...(id !== undefined && { id }), report: ownMetrics })
  }
  process.on('message', (received) => {
    const message = readMessage(received)
    if (message?.metrics === 'wanted') void report(message.id)
  })
  void report()
}

/**
 * Sums the metrics of the workers. Prometheus takes a sum that falls for a restart of all and
 * counts it again as a whole, so the counters of workers that have died stay, as they were last
 * reported.
 */
class WorkerMetrics {
  /** The last report of each worker; one that still starts has none, and is not asked. */
  readonly #reports = new Map<Worker, Report>()
  readonly #waiting = new Map<string, () => void>()
  #ofTheDead: Report = []
  #rounds = 0

  keep(worker: Worker, report: Report, id: number | undefined): void {
    // A worker's last message may arrive after its exit is known.
    if (worker.isDead()) return
    this.#reports.set(worker, report)
    this.#waiting.get(`${worker.id} ${id}`)?.()
  }

  remove(worker: Worker): void {
    const report = this.#reports.get(worker)
    this.#reports.delete(worker)
    if (!report) return
    const counted = report.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
    const sum = AggregatorRegistry.aggregate([this.#ofTheDead, counted])
    // The types of the package lack the values that a sum has.
    this.#ofTheDead = sum.getMetricsAsArray() as Report
  }

  /** @throws Error when a worker that has started does not report in time */
  async text(): Promise<string> {
    const id = this.#rounds++
    await Promise.all([...this.#reports.keys()].map((worker) => this.#ask(worker, id)))
    const reports = [this.#ofTheDead, ...this.#reports.values()]
    return AggregatorRegistry.aggregate(reports).metrics()
  }

  /** Resolves when the worker has reported or died. */
  async #ask(worker: Worker, id: number): Promise<void> {
    const key = `${worker.id} ${id}`
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const limit = setTimeout(
      () => reject(new Error(`Process ${worker.process.pid} does not report its metrics.`)),
      REPORT_LIMIT_MS,
    )
    this.#waiting.set(key, resolve)
    worker.once('exit', resolve)
    worker.send({ metrics: 'wanted', id } satisfies Message)
    await promise.finally(() => {
      clearTimeout(limit)
      this.#waiting.delete(key)
      worker.off('exit', resolve)
    })
  }
}

/** In the primary process: answers each worker with the summed metrics of all workers. */
export function addUpMetrics(): void {
  const metrics = new WorkerMetrics()
  cluster.on('exit', (worker) => metrics.remove(worker))
  cluster.on('message', async (worker, received: unknown) => {
    const message = readMessage(received)
    if (message?.metrics === 'reported') metrics.keep(worker, message.report, message.id)
    if (message?.metrics !== 'asked') return
    const body = await metrics.text().then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    )
    worker.send({ metrics: 'answered', id: message.id, ...body } satisfies Message)
  })
}
