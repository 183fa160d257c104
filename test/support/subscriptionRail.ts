/** Subscriptions of a seller at a simulated bank of Pix Automático, over mutual TLS. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Vault } from '../../domain/identity/vault.ts'
import { Rail } from '../../domain/pix/rounds/rail.ts'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
import type { SubscriptionCode } from '../../domain/pix/subscriptions/work.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import { runAllDue } from '../../domain/subscriptions/due.ts'
import type { NewSubscription } from '../../domain/subscriptions/open.ts'
import type { Attempt, Invoice, Subscription } from '../../domain/subscriptions/rows.ts'
import { createLog } from '../../runtime/logger.ts'
import { noMetrics } from '../../runtime/metrics/metrics.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { Bank } from '../../packages/bank/bank.ts'
import { authorize } from '../../packages/bank/recurring/controls.ts'
import type { Authorization } from '../../packages/bank/recurring/controls.ts'
import { atEnd } from './atEnd.ts'
import { addBank } from './bankSettings.ts'
import { bankOf, INTERVAL_MS } from './rail.ts'
import { assertOrders } from './recurringBank.ts'
import { startService } from './service.ts'
import type { TestService } from './service.ts'
import { Plans } from './subscriptions.ts'

/** The buyer of `Plans`, as a bank has it. */
export const CPF = '52998224725'

const HOUR_MS = 60 * 60 * 1000

export class SubscriptionRail {
  readonly service: TestService
  readonly bank: Bank
  readonly plans: Plans
  readonly vault: Vault
  readonly connection_id: string
  readonly rail: Rail

  static async start(metrics: Partial<Metrics> = {}): Promise<SubscriptionRail> {
    const secretKey = randomBytes(32)
    const reconcileSeconds = INTERVAL_MS / 1000
    const service = await startService({ secretKey, reconcileSeconds })
    return SubscriptionRail.#on(service, new Vault(secretKey), undefined, metrics)
  }

