import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What Prometheus is told: the process, and rate, errors and duration by operation. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #durations: Histogram<'operation' | 'status'>

  constructor() {
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
    this.#durations.observe({ operation, status: String(status) }, duration_ms / 1000)
  }

  /** @returns the Prometheus text format */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
