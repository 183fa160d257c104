/** A Medusa made of doubles, with the real provider, before a real Balcão. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { BalcaoService, Credentials } from '../../test/support/balcao.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'

export const doubles = {
  '@medusajs/framework': fileURLToPath(new URL('double/framework', import.meta.url)),
}

export type Row = Record<string, unknown> & { id: string }

type Action = { action: string; data?: { session_id: string; amount: number } }

/** An action, and the body of the event that led to it. */
export type WebhookAction = Action & { event: string }

export type PaymentSession = { id: string; data: Record<string, unknown> }

export type Provider = {
  initiatePayment(input: object): Promise<PaymentSession>
  updatePayment(input: object): Promise<PaymentSession>
  authorizePayment(input: object): Promise<{ status: string }>
  refundPayment(input: object): Promise<object>
  cancelPayment(input: object): Promise<object>
  deletePayment(input: object): Promise<object>
  getWebhookActionAndData(payload: object): Promise<Action>
}

type Medusa = {
  tables: Record<string, Row[]>
  workflows: { name: string; input: { order_id?: string } }[]
  warnings: string[]
  /** The tables of the provider itself. */
  own: Record<string, Record<string, unknown>[]>
  use(provider: Provider): void
  refund(input: { payment_id: string; amount: number; session: Row }): Promise<void>
}

/** The loader begins to reconcile, as Medusa's start does. */
type Built = {
  default: {
    services: [new (cradle: object, options: object) => Provider]
    loaders: [(input: { options: object }) => Promise<void>]
  }
}

export type Sale = { session: PaymentSession; row: Row; order?: Row }

/** The options that a test changes when it starts a shop again. */
export type ShopOptions = { backend_url?: string; address_change?: string }

export class MedusaDouble {
  readonly proxy: ShopProxy
  /** The provider's actions for each event, in their order. */
  readonly actions: WebhookAction[] = []
  readonly medusa: Medusa
  readonly #built: Built
  readonly #settings: Credentials & { base_url: string; backend_url: string }
  #provider: Provider | undefined
  #count: number

  private constructor(
    medusa: Medusa,
    built: Built,
    proxy: ShopProxy,
    settings: Credentials & { base_url: string; backend_url: string },
    numberedFrom: number,
  ) {
    this.#count = numberedFrom
    this.medusa = medusa
    this.#built = built
    this.proxy = proxy
    this.#settings = settings
  }

  /**
   * @param folder where the doubles and the provider are installed, one for each shop
   * @param numberedFrom Medusa's ids are unique in the world, so no two shops number alike
   */
  static async start(
    steps: Steps,
    folder: string,
    service: BalcaoService,
    credentials: Credentials = service.credentials,
    numberedFrom = 0,
  ): Promise<MedusaDouble> {
    const file = (path: string) => import(join(folder, 'node_modules', path)) as Promise<unknown>
    const medusa = (await file('@medusajs/framework/index.js')) as Medusa
    const built = (await file('@balcao/medusa/dist/medusa/src/index.js')) as Built
    let shop: MedusaDouble | undefined
    const server = await listen(() => shop)
    const proxy = await ShopProxy.start(server.url)
    steps.atEnd(() => {
      proxy.close()
      server.close()
    })
    const settings = { base_url: service.baseUrl, ...credentials, backend_url: proxy.url }
    shop = new MedusaDouble(medusa, built, proxy, settings, numberedFrom)
    shop.restart()
    return shop
  }

