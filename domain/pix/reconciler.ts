import { everySellerId } from '../auth/clients.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import { claimCharges } from './charges.ts'
import { connectionsOfSeller, everyConnection } from './bankConnections.ts'
import { PollBudget } from './pollBudget.ts'
import { claimRefunds } from './automaticRefunds.ts'
import { Tasks } from '../../runtime/taskQueue.ts'
import type { Attempt, RailContext, ChargeMonitor } from './chargeMonitor.ts'

/** Of one bank: so much is asked at once, and so often in one round. */
const AT_ONCE = 8
const BATCHES = 50

const BANKS_AT_ONCE = 32

/** By then a claimed row has been dealt with, or the process that claimed it is gone. */
const CLAIM_MS = 60_000

type Bank = { seller_id: string; id: string }
type Claimed = () => Promise<Attempt>
type Claim = (bank: Bank, limit: number) => Promise<Claimed[]>

/**
 * Asks the banks what callbacks have not told: about charges that can be paid, about those whose
 * session has ended, and about refunds. Several processes share the work by claiming rows.
 */
export class Reconciler {
  readonly #context: RailContext
  readonly #monitor: ChargeMonitor
  readonly #polls = new PollBudget()
  /** A batch each. A bank that is slow to answer one holds up its own next one only. */
  readonly #batches = new Tasks({ running: BANKS_AT_ONCE, waiting: Infinity })
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(ground: RailContext, watch: ChargeMonitor) {
    this.#context = ground
    this.#monitor = watch
  }

  /** Begins to make rounds, with as much time between two as the interval says. */
  start(): void {
    if (this.#stopped) return
    // Processes that were started at once do not stay in step.
    const pauseMs = this.#context.intervalMs * (0.9 + Math.random() * 0.2)
    this.#timer = setTimeout(async () => {
      await this.#begin()
      this.start()
    }, pauseMs).unref()
  }

  /** Makes no more rounds, and waits for the one under way to give up. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#batches.close()
  }

  /** One round over all banks, until the last is done with; it never fails. */
  async round(): Promise<void> {
    await this.#begin()
    await this.#batches.idle()
  }

  async #begin(): Promise<void> {
    try {
      await this.#visitAll()
    } catch (error) {
      this.#context.log.error({ err: error }, 'reconciliation failed')
    }
  }

  /** While one node of several is away, a statement over all sellers fails: each is visited. */
  async #visitAll(): Promise<void> {
    const { db } = this.#context
    try {
      for (const bank of await db.read(() => everyConnection({}))) this.#visit(bank)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      for (const seller_id of await db.read(everySellerId)) this.#visitBanksOf(seller_id)
    }
  }

  #visitBanksOf(seller_id: string): void {
    const run = async () => {
      try {
        const banks = await this.#context.db.read(() => connectionsOfSeller({ seller_id }))
        for (const bank of banks) this.#visit(bank)
      } catch (error) {
        this.#context.log.error({ err: error, seller_id }, 'bank not asked')
      }
    }
    this.#batches.add(seller_id, { group: seller_id, run })
  }

  /** One batch, and those after it while there is more to do. */
  #visit(bank: Bank, batches = BATCHES): void {
    const run = async () => {
      if ((await this.#workBatch(bank)) && batches > 1) this.#visit(bank, batches - 1)
    }
    this.#batches.add(bank.id, { group: bank.id, run })
  }

  /**
   * What is wrong with one bank, or with what we know of it, is no matter of the others.
   *
   * @returns whether there may be more to do
   */
  async #workBatch(bank: Bank): Promise<boolean> {
    try {
      const charges = await this.#work(bank, this.#claimCharges)
      const refunds = await this.#work(bank, this.#claimRefunds)
      return charges || refunds
    } catch (error) {
      this.#context.log.error({ err: error, seller_id: bank.seller_id }, 'bank not asked')
      return false
    }
  }

  /** A bank that does not answer is left alone until next time, and then asked one thing first. */
  async #work(bank: Bank, claim: Claim): Promise<boolean> {
    const state = this.#context.banks.stateOf(bank.id)
    if (state === 'open') return false
    const limit = state === 'closed' ? AT_ONCE : 1
    const claimed = await claim(bank, limit)
    const attempts = await Promise.all(claimed.map((work) => work()))
    return attempts.length === limit && !attempts.includes('bank_unavailable')
  }

  readonly #claimCharges: Claim = async ({ seller_id, id }, wanted) => {
    const { db } = this.#context
    const until = await this.#claim()
    const limit = this.#polls.take(id, wanted, new Date(until.now))
    if (limit === 0) return []
    const charges = await db.run(() =>
      claimCharges({ seller_id, connection_id: id, limit, ...until }),
    )
    this.#polls.giveBack(id, limit - charges.length)
    return charges.map((charge) => () => this.#monitor.check(charge))
  }

  readonly #claimRefunds: Claim = async ({ seller_id, id }, limit) => {
    const { db } = this.#context
    const until = await this.#claim()
    const payments = await db.run(() =>
      claimRefunds({ seller_id, connection_id: id, limit, ...until }),
    )
    return payments.map((payment) => () => this.#monitor.refund(payment))
  }

  async #claim(): Promise<{ now: string; until: string }> {
    const now = await this.#context.clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    return { now: now.toISOString(), until: until.toISOString() }
  }
}
