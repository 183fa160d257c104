/** A shop and its account: events in, and sessions brought into line with orders. */
import type { Checkout, Event, WebhookEvent } from '@balcao/client'
import { Inject, Injectable } from '@nestjs/common'
import { Logger, SettingsStoreService } from '@vendure/core'
import type { ID, Order, Payment, RequestContext } from '@vendure/core'
import { Account } from '../../shared/account.ts'
import type { Credentials } from '../../shared/account.ts'
import { shopEventOf } from '../../shared/events.ts'
import { Installation, withoutSlash } from '../../shared/installation.ts'
import type { AddressChange } from '../../shared/installation.ts'
import { inReais } from '../../shared/money.ts'
import { Mutex } from '../../shared/mutex.ts'
import { NotYet } from '../../shared/notYet.ts'
import { Reconciler } from '../../shared/reconciler.ts'
import { InstallationTables } from './installation.ts'
import { BalcaoOrders, codeOf } from './orders.ts'
import { CODE } from './payments.ts'

/** The plugin's settings. */
export type BalcaoOptions = Credentials & {
  /** Where this Vendure server is reached, such as `https://loja.example`. */
  shop_url: string
  /** The answer where `shop_url` differs from the one of before: the same shop, or a copy. */
  address_change?: AddressChange
}

export const OPTIONS = Symbol('BalcaoOptions')

/** Where the reconciler keeps the time up to which it has read. */
export const SETTINGS = 'balcao'
export const CURSOR_NAME = 'cursor'
const CURSOR = `${SETTINGS}.${CURSOR_NAME}`

@Injectable()
export class BalcaoShop {
  readonly account: Account
  readonly installation: Installation<RequestContext>
  readonly reconciler: Reconciler
  readonly #orders: BalcaoOrders
  readonly #tables: InstallationTables
  readonly #mutex = new Mutex()

  constructor(
    @Inject(OPTIONS) options: BalcaoOptions,
    @Inject(BalcaoOrders) orders: BalcaoOrders,
    @Inject(SettingsStoreService) settings: SettingsStoreService,
    @Inject(InstallationTables) tables: InstallationTables,
  ) {
    this.account = new Account(options, `${withoutSlash(options.shop_url)}/balcao/events`)
    this.#orders = orders
    this.#tables = tables
    this.installation = new Installation({
      store: tables,
      url: options.shop_url,
      change: options.address_change,
      warn: (message) => Logger.warn(message, CODE),
    })
    this.reconciler = new Reconciler({
      account: this.account,
      isHeld: () => this.installation.isHeld(),
      readCursor: async () => {
        const kept = await settings.get<{ cursor: string }>(await orders.context(), CURSOR)
        return kept?.cursor
      },
      writeCursor: async (cursor) => {
        const { error } = await settings.set<object>(await orders.context(), CURSOR, { cursor })
        if (error) throw new Error(error)
      },
      take: (event) => this.take(event),
      follow: async () => {
        for (const code of new Set(await orders.waiting())) await this.#follow(code)
      },
      warn: (message) => Logger.warn(message, CODE),
    })
  }

  /** Metadata that names the order of a session and of its payment. */
  async mark({ code }: Pick<Order, 'code'>): Promise<Record<string, string>> {
    return { shop: 'vendure', shop_id: await this.installation.shopId(), order: code }
  }

  /** Keeps a session that was opened for a buyer, so that its money is known whatever comes. */
  async keepSession(ctx: RequestContext, checkoutId: string): Promise<void> {
    await this.#tables.keepSession(await this.installation.shopId(), checkoutId, ctx)
  }

  /** True when this shop has opened a session, or its database knows it from before ids. */
  async hasOpened(checkoutId: string, ctx?: RequestContext): Promise<boolean> {
    if (await this.installation.hasOpened(checkoutId, ctx)) return true
    const checkout = await this.account.find(checkoutId)
    return checkout !== undefined && this.installation.isOwn(checkout, ctx)
  }

