import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/query.ts'
import { addDays, dayOf, startOfDay } from '../../runtime/brasilia.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import type { Timers } from '../../runtime/timers.ts'
import { eventAt, headOf } from './heads.ts'
import type { Head } from './heads.ts'
import { chainIds, sealAtStart, sealGrown } from './sealing.ts'

/** How often chains without their seal, and the beginning of a new day, are looked for. */
const INTERVAL_MS = 60_000

/** The pause after each page of chains, so that requests get most of the database's time. */
const PAUSE_MS = 20

export type DailyHeadsOptions = { db: Database; clock: Clock; timers: Timers; log: Logger }

/** The heads of the chains whose last event is not older than a moment. */
function* headsSince(seller_ids: string[], since: string): Transaction<Head[]> {
  const moved: Head[] = []
  for (const seller_id of seller_ids) {
    const [head] = yield* headOf({ seller_id })
    if (!head) continue
    const [last] = yield* eventAt({ seller_id, sequence: head.sequence })
    if (last && last.created_at >= since) moved.push(head)
  }
  return moved
}

/**
 * Keeps the audit trail's heads: it seals them at the start and beside processes that do not, and
 * after each day it writes the head of each chain that has grown into the log. An older copy of a
 * chain has a seal that fits, so that the log alone shows that newer events are gone.
 */
export class DailyHeads {
  readonly #on: DailyHeadsOptions
  readonly #ending = new AbortController()
  #callOff: () => void = () => undefined
  #work: Promise<void> = Promise.resolve()
  /** The day that is under way; the heads of those before are in the log. */
  #day: string | undefined
  /** The first day whose changes the next lines are to cover. */
  #from: string | undefined

  constructor(options: DailyHeadsOptions) {
    this.#on = options
  }

  start(): void {
    const { db, log } = this.#on
    this.#do(() => sealAtStart(db, log, this.#ending.signal))
    this.#schedule()
  }

  /** Ends the rounds, and waits for the running statement. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.#callOff()
    await this.#work
  }

  /** Resolves once the work that is under way is done. It never rejects. */
  settled(): Promise<void> {
    return this.#work
  }

  /** Writes the heads of the day before, when a new one has begun. It never rejects. */
  round(): Promise<void> {
    return this.#do(() => this.#round())
  }

  #schedule(): void {
    if (this.#ending.signal.aborted) return
    this.#callOff = this.#on.timers.after(INTERVAL_MS, async () => {
      await this.round()
      this.#schedule()
    })
  }

  #do(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      if (!this.#ending.signal.aborted) {
        this.#on.log.error({ err: error }, 'the heads of the audit trail were not looked through')
      }
    })
    return this.#work
  }

  async #round(): Promise<void> {
    const { auditSeals } = this.#on.db
    if (auditSeals) await sealGrown(this.#on.db, auditSeals, this.#ending.signal)
    const today = dayOf(await this.#on.clock.now())
    // The first lines after a start cover a day more: the process may have been away at its end.
    this.#from ??= addDays(today, -1)
    this.#day ??= today
    if (today <= this.#day) return
    await this.#write(startOfDay(this.#from))
    this.#from = this.#day = today
  }

  async #write(since: string): Promise<void> {
    const { db, log, timers } = this.#on
    for await (const page of chainIds(db)) {
      for (const head of await db.read(() => headsSince(page, since))) {
        const { seller_id, first_sequence, sequence, hash } = head
        log.info({ seller_id, first_sequence, sequence, hash }, 'head of the audit trail')
      }
      await timers.wait(PAUSE_MS, this.#ending.signal)
    }
  }
}
