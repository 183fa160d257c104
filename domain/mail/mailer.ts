/** Sends the mails that are pending, each at most once. */
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import { systemTimers } from '../../runtime/timers.ts'
import type { Timers } from '../../runtime/timers.ts'
import type { Vault } from '../identity/vault.ts'
import { MailLane } from './lane.ts'
import { failureOf } from './failure.ts'
import { finishMail, ordinaryMails, sellerWithPendingMails, urgentMails } from './queue.ts'
import type { Mail } from './rows.ts'
import type { SendMail } from './smtp.ts'

/**
 * Alerts and security have connections and a pace of their own, so that no number of other mails
 * delays them; a seller cannot have so many of them that the pace would matter to anyone else.
 */
const lanes = [
  { pending: urgentMails, maxInFlight: 4, pace: { burst: 100, perMinute: 60 } },
  { pending: ordinaryMails, maxInFlight: 8, pace: { burst: 200, perMinute: 60 } },
]

/** How often mails are looked for that another process has recorded. */
const LOOK_INTERVAL_MS = 30_000

export type MailerOptions = {
  db: Database
  vault: Vault
  baseUrl: string
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'mailFailed'>
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
  readonly #lanes: MailLane[]
  readonly #abort = new AbortController()
  #callOff: () => void = () => undefined
  #look: Promise<void> | undefined
  #isStopped = false

  constructor(options: MailerOptions) {
    this.#options = options
    this.#timers = options.timers ?? systemTimers
    const shared = {
      ...options,
      timers: this.#timers,
      deliver: (mail: Mail) => this.#deliver(mail),
    }
    this.#lanes = lanes.map((lane) => new MailLane({ ...shared, ...lane }))
  }

  start(): void {
    if (this.#options.send) this.#look = this.#lookForLeftovers()
  }

  /** Sends what a seller has pending; to be called after the commit that recorded it. */
  wake(seller_id: string): void {
    if (this.#options.send) for (const lane of this.#lanes) lane.wake(seller_id)
  }

  /** Claims nothing more, and waits for what is under way; after the limit it is broken off. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    const limit = setTimeout(() => this.#abort.abort(), limitMs)
    await Promise.all([this.#look, ...this.#lanes.map((lane) => lane.stop())])
    clearTimeout(limit)
  }

  async #lookForLeftovers(): Promise<void> {
    const { db, log } = this.#options
    try {
      for (let after = ''; !this.#isStopped; ) {
        const [row] = await db.read(() => sellerWithPendingMails({ after }))
        if (!row) break
        after = row.seller_id
        this.wake(after)
      }
    } catch (error) {
      log.error({ err: error }, 'pending mails could not be read')
    }
    if (this.#isStopped) return
    this.#callOff = this.#timers.after(LOOK_INTERVAL_MS * (0.5 + Math.random()), () => {
      this.#look = this.#lookForLeftovers()
    })
  }

  async #deliver(mail: Mail): Promise<void> {
    const { db, clock, log, metrics } = this.#options
    const { seller_id, id, type } = mail
    const { reason: error, said } = await this.#failureOf(mail)
    const at = (await clock.now()).toISOString()
    const status = error === null ? ('sent' as const) : ('failed' as const)
    const sent_at = error === null ? at : null
    await db.run(() => finishMail({ seller_id, id, status, error, sent_at, now: at }))
    if (status === 'failed') metrics.mailFailed(type)
    const line = { seller_id, mail: id, type }
    if (status === 'sent') log.debug(line, 'mail sent')
    else log.warn({ ...line, error, said }, 'mail failed')
  }

  /** Sends one mail. @returns why it failed; `reason` is null once the server has taken it */
  async #failureOf(mail: Mail): Promise<{ reason: string | null; said?: string }> {
    const { db, vault, baseUrl, send } = this.#options
    try {
      const { messageOf } = await import('./message.ts')
      const message = await db.read(() => messageOf(mail, { vault, baseUrl }))
      if (!message) return { reason: 'What it tells of is gone.' }
      await send?.(message, this.#abort.signal)
      return { reason: null }
    } catch (error) {
      return failureOf(error)
    }
  }
}
