import { setTimeout as wait } from 'node:timers/promises'
import type { Vault } from '../auth/vault.ts'
import type { Row } from '../db/schema.ts'
import { chargeOfCheckout, checkoutOf, txidOf, viewCharge } from './charges.ts'
import type { Charge, ChargeKey } from './charges.ts'
import { Banks, connectionInUse } from './connections.ts'
import type { Connection } from './connections.ts'
import { createCharge } from './creation.ts'
import { viewedAt } from './pauses.ts'
import { BankError } from './provider.ts'
import { Reconciler } from './reconciler.ts'
import { sandbox } from './sandbox.ts'
import { Tasks } from './tasks.ts'
import { Watch } from './watch.ts'
import type { Ground } from './watch.ts'

type Checkout = Row<'checkouts'>

/** A buyer's page waits so long for the bank, and then shows itself without a code. */
const PAGE_WAIT_MS = 3_000

/** How a session is paid, as its page shows it. */
export type PaymentWay = {
  rail: 'sandbox' | 'bacen' | 'none'
  /** What the buyer copies or scans; null while there is none. */
  pix_code: string | null
}

export type RailOptions = Omit<Ground, 'banks' | 'interval_ms'> & {
  vault: Vault
  mode: 'sandbox' | 'live'
  reconcile_seconds: number
}

/** The payment rail: each seller's own bank, and in sandbox mode the sandbox for those without. */
export class Rail {
  readonly #on: Ground
  readonly #mode: 'sandbox' | 'live'
  readonly #watch: Watch
  readonly #reconciler: Reconciler
  readonly #tasks = new Tasks()
  readonly #making = new Map<string, Promise<string | null>>()

  constructor({ vault, mode, reconcile_seconds, ...options }: RailOptions) {
    this.#on = { ...options, banks: new Banks(vault), interval_ms: reconcile_seconds * 1000 }
    this.#mode = mode
    this.#watch = new Watch(this.#on)
    this.#reconciler = new Reconciler(this.#on, this.#watch)
  }

  /** Begins to ask the banks by itself. */
  start(): void {
    this.#reconciler.start()
  }

  /** Cuts off what is under way at the banks, all of which can be repeated, and waits for it. */
  async stop(): Promise<void> {
    const stopped = [this.#reconciler.stop(), this.#tasks.close()]
    this.#on.banks.close()
    await Promise.all([...stopped, ...this.#making.values()])
  }

  /** Which rail a session is paid on. */
  async railOf({ seller_id, id }: Checkout): Promise<PaymentWay['rail']> {
    const atBank = await this.#on.db.read(function* () {
      const [connection] = yield* connectionInUse({ seller_id })
      const [charge] = yield* chargeOfCheckout({ seller_id, checkout_id: id })
      return connection !== undefined || (charge?.pix_code ?? null) !== null
    })
    if (atBank) return 'bacen'
    return this.#mode === 'sandbox' ? 'sandbox' : 'none'
  }

  /**
   * How an open session is paid. The first call makes the charge at the seller's bank; when the
   * bank does not answer in time there is no code, and a later call tries again.
   */
  async wayOf(checkout: Checkout, seller_name: string): Promise<PaymentWay> {
    const { seller_id, id: checkout_id, amount_total_minor } = checkout
    const { charge, connection } = await this.#on.db.read(function* () {
      const [charge] = yield* chargeOfCheckout({ seller_id, checkout_id })
      const [connection] = yield* connectionInUse({ seller_id })
      return { charge, connection }
    })
    if (charge?.pix_code) {
      await this.#view(charge)
      return { rail: 'bacen', pix_code: charge.pix_code }
    }
    if (connection) {
      const pix_code = await this.#codeInTime(checkout, connection, seller_name)
      return { rail: 'bacen', pix_code }
    }
    if (this.#mode === 'live') return { rail: 'none', pix_code: null }
    const { pix_code } = await sandbox.createCharge({
      txid: txidOf(checkout_id),
      amount_minor: amount_total_minor,
      lifetime_seconds: 1,
      seller_name,
    })
    return { rail: 'sandbox', pix_code }
  }

  /**
   * Somebody says that something arrived for these charges. Nothing of it is believed: the bank is
   * asked, in the background. Charges that the seller does not have are nobody's.
   */
  async hear(seller_id: string, txids: string[]): Promise<void> {
    const charges = await this.#on.db.read(function* () {
      const found: ChargeKey[] = []
      for (const checkout_id of new Set(txids.map(checkoutOf))) {
        found.push(...yield* chargeOfCheckout({ seller_id, checkout_id }))
      }
      return found
    })
    for (const charge of charges) this.look(charge)
  }

  /** Asks the bank about a session's charge in the background, if it has one. */
  look({ seller_id, checkout_id }: ChargeKey): void {
    const run = () =>
      this.#watch.checkOf({ seller_id, checkout_id }).catch((error: unknown) => {
        this.#on.log.error({ err: error, seller_id, checkout_id }, 'charge not looked at')
      })
    const taken = this.#tasks.add(`${seller_id} ${checkout_id}`, { group: seller_id, run })
    // The reconciler will come to it.
    if (!taken) this.#on.log.warn({ seller_id, checkout_id }, 'too much to look at')
  }

  /** While its page is looked at, a charge is asked about as often as it may be. */
  async #view(charge: Charge): Promise<void> {
    const { db, clock, log, interval_ms } = this.#on
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    if (now.getTime() - viewedAt(charge) < interval_ms) return
    // A full disk keeps nobody from the page.
    await db.run(() => viewCharge({ seller_id, checkout_id, now: now.toISOString() }))
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
    await Promise.all(this.#making.values())
    await this.#tasks.idle()
  }

  /** Those who open a page at once wait for one and the same charge. */
  async #codeInTime(
    checkout: Checkout,
    connection: Connection,
    seller_name: string,
  ): Promise<string | null> {
    const key = `${checkout.seller_id} ${checkout.id}`
    let making = this.#making.get(key)
    if (!making) {
      making = this.#makeCharge(checkout, connection, seller_name)
        .catch((error: unknown) => {
          const { seller_id, id: checkout_id } = checkout
          const facts = { seller_id, checkout_id, reason: (error as Error).message }
          this.#on.log[error instanceof BankError ? 'warn' : 'error'](facts, 'charge not made')
          return null
        })
        .finally(() => this.#making.delete(key))
      this.#making.set(key, making)
    }
    const enough = new AbortController()
    const tooLate = wait(PAGE_WAIT_MS, null, { signal: enough.signal, ref: false })
      .catch(() => null)
    return Promise.race([making, tooLate]).finally(() => enough.abort())
  }

  async #makeCharge(
    checkout: Checkout,
    connection: Connection,
    seller_name: string,
  ): Promise<string | null> {
    const made = await createCharge(this.#on, { checkout, connection, seller_name })
    // What could be paid at the bank and not here any more is canceled there.
    if (made?.charge && made.has_ended) this.look(made.charge)
    return made?.charge?.pix_code ?? null
  }
}
