/** A shop and its account: events in, and sessions brought into line with orders. */
import { container } from '@medusajs/framework'
import { ContainerRegistrationKeys, PaymentActions } from '@medusajs/framework/utils'
import type { WebhookActionResult } from '@medusajs/framework/types'
import type { Checkout, Event, Refund, WebhookEvent } from '@balcao/client'
import { Account } from '../../shared/account.ts'
import type { Credentials } from '../../shared/account.ts'
import { shopEventOf } from '../../shared/events.ts'
import { Installation, withoutSlash } from '../../shared/installation.ts'
import type { AddressChange } from '../../shared/installation.ts'
import { inReais } from '../../shared/money.ts'
import { Mutex } from '../../shared/mutex.ts'
import { NotYet } from '../../shared/notYet.ts'
import { Reconciler } from '../../shared/reconciler.ts'
import { inCents } from './cart.ts'
import { installationStore, readCursor, writeCursor } from './installation.ts'
import * as store from './store.ts'
import type { Session } from './store.ts'

/** The provider's settings. */
export type BalcaoOptions = Credentials & {
  /** Where this Medusa server is reached, such as `https://loja.example`. */
  backend_url: string
  /** The answer where `backend_url` differs from the one of before: the same shop, or a copy. */
  address_change?: AddressChange
}

/** The name by which a refund of Medusa points to one that was ordered elsewhere. */
export const REFUND_ID = 'balcao_refund_id'

/** The pause between looks at whether the shop is up. */
const LOADING_MS = 250

/** A payment is handed to Medusa once in this time, by event or by reconciler. */
const HANDED_MS = 60_000

const nothing: WebhookActionResult = { action: PaymentActions.NOT_SUPPORTED }

export class MedusaShop {
  readonly installation: Installation
  readonly #options: BalcaoOptions
  readonly #mutex = new Mutex()
  #account: Promise<Account> | undefined
  #isStarted = false
  /** Sessions whose payment a signed event, or the service itself, has told. */
  readonly #paid = new Map<string, { checkout: Checkout; atMs: number }>()

  constructor(options: BalcaoOptions) {
    this.#options = options
    this.installation = new Installation({
      store: installationStore,
      url: options.backend_url,
      change: options.address_change,
      warn: (message) => this.warn(message),
    })
  }

