/**
 * Asks each bank once a day about its connection, and checks once an hour if the connection needs
 * attention: a certificate ends by the clock alone. The findings are a metric.
 */
import { recentlyUsed } from '../../../runtime/recent.ts'
import { BANK_ATTENTION } from '../../../runtime/metrics/metrics.ts'
import type { BankAttention } from '../../../runtime/metrics/metrics.ts'
import { connectionById } from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import {
  askStanding,
  daysOfCertificate,
  keepFindings,
  pressingWarnings,
  takeStanding,
  endOfCertificate,
} from '../connections/bankStanding.ts'
import { BankError } from '../bank/provider.ts'
import type { PollBudget } from './pollBudget.ts'
import type { RailContext } from '../connections/railContext.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** So soon a bank is asked again that has not answered about Pix Automático. */
const UNKNOWN_MS = 60 * 1000

/** The most requests of a look: addresses of callbacks, read and set, and a list of recurrences. */
const LOOK_REQUESTS = 6

/** The connections that are remembered; one that was forgotten is looked at again. */
const MAX_SEEN = 20_000

type AttentionCache = { atMs: number; attention: readonly BankAttention[] }

const windows = [
  ['certificate_ends_in_30_days', 30],
  ['certificate_ends_in_7_days', 7],
  ['certificate_ends_in_1_day', 1],
] as const

export class BankLooks {
  readonly #context: RailContext
  readonly #polls: PollBudget
  readonly #seen = recentlyUsed<AttentionCache>(MAX_SEEN)

  constructor(context: RailContext, polls: PollBudget) {
    this.#context = context
    this.#polls = polls
  }

  /** Looks at a connection, unless this process has done so within the hour. Errors are logged. */
  async round({ seller_id, id }: { seller_id: string; id: string }): Promise<void> {
    const { db, clock, log } = this.#context
    try {
      const now = await clock.now()
      const before = this.#seen.get(id)
      // A clock that was ahead has put the time into the future.
      if (before && Math.abs(now.getTime() - before.atMs) < HOUR_MS) return
      const [found] = await db.read(() => connectionById({ seller_id, id }))
      const isInUse = found?.disconnected_at === null
      const budget = this.#context.banks.budgetOf(id) ?? id
      if (isInUse && isDue(found, now) && !this.#mayAsk(budget, now)) return
      const connection = isInUse && isDue(found, now) ? await this.#ask(found, now) : found
      const attention = connection && isInUse ? await this.#attentionOf(connection, now) : []
      if (connection && isInUse) await this.#tellOfCertificate(connection, now)
      this.#seen.set(id, { atMs: now.getTime(), attention })
    } catch (error) {
      log.error({ err: error, seller_id, connection_id: id }, 'bank connection not looked at')
    }
  }

  /** Takes the requests of a look from the budget of an application, all of them or none. */
  #mayAsk(budget: string, now: Date): boolean {
    const taken = this.#polls.take(budget, LOOK_REQUESTS, now)
    if (taken === LOOK_REQUESTS) return true
    this.#polls.giveBack(budget, taken)
    return false
  }

  /** Reports to the metrics how many connections need attention, by reason. */
  report(): void {
    const counts = new Map(BANK_ATTENTION.map((reason) => [reason, 0]))
    for (const { attention } of this.#seen.values()) {
      for (const reason of attention) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    this.#context.metrics.bankAttention(counts)
  }

  /** @returns the connection as it is afterwards */
  async #ask(connection: Connection, now: Date): Promise<Connection> {
    const { db, banks, baseUrl, log, mails } = this.#context
    const { seller_id, id, tested_at } = connection
    const key = { seller_id, id }
    const take = (before: string | null, at: string | null) =>
      db.run(() => takeStanding({ ...key, before, tested_at: at }))
    const at = now.toISOString()
    const [taken] = await take(tested_at, at)
    if (!taken) return connection
    try {
      const standing = await askStanding(banks.of(connection), connection, { baseUrl, now })
      const found = { ...key, ...standing, now: at }
      const updated = await db.run(() => keepFindings(found, mails))
      return updated ?? connection
    } catch (error) {
      // The next look, in an hour, asks again.
      await take(at, tested_at)
      if (!(error instanceof BankError)) throw error
      const facts = { seller_id, connection_id: id, reason: error.message }
      log.warn(facts, 'bank not asked about its connection')
      return connection
    }
  }

  /** Each threshold is told of once, and of those that are passed at once the last. */
  async #tellOfCertificate(connection: Connection, now: Date): Promise<void> {
    const { db, mails } = this.#context
    const endsAt = endOfCertificate(connection)
    const days = daysOfCertificate(connection, now)
    const [, withinDays] = windows.findLast(([, within]) => days < within) ?? []
    if (!endsAt || withinDays === undefined || !mails?.isOn) return
    await db.run(() => mails.certificateEnds(connection, { endsAt, withinDays }, now))
  }

  async #attentionOf(connection: Connection, now: Date): Promise<BankAttention[]> {
    const { db, baseUrl } = this.#context
    const warnings = await db.read(() => pressingWarnings(connection, baseUrl, now))
    const codes = warnings.map(({ code }) => code)
    const days = daysOfCertificate(connection, now)
    const ending = windows.filter(([, within]) => days < within).map(([reason]) => reason)
    return [...codes.filter((code) => code !== 'certificate_ends'), ...ending]
  }
}

/**
 * True when the bank was not asked for a day, or has not answered about Pix Automático, of which it
 * is asked at each look. A time in the future is by a clock that was ahead.
 */
const isDue = ({ tested_at, recurring }: Connection, now: Date): boolean => {
  if (tested_at === null) return true
  const sinceMs = Math.abs(now.getTime() - Date.parse(tested_at))
  return sinceMs >= (recurring === 'unknown' ? UNKNOWN_MS : DAY_MS)
}