  get provider(): Provider {
    if (!this.#provider) throw new Error('The shop was not started.')
    return this.#provider
  }

  /** Starts the provider on the same database, with other options. */
  restart(options: ShopOptions = {}): void {
    const [Provider] = this.#built.default.services
    this.#provider = new Provider({}, { ...this.#settings, ...options })
    this.medusa.use(this.#provider)
  }

  /** Begins to reconcile: the first pass reads what the day has brought. */
  async reconcile(options: ShopOptions = {}): Promise<void> {
    const [load] = this.#built.default.loaders
    await load({ options: { ...this.#settings, ...options } })
  }

  /** The id that this shop gives its sessions. */
  get shopId(): unknown {
    return this.medusa.own['balcao_shop']?.[0]?.['shop_id']
  }

  /** A cart of R$ 71,40 and its payment session, as Medusa has them when a payment begins. */
  async begin(more: object = {}): Promise<Sale> {
    const { tables } = this.medusa
    this.#count += 1
    const ids = [`payses_${this.#count}`, `pay_col_${this.#count}`, `cart_${this.#count}`] as const
    const [id, payment_collection_id, cart] = ids
    const amount = 71.4
    const mug = { title: 'Caneca', quantity: 1, original_total: 55.44, total: 49.9 }
    tables['cart']?.push({
      id: cart,
      email: `ana${this.#count}@example.com`,
      total: amount,
      metadata: null,
      items: [{ ...mug, adjustments: [{ code: 'CUPOM', amount: 5.54 }] }],
      shipping_methods: [{ name: 'SEDEX', original_total: 21.5, total: 21.5, adjustments: [] }],
    })
    const link = { payment_collection_id, cart_id: cart }
    tables['cart_payment_collection']?.push({ id: payment_collection_id, ...link })
    const row: Row = {
      id,
      provider_id: 'pp_balcao_balcao',
      amount,
      currency_code: 'brl',
      status: 'pending',
      data: {},
      payment_collection_id,
      payment_collection: { id: payment_collection_id, amount },
    }
    tables['payment_session']?.push(row)
    const input = { amount, currency_code: 'brl', data: { session_id: id }, ...more }
    const session = await this.provider.initiatePayment(input)
    row['data'] = session.data
    return { session, row }
  }

  /** A sale whose order is placed. */
  async buy(): Promise<Required<Sale>> {
    const sale = await this.begin()
    const number = sale.row.id.replace('payses_', '')
    const order: Row = { id: `order_${number}`, status: 'pending', metadata: null }
    this.medusa.tables['order']?.push(order)
    const link = { id: order.id, order_id: order.id, cart_id: `cart_${number}` }
    this.medusa.tables['order_cart']?.push(link)
    sale.row['status'] = 'pending_authorization'
    return { ...sale, order }
  }

  /** Refunds a part of a sale, as an administrator does. @param amount in reais */
  refund({ row }: Sale, amount: number): Promise<void> {
    const { id } = (row['payment'] ?? { id: `pay_${row.id}` }) as Row
    return this.medusa.refund({ payment_id: id, amount, session: row })
  }

  /** The refunds that the shop has of a sale, in reais. */
  refundsOf({ row }: Sale): unknown[] {
    const payment = row['payment'] as Row | undefined
    const refunds = this.medusa.tables['refund'] ?? []
    return refunds
      .filter(({ payment_id }) => payment_id === payment?.id)
      .map(({ amount }) => amount)
  }

  /** Captures the payment of an action, as Medusa's own workflow does. */
  capture({ action, data }: Action): void {
    if (action !== 'captured') return
    const row = this.medusa.tables['payment_session']?.find(({ id }) => id === data?.session_id)
    if (row) row['payment'] = { id: `pay_${row.id}`, captured_at: new Date().toISOString() }
  }
}

export const notesOf = (row: Row | undefined): number =>
  ((row?.['metadata'] as { balcao_notes?: string[] } | null)?.balcao_notes ?? []).length

/** A server in front of the provider, which tells Medusa of an event as its own route does. */
async function listen(
  shop: () => MedusaDouble | undefined,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { headers } = request
    const rawData = await buffer(request)
    const double = shop()
    if (!double) return void response.writeHead(503).end()
    try {
      const input = { rawData, headers, data: {} }
      const action = await double.provider.getWebhookActionAndData(input)
      double.capture(action)
      double.actions.push({ ...action, event: rawData.toString() })
      response.writeHead(200).end()
    } catch {
      response.writeHead(500).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
