import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { sellersDue } from '../db/sweep.ts'
import type { Sweep } from '../db/sweep.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'

/** What is due is done within a minute. */
const INTERVAL_MS = 30_000

/** A round that is not done by then goes on in the next one, so that no seller waits for long. */
const ROUND_MS = 15_000

/** So many rows are written by one statement: a few milliseconds on either engine. */
export const PIECE_ROWS = 500

/** So many sellers are passed in one read. */
const PASSED_SELLERS = 100

/** Between two pieces, so that requests have most of the database. */
const PAUSE_MS = 20

export type SweeperOptions = {
  db: Database
  clock: Clock
  log: Logger
  sweeps: readonly Sweep[]
}

/**
 * Does in the background what is due by the clock alone, in pieces with a pause after each. Several
 * processes share the work: each takes rows that no other has locked.
 */
export class Sweeper {
  readonly #on: SweeperOptions
  readonly #ending = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined

  constructor(options: SweeperOptions) {
    this.#on = options
  }

  /** Begins to make rounds, with as much time between two as the interval says. */
  start(): void {
    if (this.#ending.signal.aborted) return
    // Processes that were started at once do not stay in step.
    const pause_ms = INTERVAL_MS * (0.9 + Math.random() * 0.2)
    this.#timer = setTimeout(async () => {
      await this.round()
      this.start()
    }, pause_ms).unref()
  }

  /** Makes no more rounds, and waits for the statement under way. */
  async stop(): Promise<void> {
    this.#ending.abort()
    clearTimeout(this.#timer)
    await this.#round
  }

  /** One round of every sweep; it never fails, and of two at a time the second is the first. */
  round(): Promise<void> {
    this.#round ??= this.#runRound().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  async #runRound(): Promise<void> {
    for (const sweep of this.#on.sweeps) {
      await this.#sweep(sweep).catch((error: unknown) => {
        if (this.#ending.signal.aborted) return
        this.#on.log.error({ err: error, sweep: sweep.name }, 'sweep failed')
      })
    }
  }

  /** A piece of each seller that has something due, and then of those that have more. */
  async #sweep(sweep: Sweep): Promise<void> {
    const end_ms = performance.now() + ROUND_MS
    let more: string[] = []
    for (let after: string | undefined = ''; after !== undefined;) {
      const { due, next } = await this.#look(sweep, after)
      more.push(...await this.#pieceOfEach(sweep, due))
      after = next
    }
    while (more.length > 0 && performance.now() < end_ms) {
      more = await this.#pieceOfEach(sweep, more)
    }
  }

  async #look(sweep: Sweep, after: string) {
    const { db, clock } = this.#on
    const now = (await clock.now()).toISOString()
    return db.read(() => sellersDue(sweep, { after, now, limit: PASSED_SELLERS }))
  }

  /** @returns the sellers that have more */
  async #pieceOfEach(sweep: Sweep, seller_ids: string[]): Promise<string[]> {
    const { db, clock } = this.#on
    const more: string[] = []
    for (const seller_id of seller_ids) {
      this.#ending.signal.throwIfAborted()
      const piece = { seller_id, now: (await clock.now()).toISOString(), limit: PIECE_ROWS }
      const done = await db.run(() => sweep.piece(piece))
      if (done.length === PIECE_ROWS) more.push(seller_id)
      await wait(PAUSE_MS, undefined, { signal: this.#ending.signal })
    }
    return more
  }
}
