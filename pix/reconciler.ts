import { everySellerId } from '../auth/clients.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import { claimCharges } from './charges.ts'
import { connectionsOfSeller, everyConnection } from './connections.ts'
import { PollBudget } from './pollBudget.ts'
import { claimReturns } from './returns.ts'
import type { Attempt, Ground, Watch } from './watch.ts'

/** Of one bank: so much is asked at once, and so often in one round. */
const AT_ONCE = 8
const BATCHES = 50

const BANKS_AT_ONCE = 32

/** By then a claimed row has been dealt with, or the process that claimed it is gone. */
const CLAIM_MS = 60_000

type Bank = { seller_id: string; id: string }
type Claimed = () => Promise<Attempt>

/**
 * Asks the banks what callbacks have not told: about charges that can be paid, about those whose
 * session has ended, and about returns. Several processes share the work by claiming rows.
 */
export class Reconciler {
  readonly #on: Ground
  readonly #watch: Watch
  readonly #polls = new PollBudget()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #stopped = false

  constructor(ground: Ground, watch: Watch) {
    this.#on = ground
    this.#watch = watch
  }

  /** Begins to make rounds, with as much time between two as the interval says. */
  start(): void {
    if (this.#stopped) return
    // Processes that were started at once do not stay in step.
    const pause_ms = this.#on.interval_ms * (0.9 + Math.random() * 0.2)
    this.#timer = setTimeout(async () => {
      await this.round()
      this.start()
    }, pause_ms).unref()
  }

  /** Makes no more rounds, and waits for the one under way to give up. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  /** One round over all banks; it never fails, and of two at a time the second is the first. */
  round(): Promise<void> {
    this.#round ??= this.#runRound()
      .catch((error: unknown) => {
        this.#on.log.error({ err: error }, 'reconciliation failed')
      })
      .finally(() => {
        this.#round = undefined
      })
    return this.#round
  }

  async #runRound(): Promise<void> {
    const next = (await this.#everyBank()).values()
    const worker = async () => {
      for (const bank of next) if (!this.#stopped) await this.#visit(bank)
    }
    await Promise.all(Array.from({ length: BANKS_AT_ONCE }, worker))
  }

  /** While one node of several is away, a statement over all sellers fails: each is visited. */
  async #everyBank(): Promise<(Bank | { seller_id: string })[]> {
    const { db } = this.#on
    try {
      return await db.read(() => everyConnection({}))
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      return (await db.read(everySellerId)).map((seller_id) => ({ seller_id }))
    }
  }

  /** What is wrong with one bank, or with what we know of it, is no matter of the others. */
  async #visit(found: Bank | { seller_id: string }): Promise<void> {
    try {
      const banks = 'id' in found
        ? [found]
        : await this.#on.db.read(() => connectionsOfSeller(found))
      for (const bank of banks) {
        await this.#workOff(() => this.#claimCharges(bank))
        await this.#workOff(() => this.#claimReturns(bank))
      }
    } catch (error) {
      this.#on.log.error({ err: error, seller_id: found.seller_id }, 'bank not asked')
    }
  }

  /** Until nothing is due any more; a bank that does not answer is left alone until next time. */
  async #workOff(claim: () => Promise<Claimed[]>): Promise<void> {
    for (let batch = 0; batch < BATCHES && !this.#stopped; batch++) {
      const claimed = await claim()
      const attempts = await Promise.all(claimed.map((work) => work()))
      if (attempts.length < AT_ONCE || attempts.includes('bank_unavailable')) return
    }
  }

  async #claimCharges({ seller_id, id }: Bank): Promise<Claimed[]> {
    const { db } = this.#on
    const until = await this.#claim()
    const limit = this.#polls.take(id, AT_ONCE, new Date(until.now))
    if (limit === 0) return []
    const charges = await db.run(() =>
      claimCharges({ seller_id, connection_id: id, limit, ...until }))
    this.#polls.giveBack(id, limit - charges.length)
    return charges.map((charge) => () => this.#watch.check(charge))
  }

  async #claimReturns({ seller_id, id }: Bank): Promise<Claimed[]> {
    const { db } = this.#on
    const until = await this.#claim()
    const payments = await db.run(() =>
      claimReturns({ seller_id, connection_id: id, limit: AT_ONCE, ...until }))
    return payments.map((payment) => () => this.#watch.return(payment))
  }

  async #claim(): Promise<{ now: string; until: string }> {
    const now = await this.#on.clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    return { now: now.toISOString(), until: until.toISOString() }
  }
}
