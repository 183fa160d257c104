/** The real Vendure with the plugin, through its own APIs. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../cli/ports.ts'
import type { BalcaoService } from '../../test/support/balcao.ts'
import { Program } from '../../test/support/program.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import { until } from '../../test/support/until.ts'

const server = fileURLToPath(new URL('shop/server.ts', import.meta.url))

/** The fields of an order that this test's queries read. */
export type Order = {
  id: string
  code: string
  state: string
  totalWithTax: number
  payments: {
    id: string
    amount: number
    state: string
    errorMessage: string | null
    metadata: { public?: Record<string, string | null> }
    refunds: { id: string; state: string; total: number }[]
  }[]
  lines: { id: string; quantity: number }[]
}

/** The shop's answer to a payment. */
export type Placed = Order & { errorCode?: string }

const orderFields = `id code state totalWithTax lines { id quantity }
  payments { id amount state errorMessage metadata refunds { id state total } }`

type Fields = Record<string, unknown>

/** A buyer or an administrator, by the token that the shop gives. */
class Caller {
  readonly #url: string
  #token: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  async ask<T>(query: string, variables: Fields = {}): Promise<T> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    this.#token = response.headers.get('vendure-auth-token') ?? this.#token
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown[] }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
}

export class VendureShop {
  readonly proxy: ShopProxy
  readonly #url: string
  readonly #port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'balcao-vendure-'))
  readonly #program: Program
  #admin: Caller
  #variants: string[] = []

  private constructor(installed: string, port: number, proxy: ShopProxy) {
    this.#port = port
    this.#url = `http://127.0.0.1:${port}`
    this.proxy = proxy
    this.#admin = new Caller(`${this.#url}/admin-api`)
    cpSync(server, join(installed, 'server.ts'))
    this.#program = new Program(installed, ['server.ts'], 'ready\n')
  }

