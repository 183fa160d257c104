/** A Vendure made of doubles, with the real plugin, before a real Balcão. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { BalcaoService, Credentials } from '../../test/support/balcao.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'

const double = (name: string) => fileURLToPath(new URL(`double/${name}`, import.meta.url))

export const doubles = { '@vendure/core': double('core'), '@nestjs/common': double('nest') }

/** The language and channel of the buyers. */
export const BUYER = { languageCode: 'pt_BR', channel: { token: 'loja' } }

type Refund = { id?: string; total: number; state: string; transactionId: string }

type Payment = {
  id: string
  state: string
  amount: number
  transactionId: string
  refunds: Refund[]
  /** Where the double was asked to settle it. */
  settledIn?: typeof BUYER
}

export type Order = {
  id: string
  code: string
  state: string
  totalWithTax: number
  payments: Payment[]
}

type Handler = {
  createRefund(...args: unknown[]): Promise<{ state: string; transactionId: string }>
  cancelPayment(...args: unknown[]): Promise<{ success: boolean }>
}

type Request = { bytes: Buffer; headers: Record<string, unknown> }

/** The parts of the plugin's shop that tests call. */
type Shop = {
  followSoon(orderId: string): void
  reconciler: { pass(): Promise<void> }
  account: { events(from: string): AsyncIterable<unknown> }
  installation: { shopId(): Promise<string> }
}

type OrderService = {
  addPaymentToOrder(context: object, id: string, input: object): Promise<{ errorCode?: string }>
}

type Core = {
  orders: Order[]
  notes: { orderId: string }[]
  warnings: string[]
  use(method: unknown): void
  OrderService: unknown
  SettingsStoreService: unknown
}

type Nest = {
  get<T>(token: unknown): T
  provide(token: unknown, value: unknown): void
  forget(token: unknown): void
}

type Modules = { core: Core; nest: Nest; plugin: Fields; shop: Fields; events: Fields }

type Fields = Record<string, unknown>

export type ShopOptions = { shop_url?: string; address_change?: string }

/** A line of an order. Vendure rounds each, and the coupon's share of it, on its own. */
export function line(name: string, quantity: number, unitPriceWithTax: number): object {
  const linePriceWithTax = quantity * unitPriceWithTax
  return { productVariant: { name, sku: 'SKU-1' }, quantity, unitPriceWithTax, linePriceWithTax }
}

export const sessionOf = ({ payments }: Order): string => payments.at(-1)?.transactionId ?? ''

export class VendureDouble {
  readonly proxy: ShopProxy
  readonly #modules: Modules
  readonly #settings: Credentials & { base_url: string; shop_url: string }
  #count = 0

  private constructor(
    modules: Modules,
    proxy: ShopProxy,
    settings: Credentials & { base_url: string; shop_url: string },
  ) {
    this.#modules = modules
    this.proxy = proxy
    this.#settings = settings
  }

  /** @param folder where the doubles and the plugin are installed, one for each shop */
  static async start(
    steps: Steps,
    folder: string,
    service: BalcaoService,
    credentials: Credentials = service.credentials,
  ): Promise<VendureDouble> {
    const file = (path: string) => import(join(folder, 'node_modules', path)) as Promise<Fields>
    const [core, nest, plugin, kept, events] = await Promise.all([
      file('@vendure/core/index.js'),
      file('@nestjs/common/index.js'),
      file('@balcao/vendure/dist/vendure/src/index.js'),
      file('@balcao/vendure/dist/vendure/src/shop.js'),
      file('@balcao/vendure/dist/vendure/src/events.js'),
    ])
    let shop: VendureDouble | undefined
    const server = await listen(() => shop)
    const proxy = await ShopProxy.start(server.url)
    steps.atEnd(() => {
      proxy.close()
      server.close()
    })
    const modules = { core, nest, plugin, shop: kept, events } as unknown as Modules
    const settings = { base_url: service.baseUrl, ...credentials, shop_url: proxy.url }
    shop = new VendureDouble(modules, proxy, settings)
    shop.restart()
    return shop
  }

  /** Starts the plugin on the same database, with other options. */
  restart(options: ShopOptions = {}): void {
    const { core, nest, plugin, shop, events } = this.#modules
    nest.forget(shop['BalcaoShop'])
    nest.forget(events['BalcaoEvents'])
    nest.provide(shop['OPTIONS'], { ...this.#settings, ...options })
    core.use(plugin['balcaoPaymentHandler'])
  }

  get orders(): Order[] {
    return this.#modules.core.orders
  }

  get notes(): { orderId: string }[] {
    return this.#modules.core.notes
  }

  get warnings(): string[] {
    return this.#modules.core.warnings
  }

  get shop(): Shop {
    return this.#modules.nest.get<Shop>(this.#modules.shop['BalcaoShop'])
  }

  get handler(): Handler {
    return this.#modules.plugin['balcaoPaymentHandler'] as Handler
  }

  get orderService(): OrderService {
    return this.#modules.nest.get<OrderService>(this.#modules.core.OrderService)
  }

  /** How far the reconciler has read. */
  async cursor(): Promise<string | undefined> {
    const { nest, core } = this.#modules
    type Settings = { get(context: object, key: string): Promise<{ cursor: string } | undefined> }
    const kept = await nest.get<Settings>(core.SettingsStoreService).get({}, 'balcao.cursor')
    return kept?.cursor
  }

  /** An order of R$ 149,71 that asks to be paid by Pix. */
  async buy(more: object = {}): Promise<Order> {
    this.#count += 1
    const order = {
      id: `o${this.#count}`,
      code: `ORDER${this.#count}`,
      state: 'ArrangingPayment',
      currencyCode: 'BRL',
      totalWithTax: 14_971,
      payments: [],
      lines: [line('Caneca', 2, 4990), line('', 3, 1667)],
      shippingLines: [{ shippingMethod: { name: 'SEDEX' }, priceWithTax: 990 }],
      surcharges: [{ description: 'Embrulho', priceWithTax: 500 }],
      discounts: [{ description: 'Cupom', amountWithTax: -1501 }],
      customer: {
        firstName: 'Ana',
        lastName: 'Sá',
        emailAddress: `ana${this.#count}@example.com`,
      },
      ...more,
    }
    this.orders.push(order)
    await this.pay(order)
    return order
  }

  /** Asks for the payment of an order by Pix, once more if there was one. */
  async pay(order: Order): Promise<void> {
    await this.orderService.addPaymentToOrder(BUYER, order.id, { method: 'pix', metadata: {} })
  }

  /** Refunds a part of an order, as an administrator does. */
  async refund(order: Order, amount: number): Promise<Refund> {
    const [payment] = order.payments
    const input = { reason: 'Uma caneca quebrou' }
    const result = await this.handler.createRefund(BUYER, input, amount, order, payment)
    const refund = { ...result, total: amount }
    payment?.refunds.push(refund)
    return refund
  }

  async receive(request: Request): Promise<void> {
    const { nest, events } = this.#modules
    type Receiver = { receive(request: Request): Promise<void> }
    await nest.get<Receiver>(events['BalcaoEvents']).receive(request)
  }
}

/** A server in front of the plugin's endpoint, as Vendure's own. */
async function listen(
  shop: () => VendureDouble | undefined,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    try {
      await shop()?.receive({ bytes: await buffer(request), headers: request.headers })
      response.writeHead(200).end()
    } catch (error) {
      response.writeHead((error as { status?: number }).status ?? 500).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
