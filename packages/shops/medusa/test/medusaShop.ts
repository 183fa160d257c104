/** The real Medusa with the provider, through its own APIs. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../cli/ports.ts'
import { newNameOf, onServer, startServer, urlOf } from '../../../../test/support/postgres.ts'
import type { BalcaoService } from '../../test/support/balcao.ts'
import { command } from '../../test/support/install.ts'
import { Program } from '../../test/support/program.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import { until } from '../../test/support/until.ts'

const sources = fileURLToPath(new URL('shop/', import.meta.url))

const CLI = 'node_modules/@medusajs/cli/cli.js'

type Seeded = {
  key: string
  brazil: string
  abroad: string
  shippingOption: string
  variants: string[]
}

type PaymentSession = { id: string; status: string; amount: number; data: Record<string, string> }

export type Payment = {
  id: string
  amount: number
  captured_at: string | null
  captures: { amount: number }[]
  refunds: { amount: number }[]
}

/** The fields of an order that this test reads. */
export type Order = {
  id: string
  status: string
  payment_status: string
  total: number
  metadata: { balcao_notes?: string[] } | null
  items: { id: string; quantity: number }[]
  payment_collections: { amount: number; payments: Payment[]; payment_sessions: PaymentSession[] }[]
  transactions?: { amount: number }[]
}

export type Cart = { id: string; total: number; payment_collection?: { id: string } }

/** A refusal of the shop's API. */
export class ShopError extends Error {}

export class MedusaShop {
  readonly proxy: ShopProxy
  readonly #url: string
  readonly #installed: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'balcao-medusa-'))
  readonly #program: Program
  readonly #database: string
  readonly #removeServer: () => Promise<void>
  #seeded: Seeded | undefined
  #token = ''

  private constructor(
    installed: string,
    port: number,
    proxy: ShopProxy,
    database: string,
    removeServer: () => Promise<void>,
  ) {
    this.#installed = installed
    this.#url = `http://127.0.0.1:${port}`
    this.proxy = proxy
    this.#database = database
    this.#removeServer = removeServer
    for (const file of ['medusa-config.js', 'seed.js'])
      cpSync(sources + file, join(installed, file))
    this.#program = new Program(installed, [CLI, 'start', '--port', `${port}`], 'Server is ready')
  }

  /** A shop on a PostgreSQL server of its own, with an empty database. */
  static async create(installed: string): Promise<MedusaShop> {
    const server = await startServer()
    const name = newNameOf('medusa')
    await onServer(server.url, (client) => client.query(`create database ${name}`))
    const port = await freePort()
    const proxy = await ShopProxy.start(`http://127.0.0.1:${port}`)
    const remove = () => server.remove()
    return new MedusaShop(installed, port, proxy, urlOf(server.url, name), remove)
  }

  #environment({ baseUrl, credentials }: BalcaoService): Record<string, string> {
    return {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      MEDUSA_DISABLE_TELEMETRY: 'true',
      DATABASE_URL: this.#database,
      BACKEND_URL: this.proxy.url,
      BASE_URL: baseUrl,
      CLIENT_ID: credentials.client_id,
      CLIENT_SECRET: credentials.client_secret,
      SEEDED: join(this.#folder, 'seeded.json'),
    }
  }