  /** A shop with an empty database, filled with what it sells. */
  static async create(installed: string, service: BalcaoService): Promise<VendureShop> {
    const port = await freePort()
    const proxy = await ShopProxy.start(`http://127.0.0.1:${port}`)
    const shop = new VendureShop(installed, port, proxy)
    const populate = new Program(installed, ['server.ts', 'populate'], 'ready\n')
    await populate.start(shop.#environment(service))
    return shop
  }

  #environment({ baseUrl, credentials }: BalcaoService): Record<string, string> {
    return {
      PORT: String(this.#port),
      DATABASE: join(this.#folder, 'shop.db'),
      SHOP_URL: this.proxy.url,
      BASE_URL: baseUrl,
      CLIENT_ID: credentials.client_id,
      CLIENT_SECRET: credentials.client_secret,
    }
  }

  async start(service: BalcaoService): Promise<void> {
    await this.#program.start(this.#environment(service))
    this.#admin = new Caller(`${this.#url}/admin-api`)
    const login = 'mutation { login(username: "admin", password: "admin") { __typename } }'
    await this.#admin.ask(login)
  }

  kill(): Promise<void> {
    return this.#program.kill()
  }

  async close(): Promise<void> {
    await this.kill()
    this.proxy.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  admin<T>(query: string, variables: Fields = {}): Promise<T> {
    return this.#admin.ask<T>(query, variables)
  }

  /** Two products in reais, the first in dollars, too, and a coupon of ten per cent. */
  async stock(): Promise<void> {
    const { channels } = await this.admin<{ channels: { items: [{ id: string }] } }>(
      '{ channels { items { id } } }',
    )
    const [{ id: channel }] = channels.items
    await this.admin(
      `mutation ($id: ID!) { updateChannel(input: { id: $id, pricesIncludeTax: true,
        defaultCurrencyCode: BRL, availableCurrencyCodes: [BRL, USD] }) { __typename } }`,
      { id: channel },
    )
    for (const [name, price] of Object.entries({ 'Caneca & pires': 4990, Camiseta: 8000 })) {
      await this.#createProduct(name, price)
    }
    await this.admin(`mutation { createPromotion(input: { enabled: true, couponCode: "BEMVINDO",
      translations: [{ languageCode: pt_BR, name: "Cupom BEMVINDO" }], conditions: [],
      actions: [{ code: "order_percentage_discount",
        arguments: [{ name: "discount", value: "10" }] }] }) { __typename } }`)
  }

  async #createProduct(name: string, price: number): Promise<void> {
    const text = { languageCode: 'pt_BR', name }
    const { createProduct } = await this.admin<{ createProduct: { id: string } }>(
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      { input: { translations: [{ ...text, slug: name.toLowerCase(), description: '' }] } },
    )
    const input = { productId: createProduct.id, sku: name, translations: [text], price }
    const { createProductVariants } = await this.admin<{
      createProductVariants: [{ id: string }]
    }>(
      `mutation ($input: [CreateProductVariantInput!]!) {
        createProductVariants(input: $input) { id } }`,
      { input: [{ ...input, stockOnHand: 1000 }] },
    )
    const [variant] = createProductVariants
    await this.admin(
      `mutation ($id: ID!) { updateProductVariants(input: [{ id: $id,
        prices: [{ currencyCode: USD, price: 1000 }] }]) { __typename } }`,
      { id: variant.id },
    )
    this.#variants.push(variant.id)
  }

  /** A buyer with a cart, as far as the payment. */
  async cart(
    quantities: number[],
    { coupon, query = '' }: { coupon?: string; query?: string } = {},
  ): Promise<Caller> {
    const buyer = new Caller(`${this.#url}/shop-api${query}`)
    for (const [index, quantity] of quantities.entries()) {
      await buyer.ask(
        `mutation ($id: ID!, $quantity: Int!) {
          addItemToOrder(productVariantId: $id, quantity: $quantity) { __typename } }`,
        { id: this.#variants[index], quantity },
      )
    }
    if (coupon)
      await buyer.ask(`mutation { applyCouponCode(couponCode: "${coupon}") { __typename } }`)
    await buyer.ask(`mutation { setCustomerForOrder(input: { firstName: "João", lastName: "Brandão",
      emailAddress: "joao@example.com" }) { __typename } }`)
    await buyer.ask(`mutation { setOrderShippingAddress(input: { streetLine1: "Rua A, 1",
      countryCode: "BR" }) { __typename } }`)
    const { eligibleShippingMethods } = await buyer.ask<{
      eligibleShippingMethods: [{ id: string }]
    }>('{ eligibleShippingMethods { id } }')
    const [{ id }] = eligibleShippingMethods
    await buyer.ask(
      'mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }',
      { id: [id] },
    )
    await buyer.ask('mutation { transitionOrderToState(state: "ArrangingPayment") { __typename } }')
    return buyer
  }

  /** Buys by Pix. The answer is the order, or an error of the shop. */
  async pay(buyer: Caller): Promise<Placed> {
    const { addPaymentToOrder } = await buyer.ask<{ addPaymentToOrder: Placed }>(
      `mutation { addPaymentToOrder(
        input: { method: "pix", metadata: { tax_id: "111.444.777-35" } }) {
        ... on Order { ${orderFields} } ... on ErrorResult { errorCode message } } }`,
    )
    return addPaymentToOrder
  }

  async order(id: string): Promise<Order> {
    const { order } = await this.admin<{ order: Order }>(
      `query ($id: ID!) { order(id: $id) { ${orderFields} } }`,
      {
        id,
      },
    )
    return order
  }

  /** Waits until an order is in a state. */
  reaches(id: string, state: string): Promise<Order> {
    return until(`order ${id} is ${state}`, async () => {
      const order = await this.order(id)
      return order.state === state ? order : undefined
    })
  }

  async notes(id: string): Promise<string[]> {
    const { order } = await this.admin<{
      order: { history: { items: { type: string; data: { note: string } }[] } }
    }>(
      `query ($id: ID!) { order(id: $id) {
        history(options: { take: 100 }) { items { type data } } } }`,
      { id },
    )
    const { items } = order.history
    return items.filter(({ type }) => type === 'ORDER_NOTE').map(({ data }) => data.note)
  }

  async transition(id: string, state: string): Promise<void> {
    const { transitionOrderToState } = await this.admin<{ transitionOrderToState: Fields }>(
      `mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) {
        ... on OrderStateTransitionError { transitionError } } }`,
      { id, state },
    )
    assert.equal(transitionOrderToState['transitionError'], undefined)
  }

  async cancel(id: string): Promise<void> {
    await this.admin(
      `mutation ($id: ID!) {
        cancelOrder(input: { orderId: $id, cancelShipping: true }) { __typename } }`,
      { id },
    )
  }

  /** Adds another of the first line, as an administrator changes a placed order. */
  async addOne({ id, lines }: Order): Promise<void> {
    await this.transition(id, 'Modifying')
    const [line] = lines
    const adjust = [{ orderLineId: line?.id, quantity: (line?.quantity ?? 0) + 1 }]
    const { modifyOrder } = await this.admin<{ modifyOrder: Fields }>(
      `mutation ($input: ModifyOrderInput!) { modifyOrder(input: $input) {
        ... on ErrorResult { errorCode message } } }`,
      { input: { orderId: id, dryRun: false, adjustOrderLines: adjust } },
    )
    assert.equal(modifyOrder['errorCode'], undefined, JSON.stringify(modifyOrder))
    await this.transition(id, 'ArrangingAdditionalPayment')
  }

  async refund({ payments, lines }: Order, amount: number): Promise<Fields> {
    const paid = payments.find(({ state }) => state === 'Settled')
    const { refundOrder } = await this.admin<{ refundOrder: Fields }>(
      `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
        ... on Refund { id state total } ... on ErrorResult { errorCode message } } }`,
      {
        input: {
          paymentId: paid?.id,
          amount,
          reason: 'Uma caneca quebrou',
          lines: lines.map(({ id }) => ({ orderLineId: id, quantity: 0 })),
          shipping: 0,
          adjustment: 0,
        },
      },
    )
    return refundOrder
  }
}
