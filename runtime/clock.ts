import type { Database } from '../db/database.ts'
import { lte, sql } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import type { Logger } from './logger.ts'

/** The service's only source of time. */
export type Clock = {
  now(): Date | Promise<Date>
  /**
   * Moves the clock forward, in sandbox mode only.
   *
   * @returns undefined when it would leave the years that a timestamp can name
   */
  advance(seconds: number): Promise<Date | undefined>
}

/** The end of the sandbox's time: later years have five digits, which no timestamp may have. */
export const LATEST_MS = Date.parse('9999-01-01T00:00:00.000Z')

/** A larger step is no correction by NTP: the machine's clock was set. */
const STEP_MS = 5_000

/** How long the machine's clock must stay ahead until the service follows it. */
const BELIEVED_MS = 5_000

const clockOffset = query(
  'clock_offset',
  (db, { sandbox_clock }) => db.select({ offset_ms: sandbox_clock.offset_ms }).from(sandbox_clock),
  { cache: { max: 1 } },
)

const readOffset = () => clockOffset({})

/** Adds to an offset of at most `most_ms`; a larger one is left as it is. */
const addToClock = query(
  'add_to_clock',
  (db, { sandbox_clock: t }, args: Arguments<{ add_ms: number; most_ms: number }>) =>
    db
      .insert(t)
      .values({ id: 1, offset_ms: args.add_ms })
      .onConflictDoUpdate({
        target: t.id,
        set: { offset_ms: sql`${t.offset_ms} + ${args.add_ms}` },
        setWhere: lte(t.offset_ms, args.most_ms),
      })
      .returning(),
)

/**
 * The machine's clock without its errors. A step is recognised by Node's monotonic clock.
 *
 * Set back by up to `STEP_MS`, the clock stands still until the machine has caught up. Set back by
 * more, it follows, since standing still could take hours. Set ahead, it follows after
 * `BELIEVED_MS` only: expiry cannot be undone, so a clock that is wrong for a moment must have no
 * effect.
 */
export class SystemClock implements Clock {
  readonly #log: Logger | undefined
  #lastMs = 0
  /** When `now` was called last, and when the machine was first found ahead. */
  #calledMs = 0
  #aheadSinceMs: number | undefined

  /** @param log where steps are reported */
  constructor(log?: Logger) {
    this.#log = log
  }

  now(): Date {
    const machineMs = Date.now()
    const calledMs = performance.now()
    const expectedMs = this.#lastMs + calledMs - this.#calledMs
    const stepMs = this.#lastMs === 0 ? 0 : machineMs - expectedMs
    this.#calledMs = calledMs
    this.#lastMs =
      Math.abs(stepMs) <= STEP_MS
        ? this.#corrected(machineMs)
        : this.#stepped(stepMs, expectedMs, machineMs)
    return new Date(this.#lastMs)
  }

  advance(): Promise<Date> {
    throw new Error('Only the sandbox has a clock that can be moved.')
  }

  #corrected(machineMs: number): number {
    this.#aheadSinceMs = undefined
    return Math.max(this.#lastMs, machineMs)
  }

  #stepped(stepMs: number, expectedMs: number, machineMs: number): number {
    const stepSeconds = Math.round(stepMs / 1000)
    if (stepMs > 0) {
      if (this.#aheadSinceMs === undefined) {
        this.#aheadSinceMs = this.#calledMs
        const believedSeconds = BELIEVED_MS / 1000
        this.#log?.warn(
          { step_seconds: stepSeconds, believed_seconds: believedSeconds },
          "the machine's clock was set ahead",
        )
      }
      if (this.#calledMs - this.#aheadSinceMs < BELIEVED_MS) return expectedMs
    }
    this.#aheadSinceMs = undefined
    this.#log?.warn({ step_seconds: stepSeconds }, "the service's clock follows the machine's")
    return machineMs
  }
}

/**
 * The sandbox's clock: the machine's clock plus an offset that callers advance. The offset is in
 * the database, so that all processes share it and it survives a restart. At `LATEST_MS` the clock
 * stands still.
 */
export class SandboxClock implements Clock {
  readonly #db: Database
  readonly #system: SystemClock

  constructor(db: Database, log?: Logger) {
    this.#db = db
    this.#system = new SystemClock(log)
  }

  /** Without a promise where the offset is there at once: to await it would cost each request. */
  now(): Date | Promise<Date> {
    const rows = this.#db.read(readOffset)
    return rows instanceof Promise ? rows.then((read) => this.#at(read)) : this.#at(rows)
  }

  #at([row]: { offset_ms: number }[]): Date {
    const nowMs = this.#system.now().getTime() + (row?.offset_ms ?? 0)
    return new Date(Math.min(nowMs, LATEST_MS))
  }

  async advance(seconds: number): Promise<Date | undefined> {
    const addMs = seconds * 1000
    const mostMs = LATEST_MS - this.#system.now().getTime() - addMs
    // A database without an offset has no row for the statement's comparison.
    if (mostMs < 0) return undefined
    const [added] = await this.#db.run(() => addToClock({ add_ms: addMs, most_ms: mostMs }))
    return added && this.now()
  }
}
