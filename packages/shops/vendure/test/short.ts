/** The plugin with a double of Vendure, and a real Balcão. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { BalcaoService } from '../../test/support/balcao.ts'
import { installDoubles } from '../../test/support/double.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'

type Payment = {
  id: string
  state: string
  amount: number
  transactionId: string
  refunds: unknown[]
}

type Order = { id: string; code: string; state: string; totalWithTax: number; payments: Payment[] }

type Request = { bytes: Buffer; headers: Record<string, unknown> }

/** The parts of the plugin and of the doubles that this test calls. */
type Double = {
  orders: Order[]
  notes: { orderId: string }[]
  use(method: unknown): void
  get<T>(token: unknown): T
  provide(token: unknown, value: unknown): void
  handler: {
    createRefund(...args: unknown[]): Promise<{ state: string; transactionId: string }>
  }
  shop: {
    followSoon(orderId: string): void
    reconciler: { pass(): Promise<void> }
  }
  receive(request: Request): Promise<void>
  orderService: {
    addPaymentToOrder(context: object, id: string, input: object): Promise<{ errorCode?: string }>
  }
}

type Module = Record<string, unknown>

async function load(folder: string, options: object): Promise<Double> {
  const file = (path: string) => import(join(folder, 'node_modules', path)) as Promise<Module>
  const [core, nest, plugin, shop, events] = await Promise.all([
    file('@vendure/core/index.js'),
    file('@nestjs/common/index.js'),
    file('@balcao/vendure/dist/vendure/src/index.js'),
    file('@balcao/vendure/dist/vendure/src/shop.js'),
    file('@balcao/vendure/dist/vendure/src/events.js'),
  ])
  const { orders, notes, use } = core as unknown as Double
  const { get, provide } = nest as unknown as Double
  provide(shop['OPTIONS'], options)
  use(plugin['balcaoPaymentHandler'])
  const receiver = get<{ receive: Double['receive'] }>(events['BalcaoEvents'])
  return {
    orders,
    notes,
    use,
    get,
    provide,
    handler: plugin['balcaoPaymentHandler'] as Double['handler'],
    shop: get(shop['BalcaoShop']),
    receive: (request) => receiver.receive(request),
    orderService: get(core['OrderService']),
  }
}

