import assert from 'node:assert/strict'
import { BalcaoService } from '../../test/support/balcao.ts'
import { addPackages, installDated } from '../../test/support/install.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'
import { MedusaShop, ShopError } from './medusaShop.ts'
import type { Cart, Order, Payment } from './medusaShop.ts'

type World = { steps: Steps; service: BalcaoService; shop: MedusaShop }

type Bought = { cart: Cart; order: Order; session: string }

/** An order that waits for its money, and the id of its session. */
async function buy({ shop }: World, quantities = [1]): Promise<Bought> {
  const cart = await shop.cart(quantities)
  const { data } = await shop.begin(cart)
  const order = await shop.complete(cart)
  return { cart, order, session: String(data['checkout_id']) }
}

const statusOf = async ({ service }: World, checkoutId: string): Promise<string> =>
  (await service.api.getCheckout({ path: { checkoutId } })).status

const notesOf = ({ metadata }: Order): string[] => metadata?.balcao_notes ?? []

function paymentOf({ payment_collections }: Order): Payment {
  const payments = payment_collections.flatMap((one) => one.payments)
  assert.equal(payments.length, 1)
  return payments[0] as Payment
}

async function sells({ shop, service, steps }: World): Promise<Order> {
  const cart = await shop.cart([2, 1], { coupon: 'BEMVINDO' })
  const session = await steps.step('a cart with coupon and freight is one checkout', async () => {
    const begun = await shop.begin(cart)
    const checkout = await service.newest()
    assert.equal(checkout.amount_total_minor, Math.round(cart.total * 100))
    assert.equal(checkout.external_id, begun.id)
    assert.deepEqual(
      checkout.line_items.map(({ kind, name, total_amount_minor }) => [
        kind,
        name,
        total_amount_minor,
      ]),
      [
        ['product', 'Caneca & pires', 9980],
        ['product', 'Camiseta', 8000],
        ['shipping', 'SEDEX', 2150],
        ['discount', 'BEMVINDO', -1798],
      ],
    )
    const customer = { path: { customerId: String(checkout.customer_id) } }
    const { name, tax_id } = await service.api.getCustomer(customer)
    assert.deepEqual([name, tax_id], ['João Brandão', '111.444.777-35'])
    return begun
  })
  await steps.step('the code is in the session, and is the checkout’s', async () => {
    const path = { checkoutId: String(session.data['checkout_id']) }
    const { code, qr_code_svg } = await service.api.getCheckoutPix({ path })
    assert.deepEqual([session.data['pix_code'], session.data['qr_code_svg']], [code, qr_code_svg])
    assert.match(String(session.data['checkout_url']), /\/pay\//)
  })
  const order = await steps.step('the order is placed, and the event pays it', async () => {
    const placed = await shop.complete(cart)
    await service.pay(String(session.data['checkout_id']))
    const { data } = await service.api.listWebhookEndpoints()
    assert.deepEqual(
      data.map(({ url }) => url),
      [`${shop.proxy.url}/hooks/payment/balcao_balcao`],
    )
    return shop.paid(placed.id)
  })
  await steps.step('a cart with store credit is a checkout of the rest', async () => {
    const before = await shop.cart([2])
    const credited = await shop.credit(before, 30)
    assert.equal(credited.total, before.total - 30)
    await shop.begin(credited)
    const { amount_total_minor, line_items } = await service.newest()
    assert.equal(amount_total_minor, Math.round(credited.total * 100))
    const { kind, total_amount_minor } = line_items.at(-1) ?? {}
    assert.deepEqual([kind, total_amount_minor], ['discount', -3000])
  })
  await steps.step('a cart that is paid before it is completed becomes an order', async () => {
    const other = await shop.cart([1])
    const { data } = await shop.begin(other)
    const before = (await shop.orders()).length
    await service.pay(String(data['checkout_id']))
    await until('the order is there', async () => (await shop.orders()).length === before + 1)
  })
  return order
}

async function refunds({ shop, service, steps }: World, order: Order): Promise<void> {
  await steps.step('refunds in part and of the rest', async () => {
    const payment = paymentOf(order)
    await shop.refund(payment, 15)
    await shop.refund(payment, Math.round((payment.amount - 15) * 100) / 100)
    const { refunds, captures } = paymentOf(await shop.order(order.id))
    assert.deepEqual([captures.length, refunds.length], [1, 2])
    const checkouts = await service.checkouts()
    const checkout = checkouts.find((one) => one.amount_refunded_minor > 0)
    assert.equal(checkout?.amount_refunded_minor, Math.round(order.total * 100))
    assert.deepEqual(notesOf(await shop.order(order.id)), [])
  })
}

async function refundsOfOthers(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a refund that others have ordered is a refund of the order', async () => {
    const { order, session } = await buy(world)
    const { payment_id } = await service.pay(session)
    const paid = await shop.paid(order.id)
    const path = { paymentId: String(payment_id) }
    await service.api.createRefund({ path, body: { amount_minor: 1000 } })
    const refunded = await shop.reaches(order.id, 'refunded in part', (one) => {
      return paymentOf(one).refunds.length === 1 && one.transactions?.length === 2
    })
    assert.deepEqual(
      paymentOf(refunded).refunds.map(({ amount }) => amount),
      [10],
    )
    await shop.refund(paymentOf(paid), 15)
    const { amount_refunded_minor } = await service.api.getCheckout({
      path: { checkoutId: session },
    })
    assert.equal(amount_refunded_minor, 2500)
  })
}

