import type { Database } from '../db/database.ts'
import { lte, sql } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import type { Logger } from './logger.ts'

/** The service's only source of time. */
export interface Clock {
  now(): Date | Promise<Date>
  /**
   * Moves the clock forward, in sandbox mode only.
   *
   * @returns undefined when it would leave the years that a timestamp can name
   */
  advance(seconds: number): Promise<Date | undefined>
}

/** Beyond it, timestamps would not keep the form that the contract gives them. */
export const LATEST_MS = Date.parse('9999-01-01T00:00:00.000Z')

/** A step of the machine's clock that is larger than this is no mere correction. */
const STEP_MS = 5_000

/** How long the machine's clock has to stay ahead until it is believed. */
const BELIEVED_MS = 5_000

const clockOffset = query(
  'clock_offset',
  (db, { sandbox_clock }) => db.select({ offset_ms: sandbox_clock.offset_ms }).from(sandbox_clock),
  { cache: { max: 1 } },
)

/** Adds to an offset that is at most so large, or else changes nothing. */
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
 * The machine's clock, whose steps are told by the time that has really passed. It stands still
 * while the machine is set back by a few seconds, and follows it back by more: else one moment in
 * the future would stop time until then. What expires is not taken back, so that the machine is
 * followed ahead only when it has stayed there: a clock that is wrong for a moment has no effect.
 */
export class SystemClock implements Clock {
  readonly #log: Logger | undefined
  #last_ms = 0
  /** When `now` was called last, and when the machine was first found ahead. */
  #called_ms = 0
  #ahead_since_ms: number | undefined

  /** @param log is told of each step */
  constructor(log?: Logger) {
    this.#log = log
  }

  now(): Date {
    const machine_ms = Date.now()
    const called_ms = performance.now()
    const expected_ms = this.#last_ms + called_ms - this.#called_ms
    const step_ms = this.#last_ms === 0 ? 0 : machine_ms - expected_ms
    this.#called_ms = called_ms
    this.#last_ms =
      Math.abs(step_ms) <= STEP_MS
        ? this.#corrected(machine_ms)
        : this.#stepped(step_ms, expected_ms, machine_ms)
    return new Date(this.#last_ms)
  }

  advance(): Promise<Date> {
    throw new Error('Only the sandbox has a clock that can be moved.')
  }

  #corrected(machine_ms: number): number {
    this.#ahead_since_ms = undefined
    return Math.max(this.#last_ms, machine_ms)
  }

  #stepped(step_ms: number, expected_ms: number, machine_ms: number): number {
    const step_seconds = Math.round(step_ms / 1000)
    if (step_ms > 0) {
      if (this.#ahead_since_ms === undefined) {
        this.#ahead_since_ms = this.#called_ms
        const believed_seconds = BELIEVED_MS / 1000
        this.#log?.warn({ step_seconds, believed_seconds }, "the machine's clock was set ahead")
      }
      if (this.#called_ms - this.#ahead_since_ms < BELIEVED_MS) return expected_ms
    }
    this.#ahead_since_ms = undefined
    this.#log?.warn({ step_seconds }, "the service's clock follows the machine's")
    return machine_ms
  }
}

/**
 * The sandbox's clock: the machine's, plus what callers have advanced it by. It stands in the
 * database, so that it is one for all processes and survives a restart. At its end it stands still.
 */
export class SandboxClock implements Clock {
  readonly #db: Database
  readonly #system: SystemClock

  constructor(db: Database, log?: Logger) {
    this.#db = db
    this.#system = new SystemClock(log)
  }

  async now(): Promise<Date> {
    const [row] = await this.#db.read(() => clockOffset({}))
    const now_ms = this.#system.now().getTime() + (row?.offset_ms ?? 0)
    return new Date(Math.min(now_ms, LATEST_MS))
  }

  async advance(seconds: number): Promise<Date | undefined> {
    const add_ms = seconds * 1000
    const most_ms = LATEST_MS - this.#system.now().getTime() - add_ms
    // Where there is no offset yet, the statement has none to compare.
    if (most_ms < 0) return undefined
    const [added] = await this.#db.run(() => addToClock({ add_ms, most_ms }))
    return added && this.now()
  }
}
