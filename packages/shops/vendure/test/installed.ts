import assert from 'node:assert/strict'
import { BalcaoService } from '../../test/support/balcao.ts'
import { addPackages, installDated } from '../../test/support/install.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'
import { VendureShop } from './vendureShop.ts'
import type { Order } from './vendureShop.ts'

type World = { steps: Steps; service: BalcaoService; shop: VendureShop }

/** A cart that is bought by Pix, and the id of its session. */
async function buy({ shop }: World, quantities = [1]): Promise<{ order: Order; session: string }> {
  const order = await shop.pay(await shop.cart(quantities))
  assert.equal(order.state, 'PaymentAuthorized', JSON.stringify(order))
  return { order, session: sessionOf(order) }
}

const sessionOf = ({ payments }: Order): string =>
  String(payments.findLast(({ state }) => state === 'Authorized')?.metadata.public?.['checkout_id'])

const statusOf = async ({ service }: World, checkoutId: string): Promise<string> =>
  (await service.api.getCheckout({ path: { checkoutId } })).status

async function sells(world: World): Promise<Order> {
  const { shop, service, steps } = world
  const bought = await steps.step('a cart with coupon and freight is one checkout', async () => {
    const order = await shop.pay(await shop.cart([2, 1], { coupon: 'BEMVINDO' }))
    const checkout = await service.newest()
    assert.equal(checkout.amount_total_minor, order.totalWithTax)
    assert.equal(checkout.external_id, order.code)
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
        ['discount', 'Cupom BEMVINDO', -1798],
      ],
    )
    const customer = { path: { customerId: String(checkout.customer_id) } }
    const { name, tax_id } = await service.api.getCustomer(customer)
    assert.deepEqual([name, tax_id], ['João Brandão', '111.444.777-35'])
    return order
  })
  await steps.step('the code is in the payment, and is the session’s', async () => {
    const shown = bought.payments[0]?.metadata.public ?? {}
    const path = { checkoutId: sessionOf(bought) }
    const { code, qr_code_svg } = await service.api.getCheckoutPix({ path })
    assert.deepEqual([shown['pix_code'], shown['qr_code_svg']], [code, qr_code_svg])
    assert.match(String(shown['checkout_url']), /\/pay\//)
  })
  return steps.step('the event pays the order', async () => {
    await service.pay(sessionOf(bought))
    const order = await shop.reaches(bought.id, 'PaymentSettled')
    const { data } = await service.api.listWebhookEndpoints()
    assert.deepEqual(
      data.map(({ url }) => url),
      [`${shop.proxy.url}/balcao/events`],
    )
    return order
  })
}

async function refunds({ shop, service, steps }: World, order: Order): Promise<void> {
  await steps.step('refunds in part and of the rest', async () => {
    const part = await shop.refund(order, 1500)
    assert.deepEqual([part['state'], part['total']], ['Settled', 1500], JSON.stringify(part))
    const rest = await shop.refund(order, order.totalWithTax - 1500)
    assert.equal(rest['state'], 'Settled', JSON.stringify(rest))
    const checkoutId = String(order.payments[0]?.metadata.public?.['checkout_id'])
    const checkout = await service.api.getCheckout({ path: { checkoutId } })
    assert.equal(checkout.amount_refunded_minor, order.totalWithTax)
    assert.deepEqual(await shop.notes(order.id), [])
  })
}

async function refundsOfOthers(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a refund that others have ordered is a refund of the order', async () => {
    const { order, session } = await buy(world)
    const { payment_id } = await service.pay(session)
    await shop.reaches(order.id, 'PaymentSettled')
    const path = { paymentId: String(payment_id) }
    await service.api.createRefund({ path, body: { amount_minor: 1000 } })
    const refunds = await until('it is recorded', async () => {
      const all = (await shop.order(order.id)).payments.flatMap((payment) => payment.refunds)
      return all.length > 0 ? all : undefined
    })
    assert.deepEqual(
      refunds.map(({ state, total }) => [state, total]),
      [['Settled', 1000]],
    )
  })
}

async function badEvents(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('an event that comes twice pays once, a repeated one nothing', async () => {
    const { order, session } = await buy(world)
    shop.proxy.events = 'twice'
    await service.pay(session)
    const paid = await shop.reaches(order.id, 'PaymentSettled')
    shop.proxy.events = 'pass'
    const [event] = shop.proxy.sent.filter(({ body }) => body.includes(session))
    assert.ok(event)
    assert.equal((await shop.proxy.resend(event)).status, 200)
    assert.deepEqual(await shop.order(order.id), paid)
    assert.equal(paid.payments.length, 1)
    assert.deepEqual(await shop.notes(order.id), [])
  })
  await steps.step('a forged event pays nothing', async () => {
    const { order, session } = await buy(world)
    const [event] = shop.proxy.sent
    assert.ok(event)
    const body = event.body.replaceAll(/checkout_[0-9a-f-]{36}/g, session)
    assert.equal((await shop.proxy.resend(event, { body })).status, 400)
    const { 'webhook-signature': _, ...bare } = event.headers
    assert.equal((await shop.proxy.resend(event, { headers: bare })).status, 400)
    assert.equal((await shop.order(order.id)).state, 'PaymentAuthorized')
  })
}

