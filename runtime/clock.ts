import type { Database } from '../db/database.ts'
import { sql } from '../db/operators.ts'
import { query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'

/** The service's only source of time; it never goes back within a process. */
export interface Clock {
  now(): Date | Promise<Date>
  /** Moves the clock forward, in sandbox mode only. */
  advance(seconds: number): Promise<Date>
}

const clockOffset = query(
  'clock_offset',
  (db, { sandbox_clock }) => db.select({ offset_ms: sandbox_clock.offset_ms }).from(sandbox_clock),
  { remembered: 1 },
)

const addToClock = query(
  'add_to_clock',
  (db, { sandbox_clock }, args: Arguments<{ add_ms: number }>) =>
    db.insert(sandbox_clock).values({ id: 1, offset_ms: args.add_ms })
      .onConflictDoUpdate({
        target: sandbox_clock.id,
        set: { offset_ms: sql`${sandbox_clock.offset_ms} + ${args.add_ms}` },
      })
      .returning(),
)

/** The machine's clock, held still while the machine sets it back. */
export class SystemClock implements Clock {
  #last_ms = 0

  now(): Date {
    this.#last_ms = Math.max(this.#last_ms, Date.now())
    return new Date(this.#last_ms)
  }

  advance(): Promise<Date> {
    throw new Error('Only the sandbox has a clock that can be moved.')
  }
}

/**
 * The sandbox's clock: the machine's, plus what callers have advanced it by. It stands in the
 * database, so that it is one for all processes and survives a restart.
 */
export class SandboxClock implements Clock {
  readonly #db: Database
  readonly #system = new SystemClock()

  constructor(db: Database) {
    this.#db = db
  }

  async now(): Promise<Date> {
    const [row] = await this.#db.read(() => clockOffset({}))
    return new Date(this.#system.now().getTime() + (row?.offset_ms ?? 0))
  }

  async advance(seconds: number): Promise<Date> {
    await this.#db.run(() => addToClock({ add_ms: seconds * 1000 }))
    return this.now()
  }
}
