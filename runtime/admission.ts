import type { Database } from '../db/database.ts'
import type { Logger } from './log.ts'

/** So many requests are worked on at once. */
export const MAX_IN_FLIGHT = 1_000

/** Of those, one API client has at most this part, so that the others are let in as well. */
const CLIENT_PART = 1 / 2

/** Requests that tell whether the service lives find room when the others do not. */
const SPARE = 16

/**
 * What arrives during one turn of the event loop has waited since the turn began. When turns have
 * been longer than this for a while, the rest of each is spent on saying so.
 */
const LONGEST_TURN_MS = 250
const PATIENCE_MS = 1_000

/** Between two lines of the log that say how many were refused. */
const TELL_EVERY_MS = 1_000

/**
 * Lets in as much as can be answered soon, and refuses the rest while that still costs nothing: a
 * service that works on everything at once answers nothing in time.
 */
export class Admission {
  readonly #db: Database
  readonly #log: Logger
  readonly #most: number
  readonly #of_client = new Map<string, number>()
  #in_flight = 0
  #turn_start_ms: number | undefined
  /** Since when each turn has been too long. */
  #late_since_ms: number | undefined
  #refused = 0
  #told_ms = -Infinity

  constructor(db: Database, log: Logger, max_in_flight = MAX_IN_FLIGHT) {
    this.#db = db
    this.#log = log
    this.#most = max_in_flight
  }

  /**
   * Whether a request may come in; one that does leaves by `leave`.
   *
   * @param vital whether it asks if the service lives
   */
  enter(now_ms: number, vital: boolean): boolean {
    if (!this.hasRoom(now_ms, vital)) return this.#refuse(now_ms)
    this.#in_flight++
    return true
  }

  /** Whether there is room; what its request still lacks, such as its body, may be read then. */
  hasRoom(now_ms: number, vital: boolean): boolean {
    const late = this.#isLate(now_ms)
    if (vital) return this.#in_flight < this.#most + SPARE
    return this.#in_flight < this.#most && !late && this.#db.congested !== true
  }

  /** The same for the part of one API client, once it is known who calls. */
  enterAs(client_id: string): boolean {
    const own = this.#of_client.get(client_id) ?? 0
    if (own >= this.#most * CLIENT_PART) return this.#refuse(performance.now())
    this.#of_client.set(client_id, own + 1)
    return true
  }

  /** @param client_id of a request that has entered as one */
  leave(client_id: string | undefined): void {
    this.#in_flight--
    if (client_id === undefined) return
    const own = this.#of_client.get(client_id) ?? 0
    if (own > 1) this.#of_client.set(client_id, own - 1)
    else this.#of_client.delete(client_id)
  }

  #isLate(now_ms: number): boolean {
    if (this.#turn_start_ms === undefined) {
      this.#turn_start_ms = now_ms
      setImmediate(this.#endTurn)
    }
    if (now_ms - this.#turn_start_ms < LONGEST_TURN_MS) return false
    this.#late_since_ms ??= this.#turn_start_ms
    return now_ms - this.#late_since_ms > PATIENCE_MS
  }

  readonly #endTurn = (): void => {
    const duration_ms = performance.now() - (this.#turn_start_ms ?? 0)
    if (duration_ms < LONGEST_TURN_MS) this.#late_since_ms = undefined
    this.#turn_start_ms = undefined
  }

  /** A line for each would cost more than the refusal itself. */
  #refuse(now_ms: number): false {
    this.#refused++
    if (now_ms - this.#told_ms > TELL_EVERY_MS) {
      this.#log.warn({ refused: this.#refused, in_flight: this.#in_flight }, 'overloaded')
      this.#refused = 0
      this.#told_ms = now_ms
    }
    return false
  }
}