  /** The account, once the name of the provider, which is in the address of events, is known. */
  account(): Promise<Account> {
    this.#account ??= this.#findAccount().catch((error: unknown) => {
      this.#account = undefined
      throw error
    })
    return this.#account
  }

  async #findAccount(): Promise<Account> {
    const name = await store.providerName()
    const address = withoutSlash(this.#options.backend_url)
    return new Account(this.#options, `${address}/hooks/payment/${name}`)
  }

  /** Begins to reconcile as soon as the shop is up, and ends with the process. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const timer = setInterval(() => {
      if (!store.isLoaded()) return
      clearInterval(timer)
      this.#begin().catch((error: unknown) => this.warn(`Balcão: ${error}`))
    }, LOADING_MS).unref()
  }

  async #begin(): Promise<void> {
    store.onOrderChange((orderId) => {
      this.#followOrder(orderId).catch((error: unknown) => {
        if (!(error instanceof NotYet)) this.warn(`Order ${orderId}: ${error}`)
      })
    })
    const account = await this.account()
    new Reconciler({
      account,
      isHeld: () => this.installation.isHeld(),
      readCursor,
      writeCursor,
      take: (event) => this.#takeAndProcess(event),
      follow: () => this.#followAll(),
      warn: (message) => this.warn(message),
    }).start()
  }

  warn(message: string): void {
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(message)
  }

  /** Without an endpoint the reconciler still sees each payment, a minute later. */
  async ensureEndpoint(): Promise<void> {
    await (await this.account())
      .ensureEndpoint()
      .catch((error: unknown) => this.warn(`No webhook endpoint: ${error}`))
  }

  /** The session as a signed event has shown it, else as the service has it. */
  async checkoutOf(id: string): Promise<Checkout> {
    const known = this.#paid.get(id)?.checkout
    if (known) return known
    return (await this.account()).api.getCheckout({ path: { checkoutId: id } })
  }

  /** True when this shop has opened a session, or its database knows it from before ids. */
  async hasOpened(id: string): Promise<boolean> {
    if (await this.installation.hasOpened(id)) return true
    const checkout = await (await this.account()).find(id)
    return checkout !== undefined && this.installation.isOwn(checkout)
  }

  /** Takes in an event, as often and in whichever order and way it comes. */
  async take(received: Pick<Event | WebhookEvent, 'type' | 'data'>): Promise<WebhookActionResult> {
    const event = shopEventOf(received, 'medusa')
    const id = event?.data.metadata['session']
    if (!event || typeof id !== 'string') return nothing
    return this.#mutex.run(id, async () => {
      const { type, data } = event
      if (type === 'refund.succeeded' || type === 'refund.failed') {
        const isOwn = await this.installation.isOwn({ ...data, id: data.checkout_id })
        if (isOwn && type === 'refund.failed')
          await this.#noteFailed(data.id, data.amount_minor, id)
        return nothing
      }
      if (!(await this.installation.isKnown(data))) return nothing
      if (type === 'payment.succeeded') return this.#takeMoney(data, id)
      if (type === 'payment.reversed') await this.#recordReturns(data, id)
      if (type === 'checkout.canceled' || type === 'checkout.expired') await this.#release(data, id)
      return nothing
    })
  }

  async #takeAndProcess(event: Event): Promise<void> {
    const result = await this.take(event)
    if (result.action === PaymentActions.NOT_SUPPORTED) return
    await store.runWorkflow('process-payment-workflow', result)
  }

  /** The one place where money is taken in. What pays nothing goes back, with a note. */
  async #takeMoney(checkout: Checkout, sessionId: string): Promise<WebhookActionResult> {
    const session = await store.sessionOf(sessionId)
    if (session?.payment?.captured_at) return nothing
    const { amount_total_minor } = checkout
    if (session && (await this.#isAsked(session, checkout))) {
      if (this.#isHanded(checkout)) return nothing
      const amount = amount_total_minor / 100
      return { action: PaymentActions.SUCCESSFUL, data: { session_id: sessionId, amount } }
    }
    const account = await this.account()
    const { refund, isNews } = await account.returnMoney(checkout, 'Pedido cancelado ou alterado')
    const text =
      `Balcão: ${inReais(amount_total_minor)} chegaram para um pedido cancelado ou alterado ` +
      `(${checkout.payment_id}) e voltam ao comprador (${refund.id}).`
    if (isNews) this.warn(`${sessionId}: ${text}`)
    await this.#note(checkout.metadata, session, text)
    return nothing
  }

  /** Remembers a payment that Medusa takes in now. Returns whether it was just told of it. */
  #isHanded(checkout: Checkout): boolean {
    const nowMs = performance.now()
    for (const [id, { atMs }] of this.#paid) {
      if (nowMs - atMs > HANDED_MS) this.#paid.delete(id)
    }
    if (this.#paid.has(checkout.id)) return true
    this.#paid.set(checkout.id, { checkout, atMs: nowMs })
    return false
  }

  /** True while the order or cart of a session still asks for just this money. */
  async #isAsked(session: Session, checkout: Checkout): Promise<boolean> {
    const amount = inCents(session.amount)
    if (session.data['checkout_id'] !== checkout.id) return false
    if (amount !== checkout.amount_total_minor) return false
    return !(await this.#isOutOfLine(session))
  }

  async #isOutOfLine(session: Session): Promise<boolean> {
    const { payment_collection, payment_collection_id } = session
    if (inCents(payment_collection.amount) !== inCents(session.amount)) return true
    if (await store.isDeleted(payment_collection_id)) return true
    const cartId = await store.cartIdOf(payment_collection_id)
    const order = await store.orderOf(payment_collection_id, cartId)
    return order?.status === 'canceled'
  }

  /** A session has ended unpaid: the order that waited for it is canceled, its stock is free. */
  async #release(checkout: Checkout, sessionId: string): Promise<void> {
    const session = await store.sessionOf(sessionId)
    const isCurrent = session?.data['checkout_id'] === checkout.id
    if (!session || !isCurrent || session.payment || (await this.#isOutOfLine(session))) return
    const cartId = await store.cartIdOf(session.payment_collection_id)
    const order = await store.orderOf(session.payment_collection_id, cartId)
    if (order) await store.runWorkflow('cancel-order', { order_id: order.id })
  }

  async #followAll(): Promise<void> {
    for (const session of await store.waitingSessions()) await this.#follow(session)
  }

  async #followOrder(orderId: string): Promise<void> {
    for (const session of await store.sessionsOfOrder(orderId)) await this.#follow(session)
  }

  /** Closes a session that its order asks no more for. */
  async #follow(session: Session): Promise<void> {
    const checkoutId = session.data['checkout_id']
    const isWaiting = session.status === 'pending_authorization' || session.status === 'pending'
    if (!isWaiting || session.payment || typeof checkoutId !== 'string') return
    if (!(await this.#isOutOfLine(session))) return
    if (await this.hasOpened(checkoutId)) {
      const checkout = await (await this.account()).close(checkoutId)
      if (checkout.status === 'completed')
        await this.take({ type: 'payment.succeeded', data: checkout })
    }
    const { id, amount, currency_code, data } = session
    await store.markCanceled({ id, amount, currency_code, data })
  }

  /** Money that went back: a refund of the order's own payment, ordered here or elsewhere. */
  async #recordReturns(checkout: Checkout, sessionId: string): Promise<void> {
    const session = await store.sessionOf(sessionId)
    const isAsked = session !== undefined && (await this.#isAsked(session, checkout))
    const isPaid = !!session?.payment?.captured_at
    if (isAsked && !isPaid) throw new NotYet(`${sessionId} is not captured yet.`)
    const isOwnPayment = isPaid && session?.data['checkout_id'] === checkout.id
    const paymentId = isOwnPayment ? session.payment?.id : undefined
    await store.locked(`balcao-returns-${sessionId}`, async () => {
      const rows = paymentId ? await store.refundsOf(paymentId) : []
      const known = new Set(rows.flatMap(({ id, metadata }) => [id, metadata?.[REFUND_ID]]))
      const account = await this.account()
      for await (const refund of account.returns(checkout.id)) {
        if (known.has(refund.external_id) || known.has(refund.id)) continue
        if (paymentId) await this.#recordRefund(paymentId, refund)
        if (refund.metadata['shop'] !== undefined) continue
        const amount = inReais(refund.amount_minor)
        const text = `Balcão: ${amount} voltaram ao comprador fora da loja (${refund.id}).`
        await this.#note(checkout.metadata, session, text)
      }
    })
  }

  /** The workflow asks the provider for the refund, which sees by its metadata that it is done. */
  async #recordRefund(paymentId: string, { id, amount_minor }: Refund): Promise<void> {
    await store.runWorkflow('refund-payment-workflow', {
      payment_id: paymentId,
      amount: amount_minor / 100,
      note: `Balcão: ${id}`,
      metadata: { [REFUND_ID]: id },
    })
  }

  async #noteFailed(refundId: string, amountMinor: number, sessionId: string): Promise<void> {
    const session = await store.sessionOf(sessionId)
    const text = `Balcão: o banco não devolveu ${inReais(amountMinor)} (${refundId}).`
    await this.#note({}, session, text)
  }

  async #note(
    metadata: Record<string, unknown>,
    session: Session | undefined,
    text: string,
  ): Promise<void> {
    const kept = metadata['basket']
    const cartId =
      (session && (await store.cartIdOf(session.payment_collection_id))) ??
      (typeof kept === 'string' && kept.startsWith('cart_') ? kept : undefined)
    const own = typeof kept === 'string' && kept.startsWith('order_') ? kept : undefined
    const order = await store.orderOf(session?.payment_collection_id, cartId)
    await store.note({ orderId: order?.id ?? own, cartId }, text)
  }
}

const shops = new Map<string, MedusaShop>()

/** The shop of some settings: one for the provider and for what runs beside it. */
export function shopOf(options: BalcaoOptions): MedusaShop {
  const key = JSON.stringify(options)
  const shop = shops.get(key) ?? new MedusaShop(options)
  shops.set(key, shop)
  return shop
}
