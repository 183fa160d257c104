import cluster from 'node:cluster'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database, DatabaseStats } from '../../db/database.ts'
import { MAIL_TYPES } from '../../db/schema/mailTypes.ts'
import type { MailType } from '../../db/schema/mailTypes.ts'
import { INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from '../../db/schema/subscriptionStatuses.ts'
import type { InvoiceStatus, SubscriptionStatus } from '../../db/schema/subscriptionStatuses.ts'
import { databaseFile } from '../../db/databaseUrl.ts'
import { freeBytesFor } from '../diskSpace.ts'
import { isAnswering, isMigrating } from '../ping.ts'
import {
  BANK_ATTENTION,
  BANK_OUTCOMES,
  MONEY_STATES,
  OWED_WORK,
  SECURITY_EVENTS,
  SELLER_LIMITS,
  WEBHOOK_OUTCOMES,
} from './metrics.ts'
import type {
  BankAttention,
  BankOutcome,
  Metrics,
  MoneyState,
  OwedWork,
  SecurityEvent,
  SellerLimit,
  WebhookOutcome,
} from './metrics.ts'
import { askForAll, reportMetrics } from './workerMetrics.ts'

/**
 * The metrics for Prometheus: the process and the lag of its event loop; rate, errors and duration
 * by operation; the database engine's counters; webhooks; banks; payments by state; security
 * events; sellers at their limits.
 */
export class Prometheus implements Metrics {
  readonly #registry = new Registry()
  readonly #durations: Histogram<'operation' | 'status'>
  /** By operation and status: a lookup by labels costs more than an observation. */
  readonly #children = new Map<string, Histogram.Internal<'operation' | 'status'>[]>()

  readonly #webhooks: Histogram<'outcome'>
  readonly #banks: Histogram<'outcome'>
  readonly #away = new Gauge({
    name: 'balcao_banks_away',
    help: 'Banks that were asked within the last minutes, and do not answer.',
    // Processes may ask the same banks, so their counts cannot be added.
    aggregator: 'max',
    registers: [this.#registry],
  })
  /** The moment since when work is owed, on the monotonic clock; none is owed from before it. */
  readonly #owedSinceMs = new Map<OwedWork, number>()
  readonly #attention: Gauge<'reason'>
  readonly #checkouts: Counter<'state'>
  readonly #amounts: Counter<'state'>
  readonly #invoices = new Counter({
    name: 'balcao_invoices_total',
    help: 'Invoices of subscriptions that came into a status.',
    labelNames: ['status'],
    registers: [this.#registry],
  })
  readonly #subscriptions = new Gauge({
    name: 'balcao_subscriptions',
    help: 'Subscriptions by status, counted every few minutes.',
    labelNames: ['status'],
    // Each process counts all of them.
    aggregator: 'max',
    registers: [this.#registry],
  })
  readonly #mailFailures = new Counter({
    name: 'balcao_mails_failed_total',
    help: 'Mails that could not be sent, by type.',
    labelNames: ['type'],
    registers: [this.#registry],
  })
  readonly #recurring = new Counter({
    name: 'balcao_recurring_refused_total',
    help: 'Orders of subscriptions refused by a bank (HTTP status), or by a payer’s bank (code).',
    labelNames: ['code'],
    registers: [this.#registry],
  })
  readonly #security: Counter<'event'>
  readonly #sellerRefusals: Counter<'limit'>
  readonly #sellersAtLimit: Gauge<'limit'>

  constructor(db: Database, databaseUrl: string) {
    collectDefaultMetrics({ register: this.#registry })
    this.#durations = new Histogram({
      name: 'balcao_http_request_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.#registry],
    })
    this.#webhooks = new Histogram({
      name: 'balcao_webhook_duration_seconds',
      help: 'Time that the endpoint took for a webhook, by how it ended.',
      labelNames: ['outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.#registry],
    })
    this.#banks = new Histogram({
      name: 'balcao_bank_request_duration_seconds',
      help: 'Time that a bank took for a request, the one for a token included, by how it ended.',
      labelNames: ['outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.#registry],
    })
    this.#attention = new Gauge({
      name: 'balcao_bank_connections_attention',
      help: 'Connections to banks in use that need attention, by reason.',
      labelNames: ['reason'],
      // Each process looks at all of them.
      aggregator: 'max',
      registers: [this.#registry],
    })
    const money = { labelNames: ['state' as const], registers: [this.#registry] }
    this.#checkouts = new Counter({
      name: 'balcao_checkouts_total',
      help: 'Checkout sessions that came into a state, or whose transfer was sent back.',
      ...money,
    })
    this.#amounts = new Counter({
      name: 'balcao_amount_minor_total',
      help: 'The amounts of these sessions and transfers, in the minor unit of the currency.',
      ...money,
    })
    this.#security = new Counter({
      name: 'balcao_security_events_total',
      help: 'Callers that were let in or refused, as the security log has them.',
      labelNames: ['event'],
      registers: [this.#registry],
    })
    const limit = { labelNames: ['limit' as const], registers: [this.#registry] }
    this.#sellerRefusals = new Counter({
      name: 'balcao_seller_refusals_total',
      help: 'Requests refused because their seller has reached a limit on all of its requests.',
      ...limit,
    })
    this.#sellersAtLimit = new Gauge({
      name: 'balcao_sellers_at_limit',
      help: 'Sellers that were refused something by such a limit within the last minute.',
      // One seller may be at its limit in each of them.
      aggregator: 'max',
      ...limit,
    })
    this.#startAtZero()
    this.#askDatabase(db)
    if (databaseFile(databaseUrl) !== undefined) this.#readFreeSpace(databaseUrl)
    for (const name of Object.keys(db.stats())) {
      this.#readStat(name, () => db.stats()[name] ?? 0)
    }
    if (cluster.isWorker) reportMetrics(this.#registry)
  }

  /** An alert looks for an increase, so the first of each needs a zero before it. */
  #startAtZero(): void {
    for (const outcome of WEBHOOK_OUTCOMES) this.#webhooks.zero({ outcome })
    for (const outcome of BANK_OUTCOMES) this.#banks.zero({ outcome })
    for (const type of MAIL_TYPES) this.#mailFailures.inc({ type }, 0)
    for (const status of INVOICE_STATUSES) this.#invoices.inc({ status }, 0)
    for (const status of SUBSCRIPTION_STATUSES) this.#subscriptions.set({ status }, 0)
    for (const event of SECURITY_EVENTS) this.#security.inc({ event }, 0)
    for (const limit of SELLER_LIMITS) {
      this.#sellerRefusals.inc({ limit }, 0)
      this.#sellersAtLimit.set({ limit }, 0)
    }
    for (const reason of BANK_ATTENTION) this.#attention.set({ reason }, 0)
    for (const state of MONEY_STATES) {
      this.#checkouts.inc({ state }, 0)
      this.#amounts.inc({ state }, 0)
    }
    this.#readOwed()
  }

  /** Read at each scrape, so that it is known while no request needs the database. */
  #askDatabase(db: Database): void {
    new Gauge({
      name: 'balcao_database_answers',
      help: 'Whether the database answers within two seconds: 1, or 0.',
      aggregator: 'min',
      registers: [this.#registry],
      async collect() {
        this.set(Number(await isAnswering(db)))
      },
    })
    new Gauge({
      name: 'balcao_migration_running',
      help: 'Whether a process is changing the schema of the database: 1, or 0.',
      aggregator: 'max',
      registers: [this.#registry],
      async collect() {
        this.set(Number(await isMigrating(db)))
      },
    })
  }

  /**
   * The age goes on from one look to the next: the work that a look found may be owed still, and
   * later work is younger. So the value grows until it is an alert while looks fail, as without the
   * database, and never looks better than it is.
   */
  #readOwed(): void {
    const owedSinceMs = this.#owedSinceMs
    for (const work of OWED_WORK) owedSinceMs.set(work, performance.now())
    new Gauge({
      name: 'balcao_oldest_owed_seconds',
      help: 'For how long the oldest work of a kind is owed, at most.',
      labelNames: ['work'],
      // Each process looks at all of it.
      aggregator: 'max',
      registers: [this.#registry],
      collect() {
        const nowMs = performance.now()
        for (const [work, sinceMs] of owedSinceMs) this.set({ work }, (nowMs - sinceMs) / 1000)
      },
    })
  }

  #readFreeSpace(databaseUrl: string): void {
    new Gauge({
      name: 'balcao_disk_free_bytes',
      help: 'Bytes that are free on the disk of the database.',
      aggregator: 'min',
      registers: [this.#registry],
      async collect() {
        this.set((await freeBytesFor(databaseUrl)) ?? 0)
      },
    })
  }

  #readStat(name: keyof DatabaseStats, read: () => number): void {
    const options = {
      name: `balcao_database_${name}`,
      help: `The database engine's ${name.replaceAll('_', ' ')}.`,
      registers: [this.#registry],
    }
    if (!name.endsWith('_total')) {
      new Gauge({
        ...options,
        collect() {
          this.set(read())
        },
      })
      return
    }
    new Counter({
      ...options,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  observe(operation: string, status: number, durationMs: number): void {
    let children = this.#children.get(operation)
    if (!children) this.#children.set(operation, (children = []))
    const child = (children[status] ??= this.#durations.labels(operation, String(status)))
    child.observe(durationMs / 1000)
  }

  webhook(outcome: WebhookOutcome, durationMs: number): void {
    this.#webhooks.labels(outcome).observe(durationMs / 1000)
  }

  bank(outcome: BankOutcome, durationMs: number): void {
    this.#banks.labels(outcome).observe(durationMs / 1000)
  }

  banksAway(banks: number): void {
    this.#away.set(banks)
  }

  oldestOwed(work: OwedWork, ageMs: number): void {
    this.#owedSinceMs.set(work, performance.now() - ageMs)
  }

  bankAttention(counts: ReadonlyMap<BankAttention, number>): void {
    for (const [reason, count] of counts) this.#attention.set({ reason }, count)
  }

  recurringRefused(code: string): void {
    this.#recurring.inc({ code })
  }

  money(state: MoneyState, amountMinor: number): void {
    this.#checkouts.labels(state).inc()
    this.#amounts.labels(state).inc(amountMinor)
  }

  invoices(statuses: readonly InvoiceStatus[]): void {
    for (const status of statuses) this.#invoices.inc({ status })
  }

  subscriptions(counts: ReadonlyMap<SubscriptionStatus, number>): void {
    for (const status of SUBSCRIPTION_STATUSES) {
      this.#subscriptions.set({ status }, counts.get(status) ?? 0)
    }
  }

  mailFailed(type: MailType): void {
    this.#mailFailures.labels(type).inc()
  }

  security(event: SecurityEvent): void {
    this.#security.labels(event).inc()
  }

  sellerRefused(limit: SellerLimit): void {
    this.#sellerRefusals.labels(limit).inc()
  }

  sellersAtLimit(limit: SellerLimit, sellers: number): void {
    this.#sellersAtLimit.set({ limit }, sellers)
  }

  text(): Promise<string> {
    return cluster.isWorker ? askForAll() : this.#registry.metrics()
  }
}
