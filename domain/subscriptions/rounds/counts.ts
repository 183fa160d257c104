/** How many subscriptions there are in each status, for the metrics. */
import type { Database } from '../../../db/database.ts'
import { asc, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import type { SubscriptionStatus } from '../../../db/schema/subscriptionStatuses.ts'
import type { Logger } from '../../../runtime/logger.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import { systemTimers } from '../../../runtime/timers.ts'
import type { Timers } from '../../../runtime/timers.ts'

const INTERVAL_MS = 5 * 60_000

/** Subscriptions of one statement: a millisecond, since the index has all that is read. */
const COUNTED_AT_ONCE = 500

/** The pause after each statement, so that requests get most of the database's time. */
const PAUSE_MS = 20

type Position = { seller_id: string; status: string; id: string }

const statusesAfter = query(
  'subscription_statuses_after',
  (db, { subscriptions: t }, args: Arguments<Position & { limit: number }>) => {
    const position = sql`(${args.seller_id}, ${args.status}, ${args.id})`
    return db
      .select({ seller_id: t.seller_id, status: t.status, id: t.id })
      .from(t)
      .where(sql`(${t.seller_id}, ${t.status}, ${t.id}) > ${position}`)
      .orderBy(asc(t.seller_id), asc(t.status), asc(t.id))
      .limit(args.limit)
  },
)

export type SubscriptionCountsOptions = {
  db: Database
  log: Logger
  metrics: Pick<Metrics, 'subscriptions'>
  timers?: Timers
}

/** Counts all subscriptions every few minutes, some at a time. */
export class SubscriptionCounts {
  readonly #on: SubscriptionCountsOptions
  readonly #timers: Timers
  readonly #ending = new AbortController()
  #callOff: () => void = () => undefined
  #count: Promise<void> | undefined

  constructor(options: SubscriptionCountsOptions) {
    this.#on = options
    this.#timers = options.timers ?? systemTimers
  }

  /** Begins with a count at once. */
  start(): void {
    if (this.#ending.signal.aborted) return
    this.#count = this.count()
    this.#callOff = this.#timers.after(INTERVAL_MS, () => this.start())
  }

  /** Ends the counts, and waits for the running statement. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.#callOff()
    await this.#count
  }

  /** Counts once. It never rejects: failures are logged. */
  async count(): Promise<void> {
    try {
      this.#on.metrics.subscriptions(await this.#countAll())
    } catch (error) {
      if (this.#ending.signal.aborted) return
      this.#on.log.error({ err: error }, 'subscriptions were not counted')
    }
  }

  async #countAll(): Promise<ReadonlyMap<SubscriptionStatus, number>> {
    const counts = new Map<SubscriptionStatus, number>()
    let last: Position | undefined = { seller_id: '', status: '', id: '' }
    while (last) {
      const after: Position = last
      const page = await this.#on.db.read(() => statusesAfter({ ...after, limit: COUNTED_AT_ONCE }))
      for (const { status } of page) counts.set(status, (counts.get(status) ?? 0) + 1)
      last = page.length < COUNTED_AT_ONCE ? undefined : page.at(-1)
      if (last) await this.#timers.wait(PAUSE_MS, this.#ending.signal)
    }
    return counts
  }
}
