import { randomUUID } from 'node:crypto'
import type { Balcao, Checkout, WebhookEvent } from '@balcao/client'

/** A purchase, which ends as its checkout does. */
export type Order = {
  id: string
  checkout_id: string
  status: Checkout['status']
  /** The buyer's bank refused to pay; the buyer may try again. */
  declined: boolean
}

/** The orders of the shop. A real one keeps them in its database. */
export class Orders {
  readonly #balcao: Balcao
  readonly #url: string
  readonly #orders = new Map<string, Order>()

  /** @param url where buyers reach the shop */
  constructor(balcao: Balcao, url: string) {
    this.#balcao = balcao
    this.#url = url
  }

  get(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  /** Opens a checkout for what is bought; the buyer pays at its address. */
  async buy(offer_id: string): Promise<{ order: Order; checkout_url: string }> {
    const id = randomUUID()
    const checkout = await this.#balcao.createCheckout({
      body: {
        offer_id,
        external_id: id,
        success_url: `${this.#url}/orders/${id}`,
        cancel_url: `${this.#url}/`,
      },
    })
    const { id: checkout_id, status, checkout_url } = checkout
    const order: Order = { id, checkout_id, status, declined: false }
    this.#orders.set(id, order)
    return { order, checkout_url }
  }

  async cancel({ checkout_id }: Order): Promise<void> {
    this.#follow(await this.#balcao.cancelCheckout({ path: { checkoutId: checkout_id } }))
  }

  /** Takes in what a webhook says, once it is verified. */
  hear(event: WebhookEvent): void {
    if (event.type === 'payment.succeeded') this.#follow(event.data)
    if (event.type === 'payment.declined') {
      const order = this.#orders.get(event.data.external_id ?? '')
      if (order) order.declined = true
    }
  }

  /** Reads the checkout of an order that is still open: its webhook may be late, or lost. */
  async refresh({ status, checkout_id }: Order): Promise<void> {
    if (status !== 'open') return
    this.#follow(await this.#balcao.getCheckout({ path: { checkoutId: checkout_id } }))
  }

  /** The same for all; to be done every few minutes. */
  async reconcile(): Promise<void> {
    for (const order of this.#orders.values()) await this.refresh(order)
  }

  /** The one place where an order ends, once, in whichever order its news arrive. */
  #follow({ external_id, status }: Checkout): void {
    const order = this.#orders.get(external_id ?? '')
    if (order?.status === 'open') order.status = status
  }
}