/** A server in front of the plugin's endpoint, as Vendure's own. */
async function listen(receive: () => Double['receive']): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    try {
      await receive()({ bytes: await buffer(request), headers: request.headers })
      response.writeHead(201).end()
    } catch (error) {
      response.writeHead((error as { status?: number }).status ?? 500).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type World = { steps: Steps; service: BalcaoService; shop: Double; proxy: ShopProxy }

let count = 0

async function buy({ shop }: World, more: object = {}): Promise<Order> {
  count += 1
  const order = {
    id: `o${count}`,
    code: `ORDER${count}`,
    state: 'ArrangingPayment',
    currencyCode: 'BRL',
    totalWithTax: 14_971,
    payments: [],
    // Vendure rounds each line, and the coupon's share of it, on its own.
    lines: [line('Caneca', 2, 4990), line('', 3, 1667)],
    shippingLines: [{ shippingMethod: { name: 'SEDEX' }, priceWithTax: 990 }],
    surcharges: [{ description: 'Embrulho', priceWithTax: 500 }],
    discounts: [{ description: 'Cupom', amountWithTax: -1501 }],
    customer: { firstName: 'Ana', lastName: 'Sá', emailAddress: `ana${count}@example.com` },
    ...more,
  }
  shop.orders.push(order)
  await shop.orderService.addPaymentToOrder({}, order.id, { method: 'pix', metadata: {} })
  return order
}

function line(name: string, quantity: number, unitPriceWithTax: number): object {
  const linePriceWithTax = quantity * unitPriceWithTax
  return { productVariant: { name, sku: 'SKU-1' }, quantity, unitPriceWithTax, linePriceWithTax }
}

const sessionOf = ({ payments }: Order) => payments.at(-1)?.transactionId ?? ''

async function sells(world: World): Promise<void> {
  const { steps, service, shop } = world
  await steps.step(
    'a cart is one checkout of its total, rounding in an item of its own',
    async () => {
      const order = await buy(world)
      const { amount_total_minor, line_items } = await service.newest()
      assert.equal(amount_total_minor, order.totalWithTax)
      assert.deepEqual(
        line_items.map(({ kind, name }) => `${kind} ${name}`),
        [
          'product Caneca',
          'product SKU-1',
          'shipping SEDEX',
          'fee Embrulho',
          'discount Cupom',
          'fee Arredondamento',
        ],
      )
    },
  )
  await steps.step('a cart whose lines do not sum to its total opens nothing', async () => {
    const before = (await service.newest()).id
    const { payments } = await buy(world, { totalWithTax: 15_000 })
    assert.equal(payments[0]?.state, 'Error')
    const { payments: dollars } = await buy(world, { currencyCode: 'USD' })
    assert.equal(dollars[0]?.state, 'Error')
    assert.equal((await service.newest()).id, before)
  })
  await steps.step('a payment that is asked for again finds its session', async () => {
    const order = await buy(world)
    const [first] = order.payments.splice(0)
    await shop.orderService.addPaymentToOrder({}, order.id, { method: 'pix', metadata: {} })
    assert.equal(sessionOf(order), first?.transactionId)
  })
}

async function events(world: World): Promise<void> {
  const { steps, service, shop, proxy } = world
  await steps.step(
    'events that are doubled or repeated pay once, forged ones nothing',
    async () => {
      const [order, other] = [await buy(world), await buy(world)]
      proxy.events = 'twice'
      await service.pay(sessionOf(order))
      await until('it is paid', () => order.state === 'PaymentSettled')
      proxy.events = 'pass'
      const event = proxy.sent.at(-1)
      assert.ok(event)
      assert.equal((await proxy.resend(event)).status, 201)
      const body = event.body.replaceAll(sessionOf(order), sessionOf(other))
      assert.equal((await proxy.resend(event, { body })).status, 400)
      assert.deepEqual([other.state, shop.notes.length], ['PaymentAuthorized', 0])
      const [payment] = order.payments
      const refund = await shop.handler.createRefund({}, { reason: 'x' }, 1500, order, payment)
      assert.equal(refund.state, 'Settled')
      const path = { checkoutId: sessionOf(order) }
      assert.equal((await service.api.getCheckout({ path })).amount_refunded_minor, 1500)
    },
  )
  await steps.step('lost events are read from the kept cursor', async () => {
    const order = await buy(world)
    proxy.events = 'lost'
    await service.pay(sessionOf(order))
    await shop.shop.reconciler.pass()
    proxy.events = 'pass'
    assert.equal(order.state, 'PaymentSettled')
  })
}

async function changes(world: World): Promise<void> {
  const { steps, service, shop } = world
  const statusOf = async (checkoutId: string) =>
    (await service.api.getCheckout({ path: { checkoutId } })).status
  await steps.step('a changed order closes its session and has a new one', async () => {
    const order = await buy(world)
    const old = sessionOf(order)
    Object.assign(order, { totalWithTax: 6470, lines: [line('Caneca', 1, 6481)] })
    shop.shop.followSoon(order.id)
    await until(
      'there is another',
      () => order.payments.at(-1)?.state === 'Authorized' && sessionOf(order) !== old,
    )
    assert.equal(await statusOf(old), 'canceled')
    assert.equal(order.payments.at(-1)?.amount, 6470)
  })
  await steps.step('money by the old amount goes back once, noted once', async () => {
    const order = await buy(world)
    Object.assign(order, { totalWithTax: 6470, lines: [line('Caneca', 1, 6481)] })
    const old = sessionOf(order)
    await service.pay(old)
    await until('there is another', () => sessionOf(order) !== old)
    await shop.shop.reconciler.pass()
    const { amount_refunded_minor } = await service.api.getCheckout({ path: { checkoutId: old } })
    assert.equal(amount_refunded_minor, 14_971)
    assert.equal(shop.notes.filter(({ orderId }) => orderId === order.id).length, 1)
  })
  await steps.step('order and session cancel each other, and late money goes back', async () => {
    const [order, other, late] = [await buy(world), await buy(world), await buy(world)]
    order.state = 'Cancelled'
    shop.shop.followSoon(order.id)
    await until('it is canceled', async () => (await statusOf(sessionOf(order))) === 'canceled')
    await service.api.cancelCheckout({ path: { checkoutId: sessionOf(other) } })
    await until('it is canceled', () => other.state === 'Cancelled')
    late.state = 'Cancelled'
    await service.pay(sessionOf(late))
    await until('it is noted', () => shop.notes.some(({ orderId }) => orderId === late.id))
    const path = { checkoutId: sessionOf(late) }
    assert.equal((await service.api.getCheckout({ path })).amount_refunded_minor, 14_971)
  })
}

const double = (name: string) => fileURLToPath(new URL(`double/${name}`, import.meta.url))

export async function short(steps: Steps): Promise<void> {
  await steps.run(async () => {
    const doubles = { '@vendure/core': double('core'), '@nestjs/common': double('nest') }
    const { folder, remove } = await steps.step('compile', () => installDoubles('vendure', doubles))
    steps.atEnd(remove)
    const service = await steps.step('start Balcão', () => BalcaoService.start())
    steps.atEnd(() => service.close())
    let shop: Double | undefined
    const server = await listen(() => shop?.receive ?? (() => Promise.reject(new Error('Early'))))
    const proxy = await ShopProxy.start(server.url)
    steps.atEnd(() => {
      proxy.close()
      server.close()
    })
    const options = { base_url: service.baseUrl, ...service.credentials, shop_url: proxy.url }
    shop = await load(folder, options)
    const world = { steps, service, shop, proxy }
    await sells(world)
    await events(world)
    await changes(world)
  })
}
