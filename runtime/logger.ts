import cluster from 'node:cluster'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type { Logger }

/** Names under which a secret, a token or a buyer's data could reach a log line. */
const confidential = [
  'authorization',
  'access_token',
  'client_secret',
  'secret',
  'secret_key',
  'page_token',
  'token',
  'email',
  'phone',
  'tax_id',
  'name',
  'metadata',
  'body',
  'checkout_url',
]

/**
 * Structured JSON logs with UTC timestamps, confidential fields censored.
 *
 * @param destination standard output unless another is given
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    // Of several processes, each line says which one it is from.
    base: cluster.isWorker ? { pid: process.pid } : null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: confidential.flatMap((name) => [name, `*.${name}`]),
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** So many lines a second, for what comes in floods. */
export class LineBudget {
  readonly #lines: number
  #second = NaN
  #taken = 0
  #leftOut = 0

  constructor(lines: number) {
    this.#lines = lines
  }

  /** @returns how many were left out since the last line; undefined when this one is to be, too */
  take(): number | undefined {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#taken = 0
    this.#second = second
    if (this.#taken >= this.#lines) {
      this.#leftOut++
      return undefined
    }
    this.#taken++
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut
  }
}
