import { everySellerId } from '../../identity/sellerRows.ts'
import { DatabaseUnavailable } from '../../../db/database.ts'
import type { Transaction } from '../../../db/query.ts'
import { claimCharges } from '../charges/charges.ts'
import {
  connectionById,
  connectionsOfSeller,
  everyConnection,
} from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import { BankLooks } from './bankLooks.ts'
import { timesAtBank } from './dueAtBank.ts'
import { Listings } from './listings.ts'
import { OwedByBanks } from './owed.ts'
import { PollBudget } from './pollBudget.ts'
import { claimRefunds, RETRY_MS } from '../refunds/automaticRefunds.ts'
import { JITTER, MAX_REFUND_PAUSE_MS, SETTLED_WATCH_MS } from '../charges/checkSchedule.ts'
import { CLAIM_TTL_MS, claimDue } from '../connections/claims.ts'
import type { Claim } from '../connections/claims.ts'
import { claimRefundOrders } from '../refunds/refundOrders.ts'
import type { RefundOrders } from '../refunds/refundOrders.ts'
import { TaskQueue } from '../../../runtime/taskQueue.ts'
import { RecurringLists } from './recurringLists.ts'
import type { SubscriptionWork, WorkKind } from '../subscriptions/work.ts'
import type { InvoiceTransfers } from '../transfers/invoiceTransfers.ts'
import type { ChargeMonitor } from './chargeMonitor.ts'
import type { BreakerState } from '../connections/breaker.ts'
import type { CheckOutcome, RailContext } from '../connections/railContext.ts'

/** Requests to one bank at once (a batch), and batches for one bank in a round. */
const BATCH_SIZE = 8
const MAX_BATCHES = 50

const MAX_BANKS_AT_ONCE = 32

/** The largest difference assumed between the clocks of our processes. */
const CLOCK_SKEW_MS = 60 * 60 * 1000

/** A page that was viewed so many intervals ago, or later, counts as one that is being viewed. */
const VIEWED_INTERVALS = 2

/** The longest pause between two checks of a row, beside the interval. */
const MAX_PAUSES_MS = {
  charge: SETTLED_WATCH_MS,
  refund: RETRY_MS,
  order: MAX_REFUND_PAUSE_MS,
}

type Bank = Pick<Connection, 'seller_id' | 'id' | 'listed_until' | 'recurring'>

/** Work at a bank: that of Pix Automático, and all else. */
type BatchKind = 'ordinary' | 'recurring'

type ClaimedTask = () => Promise<CheckOutcome>
type ClaimTasks = (bank: Bank, limit: number) => Promise<ClaimedTask[]>

/**
 * Polls the banks, because a callback may be lost: their lists of transfers, charges that can be
 * paid, charges whose checkout has ended, and refunds that are not finished, ours and the sellers'.
 * Processes share the work by claiming rows.
 */
export class Reconciler {
  readonly #context: RailContext
  readonly #monitor: ChargeMonitor
  readonly #orders: RefundOrders
  readonly #subscriptions: SubscriptionWork | undefined
  readonly #polls = new PollBudget()
  readonly #listings: Listings
  readonly #recurringLists: RecurringLists | undefined
  readonly #looks: BankLooks
  readonly #owed: OwedByBanks
  /** One task for each batch: a slow bank delays its own next batch, and no other bank. */
  readonly #batches: TaskQueue
  #callOff: () => void = () => undefined
  #stopped = false

  /** @param subscriptions and `invoices` undefined where no subscription is sold */
  constructor(
    context: RailContext,
    {
      monitor,
      orders,
      subscriptions,
      invoices,
    }: {
      monitor: ChargeMonitor
      orders: RefundOrders
      subscriptions: SubscriptionWork | undefined
      invoices: InvoiceTransfers | undefined
    },
  ) {
    this.#context = context
    this.#subscriptions = subscriptions
    this.#monitor = monitor
    this.#orders = orders
    const { timers } = context
    this.#batches = new TaskQueue({ running: MAX_BANKS_AT_ONCE, waiting: Infinity, timers })
    this.#listings = new Listings(context, monitor, { polls: this.#polls, invoices })
    this.#recurringLists = subscriptions && new RecurringLists(context, subscriptions, this.#polls)
    this.#looks = new BankLooks(context, this.#polls)
    this.#owed = new OwedByBanks(context)
  }

