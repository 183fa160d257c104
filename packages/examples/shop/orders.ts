import { randomUUID } from 'node:crypto'
import { each, isApiError } from '@balcao/client'
import type { Balcao, Checkout, Event, PixCode, Refund } from '@balcao/client'
import { read, write } from './store.ts'

/** How far each catch-up reaches back: events may become readable a moment later than others. */
const OVERLAP_MS = 60_000

/** A purchase, which ends as its checkout does. */
export type Order = {
  id: string
  checkout_id: string
  checkout_url: string
  payment_id: string | null
  status: Checkout['status']
  /** The buyer's bank refused to pay; the buyer may try again. */
  declined: boolean
  /** How much has gone back to the buyer, by the shop's refund or by the bank itself. */
  refunded_minor: number
  /** Refunds that the bank has not carried out: a person of the shop has to look. */
  failed_refunds: number
}

/** An event, whether a webhook brought it or a list. */
type News = Pick<Event, 'id' | 'type' | 'data'>

/** The orders of the shop, kept in a file. */
export class Orders {
  readonly #balcao: Balcao
  readonly #url: string
  readonly #file: string
  readonly #orders: Map<string, Order>
  readonly #handled: Set<string>
  #caughtUpTo: string

  /**
   * @param url where buyers reach the shop
   * @param file where the orders are kept
   */
  constructor(balcao: Balcao, { url, file }: { url: string; file: string }) {
    this.#balcao = balcao
    this.#url = url
    this.#file = file
    const { orders, handled, caught_up_to } = read(file)
    this.#orders = new Map(orders.map((order) => [order.id, order]))
    this.#handled = new Set(handled)
    this.#caughtUpTo = caught_up_to
  }

  get(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  /** Opens one checkout for all that is bought. */
  async buy(items: { offer_id: string; quantity: number }[]): Promise<Order> {
    const id = randomUUID()
    const checkout = await this.#balcao.createCartCheckout({
      body: {
        items,
        external_id: id,
        success_url: `${this.#url}/orders/${id}`,
        cancel_url: `${this.#url}/`,
      },
    })
    const { id: checkout_id, status, payment_id, checkout_url } = checkout
    const none = { declined: false, refunded_minor: 0, failed_refunds: 0 }
    const order: Order = { id, checkout_id, checkout_url, payment_id, status, ...none }
    this.#orders.set(id, order)
    this.#keep()
    return order
  }

  /** The code by which an open order is paid; undefined when it ended meanwhile. */
  async code({ checkout_id }: Order): Promise<PixCode | undefined> {
    try {
      return await this.#balcao.getCheckoutPix({ path: { checkoutId: checkout_id } })
    } catch (error) {
      if (!isApiError(error, 'getCheckoutPix') || error.code !== 'checkout_not_open') throw error
      return undefined
    }
  }

  async cancel({ checkout_id }: Order): Promise<void> {
    this.#follow(await this.#balcao.cancelCheckout({ path: { checkoutId: checkout_id } }))
  }

  /**
   * Sends money of an order back. It is for the people of the shop: no page calls it. The order
   * changes when the event says that the money has gone.
   *
   * @param reference names this refund: when called again with it, nothing more is paid back
   * @param amount_minor all that is left, when it is omitted
   */
  async refund({ payment_id }: Order, reference: string, amount_minor?: number): Promise<Refund> {
    if (payment_id === null) throw new Error('The order is not paid.')
    const amount = amount_minor === undefined ? {} : { amount_minor }
    try {
      return await this.#balcao.createRefund({
        path: { paymentId: payment_id },
        body: { external_id: reference, ...amount },
      })
    } catch (error) {
      const code = isApiError(error, 'createRefund') && error.code
      if (code !== 'refund_external_id_already_exists') throw error
      const { data } = await this.#balcao.listRefunds({ query: { external_id: reference } })
      return data[0] ?? Promise.reject(error)
    }
  }

  /** Takes in an event, once, in whichever order and way the events arrive. */
  hear({ id, type, data }: News): void {
    if (this.#handled.has(id)) return
    this.#handled.add(id)
    if (data.object === 'checkout') this.#follow(data)
    const order = this.#orderOf(data)
    if (order && type === 'payment.declined') order.declined = true
    if (order && type === 'refund.failed') order.failed_refunds += 1
    this.#keep()
  }

  /** Reads what was announced while the shop was away, since no webhook is sent again. */
  async catchUp(): Promise<void> {
    const from = new Date(Date.parse(this.#caughtUpTo) - OVERLAP_MS).toISOString()
    const missed: Event[] = []
    // Newest first: all pages are read before the oldest event is handled.
    const query = { created_from: from, limit: 100 }
    for await (const event of each(this.#balcao.listEvents, { query })) missed.unshift(event)
    for (const event of missed) this.hear(event)
    this.#caughtUpTo = missed.at(-1)?.created_at ?? this.#caughtUpTo
    this.#keep()
  }

  /** Reads the checkout of an order that is still open: its webhook may be late. */
  async refresh({ status, checkout_id }: Order): Promise<void> {
    if (status !== 'open') return
    this.#follow(await this.#balcao.getCheckout({ path: { checkoutId: checkout_id } }))
  }

  #orderOf(data: News['data']): Order | undefined {
    if (data.object !== 'checkout' && data.object !== 'refund') return undefined
    const checkout_id = data.object === 'checkout' ? data.id : data.checkout_id
    return this.#orders.values().find((order) => order.checkout_id === checkout_id)
  }

  /** The one place where an order ends, once, in whichever order its news arrive. */
  #follow(checkout: Checkout): void {
    const order = this.#orderOf(checkout)
    if (!order) return
    if (order.status === 'open') order.status = checkout.status
    order.payment_id ??= checkout.payment_id
    // Refunded money stays refunded, so of two reports the one with the smaller amount is older.
    order.refunded_minor = Math.max(order.refunded_minor, checkout.amount_refunded_minor)
    this.#keep()
  }

  #keep(): void {
    const [orders, handled] = [[...this.#orders.values()], [...this.#handled]]
    write(this.#file, { orders, handled, caught_up_to: this.#caughtUpTo })
  }
}