async function shopDown(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a shop that was down at the event catches up at its start', async () => {
    const { order, session } = await buy(world)
    await shop.kill()
    await service.pay(session)
    await shop.start(service)
    await shop.reaches(order.id, 'PaymentSettled')
  })
}

async function changedOrders(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a changed order closes its session and has a new one', async () => {
    const { order, session } = await buy(world)
    await shop.addOne(order)
    const changed = await shop.reaches(order.id, 'PaymentAuthorized')
    assert.equal(await statusOf(world, session), 'canceled')
    const next = await service.api.getCheckout({ path: { checkoutId: sessionOf(changed) } })
    assert.deepEqual(
      [next.amount_total_minor, next.external_id],
      [changed.totalWithTax, `${order.code}-2`],
    )
    await service.pay(next.id)
    await shop.reaches(order.id, 'PaymentSettled')
  })
  await steps.step('money by the old amount goes back, and the order asks anew', async () => {
    const { order, session } = await buy(world)
    shop.proxy.events = 'lost'
    await service.stop()
    await shop.addOne(order)
    await service.start()
    await service.pay(session)
    shop.proxy.events = 'pass'
    // The event was lost: the reconciler finds the payment of the old amount at the next start.
    await shop.kill()
    await shop.start(service)
    await until('it is noted', async () => (await shop.notes(order.id)).length)
    const [note] = await shop.notes(order.id)
    assert.match(String(note), /^Balcão: R\$ 71,40 chegaram/)
    const changed = await shop.reaches(order.id, 'PaymentAuthorized')
    const old = await service.api.getCheckout({ path: { checkoutId: session } })
    assert.equal(old.amount_refunded_minor, old.amount_total_minor)
    await service.pay(sessionOf(changed))
    await shop.reaches(order.id, 'PaymentSettled')
    assert.equal((await shop.notes(order.id)).length, 1)
  })
}

async function cancellations(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('a canceled order cancels its session', async () => {
    const { order, session } = await buy(world)
    await shop.cancel(order.id)
    await until('it is canceled', async () => (await statusOf(world, session)) === 'canceled')
    assert.equal((await shop.order(order.id)).state, 'Cancelled')
  })
  await steps.step('a canceled session cancels its order', async () => {
    const { order, session } = await buy(world)
    await service.api.cancelCheckout({ path: { checkoutId: session } })
    const { payments } = await shop.reaches(order.id, 'Cancelled')
    assert.deepEqual(
      payments.map(({ state }) => state),
      ['Cancelled'],
    )
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
    await until('it is noted', async () => (await shop.notes(order.id)).length)
    const event = shop.proxy.sent.find(({ body }) => body.includes(session))
    assert.ok(event)
    assert.equal((await shop.proxy.resend(event)).status, 200)
    const back = await service.api.getCheckout({ path: { checkoutId: session } })
    assert.equal(back.amount_refunded_minor, back.amount_total_minor)
    assert.equal((await shop.notes(order.id)).length, 1)
    assert.equal((await shop.order(order.id)).state, 'Cancelled')
  })
}

async function withoutService(world: World): Promise<void> {
  const { shop, service, steps } = world
  await steps.step('with a revoked secret: what is paid is paid, no order is taken', async () => {
    const { order, session } = await buy(world)
    await service.rotate()
    const refused = await shop.pay(await shop.cart([1]))
    assert.equal(refused.errorCode, 'PAYMENT_FAILED_ERROR')
    await service.pay(session)
    await shop.reaches(order.id, 'PaymentSettled')
    await shop.kill()
    await shop.start(service)
    await buy(world)
  })
  await steps.step('without the service no order is taken, and the cart stays', async () => {
    const buyer = await shop.cart([1])
    await service.stop()
    assert.equal((await shop.pay(buyer)).errorCode, 'PAYMENT_FAILED_ERROR')
    await service.start()
    const order = await shop.pay(buyer)
    assert.equal(order.state, 'PaymentAuthorized', JSON.stringify(order))
  })
  await steps.step('an order in dollars opens nothing', async () => {
    const before = (await service.newest()).id
    const refused = await shop.pay(await shop.cart([1], { query: '?currencyCode=USD' }))
    assert.equal(refused.errorCode, 'PAYMENT_FAILED_ERROR')
    assert.equal((await service.newest()).id, before)
  })
}

export async function installed(steps: Steps, folder: string): Promise<void> {
  await steps.run(async () => {
    const path = await steps.step('install', () => installDated('vendure', folder))
    await steps.step('compile and check', () => addPackages(['vendure'], path, { isChecked: true }))
    const service = await steps.step('start Balcão', () => BalcaoService.start())
    steps.atEnd(() => service.close())
    const shop = await steps.step('fill the shop', () => VendureShop.create(path, service))
    steps.atEnd(() => shop.close())
    await steps.step('start the shop', async () => {
      await shop.start(service)
      await shop.stock()
    })
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