  /** Starts the rounds, one each interval. */
  start(): void {
    if (this.#stopped) return
    // The jitter keeps processes that started together from polling at the same moments.
    const pauseMs = this.#context.intervalMs * (1 + JITTER * (2 * Math.random() - 1))
    this.#callOff = this.#context.timers.after(pauseMs, async () => {
      await this.#begin()
      this.start()
    })
  }

  /** Starts no more rounds, and waits for the tasks under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#callOff()
    await Promise.all([this.#batches.close(), this.#owed.stop()])
  }

  /** Runs one round over all banks to its end. Errors are logged. */
  async round(): Promise<void> {
    await this.#begin()
    await Promise.all([this.#batches.idle(), this.#owed.idle()])
  }

  async #begin(): Promise<void> {
    this.#looks.report()
    this.#context.banks.report()
    try {
      await this.#addAll()
    } catch (error) {
      this.#context.log.error({ err: error }, 'reconciliation failed')
    }
  }

  /** While a node of a cluster is down, a statement over all sellers fails: read each by itself. */
  async #addAll(): Promise<void> {
    const { db } = this.#context
    try {
      const banks = await db.read(() => everyConnection({}))
      this.#owed.look(banks)
      for (const bank of inTurn(banks)) this.#addBank(bank)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      for (const seller_id of await db.read(everySellerId)) this.#addBanksOf(seller_id)
    }
  }

  #addBanksOf(seller_id: string): void {
    const run = async () => {
      try {
        const banks = await this.#context.db.read(() => connectionsOfSeller({ seller_id }))
        for (const bank of inTurn(banks)) this.#addBank(bank)
      } catch (error) {
        this.#context.log.error({ err: error, seller_id }, 'bank not polled')
      }
    }
    this.#batches.add(seller_id, { group: seller_id, run })
  }

  /** Adds the lists of a bank, which come first, since one page saves polls of many charges. */
  #addBank(bank: Bank): void {
    const run = async () => {
      await this.#meet(bank)
      await this.#looks.round(bank)
      await this.#listings.round(bank)
      this.#addBatch(bank, 'ordinary')
      if (this.#subscriptions) this.#addBatch(bank, 'recurring')
    }
    this.#batches.add(bank.id, { group: bank.id, run })
  }

  /**
   * Adds a batch of a bank, which adds the next one while there is more to do. Subscriptions have
   * batches of their own, the first of which reads on in their lists: a bank that is slow in Pix
   * Automático delays no ordinary charge.
   */
  #addBatch(bank: Bank, of: BatchKind, batches = MAX_BATCHES): void {
    const run = async () => {
      const hasMore = await this.#runBatch(bank, of)
      const isFirst = batches === MAX_BATCHES
      if (of === 'recurring' && isFirst) await this.#recurringLists?.round(bank)
      if (hasMore && batches > 1) this.#addBatch(bank, of, batches - 1)
    }
    const key = of === 'ordinary' ? bank.id : `${bank.id} recurring`
    this.#batches.add(key, { group: bank.id, run })
  }

  /** Assigns a bank to its application, whose budget it shares. Errors are logged. */
  async #meet({ seller_id, id }: Bank): Promise<void> {
    const { banks, db, log } = this.#context
    if (banks.budgetOf(id) !== undefined) return
    try {
      const [connection] = await db.read(() => connectionById({ seller_id, id }))
      if (connection) banks.meet(connection)
    } catch (error) {
      log.error({ err: error, seller_id, connection_id: id }, 'settings of a bank not read')
    }
  }

  /**
   * Errors of one bank are logged and do not stop the others.
   *
   * @returns whether there may be more to do
   */
  async #runBatch(bank: Bank, of: BatchKind): Promise<boolean> {
    try {
      return await (of === 'ordinary' ? this.#runOrdinary(bank) : this.#runSubscriptions(bank))
    } catch (error) {
      this.#context.log.error({ err: error, seller_id: bank.seller_id }, 'bank not polled')
      return false
    }
  }

  async #runOrdinary(bank: Bank): Promise<boolean> {
    if (!(await this.#hasDue(bank))) return false
    const run = (claim: ClaimTasks) => this.#run(bank, claim, this.#context.banks.stateOf(bank.id))
    const charges = await run(this.#claimCharges)
    const refunds = await run(this.#claimRefunds)
    const orders = await run(this.#claimOrders)
    return charges || refunds || orders
  }

  /** True when something may be claimed at a bank by one of the claims below. */
  async #hasDue({ seller_id, id: connection_id }: Bank): Promise<boolean> {
    const { db, clock } = this.#context
    const nowMs = (await clock.now()).getTime()
    const [found] = await db.read(() => timesAtBank({ seller_id, connection_id }))
    if (!found) return false
    const { charge, refund, order } = MAX_PAUSES_MS
    const isDue = (first: string | null, last: string | null, maxPauseMs: number) =>
      (first !== null && first <= new Date(nowMs).toISOString()) ||
      (last !== null && last > this.#latest(nowMs, maxPauseMs))
    return (
      isDue(found.first_charge, found.last_charge, charge) ||
      isDue(found.first_refund, found.last_refund, refund) ||
      isDue(found.first_older, found.last_older, refund) ||
      isDue(found.first_order, found.last_order, order)
    )
  }

  /** The time after which only a clock that was ahead has had a row be due. */
  #latest(nowMs: number, maxPauseMs: number): string {
    const { intervalMs } = this.#context
    return new Date(nowMs + maxPauseMs + intervalMs + CLOCK_SKEW_MS).toISOString()
  }

  async #runSubscriptions(bank: Bank): Promise<boolean> {
    if (!(await this.#subscriptions?.hasWork(bank))) return false
    const run = (claim: ClaimTasks) =>
      this.#run(bank, claim, this.#context.banks.recurringStateOf(bank.id))
    const orders = await run(this.#claimSubscriptions('orders'))
    const readings = await run(this.#claimSubscriptions('readings'))
    return orders || readings
  }

  /**
   * While the circuit breaker is open nothing is sent; when it is half open, one request is. A
   * request that fails beside others that succeed says nothing about the bank, and the round goes
   * on.
   */
  async #run(bank: Bank, claim: ClaimTasks, state: BreakerState): Promise<boolean> {
    if (state === 'open') return false
    const limit = state === 'closed' ? BATCH_SIZE : 1
    const claimed = await claim(bank, limit)
    const outcomes = await Promise.all(claimed.map((check) => check()))
    return outcomes.length === limit && outcomes.includes('done')
  }

  readonly #claimCharges: ClaimTasks = async (bank, wanted) => {
    const now = await this.#context.clock.now()
    const budget = this.#context.banks.budgetOf(bank.id) ?? bank.id
    const limit = this.#polls.take(budget, wanted, now)
    if (limit === 0) return []
    const viewedMs = now.getTime() - VIEWED_INTERVALS * this.#context.intervalMs
    const viewed_since = new Date(viewedMs).toISOString()
    const charges = await this.#claim(bank, limit, {
      claim: (claimed) => claimCharges({ ...claimed, viewed_since }),
      maxPauseMs: MAX_PAUSES_MS.charge,
    })
    this.#polls.giveBack(budget, limit - charges.length)
    return charges.map((charge) => () => this.#monitor.check(charge))
  }

  readonly #claimRefunds: ClaimTasks = async (bank, limit) => {
    const of = { claim: claimRefunds, maxPauseMs: MAX_PAUSES_MS.refund }
    const payments = await this.#claim(bank, limit, of)
    return payments.map((payment) => () => this.#monitor.refund(payment))
  }

  readonly #claimOrders: ClaimTasks = async (bank, limit) => {
    const of = { claim: claimRefundOrders, maxPauseMs: MAX_PAUSES_MS.order }
    const refunds = await this.#claim(bank, limit, of)
    return refunds.map((refund) => () => this.#orders.advance(refund))
  }

  /** Orders of subscriptions are owed, and wait for no budget; their readings do. */
  readonly #claimSubscriptions =
    (kind: WorkKind): ClaimTasks =>
    async (bank, wanted) => {
      if (!this.#subscriptions) return []
      if (kind === 'orders') return this.#subscriptions.claim(bank, kind, wanted)
      const now = await this.#context.clock.now()
      const budget = this.#context.banks.budgetOf(bank.id) ?? bank.id
      const limit = this.#polls.take(budget, wanted, now)
      if (limit === 0) return []
      const tasks = await this.#subscriptions.claim(bank, kind, limit)
      this.#polls.giveBack(budget, limit - tasks.length)
      return tasks
    }

  /** @param maxPauseMs the longest pause between two checks of such a row, beside the interval */
  async #claim<Row>(
    { seller_id, id: connection_id }: Bank,
    limit: number,
    { claim, maxPauseMs }: { claim: (claimed: Claim) => Transaction<Row[]>; maxPauseMs: number },
  ): Promise<Row[]> {
    const { db, clock } = this.#context
    const nowMs = (await clock.now()).getTime()
    const after = (ms: number) => new Date(nowMs + ms).toISOString()
    const of = { seller_id, connection_id, limit, until: after(CLAIM_TTL_MS) }
    const latest = this.#latest(nowMs, maxPauseMs)
    return db.run(() => claimDue(claim, { ...of, now: after(0), latest }))
  }
}

/**
 * Connections of one application share its budget, and it may not last for a round: the list that
 * was read longest ago comes first. Where none was read, the order is another one in each round.
 */
const inTurn = (banks: readonly Bank[]): Bank[] =>
  banks
    .map((bank) => ({ bank, at: bank.listed_until ?? '', draw: Math.random() }))
    .sort((a, b) => (a.at === b.at ? a.draw - b.draw : a.at < b.at ? -1 : 1))
    .map(({ bank }) => bank)
