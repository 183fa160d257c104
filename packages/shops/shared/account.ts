/** The account of a shop at Balcão: its sessions, its refunds, and the endpoint of its events. */
import {
  createBalcao,
  each,
  isApiError,
  NoResponse,
  verifyWebhookByKeys,
  webhookKeys,
} from '@balcao/client'
import type { Balcao, Checkout, Event, Refund, WebhookEvent, WebhookKeys } from '@balcao/client'
import type { Customer, Item } from './cart.ts'

export type Credentials = { base_url: string; client_id: string; client_secret: string }

/** A sale, as a shop asks a buyer to pay it. */
export type Sale = {
  /** Names the order or its payment in the shop, and never another one. */
  reference: string
  items: Item[]
  amount_minor: number
  customer?: Customer | undefined
  metadata: Record<string, unknown>
  /** False for a neighbour's session that has the same reference. */
  isOwn: (checkout: Checkout) => Promise<boolean>
  success_url?: string | undefined
  cancel_url?: string | undefined
}

/** The payment as a storefront shows it. The code is null while the bank has not made it. */
export type CheckoutLink = {
  checkout_id: string
  checkout_url: string
  amount_minor: number
  expires_at: string
  txid: string | null
  pix_code: string | null
  qr_code_svg: string | null
  qr_code_png: string | null
}

/** A buyer waits for no more than this at the checkout, whatever the service does. */
const SALE_LIMIT_MS = 5_000

/** The changes of an order after which no more sessions are opened for it. */
const MAX_SESSIONS = 25

/** Pages of events are read from here when the shop has never read any: a session's life. */
export const FIRST_READ_MS = 24 * 60 * 60 * 1000

const isCustomerRefused = (error: unknown) =>
  isApiError(error, 'createCartCheckout') &&
  (error.code === 'customer_email_already_exists' || (error.param ?? '').startsWith('customer'))

export class Account {
  readonly api: Balcao
  readonly #baseUrl: string
  readonly #eventsUrl: string
  /** Refunds of money that came for no order. */
  readonly #returned = new Set<string>()
  #keys: Promise<WebhookKeys> | undefined
  #endpoint: Promise<void> | undefined

  /** @param eventsUrl where the shop takes its events */
  constructor({ base_url, client_id, client_secret }: Credentials, eventsUrl: string) {
    this.#baseUrl = base_url.replace(/\/+$/, '')
    this.#eventsUrl = eventsUrl
    this.api = createBalcao({ baseUrl: base_url, clientId: client_id, clientSecret: client_secret })
  }

  /**
   * Opens the session of an order, or finds the one that a lost call has opened. One that asks for
   * another amount is canceled: the order has changed. A neighbour's is left alone.
   */
  async open(sale: Sale): Promise<Checkout> {
    const signal = AbortSignal.timeout(SALE_LIMIT_MS)
    for (let count = 1; count <= MAX_SESSIONS; count++) {
      const external_id = count === 1 ? sale.reference : `${sale.reference}-${count}`
      const { checkout, isNew } = await this.#openOrFind(sale, external_id, signal)
      const isSame = checkout.amount_total_minor === sale.amount_minor
      if (isNew) return checkout
      if (checkout.status !== 'open' || !(await sale.isOwn(checkout))) continue
      if (isSame) return checkout
      await this.close(checkout.id, signal)
    }
    throw new Error(`${sale.reference} has had ${MAX_SESSIONS} sessions.`)
  }

