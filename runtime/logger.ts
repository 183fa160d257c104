import cluster from 'node:cluster'
import { pino } from 'pino'
import type { DestinationStream, Logger, LoggerOptions } from 'pino'
import { DatabaseUnavailable } from '../db/database.ts'
import { logOutput } from './logOutput.ts'
import { systemTimers } from './timers.ts'
import type { Timers } from './timers.ts'

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
 * and one level below. While the database is away, everything that fails for want of it is told in
 * one line a second.
 *
 * @param destination standard output by default
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  timers: Timers = systemTimers,
): Logger {
  const tellOutage = (left_out: Counts, reason: string) =>
    log.error({ reason, count: sumOf(left_out), left_out }, 'database unavailable')
  const options: LoggerOptions = {
    level,
    // Workers write to the same output: each line names its process.
    base: cluster.isWorker ? { pid: process.pid } : null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: confidential.flatMap((name) => [name, `*.${name}`]), censor },
    hooks: { logMethod: summingUpOutages(tellOutage, timers) },
  }
  const onDropped = (lines: number) => log.warn({ lines }, 'log lines dropped')
  const log: Logger = pino(options, destination ?? logOutput(STANDARD_OUTPUT, onDropped))
  return log
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** In the place of each method of a log, so that no line about an outage passes it by. */
function summingUpOutages(
  tell: (counts: Counts, reason: string) => void,
  timers: Timers,
): LogMethod {
  let reason = ''
  const outage = new SummedLines((counts) => tell(counts, reason), timers)
  return function logMethod(this: Logger, args, method) {
    const [given, message] = args as unknown as [object | string, string]
    const { err, ...facts } = Object(given) as { err?: unknown; operation?: string }
    if (!(err instanceof DatabaseUnavailable)) return method.apply(this, args)
    reason = reasonOf(err)
    const { operation } = facts
    const write = () => method.call(this, { ...facts, reason: reasonOf(err) }, message)
    outage.add(operation === undefined ? message : `${message}: ${operation}`, write)
  }
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
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

/** How many lines of each kind. */
export type Counts = Record<string, number>

export const sumOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * Lines that come in floods. The first one after a quiet second is written as it is; of those that
 * follow, one line a second says how many there were of each kind, until all are told.
 */
export class SummedLines {
  readonly #tell: (leftOut: Counts) => void
  readonly #timers: Timers
  #counts: Counts | undefined

  constructor(tell: (leftOut: Counts) => void, timers: Timers = systemTimers) {
    this.#tell = tell
    this.#timers = timers
  }

  /**
   * @param kind one of few, which the program names
   * @param write writes the line as it is
   */
  add(kind: string, write: () => void): void {
    if (this.#counts) {
      this.#counts[kind] = (this.#counts[kind] ?? 0) + 1
      return
    }
    this.#beginSecond()
    write()
  }

  #beginSecond(): void {
    const counts: Counts = {}
    this.#counts = counts
    this.#timers.after(SECOND_MS, () => {
      if (sumOf(counts) === 0) return void (this.#counts = undefined)
      this.#beginSecond()
      this.#tell(counts)
    })
  }
}

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