  /** Without an endpoint the reconciler still sees each payment, a minute later. */
  async ensureEndpoint(): Promise<void> {
    await this.account
      .ensureEndpoint()
      .catch((error: unknown) => Logger.warn(`No webhook endpoint: ${error}`, CODE))
  }

  countRefunds(ctx: RequestContext, payment: Payment): Promise<number> {
    return this.#orders.countRefunds(ctx, payment)
  }

  /** Takes in an event, as often and in whichever order and way it comes. */
  async take(received: Pick<Event | WebhookEvent, 'type' | 'data'>): Promise<void> {
    const event = shopEventOf(received, 'vendure')
    const code = event?.data.metadata['order']
    if (!event || typeof code !== 'string') return
    if (event.type === 'refund.succeeded' || event.type === 'refund.failed') {
      const { data: refund } = event
      const isOwn = await this.installation.isOwn({ ...refund, id: refund.checkout_id })
      if (isOwn) await this.#orders.endRefund(refund)
      return
    }
    const { type, data: checkout } = event
    if (!(await this.installation.isKnown(checkout))) return
    await this.#mutex.run(code, async () => {
      if (type === 'payment.succeeded') return this.#settle(checkout)
      if (type === 'payment.reversed') return this.#recordReturns(checkout, code)
      await this.#orders.release(checkout)
    })
  }

  /** Money that went back: a refund of the order's own payment, ordered here or elsewhere. */
  async #recordReturns(checkout: Checkout, code: string): Promise<void> {
    for await (const refund of this.account.returns(checkout.id)) {
      await this.#orders.recordRefund(checkout, refund)
      if (refund.metadata['shop'] !== undefined) continue
      const amount = inReais(refund.amount_minor)
      const text = `Balcão: ${amount} voltaram ao comprador fora da loja (${refund.id}).`
      await this.#orders.note(code, text)
    }
  }

  /** Settles an order after the transaction of the caller. */
  settleSoon(checkout: Checkout): void {
    this.#soon(codeOf(checkout), () => this.#settle(checkout))
  }

  /** Brings sessions into line with a changed order, after the transaction of the caller. */
  followSoon(orderId: ID): void {
    void this.#orders
      .orderCode(orderId)
      .then((code) => code !== undefined && this.#soon(code, () => this.#followNow(code)))
  }

  /** Runs work after the current turn; the reconciler's next pass repeats work that fails. */
  #soon(code: string, work: () => Promise<void>): void {
    setImmediate(() => {
      this.#mutex.run(code, work).catch((error: unknown) => {
        if (!(error instanceof NotYet)) Logger.warn(`Order ${code}: ${error}`, CODE)
      })
    })
  }

  #follow(code: string): Promise<void> {
    return this.#mutex.run(code, () => this.#followNow(code))
  }

  async #followNow(code: string): Promise<void> {
    for (const one of await this.#orders.outOfLine(code)) {
      if (!one.isClosed && (await this.hasOpened(one.checkoutId))) {
        const checkout = await this.account.close(one.checkoutId)
        if (checkout.status === 'completed') await this.#takeMoney(checkout)
      }
      await this.#orders.replace(one, code)
    }
  }

  async #settle(checkout: Checkout): Promise<void> {
    if (!(await this.#takeMoney(checkout))) await this.#followNow(codeOf(checkout))
  }

  /**
   * The one place where money is taken in. What pays nothing goes back, with a note.
   *
   * @returns false when it went back
   */
  async #takeMoney(checkout: Checkout): Promise<boolean> {
    if ((await this.#orders.settle(checkout)) !== 'unwanted') return true
    const { refund, isNews } = await this.account.returnMoney(
      checkout,
      'Pedido cancelado ou alterado',
    )
    const amount = inReais(checkout.amount_total_minor)
    const code = codeOf(checkout)
    const text =
      `Balcão: ${amount} chegaram para um pedido cancelado ou alterado ` +
      `(${checkout.payment_id}) e voltam ao comprador (${refund.id}).`
    if (isNews) Logger.warn(`Order ${code}: ${text}`, CODE)
    await this.#orders.note(code, text)
    return false
  }
}
