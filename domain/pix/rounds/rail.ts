import { sellerById } from '../../identity/sellerRows.ts'
import type { Vault } from '../../identity/vault.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { Breakers } from '../connections/breaker.ts'
import type { Announced } from './announcement.ts'
import { readCheckout } from '../../checkouts/view.ts'
import { giveCreationsBack } from '../charges/abandonedCreations.ts'
import { chargeOfCheckout, chargesOfCheckouts, viewCharge } from '../charges/charges.ts'
import { checkoutOf, isOurTxid, txidOf } from '../bank/txid.ts'
import type { Charge, ChargeKey } from '../charges/charges.ts'
import { anyConnection, Banks, connectionInUse } from '../connections/bankConnections.ts'
import type { BanksOptions, Connection } from '../connections/bankConnections.ts'
import { ChargeAttempts } from '../charges/chargeAttempts.ts'
import { createCharge, hasTimeForCharge } from '../charges/chargeCreation.ts'
import { viewedAt } from '../charges/checkSchedule.ts'
import { profileNamed } from '../bank/profiles.ts'
import { BankError } from '../bank/provider.ts'
import { PollBudget } from './pollBudget.ts'
import { Reconciler } from './reconciler.ts'
import { sandbox } from '../bank/sandbox.ts'
import { TaskQueue } from '../../../runtime/taskQueue.ts'
import { systemTimers } from '../../../runtime/timers.ts'
import type { Timers } from '../../../runtime/timers.ts'
import { ChargeMonitor } from './chargeMonitor.ts'
import { RefundOrders } from '../refunds/refundOrders.ts'
import type { RailContext } from '../connections/railContext.ts'
import { InvoiceTransfers, invoicesOfCharges } from '../transfers/invoiceTransfers.ts'
import type { InvoiceSource } from '../transfers/invoiceTransfers.ts'
import { paidBy } from '../transfers/transfers.ts'
import { SubscriptionWork } from '../subscriptions/work.ts'
import type { SubscriptionCode } from '../subscriptions/work.ts'
import type { Recorder } from '../../subscriptions/ports.ts'
import type { Subscription } from '../../subscriptions/rows.ts'

type Checkout = Row<'checkouts'>
type Refund = Row<'refunds'>

/** Pauses between requests to banks; tests set them to 0. */
const railLimits = {
  /**
   * The least time between two checks of one charge, and between two attempts to create it. All
   * callbacks that come meanwhile (any caller can send them) cause one check afterwards.
   */
  checkPauseMs: 2_000,
  /** How long the circuit breaker of a bank stays open at first; 0 disables it. */
  bankPauseMs: 1_000,
}

export type RailLimits = typeof railLimits

/** Callbacks of one provider in a minute whose ids of its own are looked up. */
const LOOK_UPS_A_MINUTE = 30

/** How a checkout is paid, as its page shows it. */
export type PaymentMethod = {
  rail: 'sandbox' | 'bacen' | 'none'
  /** Code that the buyer copies or scans; null while there is none. */
  pix_code: string | null
  /** The code is being requested from a bank whose circuit breaker is closed. */
  isComing: boolean
  /** The seller is suspended: its buyers get no charge, and are shown none. */
  isSuspended: boolean
}

/** The code of an open checkout, for its seller. */
export type CheckoutCode = {
  /** Id by which the bank knows the charge, or will know it. */
  txid: string
  /**
   * `pending`: the bank has not answered yet; `unavailable`: it is away or refuses, the seller has
   * none, or the checkout has too little time left.
   */
  status: 'ready' | 'pending' | 'unavailable'
  code: string | null
}

/** The code that a page shows: whether there is one, and its text where a bank has made it. */
export type PageCode = { isReady: boolean; pix_code: string | undefined }

type SellerCharge = { connection: Connection | undefined; charge: Charge | undefined }

export type RailOptions = Omit<RailContext, 'banks' | 'timers'> & {
  timers?: Timers
  vault: Vault
  mode: 'sandbox' | 'live'
  limits?: Partial<RailLimits>
  bankOptions?: BanksOptions
  /** Records changes of subscriptions; without it no bank is asked about one. */
  recorder?: (now: Date) => Recorder
}

