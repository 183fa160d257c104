import { setTimeout as wait } from 'node:timers/promises'
import type { Vault } from '../auth/vault.ts'
import type { Row } from '../db/schema.ts'
import { beginCharge, chargeOfCheckout, checkoutOf, keepCode, txidOf } from './charges.ts'
import type { ChargeKey } from './charges.ts'
import { Banks, connectionInUse } from './connections.ts'
import type { Connection } from './connections.ts'
import { BankError } from './provider.ts'
import { Reconciler } from './reconciler.ts'
import { sandbox } from './sandbox.ts'
import { Tasks } from './tasks.ts'
import { Watch } from './watch.ts'
import type { Ground } from './watch.ts'

type Checkout = Row<'checkouts'>

/** A buyer's page waits so long for the bank, and then shows itself without a code. */
const PAGE_WAIT_MS = 3_000

/**
 * The bank counts a charge's life from when it makes it, which is later than when we ask: by less
 * than this. A session with less time left gets no charge any more.
 */
const CREATION_MARGIN_MS = 15_000

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
    if (charge?.pix_code) return { rail: 'bacen', pix_code: charge.pix_code }
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
    { seller_id, id: checkout_id, amount_total_minor, expires_at }: Checkout,
    connection: Connection,
    seller_name: string,
  ): Promise<string | null> {
    const { db, clock, banks } = this.#on
    const now = await clock.now()
    const left_ms = Date.parse(expires_at) - now.getTime() - CREATION_MARGIN_MS
    const lifetime_seconds = Math.floor(left_ms / 1000)
    if (lifetime_seconds < 1) return null
    const at = now.toISOString()
    const key = { seller_id, checkout_id, connection_id: connection.id }
    const [begun] = await db.run(() => beginCharge({
      ...key,
      txid: txidOf(checkout_id),
      pix_code: null,
      status: 'open',
      // Until its code is known nobody can pay it, and then its end is soon enough.
      check_at: expires_at,
      created_at: at,
      updated_at: at,
    }))
    if (begun) {
      const { txid } = begun
      const { pix_code } = await banks.of(connection).createCharge({
        txid,
        amount_minor: amount_total_minor,
        lifetime_seconds,
        seller_name,
      })
      await db.run(() => keepCode({ ...key, txid, pix_code, now: at }))
    }
    const [charge] = await db.read(() => chargeOfCheckout({ seller_id, checkout_id }))
    return charge?.pix_code ?? null
  }
}
