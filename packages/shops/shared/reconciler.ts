/** Reads the events of the time when the shop was away, at its start and every minute. */
import type { Event } from '@balcao/client'
import { FIRST_READ_MS } from './account.ts'
import type { Account } from './account.ts'
import { NotYet } from './notYet.ts'

const INTERVAL_MS = 60_000

/** The overlap of readings: an event may become readable a moment after a later one. */
const OVERLAP_MS = 60_000

/** An event that fails for as long is left to people: the log has it. */
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000

export type Reconciliation = {
  account: Account
  /** True while the shop may do nothing: what comes meanwhile is read afterwards. */
  isHeld: () => Promise<boolean>
  /** The time of the newest event that was taken in, kept by the shop. */
  readCursor: () => Promise<string | undefined>
  writeCursor: (cursor: string) => Promise<void>
  /** Takes in an event, as a webhook's, whether it has come before or not. */
  take: (event: Event) => Promise<void>
  /** Brings sessions into line with orders that changed while the service was away. */
  follow: () => Promise<void>
  warn: (message: string) => void
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export class Reconciler {
  readonly #of: Reconciliation
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(reconciliation: Reconciliation) {
    this.#of = reconciliation
  }

  /** Begins at once; each pass begins a minute after the one before has ended. */
  start(): void {
    void this.pass().finally(() => {
      if (this.#isStopped) return
      this.#timer = setTimeout(() => this.start(), INTERVAL_MS).unref()
    })
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Makes a pass. Work that fails in it is tried again in the next. */
  async pass(): Promise<void> {
    const { account, follow, isHeld } = this.#of
    let isOpen = false
    await this.#attempt('its database', async () => {
      isOpen = !(await isHeld())
    })
    if (!isOpen) return
    await this.#attempt('the webhook endpoint', () => account.ensureEndpoint())
    await this.#attempt('events', () => this.#catchUp())
    await this.#attempt('orders', follow)
  }

  async #attempt(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof NotYet)) this.#of.warn(`Balcão, ${what}: ${textOf(error)}`)
      return false
    }
  }

  async #catchUp(): Promise<void> {
    const { account, readCursor, writeCursor, take } = this.#of
    const nowMs = Date.now()
    const cursor = await readCursor()
    const fromMs = cursor === undefined ? nowMs - FIRST_READ_MS : Date.parse(cursor) - OVERLAP_MS
    let newest = cursor
    let oldestFailed: string | undefined
    // Newest first, a page at a time: what an event does depends on none of the others.
    for await (const event of account.events(new Date(fromMs).toISOString())) {
      newest = newest === undefined || event.created_at > newest ? event.created_at : newest
      const isTaken = await this.#attempt(`event ${event.id}`, () => take(event))
      if (!isTaken) oldestFailed = event.created_at
    }
    const isOld = oldestFailed !== undefined && nowMs - Date.parse(oldestFailed) > MAX_AGE_MS
    const next = oldestFailed !== undefined && !isOld ? oldestFailed : newest
    if (next !== undefined && next !== cursor) await writeCursor(next)
  }
}
