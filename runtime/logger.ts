import cluster from 'node:cluster'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { logOutput } from './logOutput.ts'

export type { Logger }

/** Names of fields that may hold a secret, a token or a buyer's data. */
const confidential = [
  'authorization',
  'access_token',
  'client_secret',
  'profile_values',
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

const censor = '[redacted]'

const STANDARD_OUTPUT = 1

/**
 * Structured JSON logs with UTC timestamps. Confidential fields are redacted, at the top of a line
 * and one level below.
 *
 * @param destination standard output by default
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    // Workers write to the same output: each line names its process.
    base: cluster.isWorker ? { pid: process.pid } : null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: confidential.flatMap((name) => [name, `*.${name}`]), censor },
  }
  if (destination) return pino(options, destination)
  const onDropped = (lines: number) => log.warn({ lines }, 'log lines dropped')
  const log = pino(options, logOutput(STANDARD_OUTPUT, onDropped))
  return log
}

/**
 * The same log, for lines that hold no objects: it redacts at the top of a line only. To look one
 * level below takes 6 of the 9 µs of a line.
 */
export const flatLog = (log: Logger): Logger =>
  log.child({}, { redact: { paths: confidential, censor } })

/** Limits log lines per second, for events that may come in floods. */
export class LineBudget {
  readonly #lines: number
  #second = NaN
  #taken = 0
  #suppressed = 0

  constructor(lines: number) {
    this.#lines = lines
  }

  /** @returns how many lines were suppressed since the last; undefined when this one is as well */
  take(): number | undefined {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#taken = 0
    this.#second = second
    if (this.#taken >= this.#lines) {
      this.#suppressed++
      return undefined
    }
    this.#taken++
    const suppressed = this.#suppressed
    this.#suppressed = 0
    return suppressed
  }
}

const SECOND_MS = 1_000

type FloodOptions = { intervalMs?: number; onEnd?: () => void }

/** Writes a line of a flood at once, then at most one an interval, until all of it is counted. */
export class FloodLine {
  readonly #write: (count: number) => void
  readonly #intervalMs: number
  readonly #onEnd: (() => void) | undefined
  #count = 0
  #timer: NodeJS.Timeout | undefined

  /**
   * @param write is given how many there were since the line before
   * @param intervalMs a second unless it is given
   * @param onEnd called once an interval was quiet
   */
  constructor(
    write: (count: number) => void,
    { intervalMs = SECOND_MS, onEnd }: FloodOptions = {},
  ) {
    this.#write = write
    this.#intervalMs = intervalMs
    this.#onEnd = onEnd
  }

  /** Counts one more. */
  add(): void {
    this.#count++
    if (!this.#timer) this.#tell()
  }

  #tell(): void {
    this.#write(this.#count)
    this.#count = 0
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#count > 0) this.#tell()
      else this.#onEnd?.()
    }, this.#intervalMs).unref()
  }
}