  static async #on(
    service: TestService,
    vault: Vault,
    like: Bank | undefined,
    metrics: Partial<Metrics>,
  ): Promise<SubscriptionRail> {
    const bank = await bankOf(service, like)
    const plans = new Plans(await service.account(), service.clock.now())
    const { seller_id } = plans
    const webhook_url = callbackUrl(service.url, seller_id)
    const word = { recurring: 'available', recurring_callbacks: 'registered' } as const
    const standing = {
      callbacks: 'registered',
      webhook_url,
      granted_scopes: null,
      ...word,
    } as const
    const certificate = `${bank.settings.certificate}\n${seller_id}\n`
    const settings = { ...bank.settings, certificate }
    const now = service.clock.now()
    const { id } = await addBank(service.db, vault, { seller_id, settings, standing, now })
    await service.sql(
      'update bank_connections set account = ? where id = ?',
      JSON.stringify(bank.account),
      id,
    )
    return new SubscriptionRail({ service, bank, plans, vault, connection_id: id }, metrics)
  }

  constructor(
    of: Pick<SubscriptionRail, 'service' | 'bank' | 'plans' | 'vault' | 'connection_id'>,
    metrics: Partial<Metrics> = {},
  ) {
    this.service = of.service
    this.bank = of.bank
    this.plans = of.plans
    this.vault = of.vault
    this.connection_id = of.connection_id
    this.rail = this.process(metrics)
  }

  /** Another seller at a bank of its own; the banks before are left alone from now on. */
  async another(metrics: Partial<Metrics> = {}): Promise<SubscriptionRail> {
    const { service, vault, bank } = this
    for (const table of ['subscriptions', 'invoices']) {
      await service.sql(`update ${table} set bank_check_at = null`)
    }
    await service.sql('update subscriptions set check_at = null')
    await service.sql('update subscription_codes set check_at = null')
    for (const table of ['charges', 'bank_connections']) await service.sql(`delete from ${table}`)
    return SubscriptionRail.#on(service, vault, bank, metrics)
  }

  /** A process that looks after the subscriptions. */
  process(metrics: Partial<Metrics> = {}): Rail {
    const { db, clock, service } = this.service
    const rail = new Rail({
      ...{ db, vault: this.vault, clock, log: createLog('silent'), events: service.events },
      ...{ baseUrl: this.service.url, mode: 'live', intervalMs: INTERVAL_MS },
      metrics: { ...noMetrics, ...metrics },
      recorder: this.plans.recorder,
      limits: { checkPauseMs: 0, bankPauseMs: 0 },
    })
    atEnd(() => rail.stop())
    return rail
  }

  get now(): Date {
    return this.service.clock.now()
  }

  /** Sets both clocks. */
  at(moment: Date): void {
    this.service.clock.advanceMs(moment.getTime() - this.now.getTime())
    this.plans.now = this.now
    this.bank.books.clock.catchUp()
  }

  /** Rounds of the processes, each at the bank, after what is due by the calendar. */
  async reconcile(...others: Rail[]): Promise<void> {
    await runAllDue({ db: this.service.db, recorder: this.plans.recorder }, this.now)
    await Promise.all([this.rail, ...others].map((rail) => rail.reconcile()))
  }

  /** A round of the process, some time later. */
  async round(afterMs = INTERVAL_MS): Promise<void> {
    this.at(new Date(this.now.getTime() + afterMs))
    await this.reconcile()
  }

  /** Lets time pass until a moment: a round whenever something is due. */
  async passTo(moment: Date): Promise<void> {
    for (;;) {
      const next = await this.#nextDue()
      if (next === undefined || next > moment.toISOString()) break
      const due = new Date(next)
      this.at(due > this.now ? due : new Date(this.now.getTime() + INTERVAL_MS))
      await this.reconcile()
    }
    if (moment > this.now) this.at(moment)
    await this.reconcile()
  }

  passHours(hours: number): Promise<void> {
    return this.passTo(new Date(this.now.getTime() + hours * HOUR_MS))
  }

  async #nextDue(): Promise<string | undefined> {
    const { seller_id } = this.plans
    const columns = [
      'select min(check_at) as at from subscriptions where seller_id = ?',
      'select min(bank_check_at) as at from subscriptions where seller_id = ?',
      'select min(bank_check_at) as at from invoices where seller_id = ?',
      'select min(check_at) as at from subscription_codes where seller_id = ?',
    ]
    const found = await Promise.all(
      columns.map((select) => this.service.sql<{ at: string | null }>(select, seller_id)),
    )
    return found.flatMap(([row]) => row?.at ?? []).toSorted()[0]
  }

  open(order: Partial<NewSubscription> = {}): Promise<Subscription> {
    this.plans.now = this.now
    return this.plans.open(order, this.connection_id)
  }

  /** The code of a subscription, once the bank has made it. */
  async code(subscription: Subscription): Promise<SubscriptionCode & { code: string }> {
    const found = await this.rail.subscriptionCode(subscription, 'Loja')
    assert.equal(found?.status, 'ready')
    assert.ok(found.code)
    return { ...found, code: found.code }
  }

  /** A subscription whose payer has read its code, paid and agreed, unless told otherwise. */
  async authorized(
    order: Partial<NewSubscription> = {},
    payer: Partial<Authorization> = {},
  ): Promise<Subscription> {
    const opened = await this.open(order)
    const { code } = await this.code(opened)
    authorize(this.bank.books, { code, cpf: CPF, ...payer })
    await this.round()
    return this.plans.read(opened)
  }

  async cancel({ id }: Subscription): Promise<void> {
    const { seller_id } = this.plans
    this.plans.now = this.now
    await this.plans.run((recorder) => cancelSubscription({ seller_id, id, by: 'buyer' }, recorder))
  }

  async attempts(invoice: Invoice): Promise<string[]> {
    const all: Attempt[] = await this.plans.attempts(invoice)
    return all.map(({ kind, date, status, reason }) =>
      [kind, date, status, reason ?? ''].join(' ').trim(),
    )
  }

  /** The recurrences in the bank's books. */
  get recurrences() {
    return [...this.bank.books.recurring.context.recurrences.values()]
  }

  get charges() {
    return [...this.bank.books.recurring.context.charges.values()]
  }

  /**
   * The bars: no order outside the rules, one living recurrence for a subscription, one charge a
   * period, one retry a day, and each transfer of the bank in our books once, kept or sent back.
   */
  assertRules(): void {
    const { books } = this.bank
    assertOrders(this.bank)
    const living = this.recurrences.filter(({ status }) => /CRIADA|APROVADA/.test(status))
    const contracts = living.map(({ vinculo }) => vinculo.contrato)
    assert.equal(new Set(contracts).size, contracts.length, 'two living recurrences')
    const known = [...this.plans.kept, ...this.plans.returned.map((one) => one.end_to_end_id)]
    const arrived = books.transfers().map(({ endToEndId }) => endToEndId)
    assert.deepEqual(known.toSorted(), arrived.toSorted())
  }

  /** The cents that have arrived at the bank. */
  get arrivedMinor(): number {
    const amounts = this.bank.books.transfers().map(({ valor }) => fromValor(valor, 'valor'))
    return amounts.reduce((sum, amount) => sum + amount, 0)
  }
}
