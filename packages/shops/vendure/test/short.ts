/** The plugin with a double of Vendure, and a real Balcão. */
import assert from 'node:assert/strict'
import { BalcaoService } from '../../test/support/balcao.ts'
import { installDoubles } from '../../test/support/double.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'
import { BUYER, doubles, line, sessionOf, VendureDouble } from './doubleShop.ts'
import type { Order } from './doubleShop.ts'

type World = { steps: Steps; service: BalcaoService; shop: VendureDouble }

async function sells(world: World): Promise<void> {
  const { steps, service, shop } = world
  await steps.step(
    'a cart is one checkout of its total, rounding in an item of its own',
    async () => {
      const order = await shop.buy()
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
  await steps.step('what the lines lack of the total is one more line', async () => {
    await shop.buy({ totalWithTax: 15_000 })
    const { amount_total_minor, line_items } = await service.newest()
    assert.equal(amount_total_minor, 15_000)
    assert.equal(line_items.at(-1)?.name, 'Acréscimo')
  })
  await steps.step('a cart in dollars opens nothing', async () => {
    const before = (await service.newest()).id
    const { payments: dollars } = await shop.buy({ currencyCode: 'USD' })
    assert.equal(dollars[0]?.state, 'Error')
    assert.equal((await service.newest()).id, before)
  })
  await steps.step('a payment that is asked for again finds its session', async () => {
    const order = await shop.buy()
    const [first] = order.payments.splice(0)
    await shop.pay(order)
    assert.equal(sessionOf(order), first?.transactionId)
  })
}

async function events(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { proxy } = shop
  await steps.step(
    'events that are doubled or repeated pay once, forged ones nothing',
    async () => {
      const [order, other] = [await shop.buy(), await shop.buy()]
      proxy.events = 'twice'
      await service.pay(sessionOf(order))
      await until('it is paid', () => order.state === 'PaymentSettled')
      proxy.events = 'pass'
      const event = proxy.sent.at(-1)
      assert.ok(event)
      assert.equal((await proxy.resend(event)).status, 200)
      const body = event.body.replaceAll(sessionOf(order), sessionOf(other))
      assert.equal((await proxy.resend(event, { body })).status, 400)
      assert.deepEqual([other.state, shop.notes.length], ['PaymentAuthorized', 0])
      const refund = await shop.refund(order, 1500)
      assert.equal(refund.state, 'Settled')
      const path = { checkoutId: sessionOf(order) }
      assert.equal((await service.api.getCheckout({ path })).amount_refunded_minor, 1500)
    },
  )
  await steps.step('lost events are read from the kept cursor', async () => {
    const order = await shop.buy()
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
    const order = await shop.buy()
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
    const order = await shop.buy()
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
    const [order, other, late] = [await shop.buy(), await shop.buy(), await shop.buy()]
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

/** The shop's own money goes back and is recorded, a foreign session's is left alone. */
async function keepsToItsOwn(world: World): Promise<void> {
  const { steps, service, shop } = world
  const backOf = async (checkoutId: string) =>
    (await service.api.getCheckout({ path: { checkoutId } })).amount_refunded_minor
  await steps.step('events of types that are not known are passed over', async () => {
    const { data } = await service.api.listWebhookEndpoints()
    const path = { webhookEndpointId: String(data[0]?.id) }
    const test = await service.api.testWebhookEndpoint({ path })
    assert.deepEqual([test.status, test.response_status], ['delivered', 200])
    const { account, reconciler } = shop.shop
    const created_at = new Date(Date.now() + 1000).toISOString()
    const unknown = [{ object: 'invoice' }, { metadata: null }, null]
    const marked = { shop: 'vendure', order: 'X', shop_id: null }
    const ofInvoice = { object: 'refund', checkout_id: null, metadata: marked }
    const events = [
      ...unknown.map((one) => ({ type: 'invoice.paid', data: one, created_at })),
      { type: 'refund.failed', data: ofInvoice, created_at },
    ]
    const read = account.events
    account.events = async function* () {
      yield* events
    }
    await reconciler.pass()
    account.events = read
    assert.equal(await shop.cursor(), created_at)
  })
  await steps.step('an order is settled in the language and channel of its buyer', async () => {
    const order = await shop.buy()
    await service.pay(sessionOf(order))
    await until('it is paid', () => order.state === 'PaymentSettled')
    assert.deepEqual(order.payments[0]?.settledIn, BUYER)
  })
  await steps.step('money for an order that was deleted goes back, and it is logged', async () => {
    const order = await shop.buy()
    shop.orders.splice(shop.orders.indexOf(order), 1)
    const logged = () => shop.warnings.filter((text) => text.includes(`${order.code}: `))
    await service.pay(sessionOf(order))
    await until('it is back', () => backOf(sessionOf(order)))
    await until('it is logged', () => logged().length > 0)
    // The event is read again, and is no news.
    await shop.shop.reconciler.pass()
    await shop.shop.reconciler.pass()
    assert.equal(logged().length, 1)
    assert.match(String(logged()[0]), /R\$ 149,71/)
  })
  await steps.step('sessions of a version without ids are known by what they paid', async () => {
    const order = await shop.buy()
    const session = await openWithoutId(world, order.code)
    const foreign = await openWithoutId(world, order.code)
    Object.assign(order.payments[0] ?? {}, { transactionId: session })
    await service.pay(foreign)
    await service.pay(session)
    await until('it is paid', () => order.state === 'PaymentSettled')
    await shop.shop.reconciler.pass()
    assert.equal(await backOf(foreign), 0)
  })
}

/** Refunds of an order's own payment are its refunds, ordered here or elsewhere. */
async function recordsRefunds(world: World): Promise<void> {
  const { steps, service, shop } = world
  await steps.step(
    'a refund that others have ordered is recorded once, as the own are',
    async () => {
      const order = await shop.buy()
      const { payment_id } = await service.pay(sessionOf(order))
      await until('it is paid', () => order.state === 'PaymentSettled')
      const path = { paymentId: String(payment_id) }
      await service.api.createRefund({ path, body: { amount_minor: 1000 } })
      await until('it is recorded', () => order.payments[0]?.refunds.length === 1)
      await shop.refund(order, 1500)
      const metadata = { shop: 'vendure', shop_id: 'another' }
      await service.api.createRefund({ path, body: { amount_minor: 500, metadata } })
      await until('it is recorded', () => order.payments[0]?.refunds.length === 3)
      await shop.shop.reconciler.pass()
      const refunds = order.payments[0]?.refunds.map(({ total, state }) => [total, state])
      assert.deepEqual(refunds, [
        [1000, 'Settled'],
        [1500, 'Settled'],
        [500, 'Settled'],
      ])
      assert.equal(shop.notes.filter(({ orderId }) => orderId === order.id).length, 1)
    },
  )
  await steps.step('a refund that is read before its payment is recorded after it', async () => {
    const order = await shop.buy()
    shop.proxy.events = 'lost'
    const { payment_id } = await service.pay(sessionOf(order))
    const path = { paymentId: String(payment_id) }
    await service.api.createRefund({ path, body: { amount_minor: 1000 } })
    // The newest event is read first, and the cursor would go on to it.
    const { account, reconciler } = shop.shop
    const read = account.events.bind(account)
    const created_at = new Date(Date.now() + 120_000).toISOString()
    account.events = async function* (from) {
      yield { type: 'invoice.paid', data: null, created_at }
      yield* read(from)
    }
    await reconciler.pass()
    account.events = read
    assert.equal(order.state, 'PaymentSettled')
    await reconciler.pass()
    shop.proxy.events = 'pass'
    assert.deepEqual(
      order.payments[0]?.refunds.map(({ total }) => total),
      [1000],
    )
  })
}

/** A session as the version before ids has opened it. */
async function openWithoutId({ service }: World, order: string): Promise<string> {
  const items = [{ name: 'Pagamento', unit_amount_minor: 14_971 }]
  const body = { items, metadata: { shop: 'vendure', order } }
  return (await service.api.createCartCheckout({ body })).id
}

async function moves(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { proxy } = shop
  const sessionAt = (order: Order) =>
    service.api.getCheckout({ path: { checkoutId: sessionOf(order) } })
  const backOf = async (order: Order) => (await sessionAt(order)).amount_refunded_minor
  const cancel = (order: Order) => shop.handler.cancelPayment(BUYER, order, order.payments[0])
  const shop_url = `${proxy.url}/novo`
  await steps.step('at another address nothing moves until the owner has answered', async () => {
    const id = await shop.shop.installation.shopId()
    const [late, open, paid] = [await shop.buy(), await shop.buy(), await shop.buy()]
    await service.pay(sessionOf(paid))
    await until('it is paid', () => paid.state === 'PaymentSettled')
    late.state = 'Cancelled'
    shop.restart({ shop_url })
    assert.equal((await shop.buy()).payments[0]?.state, 'Error')
    await assert.rejects(cancel(open))
    await assert.rejects(shop.refund(paid, 1500))
    await service.pay(sessionOf(late))
    const event = await until('its event has come', () =>
      proxy.sent.find(({ body }) => body.includes(sessionOf(late))),
    )
    assert.equal((await proxy.resend(event)).status, 200)
    await shop.shop.reconciler.pass()
    assert.deepEqual([await backOf(late), await backOf(paid)], [0, 0])
    assert.equal((await sessionAt(open)).status, 'open')
    const lines = shop.warnings.filter((text) => text.includes('address_change'))
    assert.equal(lines.length, 1)
    shop.restart({ shop_url, address_change: 'moved' })
    await shop.shop.reconciler.pass()
    assert.equal(await backOf(late), 14_971)
    await cancel(open)
    assert.equal((await sessionAt(open)).status, 'canceled')
    assert.equal(await shop.shop.installation.shopId(), id)
  })
  await steps.step(
    'a copy has an id of its own, and leaves the sessions of before alone',
    async () => {
      const id = await shop.shop.installation.shopId()
      const [late, open, paid] = [await shop.buy(), await shop.buy(), await shop.buy()]
      await service.pay(sessionOf(paid))
      await until('it is paid', () => paid.state === 'PaymentSettled')
      late.state = 'Cancelled'
      shop.restart({ shop_url: `${proxy.url}/copia`, address_change: 'copied' })
      const sold = await sessionAt(await shop.buy())
      assert.notEqual(await shop.shop.installation.shopId(), id)
      assert.equal(sold.metadata['shop_id'], await shop.shop.installation.shopId())
      await service.pay(sessionOf(late))
      assert.equal((await cancel(open)).success, true)
      assert.equal((await shop.refund(paid, 1500)).state, 'Failed')
      await shop.shop.reconciler.pass()
      assert.deepEqual([await backOf(late), await backOf(paid)], [0, 0])
      assert.equal((await sessionAt(open)).status, 'open')
    },
  )
}

export async function short(steps: Steps): Promise<void> {
  await steps.run(async () => {
    const { folder, remove } = await steps.step('compile', () =>
      installDoubles(['vendure'], doubles),
    )
    steps.atEnd(remove)
    const service = await steps.step('start Balcão', () => BalcaoService.start())
    steps.atEnd(() => service.close())
    const shop = await VendureDouble.start(steps, folder, service)
    const world = { steps, service, shop }
    await sells(world)
    await events(world)
    await changes(world)
    await keepsToItsOwn(world)
    await recordsRefunds(world)
    await moves(world)
  })
}