/** The payment rail: each seller's bank or, in sandbox mode, the sandbox for sellers without. */
export class Rail {
  readonly #context: RailContext
  readonly #mode: 'sandbox' | 'live'
  readonly #monitor: ChargeMonitor
  readonly #reconciler: Reconciler
  /** Checks of charges, and attempts to create them, both in the background. */
  readonly #checks: TaskQueue
  readonly #creations: TaskQueue
  readonly #attempts: ChargeAttempts
  readonly #refundOrders: RefundOrders
  readonly #invoices: InvoiceTransfers | undefined
  /** Orders of refunds that were requested just now. */
  readonly #orders: TaskQueue
  readonly #subscriptions: SubscriptionWork | undefined
  /** Requests to providers about callbacks that name none of our charges. */
  readonly #lookUps = new PollBudget(LOOK_UPS_A_MINUTE)

  constructor({
    vault,
    mode,
    limits,
    bankOptions,
    timers = systemTimers,
    recorder,
    ...options
  }: RailOptions) {
    const { checkPauseMs, bankPauseMs } = { ...railLimits, ...limits }
    const breakers = new Breakers(options, bankPauseMs)
    const banks = new Banks({ vault, breakers, metrics: options.metrics }, bankOptions)
    this.#context = { ...options, timers, banks }
    this.#mode = mode
    this.#checks = new TaskQueue({ pauseMs: checkPauseMs, timers })
    this.#creations = new TaskQueue({ pauseMs: checkPauseMs, timers })
    this.#attempts = new ChargeAttempts(timers)
    this.#orders = new TaskQueue({ timers })
    this.#monitor = new ChargeMonitor(this.#context)
    this.#refundOrders = new RefundOrders(this.#context)
    const subscriptions = recorder && { ...this.#context, recorder }
    this.#subscriptions = subscriptions && new SubscriptionWork(subscriptions, checkPauseMs)
    this.#invoices = recorder && new InvoiceTransfers(this.#context, recorder)
    this.#reconciler = new Reconciler(this.#context, {
      monitor: this.#monitor,
      orders: this.#refundOrders,
      subscriptions: this.#subscriptions,
      invoices: this.#invoices,
    })
  }

  /** Starts the reconciler. */
  start(): void {
    this.#reconciler.start()
  }

  /**
   * Has the charges created that a process was creating when it was killed, in the background: a
   * buyer may be waiting for the code. The bank makes one charge for a txid, however often it is
   * asked. Errors are logged.
   */
  async resume(): Promise<void> {
    try {
      await this.#resume()
    } catch (error) {
      this.#context.log.error({ err: error }, 'charges of an ended process not created')
    }
  }

  async #resume(): Promise<void> {
    const { db, clock, events, log } = this.#context
    for (const { seller_id, checkout_id } of await giveCreationsBack(db)) {
      log.info({ seller_id, checkout_id }, 'charge of an ended process created anew')
      const marking = { now: await clock.now(), events }
      const checkout = await readCheckout(db, { seller_id, id: checkout_id }, marking)
      const [seller] = await db.read(() => sellerById({ id: seller_id }))
      if (checkout?.status === 'open' && seller) await this.paymentMethod(checkout, seller.name)
    }
  }

  /** Aborts all requests to banks, which are safe to repeat, and waits for their tasks to end. */
  async stop(): Promise<void> {
    const queues = [this.#checks, this.#creations, this.#orders]
    const stopped = [this.#reconciler.stop(), ...queues.map((queue) => queue.close())]
    this.#context.banks.close()
    await Promise.all([...stopped, this.#subscriptions?.close()])
  }

  /**
   * True while requests to a bank get through, as this process has seen; by its connection's id.
   */
  isAnswering(connection_id: string): boolean {
    return this.#context.banks.stateOf(connection_id) === 'closed'
  }

  /** The rail on which a checkout is paid. */
  async railOf(checkout: Checkout): Promise<PaymentMethod['rail']> {
    return this.#railOf(await this.#readRail(checkout))
  }

  /** The rail of a seller's new checkouts. */
  async railOfSeller(seller_id: string): Promise<PaymentMethod['rail']> {
    const [connection] = await this.#context.db.read(() => connectionInUse({ seller_id }))
    return this.#railOf({ connection, charge: undefined })
  }

  #railOf({ connection, charge }: SellerCharge): PaymentMethod['rail'] {
    if (connection || charge?.pix_code) return 'bacen'
    return this.#mode === 'sandbox' ? 'sandbox' : 'none'
  }

  /** The code that the page of an open checkout has to show. Counts as a view of the page. */
  async codeOf(checkout: Checkout): Promise<PageCode> {
    const { connection, charge, isSuspended } = await this.#readRail(checkout)
    if (isSuspended) return { isReady: false, pix_code: undefined }
    if (!charge?.pix_code) {
      return { isReady: !connection && this.#mode === 'sandbox', pix_code: undefined }
    }
    await this.#recordView(charge)
    return { isReady: true, pix_code: charge.pix_code }
  }

  /**
   * How an open checkout is paid. The first call creates the charge at the seller's bank in the
   * background, since a page never waits for a bank. Until there is a code, later calls try again.
   */
  async paymentMethod(checkout: Checkout, sellerName: string): Promise<PaymentMethod> {
    const { connection, charge, isSuspended } = await this.#readRail(checkout)
    const without = { pix_code: null, isComing: false, isSuspended }
    if (isSuspended) return { rail: this.#railOf({ connection, charge }), ...without }
    if (charge?.pix_code) {
      await this.#recordView(charge)
      return { ...without, rail: 'bacen', pix_code: charge.pix_code }
    }
    if (connection) {
      if (!(await this.#hasTime(checkout))) return { ...without, rail: 'bacen' }
      const isComing = this.#context.banks.stateOf(connection.id) === 'closed'
      this.#scheduleCreation(checkout, connection, sellerName)
      return { ...without, rail: 'bacen', isComing }
    }
    if (this.#mode === 'live') return { ...without, rail: 'none' }
    const made = await sandbox.createCharge({ txid: txidOf(checkout.id), sellerName })
    return { ...without, rail: 'sandbox', pix_code: made.pix_code }
  }

  /** The code of an open checkout: as `paymentMethod`, but it waits for a bank that is asked. */
  async code(checkout: Checkout, sellerName: string): Promise<CheckoutCode> {
    const { connection, charge, isSuspended } = await this.#readRail(checkout)
    const { seller_id, id } = checkout
    const txid = charge?.txid ?? txidOf(id)
    const isAsked =
      connection && !charge?.pix_code && !isSuspended && (await this.#hasTime(checkout))
    if (!isAsked || this.#context.banks.stateOf(connection.id) !== 'closed') {
      const { pix_code } = await this.paymentMethod(checkout, sellerName)
      return { txid, status: pix_code === null ? 'unavailable' : 'ready', code: pix_code }
    }
    const key = `${seller_id} ${id}`
    const begin = () => this.#scheduleCreation(checkout, connection, sellerName)
    const outcome = await this.#attempts.next(seller_id, key, begin)
    const made = (await this.#readRail(checkout)).charge
    const code = made?.pix_code ?? null
    const status = code === null ? (outcome === 'failed' ? 'unavailable' : 'pending') : 'ready'
    return { txid: made?.txid ?? txid, status, code }
  }

  /**
   * Handles a bank's callback, which any caller can send: nothing in it is trusted, and charges
   * that it names are checked at the bank in the background. A callback that names no charge of the
   * seller costs at most one read, and one by an id of the provider's own one request more, of
   * which there is a budget.
   */
  async onCallback(seller_id: string, { txids, endToEndIds, ownIds }: Announced): Promise<void> {
    const named = [...new Set(txids.map(checkoutOf))]
    if (named.length + endToEndIds.length + ownIds.length === 0) return
    const { charges, invoices, connection } = await this.#context.db.read(function* () {
      const [row] = yield* anyConnection({ seller_id })
      if (!row) return { charges: [], invoices: [], connection: undefined }
      const paid = endToEndIds.length > 0 ? yield* paidBy({ seller_id, endToEndIds }) : []
      const checkoutIds = [...named, ...paid.flatMap(({ checkout_id }) => checkout_id ?? [])]
      const charged = [...txids, ...paid.flatMap(({ txid }) => txid ?? [])]
      const [inUse] = ownIds.length > 0 ? yield* connectionInUse({ seller_id }) : []
      return {
        charges:
          checkoutIds.length > 0 ? yield* chargesOfCheckouts({ seller_id, checkoutIds }) : [],
        invoices: [...(yield* invoicesOfCharges({ seller_id, txids: charged })).values()],
        connection: inUse,
      }
    })
    this.scheduleCheck(...charges)
    // A txid of an invoice has the form of a checkout's.
    if (invoices.length > 0) await this.heardOfCharges(seller_id, txids)
    for (const invoice of invoices) this.#compareInvoice(invoice)
    if (connection) for (const own_id of ownIds) await this.#lookUp(connection, own_id)
  }

  /**
   * Looks up the object that a provider names by an id of its own. Beyond the budget, the
   * provider's list names it.
   */
  async #lookUp(connection: Connection, own_id: string): Promise<void> {
    const { banks, clock, log } = this.#context
    const { seller_id, id: connection_id, profile } = connection
    // A callback needs no credentials: one that is not looked up takes no place in the queue.
    if (profileNamed(profile).capabilities.callbacksNameCharge) return
    if (this.#lookUps.take(connection_id, 1, await clock.now()) === 0) return
    const run = async () => {
      try {
        const bank = banks.of(connection)
        const txid = await bank.txidOf(own_id)
        const txids = txid !== undefined && isOurTxid(txid) ? [txid] : []
        await this.onCallback(seller_id, { txids, endToEndIds: [], ownIds: [] })
      } catch (error) {
        log.warn({ err: error, seller_id, connection_id }, 'a callback was not looked up')
      }
    }
    this.#checks.add(`${seller_id} callback ${own_id}`, { group: seller_id, run })
  }

  /** Compares the payments of an invoice with its bank, in the background. */
  #compareInvoice(invoice: InvoiceSource): void {
    const { seller_id, id: invoice_id } = invoice
    const run = async () => {
      await this.#invoices?.compareAll(invoice).catch((error: unknown) => {
        this.#context.log.warn({ err: error, seller_id, invoice_id }, 'payments not compared')
      })
    }
    // The list names what a full queue leaves out.
    this.#checks.add(`${seller_id} ${invoice_id}`, { group: seller_id, run })
  }

  /** Checks the charges of checkouts at their bank in the background; some may have none. */
  scheduleCheck(...charges: ChargeKey[]): void {
    const missed = charges.filter(({ seller_id, checkout_id }) => {
      const run = async () => {
        await this.#monitor.checkNow({ seller_id, checkout_id }).catch((error: unknown) => {
          this.#context.log.error({ err: error, seller_id, checkout_id }, 'charge not checked')
        })
      }
      return !this.#checks.add(`${seller_id} ${checkout_id}`, { group: seller_id, run })
    })
    // The queue is full. The reconciler checks them later.
    const [first] = missed
    if (first)
      this.#context.log.warn({ ...first, charges: missed.length }, 'too many charges to check')
  }

  /** Orders a refund at its bank in the background, once it has been committed. */
  orderRefund(refund: Refund): void {
    const { seller_id, id } = refund
    const run = async () => {
      await this.#refundOrders.begin(refund).catch((error: unknown) => {
        this.#context.log.error({ err: error, seller_id, refund_id: id }, 'refund not ordered')
      })
    }
    // When the queue is full, the reconciler gives the order later.
    if (this.#orders.add(`${seller_id} ${id}`, { group: seller_id, run })) return
    this.#context.log.warn({ seller_id, refund_id: id }, 'too many refunds to order')
  }

  /** Records a view of the page: a charge whose page is open is checked at every interval. */
  async #recordView(charge: Charge): Promise<void> {
    const { db, clock, log, intervalMs } = this.#context
    const { seller_id, checkout_id } = charge
    const now = await clock.now()
    if (now.getTime() - viewedAt(charge) < intervalMs) return
    // The page is shown even when nothing can be written, as on a full disk.
    await db
      .run(() => viewCharge({ seller_id, checkout_id, now: now.toISOString() }))
      .catch((error: unknown) => {
        log.warn({ err: error, seller_id, checkout_id }, 'view of a charge not recorded')
      })
  }

  /** Runs one round of the reconciler now. */
  reconcile(): Promise<void> {
    return this.#reconciler.round()
  }

  /** Resolves when no task is running in the background. */
  async idle(): Promise<void> {
    await this.#creations.idle()
    // The creation of a charge for a checkout that has ended schedules a check.
    await this.#checks.idle()
    await this.#orders.idle()
    await this.#subscriptions?.idle()
  }

  /** The code of a subscription for its page, which waits for no bank; undefined for none. */
  async subscriptionPageCode(
    subscription: Subscription,
    sellerName: string,
  ): Promise<SubscriptionCode | undefined> {
    return this.#subscriptions?.pageCode(subscription, sellerName)
  }

  /** The same for a caller, who waits a moment for a bank that is asked. */
  async subscriptionCode(
    subscription: Subscription,
    sellerName: string,
  ): Promise<SubscriptionCode | undefined> {
    return this.#subscriptions?.code(subscription, sellerName)
  }

  /** A callback of a seller's bank names recurrences: each of ours is read there. */
  async heardOfMandates(seller_id: string, ids: readonly string[]): Promise<void> {
    await this.#subscriptions?.heardOfMandates(seller_id, ids)
  }

  /** A callback names charges of invoices: each of ours is read at the bank. */
  async heardOfCharges(seller_id: string, txids: readonly string[]): Promise<void> {
    await this.#subscriptions?.heardOfCharges(seller_id, txids)
  }

  /** False while a checkout without a charge has too little time left for one. */
  async #hasTime(checkout: Checkout): Promise<boolean> {
    const { clock, intervalMs } = this.#context
    return hasTimeForCharge(checkout, { now: await clock.now(), intervalMs })
  }

  async #readRail({ seller_id, id: checkout_id }: Checkout) {
    return this.#context.db.read(function* () {
      const [charge] = yield* chargeOfCheckout({ seller_id, checkout_id })
      const [connection] = yield* connectionInUse({ seller_id })
      const [seller] = yield* sellerById({ id: seller_id })
      return { connection, charge, isSuspended: seller?.status === 'suspended' }
    })
  }

  /** Views of one page share an attempt, and there is a pause between two attempts. */
  #scheduleCreation(checkout: Checkout, connection: Connection, sellerName: string): void {
    if (this.#context.banks.stateOf(connection.id) === 'open') return
    const { seller_id, id: checkout_id } = checkout
    const key = `${seller_id} ${checkout_id}`
    const run = async () => {
      try {
        const isMade = await this.#createCharge(checkout, connection, sellerName)
        this.#attempts.end(key, isMade ? 'created' : 'failed')
      } catch (error) {
        const facts = { seller_id, checkout_id, reason: (error as Error).message }
        this.#context.log[error instanceof BankError ? 'warn' : 'error'](
          facts,
          'charge not created',
        )
        this.#attempts.end(key, 'failed')
      }
    }
    if (this.#creations.add(key, { group: seller_id, run })) return
    this.#context.log.warn({ seller_id, checkout_id }, 'too many charges to create')
    this.#attempts.end(key, 'failed')
  }

  /** @returns false when the checkout has too little time left */
  async #createCharge(
    checkout: Checkout,
    connection: Connection,
    sellerName: string,
  ): Promise<boolean> {
    const charge = await createCharge(this.#context, { checkout, connection, sellerName })
    // The checkout ended while its charge was created: the check cancels the charge at the bank.
    if (charge?.charge && charge.hasEnded) this.scheduleCheck(charge.charge)
    return charge !== undefined
  }
}
