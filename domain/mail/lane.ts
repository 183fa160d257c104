/** A queue of mails with a budget of its own: connections and pace of each seller. */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import { Pace } from '../../runtime/pace.ts'
import type { PaceOptions } from '../../runtime/pace.ts'
import type { Timers } from '../../runtime/timers.ts'
import { SellerQueue } from '../outgoing/sellerQueue.ts'
import { claimMail, oldestToSend } from './queue.ts'
import type { ordinaryMails } from './queue.ts'
import type { Mail } from './rows.ts'

/** Of one seller at once, so that one who sells much leaves places to the others. */
const MAX_OF_SELLER = 2

export type LaneOptions = {
  db: Database
  clock: Clock
  log: Logger
  timers: Timers
  /** Finds mails of a seller that wait in this lane. */
  pending: typeof ordinaryMails
  /** Mails under way at once: a server that hangs holds so many connections and nothing else. */
  maxInFlight: number
  /** How fast a seller's mails go out of one process; those beyond wait. */
  pace: PaceOptions
  /** Sends a claimed mail and records what became of it. */
  deliver: (mail: Mail) => Promise<void>
}

export class MailLane {
  readonly #options: LaneOptions
  readonly #queue: SellerQueue
  readonly #pace: Pace
  readonly #inFlight = new Map<Promise<void>, string>()
  /** Sellers that wait for their pace. */
  readonly #paced = new Set<string>()
  #isStopped = false

  constructor(options: LaneOptions) {
    this.#options = options
    this.#pace = new Pace(options.pace)
    this.#queue = new SellerQueue({
      visit: (seller_id) => this.#sendOf(seller_id),
      hasCapacity: () => this.#inFlight.size < options.maxInFlight,
      onError: (error, seller_id) =>
        options.log.error({ err: error, seller_id }, 'pending mails could not be read'),
      timers: options.timers,
    })
  }

  /** Sends what a seller has pending; to be called after the commit that recorded it. */
  wake(seller_id: string): void {
    this.#queue.add(seller_id)
  }

  /** Claims nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#queue.stop()
    await Promise.all(this.#inFlight.keys())
  }

  async #sendOf(seller_id: string): Promise<void> {
    const { db, clock, maxInFlight, pending } = this.#options
    const sendingCount = [...this.#inFlight.values()].filter(
      (inFlightSeller) => inFlightSeller === seller_id,
    ).length
    const limit = Math.min(MAX_OF_SELLER - sendingCount, maxInFlight - this.#inFlight.size)
    // The first that ends wakes the seller again.
    if (limit < 1) return
    const waitMs = this.#pace.waitMs(seller_id)
    if (waitMs > 0) return this.#wakeLater(seller_id, waitMs)
    const now = await clock.now()
    const since = oldestToSend(now)
    for (const { id } of await db.read(() => pending({ seller_id, since, limit }))) {
      const [mail] = await db.run(() => claimMail({ seller_id, id, now: now.toISOString() }))
      if (mail) this.#send(mail)
    }
  }

  /** One timer for each seller, however many of its mails wait. */
  #wakeLater(seller_id: string, waitMs: number): void {
    if (this.#paced.has(seller_id)) return
    this.#paced.add(seller_id)
    this.#options.timers.after(waitMs, () => {
      this.#paced.delete(seller_id)
      if (!this.#isStopped) this.wake(seller_id)
    })
  }

  #send(mail: Mail): void {
    const { seller_id, id } = mail
    const { log, deliver } = this.#options
    this.#pace.add(seller_id)
    const sending = deliver(mail)
      .catch((error: unknown) =>
        log.error({ err: error, seller_id, mail: id }, 'mail outcome not recorded'),
      )
      .finally(() => {
        this.#inFlight.delete(sending)
        this.wake(seller_id)
      })
    this.#inFlight.set(sending, seller_id)
  }
}
