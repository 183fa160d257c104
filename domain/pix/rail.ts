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
import { createCharge } from './creation.ts'
import { viewedAt } from './pauses.ts'
import { BankError } from './bank/provider.ts'
import { Reconciler } from './reconciler.ts'
import { sandbox } from './bank/sandbox.ts'
import { TaskQueue } from '../../runtime/taskQueue.ts'
import { Watch } from './chargeMonitor.ts'
import type { Ground } from './chargeMonitor.ts'

type Checkout = Row<'checkouts'>

/** How often banks are asked; a test may ask at once. */
export const railLimits = {
  /**
   * After a look at a charge, and after an attempt to make one, before the next. Whatever asks for
   * one meanwhile, such as callbacks, which anybody can send, gets one look afterwards.
   */
  look_pause_ms: 2_000,
  /** For which a bank that does not answer is left alone at first. */
  bank_pause_ms: 1_000,
}

export type RailLimits = typeof railLimits

/** How a session is paid, as its page shows it. */
export type PaymentWay = {
  rail: 'sandbox' | 'bacen' | 'none'
  /** What the buyer copies or scans; null while there is none. */
  pix_code: string | null
  /** Whether the bank is being asked for the code, and answers as far as is known. */
  is_coming: boolean
}

export type RailOptions = Omit<Ground, 'banks' | 'interval_ms'> & {
  vault: Vault
  mode: 'sandbox' | 'live'
  reconcile_seconds: number
  limits?: Partial<RailLimits>
}

/** The payment rail: each seller's own bank, and in sandbox mode the sandbox for those without. */
export class Rail {
  readonly #on: Ground
  readonly #mode: 'sandbox' | 'live'
  readonly #watch: Watch
  readonly #reconciler: Reconciler
  /** Looks at charges, and attempts to make one. */
  readonly #looking: TaskQueue
  readonly #making: TaskQueue

  constructor({ vault, mode, reconcile_seconds, limits, ...options }: RailOptions) {
    const { look_pause_ms, bank_pause_ms } = { ...railLimits, ...limits }
    const banks = new Banks(vault, new Breakers(options.log, bank_pause_ms))
    this.#on = { ...options, banks, interval_ms: reconcile_seconds * 1000 }
    this.#mode = mode
    this.#looking = new TaskQueue({ pauseMs: look_pause_ms })
    this.#making = new TaskQueue({ pauseMs: look_pause_ms })
    this.#watch = new Watch(this.#on)
    this.#reconciler = new Reconciler(this.#on, this.#watch)
  }

  /** Begins to ask the banks by itself. */
  start(): void {
    this.#reconciler.start()
  }

  /** Cuts off what is under way at the banks, all of which can be repeated, and waits for it. */
  async stop(): Promise<void> {
    const stopped = [this.#reconciler.stop(), this.#looking.close(), this.#making.close()]
    this.#on.banks.close()
    await Promise.all(stopped)
  }

  /** Which rail a session is paid on. */
  async railOf(checkout: Checkout): Promise<PaymentWay['rail']> {
    const { connection, charge } = await this.#readWay(checkout)
    if (connection || charge?.pix_code) return 'bacen'
    return this.#mode === 'sandbox' ? 'sandbox' : 'none'
  }

  /** Whether the page of an open session, which is being looked at, has a code to show. */
  async hasCode(checkout: Checkout): Promise<boolean> {
    const { connection, charge } = await this.#readWay(checkout)
    if (!charge?.pix_code) return !connection && this.#mode === 'sandbox'
    await this.#view(charge)
    return true
  }

  /**
   * How an open session is paid. The first call has the charge made at the seller's bank, in the
   * background: a page never waits for a bank. While there is no code, later calls try again.
   */
  async wayOf(checkout: Checkout, seller_name: string): Promise<PaymentWay> {
    const { connection, charge } = await this.#readWay(checkout)
    if (charge?.pix_code) {
      await this.#view(charge)
      return { rail: 'bacen', pix_code: charge.pix_code, is_coming: false }
    }
    if (connection) {
      const is_coming = this.#on.banks.stateOf(connection.id) === 'closed'
      this.#makeSoon(checkout, connection, seller_name)
      return { rail: 'bacen', pix_code: null, is_coming }
    }
    if (this.#mode === 'live') return { rail: 'none', pix_code: null, is_coming: false }
    const made = await sandbox.createCharge({
      txid: txidOf(checkout.id),
      amount_minor: checkout.amount_total_minor,
      lifetime_seconds: 1,
      seller_name,
    })
    return { rail: 'sandbox', pix_code: made.pix_code, is_coming: false }
  }

  /**
   * Somebody says that something arrived for these charges. Nothing of it is believed: the bank is
   * asked, in the background. What cannot be a charge of the seller costs one read at most.
   */
  async hear(seller_id: string, txids: string[]): Promise<void> {
    const checkout_ids = [...new Set(txids.filter(isOurTxid).map(checkoutOf))]
    if (checkout_ids.length === 0) return
    const charges = await this.#on.db.read(function* () {
      const [connection] = yield* anyConnection({ seller_id })
      return connection ? yield* chargesOfCheckouts({ seller_id, checkout_ids }) : []
    })
    this.look(...charges)
  }

  /** Asks the bank about sessions' charges in the background, as far as they have one. */
  look(...charges: ChargeKey[]): void {
    const missed = charges.filter(({ seller_id, checkout_id }) => {
      const run = () =>
        this.#watch.checkOf({ seller_id, checkout_id }).catch((error: unknown) => {
          this.#on.log.error({ err: error, seller_id, checkout_id }, 'charge not looked at')
        })
      return !this.#looking.add(`${seller_id} ${checkout_id}`, { group: seller_id, run })
    })
    // The reconciler will come to them.
    const [first] = missed
    if (first) this.#on.log.warn({ ...first, charges: missed.length }, 'too much to look at')
  }

  /** While its page is looked at, a charge is asked about as often as it may be. */
  async #view(charge: Charge): Promise<void> {
    const { db, clock, log, interval_ms } = this.#on
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    if (now.getTime() - viewedAt(charge) < interval_ms) return
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
    await this.#making.idle()
    // A charge that was made too late is looked at.
    await this.#looking.idle()
  }

  async #readWay({ seller_id, id: checkout_id }: Checkout) {
    return this.#on.db.read(function* () {
      const [charge] = yield* chargeOfCheckout({ seller_id, checkout_id })
      const [connection] = yield* connectionInUse({ seller_id })
      return { connection, charge }
    })
  }

  /** Pages that are opened at once, and soon after one another, share an attempt. */
  #makeSoon(checkout: Checkout, connection: Connection, seller_name: string): void {
    if (this.#on.banks.stateOf(connection.id) === 'open') return
    const { seller_id, id: checkout_id } = checkout
    const run = () =>
      this.#makeCharge(checkout, connection, seller_name).catch((error: unknown) => {
        const facts = { seller_id, checkout_id, reason: (error as Error).message }
        this.#on.log[error instanceof BankError ? 'warn' : 'error'](facts, 'charge not made')
      })
    const taken = this.#making.add(`${seller_id} ${checkout_id}`, { group: seller_id, run })
    if (!taken) this.#on.log.warn({ seller_id, checkout_id }, 'too many charges to make')
  }

  async #makeCharge(
    checkout: Checkout,
    connection: Connection,
    seller_name: string,
  ): Promise<void> {
    const made = await createCharge(this.#on, { checkout, connection, seller_name })
    // What could be paid at the bank and not here any more is canceled there.
    if (made?.charge && made.has_ended) this.look(made.charge)
  }
}
