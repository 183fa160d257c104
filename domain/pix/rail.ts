import type { Vault } from '../auth/vault.ts'
import type { Row } from '../../db/schema/tables.ts'
import { Breakers } from './breaker.ts'
import {
  chargeOfCheckout,
  chargesOfCheckouts,
  checkoutOf,
  isOurTxid,
  txidOf,
  viewCharge,
} from './charges.ts'
import type { Charge, ChargeKey } from './charges.ts'
import { anyConnection, Banks, connectionInUse } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import { createCharge } from './chargeCreation.ts'
import { viewedAt } from './checkSchedule.ts'
import { BankError } from './bank/provider.ts'
import { Reconciler } from './reconciler.ts'
import { sandbox } from './bank/sandbox.ts'
import { Tasks } from '../../runtime/taskQueue.ts'
import { ChargeMonitor } from './chargeMonitor.ts'
import type { RailContext } from './chargeMonitor.ts'

type Checkout = Row<'checkouts'>

/** How often banks are asked; a test may ask at once. */
export const railLimits = {
  /**
   * After a look at a charge, and after an attempt to make one, before the next. Whatever asks for
   * one meanwhile, such as callbacks, which anybody can send, gets one look afterwards.
   */
  checkPauseMs: 2_000,
  /** For which a bank that does not answer is left alone at first. */
  bankPauseMs: 1_000,
}

export type RailLimits = typeof railLimits

/** How a session is paid, as its page shows it. */
export type PaymentMethod = {
  rail: 'sandbox' | 'bacen' | 'none'
  /** What the buyer copies or scans; null while there is none. */
  pix_code: string | null
  /** Whether the bank is being asked for the code, and answers as far as is known. */
  isComing: boolean
}

export type RailOptions = Omit<RailContext, 'banks' | 'intervalMs'> & {
  vault: Vault
  mode: 'sandbox' | 'live'
  reconcile_seconds: number
  limits?: Partial<RailLimits>
}

/** The payment rail: each seller's own bank, and in sandbox mode the sandbox for those without. */
export class Rail {
  readonly #context: RailContext
  readonly #mode: 'sandbox' | 'live'
  readonly #monitor: ChargeMonitor
  readonly #reconciler: Reconciler
  /** Looks at charges, and attempts to make one. */
  readonly #checks: Tasks
  readonly #creations: Tasks

  constructor({ vault, mode, reconcile_seconds, limits, ...options }: RailOptions) {
    const { checkPauseMs, bankPauseMs } = { ...railLimits, ...limits }
    const banks = new Banks(vault, new Breakers(options.log, bankPauseMs))
    this.#context = { ...options, banks, intervalMs: reconcile_seconds * 1000 }
    this.#mode = mode
    this.#checks = new Tasks({ pauseMs: checkPauseMs })
    this.#creations = new Tasks({ pauseMs: checkPauseMs })
    this.#monitor = new ChargeMonitor(this.#context)
    this.#reconciler = new Reconciler(this.#context, this.#monitor)
  }

  /** Begins to ask the banks by itself. */
  start(): void {
    this.#reconciler.start()
  }