async function badEvents(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('an event that comes twice pays once, a repeated one nothing', async () => {
    const { order, session } = await buy(world)
    shop.proxy.events = 'twice'
    await service.pay(session)
    await shop.paid(order.id)
    shop.proxy.events = 'pass'
    const [event] = shop.proxy.sent.filter(({ body }) => body.includes(session))
    assert.ok(event)
    assert.equal((await shop.proxy.resend(event)).status, 200)
    // A later payment has come in behind it.
    const next = await buy(world)
    await service.pay(next.session)
    await shop.paid(next.order.id)
    const paid = await shop.order(order.id)
    assert.deepEqual([paymentOf(paid).captures.length, paid.transactions?.length], [1, 1])
    assert.deepEqual(notesOf(paid), [])
  })
  await steps.step('a forged event pays nothing', async () => {
    const { order, session } = await buy(world)
    const event = shop.proxy.sent.find(({ body }) => body.includes('payment.succeeded'))
    assert.ok(event)
    const body = event.body.replaceAll(/checkout_[0-9a-f-]{36}/g, session)
    await shop.proxy.resend(event, { body })
    const { 'webhook-signature': _, ...bare } = event.headers
    await shop.proxy.resend(event, { headers: bare, body })
    const next = await buy(world)
    await service.pay(next.session)
    await shop.paid(next.order.id)
    const { payment_status } = await shop.order(order.id)
    assert.notEqual(payment_status, 'captured')
  })
}

async function shopDown(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a shop that was down at the event catches up at its start', async () => {
    const { order, session } = await buy(world)
    await shop.kill()
    await service.pay(session)
    await shop.start(service)
    await shop.paid(order.id)
  })
}

async function changedOrders(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a changed cart closes its session and has a new one', async () => {
    const cart = await shop.cart([1])
    const { data } = await shop.begin(cart)
    const changed = await shop.addTo(cart)
    await until('it is closed', async () => {
      return (await statusOf(world, String(data['checkout_id']))) === 'canceled'
    })
    const next = await shop.begin(changed)
    const order = await shop.complete(changed)
    const checkoutId = String(next.data['checkout_id'])
    const paid = await service.pay(checkoutId)
    assert.equal(paid.amount_total_minor, Math.round(changed.total * 100))
    await shop.paid(order.id)
  })
  await steps.step('money by the amount of a cart before it changed goes back', async () => {
    const cart = await shop.cart([1])
    const { data } = await shop.begin(cart)
    await service.stop()
    await shop.addTo(cart)
    await service.start()
    const session = String(data['checkout_id'])
    await service.pay(session)
    await until('it is noted', async () => (await shop.notesOfCart(cart.id)).length)
    const old = await service.api.getCheckout({ path: { checkoutId: session } })
    assert.equal(old.amount_refunded_minor, old.amount_total_minor)
    assert.match(String((await shop.notesOfCart(cart.id))[0]), /^Balcão: R\$ 71,40 chegaram/)
  })
  await steps.step('a changed order closes the session that it had', async () => {
    const { order, session } = await buy(world)
    await shop.addOne(order)
    await until('it is closed', async () => (await statusOf(world, session)) === 'canceled')
    assert.equal((await shop.order(order.id)).status, 'pending')
  })
}

