/** Runs what is due of subscriptions: in the background, and where the sandbox's clock is moved. */
import type { Database } from '../../../db/database.ts'
import { LATEST_MS } from '../../../runtime/clock.ts'
import type { Clock, MovableClock } from '../../../runtime/clock.ts'
import type { Logger } from '../../../runtime/logger.ts'
import { systemTimers } from '../../../runtime/timers.ts'
import type { Timers } from '../../../runtime/timers.ts'
import { runAllDue, runThrough } from '../due.ts'
import type { Recorder } from '../ports.ts'
import type { Key } from '../rows.ts'

/** How often due work is looked for, by one statement: what is due is done within a minute. */
const INTERVAL_MS = 30_000

/** So many subscriptions whose work has failed are named in the log by a round. */
const LOGGED_FAILURES = 10

export type DueRoundsOptions = {
  db: Database
  clock: Clock | MovableClock
  log: Logger
  recorder: (now: Date) => Recorder
  timers?: Timers
}

/**
 * Rounds over all subscriptions that are due. Processes share the work by the lock of each
 * subscription. In a process one round runs at a time, and none while its clock is moved, so that
 * what is due on the way is done at its own moment.
 */
export class DueRounds {
  readonly #on: DueRoundsOptions
  readonly #timers: Timers
  readonly #ending = new AbortController()
  #callOff: () => void = () => undefined
  #turn: Promise<unknown> = Promise.resolve()
  #isWoken = false

  constructor(options: DueRoundsOptions) {
    this.#on = options
    this.#timers = options.timers ?? systemTimers
  }

  /** Schedules the next round. */
  start(): void {
    if (this.#ending.signal.aborted) return
    // Jitter, so that processes that were started together do not run their rounds together.
    const pauseMs = INTERVAL_MS * (0.9 + Math.random() * 0.2)
    this.#callOff = this.#timers.after(pauseMs, async () => {
      await this.round()
      this.start()
    })
  }

  /** Ends the rounds, and waits for the running transaction. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.#callOff()
    await this.#turn
  }

  /** Has a round begin at once; to be called after the commit of something that is due already. */
  wake(): void {
    if (this.#isWoken) return
    this.#isWoken = true
    void this.round()
  }

  /** Runs one round. It never rejects: failures are logged. */
  round(): Promise<void> {
    return this.#inTurn(() => this.#runRound())
  }

  /**
   * Moves the sandbox's clock forward, and does on the way what is due at its moment. Several calls
   * add up, one after another.
   *
   * @returns where the clock stands; undefined, and not moved, when it would leave the years that a
   *   timestamp can name
   * @throws Error when something that is due fails: the clock stands at its moment
   */
  advance(seconds: number): Promise<Date | undefined> {
    return this.#inTurn(() => this.#advance(seconds))
  }

  async #advance(seconds: number): Promise<Date | undefined> {
    const { clock, db, recorder } = this.#on
    if (!('move' in clock)) throw new Error('Only the sandbox has a clock that can be moved.')
    let leftMs = seconds * 1000
    let reading = await clock.read()
    if (reading.now.getTime() + leftMs > LATEST_MS) return undefined
    await runThrough(
      { db, recorder, signal: this.#ending.signal },
      {
        async until() {
          reading = await clock.read()
          return new Date(Math.min(reading.now.getTime() + leftMs, LATEST_MS))
        },
        async moveTo(at) {
          const byMs = Math.max(0, at.getTime() - reading.now.getTime())
          if (byMs > 0 && !(await clock.move(reading, byMs))) return false
          leftMs -= byMs
          return true
        },
      },
    )
    return clock.now()
  }

  /** Runs some work once that before it has ended. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  async #runRound(): Promise<void> {
    this.#isWoken = false
    const { db, clock, log, recorder } = this.#on
    const { signal } = this.#ending
    if (signal.aborted) return
    let failures = 0
    const failed = ({ seller_id, id }: Key, err: unknown) => {
      if (failures++ >= LOGGED_FAILURES) return
      log.error({ err, seller_id, subscription_id: id }, 'due work of a subscription failed')
    }
    try {
      await runAllDue({ db, recorder, failed, signal }, await clock.now())
    } catch (err) {
      if (!signal.aborted) log.error({ err }, 'due subscriptions were not looked through')
    }
    if (failures > LOGGED_FAILURES) log.error({ failures }, 'due work of subscriptions failed')
  }
}