  async migrate(service: BalcaoService): Promise<void> {
    const environment = this.#environment(service)
    await command(this.#installed, environment, process.execPath, CLI, 'db:migrate')
  }

  /** Two products, in reais and in dollars, freight, and a coupon of ten per cent. */
  async seed(service: BalcaoService): Promise<void> {
    const environment = this.#environment(service)
    await command(this.#installed, environment, process.execPath, CLI, 'exec', './seed.js')
    const text = readFileSync(environment['SEEDED'] ?? '', 'utf8')
    this.#seeded = JSON.parse(text) as Seeded
  }

  async start(service: BalcaoService): Promise<void> {
    await this.#program.start(this.#environment(service))
    const body = { email: 'admin@example.com', password: 'secret' }
    const { token } = await this.#call<{ token: string }>('POST', '/auth/user/emailpass', body)
    this.#token = token
  }

  kill(): Promise<void> {
    return this.#program.kill()
  }

  async close(): Promise<void> {
    await this.kill()
    this.proxy.close()
    await this.#removeServer()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-publishable-api-key': this.#seeded?.key ?? '',
        ...(path.startsWith('/admin') && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as T & { message?: string }
    if (!response.ok) throw new ShopError(`${path}: ${response.status} ${answer.message}`)
    return answer
  }

  /** A buyer's cart, as far as the payment. */
  async cart(
    quantities: number[],
    { coupon, isAbroad = false }: { coupon?: string; isAbroad?: boolean } = {},
  ): Promise<Cart> {
    const { brazil, abroad, shippingOption, variants } = this.#seeded as Seeded
    const address = {
      first_name: 'João',
      last_name: 'Brandão',
      address_1: 'Rua A, 1',
      city: 'São Paulo',
      country_code: isAbroad ? 'us' : 'br',
      postal_code: '01000-000',
    }
    const { cart } = await this.#call<{ cart: Cart }>('POST', '/store/carts', {
      region_id: isAbroad ? abroad : brazil,
      email: 'joao@example.com',
      shipping_address: address,
      billing_address: address,
      items: quantities.map((quantity, index) => ({ variant_id: variants[index], quantity })),
      ...(coupon && { promo_codes: [coupon] }),
    })
    const body = { option_id: shippingOption }
    await this.#call('POST', `/store/carts/${cart.id}/shipping-methods`, body)
    const { cart: whole } = await this.#call<{ cart: Cart }>('GET', `/store/carts/${cart.id}`)
    return whole
  }

  /** Begins the payment of a cart by Pix, and returns what the storefront shows. */
  async begin(cart: Cart): Promise<PaymentSession> {
    const { payment_collection } = await this.#call<{ payment_collection: { id: string } }>(
      'POST',
      '/store/payment-collections',
      { cart_id: cart.id },
    )
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const begun = await this.#call<{
      payment_collection: { payment_sessions: [PaymentSession] }
    }>('POST', path, { provider_id: 'pp_balcao_balcao', data: { tax_id: '111.444.777-35' } })
    return begun.payment_collection.payment_sessions[0]
  }

  /** Places the order of a cart. */
  async complete(cart: Cart): Promise<Order> {
    const path = `/store/carts/${cart.id}/complete`
    const answer = await this.#call<{ type: string; order: Order; error?: { message: string } }>(
      'POST',
      path,
      {},
    )
    if (answer.type !== 'order') throw new ShopError(JSON.stringify(answer.error))
    return answer.order
  }

  /** Gives a cart store credit, which no API of Medusa's own does. */
  async credit({ id }: Cart, amount: number): Promise<Cart> {
    const raw = JSON.stringify({ value: String(amount), precision: 20 })
    await onServer(this.#database, (client) =>
      client.query(
        'insert into credit_line (id, cart_id, amount, raw_amount) values ($1, $2, $3, $4)',
        [`cacl_${id}`, id, amount, raw],
      ),
    )
    return (await this.#call<{ cart: Cart }>('GET', `/store/carts/${id}`)).cart
  }

  async addTo(cart: Cart): Promise<Cart> {
    const body = { variant_id: this.#seeded?.variants[1], quantity: 1 }
    const path = `/store/carts/${cart.id}/line-items`
    return (await this.#call<{ cart: Cart }>('POST', path, body)).cart
  }

  async order(id: string): Promise<Order> {
    const fields = [
      '+metadata',
      '+payment_status',
      '*transactions',
      '*payment_collections.payments.captures',
      '*payment_collections.payments.refunds',
      '*payment_collections.payment_sessions',
    ]
    const path = `/admin/orders/${id}?fields=${fields.map(encodeURIComponent).join()}`
    return (await this.#call<{ order: Order }>('GET', path)).order
  }

  async orders(): Promise<Order[]> {
    return (await this.#call<{ orders: Order[] }>('GET', '/admin/orders?limit=100')).orders
  }

  async notesOfCart(id: string): Promise<string[]> {
    const path = `/store/carts/${id}?fields=%2Bmetadata`
    const { cart } = await this.#call<{ cart: { metadata: Order['metadata'] } }>('GET', path)
    return cart.metadata?.balcao_notes ?? []
  }

  reaches(id: string, what: string, isReached: (order: Order) => boolean): Promise<Order> {
    return until(`order ${id} is ${what}`, async () => {
      const order = await this.order(id)
      return isReached(order) ? order : undefined
    })
  }

  paid(id: string): Promise<Order> {
    return this.reaches(id, 'paid', ({ payment_status }) => payment_status === 'captured')
  }

  cancel(id: string): Promise<unknown> {
    return this.#call('POST', `/admin/orders/${id}/cancel`, {})
  }

  /** Adds another of the first item, as an administrator changes a placed order. */
  async addOne({ id, items }: Order): Promise<void> {
    const [item] = items
    await this.#call('POST', '/admin/order-edits', { order_id: id })
    const quantity = (item?.quantity ?? 0) + 1
    await this.#call('POST', `/admin/order-edits/${id}/items/item/${item?.id}`, { quantity })
    await this.#call('POST', `/admin/order-edits/${id}/request`, {})
    await this.#call('POST', `/admin/order-edits/${id}/confirm`, {})
  }

  refund(payment: Payment, amount: number): Promise<{ payment: Payment }> {
    return this.#call('POST', `/admin/payments/${payment.id}/refund`, { amount })
  }
}