async function cancellations(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a canceled order cancels its session', async () => {
    const { order, session } = await buy(world)
    await shop.cancel(order.id)
    await until('it is canceled', async () => (await statusOf(world, session)) === 'canceled')
  })
  await steps.step('a canceled session cancels its order', async () => {
    const { order, session } = await buy(world)
    await service.api.cancelCheckout({ path: { checkoutId: session } })
    await shop.reaches(order.id, 'canceled', ({ status }) => status === 'canceled')
  })
  await steps.step('money for a canceled order is noted and goes back', async () => {
    const { order, session } = await buy(world)
    await service.stop()
    await shop.cancel(order.id)
    // Its repeated attempts to close the session end with it.
    await shop.kill()
    await service.start()
    await service.pay(session)
    await shop.start(service)
    await shop.reaches(order.id, 'noted', (one) => notesOf(one).length > 0)
    const event = shop.proxy.sent.find(({ body }) => body.includes(session))
    assert.ok(event)
    await shop.proxy.resend(event)
    assert.equal(notesOf(await shop.order(order.id)).length, 1)
    const back = await service.api.getCheckout({ path: { checkoutId: session } })
    assert.equal(back.amount_refunded_minor, back.amount_total_minor)
  })
}

async function withoutService(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('with a revoked secret: what is paid is paid, no sale is begun', async () => {
    // The keys of events are known from the first one on.
    const earlier = await buy(world)
    await service.pay(earlier.session)
    await shop.paid(earlier.order.id)
    const { order, session } = await buy(world)
    await service.rotate()
    const cart = await shop.cart([1])
    await assert.rejects(shop.begin(cart), ShopError)
    await service.pay(session)
    await shop.paid(order.id)
    await shop.kill()
    await shop.start(service)
    await shop.begin(cart)
  })
  await steps.step('without the service no sale is begun, and the cart stays', async () => {
    const cart = await shop.cart([1])
    await service.stop()
    await assert.rejects(shop.begin(cart), ShopError)
    await service.start()
    await shop.begin(cart)
    await shop.complete(cart)
  })
  await steps.step('a cart in dollars opens nothing', async () => {
    const before = (await service.newest()).id
    const cart = await shop.cart([1], { isAbroad: true })
    await assert.rejects(shop.begin(cart), ShopError)
    assert.equal((await service.newest()).id, before)
  })
}

export async function installed(steps: Steps, folder: string): Promise<void> {
  await steps.run(async () => {
    const path = await steps.step('install', () => installDated('medusa', folder))
    await steps.step('compile and check', () => addPackages(['medusa'], path, { isChecked: true }))
    const service = await steps.step('start Balcão', () => BalcaoService.start())
    steps.atEnd(() => service.close())
    const shop = await steps.step('start PostgreSQL', () => MedusaShop.create(path))
    steps.atEnd(() => shop.close())
    await steps.step('migrate', () => shop.migrate(service))
    await steps.step('fill the shop', () => shop.seed(service))
    await steps.step('start the shop', () => shop.start(service))
    const world = { steps, service, shop }
    await refunds(world, await sells(world))
    await refundsOfOthers(world)
    await badEvents(world)
    await shopDown(world)
    await changedOrders(world)
    await cancellations(world)
    await withoutService(world)
  })
}