  /** Cuts off what is under way at the banks, all of which can be repeated, and waits for it. */
  async stop(): Promise<void> {
    const stopped = [this.#reconciler.stop(), this.#checks.close(), this.#creations.close()]
    this.#context.banks.close()
    await Promise.all(stopped)
  }

  /** Which rail a session is paid on. */
  async railOf(checkout: Checkout): Promise<PaymentMethod['rail']> {
    const { connection, charge } = await this.#readWay(checkout)
    if (connection || charge?.pix_code) return 'bacen'
    return this.#mode === 'sandbox' ? 'sandbox' : 'none'
  }

  /** Whether the page of an open session, which is being looked at, has a code to show. */
  async hasCode(checkout: Checkout): Promise<boolean> {
    const { connection, charge } = await this.#readWay(checkout)
    if (!charge?.pix_code) return !connection && this.#mode === 'sandbox'
    await this.#recordView(charge)
    return true
  }

  /**
   * How an open session is paid. The first call has the charge made at the seller's bank, in the
   * background: a page never waits for a bank. While there is no code, later calls try again.
   */
  async paymentMethod(checkout: Checkout, sellerName: string): Promise<PaymentMethod> {
    const { connection, charge } = await this.#readWay(checkout)
    if (charge?.pix_code) {
      await this.#recordView(charge)
      return { rail: 'bacen', pix_code: charge.pix_code, isComing: false }
    }
    if (connection) {
      const isComing = this.#context.banks.stateOf(connection.id) === 'closed'
      this.#makeSoon(checkout, connection, sellerName)
      return { rail: 'bacen', pix_code: null, isComing }
    }
    if (this.#mode === 'live') return { rail: 'none', pix_code: null, isComing: false }
    const made = await sandbox.createCharge({
      txid: txidOf(checkout.id),
      amount_minor: checkout.amount_total_minor,
      lifetime_seconds: 1,
      sellerName,
    })
    return { rail: 'sandbox', pix_code: made.pix_code, isComing: false }
  }

  /**
   * Somebody says that something arrived for these charges. Nothing of it is believed: the bank is
   * asked, in the background. What cannot be a charge of the seller costs one read at most.
   */
  async onCallback(seller_id: string, txids: string[]): Promise<void> {
    const checkoutIds = [...new Set(txids.filter(isOurTxid).map(checkoutOf))]
    if (checkoutIds.length === 0) return
    const charges = await this.#context.db.read(function* () {
      const [connection] = yield* anyConnection({ seller_id })
      return connection ? yield* chargesOfCheckouts({ seller_id, checkoutIds }) : []
    })
    this.scheduleCheck(...charges)
  }

  /** Asks the bank about sessions' charges in the background, as far as they have one. */
  scheduleCheck(...charges: ChargeKey[]): void {
    const missed = charges.filter(({ seller_id, checkout_id }) => {
      const run = () =>
        this.#monitor.checkOf({ seller_id, checkout_id }).catch((error: unknown) => {
          this.#context.log.error({ err: error, seller_id, checkout_id }, 'charge not looked at')
        })
      return !this.#checks.add(`${seller_id} ${checkout_id}`, { group: seller_id, run })
    })
    // The reconciler will come to them.
    const [first] = missed
    if (first) this.#context.log.warn({ ...first, charges: missed.length }, 'too much to look at')
  }

  /** While its page is looked at, a charge is asked about as often as it may be. */
  async #recordView(charge: Charge): Promise<void> {
    const { db, clock, log, intervalMs } = this.#context
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    if (now.getTime() - viewedAt(charge) < intervalMs) return
    // A full disk does not keep the buyer from the page.
    await db
      .run(() => viewCharge({ seller_id, checkout_id, now: now.toISOString() }))
      .catch((error: unknown) => {
        log.warn({ err: error, seller_id, checkout_id }, 'view of a charge not recorded')
      })
  }

  /** One round of the reconciler, now. */
  reconcile(): Promise<void> {
    return this.#reconciler.round()
  }

  /** Resolves when nothing is being done in the background. */
  async idle(): Promise<void> {
    await this.#creations.idle()
    // A charge that was made too late is looked at.
    await this.#checks.idle()
  }

  async #readWay({ seller_id, id: checkout_id }: Checkout) {
    return this.#context.db.read(function* () {
      const [charge] = yield* chargeOfCheckout({ seller_id, checkout_id })
      const [connection] = yield* connectionInUse({ seller_id })
      return { connection, charge }
    })
  }

  /** Pages that are opened at once, and soon after one another, share an attempt. */
  #makeSoon(checkout: Checkout, connection: Connection, sellerName: string): void {
    if (this.#context.banks.stateOf(connection.id) === 'open') return
    const { seller_id, id: checkout_id } = checkout
    const run = () =>
      this.#makeCharge(checkout, connection, sellerName).catch((error: unknown) => {
        const facts = { seller_id, checkout_id, reason: (error as Error).message }
        this.#context.log[error instanceof BankError ? 'warn' : 'error'](facts, 'charge not made')
      })
    const taken = this.#creations.add(`${seller_id} ${checkout_id}`, { group: seller_id, run })
    if (!taken) this.#context.log.warn({ seller_id, checkout_id }, 'too many charges to make')
  }

  async #makeCharge(checkout: Checkout, connection: Connection, sellerName: string): Promise<void> {
    const made = await createCharge(this.#context, { checkout, connection, sellerName })
    // What could be paid at the bank and not here any more is canceled there.
    if (made?.charge && made.hasEnded) this.scheduleCheck(made.charge)
  }
}
