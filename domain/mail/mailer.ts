/** Sends the mails that are pending, each at most once. */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import { Pace } from '../../runtime/pace.ts'
import { systemTimers } from '../../runtime/timers.ts'
import type { Timers } from '../../runtime/timers.ts'
import type { Vault } from '../identity/vault.ts'
import { SellerQueue } from '../outgoing/sellerQueue.ts'
import { messageOf } from './message.ts'
import { claimMail, finishMail, pendingMails, sellerWithPendingMails } from './rows.ts'
import type { Mail } from './rows.ts'
import type { SendMail } from './smtp.ts'

/** Mails under way at once: a server that hangs holds so many connections and nothing else. */
const MAX_IN_FLIGHT = 8

/** Of one seller at once, so that one who sells much leaves places to the others. */
const MAX_OF_SELLER = 2

/** How fast a seller's mails go out of one process; those beyond wait. */
const pace = { burst: 200, perMinute: 60 }

/** A mail that could not be sent for this long tells nothing new any more. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** How often mails are looked for that another process has recorded. */
const LOOK_INTERVAL_MS = 30_000

const MAX_ERROR_LENGTH = 500

export type MailerOptions = {
  db: Database
  vault: Vault
  baseUrl: string
  clock: Clock
  log: Logger
  /** Undefined where no server is configured: then nothing is sent. */
  send: SendMail | undefined
  timers?: Timers
}

/**
 * A row is claimed, and the claim committed, before its mail goes out. What is found claimed may
 * have been sent by the process that claimed it, so it is never sent again (`mailSweeps`).
 */
export class Mailer {
  readonly #options: MailerOptions
  readonly #timers: Timers
  readonly #queue: SellerQueue
  readonly #pace = new Pace(pace)
  readonly #inFlight = new Map<Promise<void>, string>()
  /** Sellers that wait for their pace. */
  readonly #paced = new Set<string>()
  readonly #abort = new AbortController()
  #callOff: () => void = () => undefined
  #look: Promise<void> | undefined
  #isStopped = false

  constructor(options: MailerOptions) {
    this.#options = options
    this.#timers = options.timers ?? systemTimers
    this.#queue = new SellerQueue({
      visit: (seller_id) => this.#sendOf(seller_id),
      hasCapacity: () => this.#inFlight.size < MAX_IN_FLIGHT,
      onError: (error, seller_id) =>
        options.log.error({ err: error, seller_id }, 'pending mails could not be read'),
      timers: this.#timers,
    })
  }

  start(): void {
    if (this.#options.send) this.#look = this.#lookForLeftovers()
  }

  /** Sends what a seller has pending; to be called after the commit that recorded it. */
  wake(seller_id: string): void {
    if (this.#options.send) this.#queue.add(seller_id)
  }

  /** Claims nothing more, and waits for what is under way; after the limit it is broken off. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    const limit = setTimeout(() => this.#abort.abort(), limitMs)
    await Promise.all([this.#look, this.#queue.stop()])
    await Promise.all(this.#inFlight.keys())
    clearTimeout(limit)
  }

  async #lookForLeftovers(): Promise<void> {
    const { db, log } = this.#options
    try {
      for (let after = ''; !this.#isStopped; ) {
        const [row] = await db.read(() => sellerWithPendingMails({ after }))
        if (!row) break
        after = row.seller_id
        this.#queue.add(after)
      }
    } catch (error) {
      log.error({ err: error }, 'pending mails could not be read')
    }
    if (this.#isStopped) return
    this.#callOff = this.#timers.after(LOOK_INTERVAL_MS * (0.5 + Math.random()), () => {
      this.#look = this.#lookForLeftovers()
    })
  }

  async #sendOf(seller_id: string): Promise<void> {
    const { db, clock } = this.#options
    const sendingCount = [...this.#inFlight.values()].filter(
      (inFlightSeller) => inFlightSeller === seller_id,
    ).length
    const limit = Math.min(MAX_OF_SELLER - sendingCount, MAX_IN_FLIGHT - this.#inFlight.size)
    // The first that ends wakes the seller again.
    if (limit < 1) return
    const waitMs = this.#pace.waitMs(seller_id)
    if (waitMs > 0) return this.#wakeLater(seller_id, waitMs)
    const now = await clock.now()
    for (const { id } of await db.read(() => pendingMails({ seller_id, limit }))) {
      const [mail] = await db.run(() => claimMail({ seller_id, id, now: now.toISOString() }))
      if (mail) this.#send(mail, now)
    }
  }

  /** One timer for each seller, however many of its mails wait. */
  #wakeLater(seller_id: string, waitMs: number): void {
    if (this.#paced.has(seller_id)) return
    this.#paced.add(seller_id)
    this.#timers.after(waitMs, () => {
      this.#paced.delete(seller_id)
      if (!this.#isStopped) this.wake(seller_id)
    })
  }

  #send(mail: Mail, now: Date): void {
    const { seller_id, id } = mail
    this.#pace.add(seller_id)
    const sending = this.#deliver(mail, now)
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, seller_id, mail: id }, 'mail outcome not recorded'),
      )
      .finally(() => {
        this.#inFlight.delete(sending)
        this.wake(seller_id)
      })
    this.#inFlight.set(sending, seller_id)
  }

  async #deliver(mail: Mail, now: Date): Promise<void> {
    const { db, clock, log } = this.#options
    const { seller_id, id, type } = mail
    const error = await this.#failureOf(mail, now)
    const at = (await clock.now()).toISOString()
    const status = error === null ? ('sent' as const) : ('failed' as const)
    const sent_at = error === null ? at : null
    await db.run(() => finishMail({ seller_id, id, status, error, sent_at, now: at }))
    // The error may name the address of a person, and stays in the row.
    log[status === 'failed' ? 'warn' : 'debug']({ seller_id, mail: id, type }, `mail ${status}`)
  }

  /** Sends one mail. @returns why it failed; null once the server has taken it */
  async #failureOf(mail: Mail, now: Date): Promise<string | null> {
    const { db, vault, baseUrl, send } = this.#options
    try {
      if (now.getTime() - Date.parse(mail.created_at) > LIFETIME_MS) {
        return 'It could not be sent within a day.'
      }
      const message = await db.read(() => messageOf(mail, { vault, baseUrl }))
      if (!message) return 'What it tells of is gone.'
      await send?.(message, this.#abort.signal)
      return null
    } catch (error) {
      const text = (error as Error).message.replaceAll('\0', '\ufffd')
      return [...text].slice(0, MAX_ERROR_LENGTH).join('') || 'Unknown'
    }
  }
}
