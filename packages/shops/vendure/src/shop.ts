/** A shop and its account: events in, and sessions brought into line with orders. */
import type { Checkout, Event, WebhookEvent } from '@balcao/client'
import { Inject, Injectable } from '@nestjs/common'
import { Logger, SettingsStoreService } from '@vendure/core'
import type { ID, Order, Payment, RequestContext } from '@vendure/core'
import { Account } from '../../shared/account.ts'
import type { Credentials } from '../../shared/account.ts'
import { inReais } from '../../shared/money.ts'
import { Mutex } from '../../shared/mutex.ts'
import { Reconciler } from '../../shared/reconciler.ts'
import { BalcaoOrders, codeOf } from './orders.ts'
import { CODE } from './payments.ts'

/** The plugin's settings. */
export type BalcaoOptions = Credentials & {
  /** Where this Vendure server is reached, such as `https://loja.example`. */
  shop_url: string
}

export const OPTIONS = Symbol('BalcaoOptions')

/** Where the reconciler keeps the time up to which it has read. */
export const SETTINGS = 'balcao'
export const CURSOR_NAME = 'cursor'
const CURSOR = `${SETTINGS}.${CURSOR_NAME}`

@Injectable()
export class BalcaoShop {
  readonly account: Account
  readonly reconciler: Reconciler
  readonly #orders: BalcaoOrders
  readonly #mutex = new Mutex()

  constructor(
    @Inject(OPTIONS) options: BalcaoOptions,
    @Inject(BalcaoOrders) orders: BalcaoOrders,
    @Inject(SettingsStoreService) settings: SettingsStoreService,
  ) {
    const eventsUrl = `${options.shop_url.replace(/\/+$/, '')}/balcao/events`
    this.account = new Account(options, eventsUrl)
    this.#orders = orders
    this.reconciler = new Reconciler({
      account: this.account,
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
  mark({ code }: Pick<Order, 'code'>): Record<string, string> {
    return { shop: 'vendure', order: code }
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
  async take({ type, data }: Pick<Event | WebhookEvent, 'type' | 'data'>): Promise<void> {
    const code = data.metadata['order']
    if (data.metadata['shop'] !== 'vendure' || typeof code !== 'string') return
    if (data.object === 'refund') {
      await this.#orders.endRefund(data)
      return
    }
    await this.#mutex.run(code, async () => {
      if (type === 'payment.succeeded') return this.#settle(data)
      if (type === 'payment.reversed') return this.#noteReturns(data, code)
      if (type === 'checkout.canceled' || type === 'checkout.expired') {
        await this.#orders.release(data)
      }
    })
  }

  /** Money that went back by other hands than the shop's: the bank's, or it came too late. */
  async #noteReturns({ id }: Checkout, code: string): Promise<void> {
    for (const { amount_minor, refund_id } of await this.account.foreignReturns(id)) {
      const amount = inReais(amount_minor)
      const text = `Balcão: ${amount} voltaram ao comprador fora da loja (${refund_id}).`
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
      this.#mutex
        .run(code, work)
        .catch((error: unknown) => Logger.warn(`Order ${code}: ${error}`, CODE))
    })
  }

  #follow(code: string): Promise<void> {
    return this.#mutex.run(code, () => this.#followNow(code))
  }

  async #followNow(code: string): Promise<void> {
    for (const one of await this.#orders.outOfLine(code)) {
      if (!one.isClosed) {
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
    const refund = await this.account.returnMoney(checkout, 'Pedido cancelado ou alterado')
    const amount = inReais(checkout.amount_total_minor)
    await this.#orders.note(
      codeOf(checkout),
      `Balcão: ${amount} chegaram para um pedido cancelado ou alterado ` +
        `(${checkout.payment_id}) e voltam ao comprador (${refund.id}).`,
    )
    return false
  }
}