  async #openOrFind(
    sale: Sale,
    external_id: string,
    signal: AbortSignal,
  ): Promise<{ checkout: Checkout; isNew: boolean }> {
    try {
      return { checkout: await this.#create(sale, external_id, signal), isNew: true }
    } catch (error) {
      const existing =
        isApiError(error, 'createCartCheckout') &&
        error.code === 'checkout_external_id_already_exists' &&
        error.existingId
      if (!existing) throw error
      const path = { checkoutId: existing }
      return { checkout: await this.api.getCheckout({ path, signal }), isNew: false }
    }
  }

  /** A sale is worth more than its customer's name: refused, it is left out. */
  async #create(sale: Sale, external_id: string, signal: AbortSignal): Promise<Checkout> {
    const { items, customer, metadata, success_url, cancel_url } = sale
    const body = {
      items,
      external_id,
      metadata,
      ...(success_url && { success_url }),
      ...(cancel_url && { cancel_url }),
    }
    if (!customer) return this.api.createCartCheckout({ body, signal })
    try {
      return await this.api.createCartCheckout({ body: { ...body, customer }, signal })
    } catch (error) {
      if (!isCustomerRefused(error)) throw error
      return this.api.createCartCheckout({ body, signal })
    }
  }

  /** The code that the buyer pays. Without one the buyer is led to `checkout_url`. */
  async show(checkout: Checkout): Promise<CheckoutLink> {
    const { id, checkout_url, amount_total_minor, expires_at } = checkout
    const signal = AbortSignal.timeout(SALE_LIMIT_MS)
    const pix = await this.api
      .getCheckoutPix({ path: { checkoutId: id }, signal })
      .catch(() => undefined)
    return {
      checkout_id: id,
      checkout_url,
      amount_minor: amount_total_minor,
      expires_at: pix?.expires_at ?? expires_at,
      txid: pix?.txid ?? null,
      pix_code: pix?.code ?? null,
      qr_code_svg: pix?.qr_code_svg ?? null,
      qr_code_png: pix?.qr_code_png ?? null,
    }
  }

  /** Cancels a session, unless it has ended. Returns how it ended. */
  async close(checkoutId: string, signal?: AbortSignal): Promise<Checkout> {
    const input = { path: { checkoutId }, ...(signal && { signal }) }
    try {
      return await this.api.cancelCheckout(input)
    } catch (error) {
      if (!isApiError(error, 'cancelCheckout') || error.code !== 'checkout_not_open') throw error
      return this.api.getCheckout(input)
    }
  }

  /** @param reference names this refund: asked for again by it, nothing more goes back */
  async refund(
    paymentId: string,
    {
      reference,
      amount_minor,
      reason,
      metadata,
    }: {
      reference: string
      amount_minor: number
      reason?: string | undefined
      metadata: Record<string, unknown>
    },
  ): Promise<Refund> {
    const text = reason?.trim() && { reason: [...reason.trim()].slice(0, 140).join('') }
    try {
      return await this.api.createRefund({
        path: { paymentId },
        body: { amount_minor, external_id: reference, metadata, ...text },
      })
    } catch (error) {
      const code = isApiError(error, 'createRefund') ? error.code : undefined
      const isKnown = code === 'refund_external_id_already_exists'
      // Without an answer the refund may have been ordered: only the service can tell.
      if (!isKnown && !(error instanceof NoResponse)) throw error
      const { data } = await this.api.listRefunds({ query: { external_id: reference } })
      const [first] = data
      if (first?.amount_minor !== amount_minor) throw error
      return first
    }
  }

  /**
   * Sends the whole payment of a session back, once, however often it is called.
   *
   * @returns `isNews` unless this process knows it: an event is read again for a while
   */
  async returnMoney(
    checkout: Checkout,
    reason: string,
  ): Promise<{ refund: Refund; isNews: boolean }> {
    const { id, payment_id, amount_total_minor } = checkout
    if (payment_id === null) throw new Error(`${id} is not paid.`)
    const refund = await this.refund(payment_id, {
      reference: `return-${id}`,
      amount_minor: amount_total_minor,
      reason,
      metadata: checkout.metadata,
    })
    const isNews = !this.#returned.has(refund.id)
    this.#returned.add(refund.id)
    return { refund, isNews }
  }

  /** The refunds of a session whose money has gone back, ordered here or elsewhere. */
  async *returns(checkoutId: string): AsyncIterable<Refund> {
    const query = { checkout_id: checkoutId, limit: 100 }
    for await (const refund of each(this.api.listRefunds, { query })) {
      if (refund.status === 'succeeded') yield refund
    }
  }

  /** The session of an id, if this account has it. */
  async find(checkoutId: string): Promise<Checkout | undefined> {
    try {
      return await this.api.getCheckout({ path: { checkoutId } })
    } catch (error) {
      if (!isApiError(error, 'getCheckout') || error.code !== 'checkout_not_found') throw error
      return undefined
    }
  }

  /** Has events sent to the shop, by one endpoint, from the first call on. */
  ensureEndpoint(): Promise<void> {
    this.#endpoint ??= this.#makeEndpoint().catch((error: unknown) => {
      this.#endpoint = undefined
      throw error
    })
    return this.#endpoint
  }

  async #makeEndpoint(): Promise<void> {
    const url = this.#eventsUrl
    for await (const one of each(this.api.listWebhookEndpoints)) {
      if (one.url === url && one.enabled) return
    }
    await this.api.createWebhookEndpoint({ body: { url } })
  }

  /**
   * Verifies an event by the public keys of the account, so that the shop keeps no secret for it.
   *
   * @throws UnverifiedWebhook
   */
  async verify(
    body: Uint8Array,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<WebhookEvent> {
    this.#keys ??= this.#findKeys().catch((error: unknown) => {
      this.#keys = undefined
      throw error
    })
    return verifyWebhookByKeys({ body, headers, keys: await this.#keys })
  }

  async #findKeys(): Promise<WebhookKeys> {
    const { seller } = await this.api.getAccount()
    return webhookKeys(`${this.#baseUrl}/webhooks/${seller.id}/jwks.json`)
  }

  /** Every event from a time on, the newest first. */
  events(from: string): AsyncIterable<Event> {
    return each(this.api.listEvents, { query: { created_from: from, limit: 100 } })
  }
}
