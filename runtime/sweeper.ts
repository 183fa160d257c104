import type { Database } from '../db/database.ts'
import { isLastRead } from '../db/longJson.ts'
import { sellersDue } from '../db/sweep.ts'
import type { Sweep } from '../db/sweep.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import { systemTimers } from './timers.ts'
import type { Timers } from './timers.ts'

/** How often a round begins: due work is done within a minute. */
const INTERVAL_MS = 30_000

/** How long a round takes at most, all sweeps together. The next one begins with all sellers. */
const ROUND_MS = 15_000

/** How many rows one statement writes, unless a sweep says otherwise: a few milliseconds. */
export const PIECE_ROWS = 500

/** How many sellers one read covers. */
const PASSED_SELLERS = 100

/** The pause after a full piece, so that requests get most of the database's time. */
const PAUSE_MS = 20

export type SweeperOptions = {
  db: Database
  clock: Clock
  log: Logger
  sweeps: readonly Sweep[]
  /** How long it is from one round to the next. */
  intervalMs?: number
  timers?: Timers
}

/**
 * Does work in the background that is due by the clock alone, such as expiry, in batches with a
 * pause after each. Several processes share the work: each takes rows that no other has locked.
 */
export class Sweeper {
  readonly #on: SweeperOptions
  readonly #timers: Timers
  readonly #ending = new AbortController()
  #callOff: () => void = () => undefined
  #round: Promise<boolean> | undefined

  constructor(options: SweeperOptions) {
    this.#on = options
    this.#timers = options.timers ?? systemTimers
  }

  /**
   * Schedules the next round.
   *
   * @param isLeft whether the last round left something; the next one then begins at once
   */
  start(isLeft = false): void {
    if (this.#ending.signal.aborted) return
    // Jitter, so that processes that were started together do not run their rounds together.
    const { intervalMs = INTERVAL_MS } = this.#on
    const pauseMs = isLeft ? PAUSE_MS : intervalMs * (0.9 + Math.random() * 0.2)
    this.#callOff = this.#timers.after(pauseMs, async () => this.start(await this.round()))
  }

  /** Ends the rounds, and waits for the running statement. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.#callOff()
    await this.#round
  }

  /**
   * Runs one round of every sweep, or joins the one that is running. It never rejects.
   *
   * @returns whether something that was due is left
   */
  round(): Promise<boolean> {
    this.#round ??= this.#runRound().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  async #runRound(): Promise<boolean> {
    let isLeft = false
    for (const sweep of this.#on.sweeps) {
      try {
        isLeft = (await this.#sweep(sweep)) || isLeft
      } catch (error) {
        if (this.#ending.signal.aborted) return false
        this.#logFailure(sweep, error)
      }
    }
    return isLeft
  }

  /**
   * Sweeps a batch of each seller that has something due, and then of those that have more.
   *
   * @returns whether some sellers have more still
   */
  async #sweep(sweep: Sweep): Promise<boolean> {
    const endMs = performance.now() + ROUND_MS / this.#on.sweeps.length
    const failed = new Map<string, unknown>()
    let more: string[] = []
    try {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { due, next } = await this.#look(sweep, after)
        more.push(...(await this.#pieceOfEach(sweep, due, failed)))
        after = next
      }
      while (more.length > 0 && performance.now() < endMs) {
        more = await this.#pieceOfEach(sweep, more, failed)
      }
    } finally {
      const [first] = failed
      if (first) this.#logFailure(sweep, first[1], { seller_id: first[0], sellers: failed.size })
    }
    return more.length > 0
  }

  #logFailure({ name }: Sweep, error: unknown, facts: object = {}): void {
    this.#on.log.error({ err: error, sweep: name, ...facts }, 'sweep failed')
  }

  async #look(sweep: Sweep, after: string) {
    const { db, clock } = this.#on
    const now = (await clock.now()).toISOString()
    return db.read(() => sellersDue(sweep, { after, now, limit: PASSED_SELLERS }))
  }

  /**
   * @param failed gets the sellers whose piece has failed; the others do not wait for them
   * @returns the sellers that have more
   */
  async #pieceOfEach(
    sweep: Sweep,
    sellerIds: string[],
    failed: Map<string, unknown>,
  ): Promise<string[]> {
    const { db, clock } = this.#on
    const { rows = PIECE_ROWS } = sweep
    const more: string[] = []
    for (const seller_id of sellerIds) {
      this.#ending.signal.throwIfAborted()
      const piece = { seller_id, now: (await clock.now()).toISOString(), limit: rows }
      const done = await db
        .run(() => sweep.piece(piece))
        .catch((error: unknown) => {
          failed.set(seller_id, error)
          return []
        })
      const last = done.at(-1)
      if (done.length === rows || (last && isLastRead(last))) more.push(seller_id)
      const pauseMs = Math.ceil((PAUSE_MS * done.length) / rows)
      await this.#timers.wait(pauseMs, this.#ending.signal)
    }
    return more
  }
}
