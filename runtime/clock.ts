import type { Database } from '../db/database.ts'
import { eq } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import type { Logger } from './logger.ts'

/** The service's only source of time. */
export type Clock = {
  now(): Date | Promise<Date>
}

/** Where a clock stands, and how far it was moved until then. */
export type ClockReading = { now: Date; offsetMs: number }

/** A clock that callers move forward: the sandbox's. */
export type MovableClock = Clock & {
  /** Reads the clock as it is stored, whoever has moved it. */
  read(): Promise<ClockReading>
  /**
   * Moves the clock forward, unless it was moved since it was read.
   *
   * @returns whether it has moved
   */
  move(from: ClockReading, byMs: number): Promise<boolean>
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

/** The same past the cache, which may lag behind another process. */
const storedOffset = query('stored_clock_offset', (db, { sandbox_clock: t }) =>
  db.select({ offset_ms: t.offset_ms }).from(t).where(eq(t.id, 1)),
)

/** Changes the offset from one that was read; another is left as it is. */
const moveOffset = query(
  'move_clock_offset',
  (db, { sandbox_clock: t }, args: Arguments<{ from_ms: number; to_ms: number }>) =>
    db
      .insert(t)
      .values({ id: 1, offset_ms: args.to_ms })
      .onConflictDoUpdate({
        target: t.id,
        set: { offset_ms: args.to_ms },
        setWhere: eq(t.offset_ms, args.from_ms),
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
export class SandboxClock implements MovableClock {
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

  async read(): Promise<ClockReading> {
    const rows = await this.#db.read(() => storedOffset({}))
    return { now: this.#at(rows), offsetMs: rows[0]?.offset_ms ?? 0 }
  }

  async move({ offsetMs: from_ms }: ClockReading, byMs: number): Promise<boolean> {
    const moved = await this.#db.run(() => moveOffset({ from_ms, to_ms: from_ms + byMs }))
    return moved.length > 0
  }
}
