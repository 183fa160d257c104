/** The provider with a double of Medusa's container, and a real Balcão. */
import assert from 'node:assert/strict'
import { BalcaoService } from '../../test/support/balcao.ts'
import { installDoubles } from '../../test/support/double.ts'
import type { ProxiedRequest } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'
import { doubles, MedusaDouble, notesOf } from './doubleShop.ts'
import type { PaymentSession } from './doubleShop.ts'

type World = { steps: Steps; service: BalcaoService; shop: MedusaDouble }

const checkoutOf = ({ service }: World, { id }: PaymentSession) =>
  service.api.getCheckout({ path: { checkoutId: id } })

async function sells(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { medusa, provider } = shop
  await steps.step('a cart is one checkout of its total, which a repeat finds', async () => {
    const { session: begun } = await shop.begin()
    const { amount_total_minor, external_id, line_items } = await checkoutOf(world, begun)
    assert.deepEqual([amount_total_minor, external_id], [7140, 'payses_1'])
    assert.deepEqual(
      line_items.map(({ kind, total_amount_minor }) => [kind, total_amount_minor]),
      [
        ['product', 5544],
        ['shipping', 2150],
        ['discount', -554],
      ],
    )
    const data = { session_id: 'payses_1' }
    const again = await provider.initiatePayment({ amount: 71.4, currency_code: 'brl', data })
    assert.equal(again.id, begun.id)
  })
  await steps.step('credit that no line says is one more line, and a new session', async () => {
    const { session: begun } = await shop.begin()
    const cart = medusa.tables['cart']?.at(-1)
    if (cart) cart['total'] = 60
    const next = await provider.updatePayment({
      data: begun.data,
      amount: 60,
      currency_code: 'brl',
    })
    assert.equal((await checkoutOf(world, begun)).status, 'canceled')
    const { line_items, amount_total_minor } = await checkoutOf(world, {
      ...begun,
      id: String(next.data?.['checkout_id']),
    })
    assert.equal(amount_total_minor, 6000)
    const { kind, name, total_amount_minor } = line_items.at(-1) ?? {}
    assert.deepEqual([kind, name, total_amount_minor], ['discount', 'Desconto', -1140])
  })
  await steps.step('a cart in dollars opens nothing', async () => {
    const before = (await service.newest()).id
    await assert.rejects(shop.begin({ currency_code: 'usd' }))
    assert.equal((await service.newest()).id, before)
  })
  await steps.step(
    'an unpaid session waits, a paid one is captured, one that ended is over',
    async () => {
      const [{ session: paid }, { session: ended }] = [await shop.begin(), await shop.begin()]
      assert.equal((await provider.authorizePayment(paid)).status, 'pending_authorization')
      await service.pay(paid.id)
      assert.equal((await provider.authorizePayment(paid)).status, 'captured')
      await assert.rejects(provider.cancelPayment(paid))
      await provider.refundPayment({ ...paid, amount: 15, context: { idempotency_key: 'ref_1' } })
      assert.equal((await checkoutOf(world, paid)).amount_refunded_minor, 1500)
      await provider.deletePayment(ended)
      assert.equal((await provider.authorizePayment(ended)).status, 'canceled')
    },
  )
}

async function events(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { proxy, actions } = shop
  await steps.step(
    'events that are doubled or repeated pay once, forged ones nothing',
    async () => {
      const [{ session: other }, { session: begun }] = [await shop.begin(), await shop.begin()]
      // Events of what other steps have done may still come.
      const ofThese = () =>
        actions.filter(({ event }) => event.includes(begun.id) || event.includes(other.id))
      proxy.events = 'twice'
      await service.pay(begun.id)
      await until('both are answered', () => ofThese().length === 2)
      proxy.events = 'pass'
      const captured = ofThese().filter(({ action }) => action === 'captured')
      assert.deepEqual(
        captured.map(({ data }) => data),
        [{ session_id: begun.data['session_id'], amount: 71.4 }],
      )
      const event = proxy.sent.find(({ body }) => body.includes(begun.id)) as ProxiedRequest
      await proxy.resend(event)
      const forged = event.body
        .replaceAll(begun.id, other.id)
        .replaceAll(String(begun.data['session_id']), String(other.data['session_id']))
      await proxy.resend(event, { body: forged })
      assert.deepEqual(
        ofThese()
          .slice(2)
          .map(({ action }) => action),
        ['not_supported', 'not_supported'],
      )
    },
  )
}

async function changes(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { medusa, actions, proxy } = shop
  await steps.step(
    'money for a changed or canceled order goes back once, with a note',
    async () => {
      const { session: changed, row, order } = await shop.buy()
      row['payment_collection'] = { id: 'x', amount: 80 }
      await service.pay(changed.id)
      await until('it is noted', () => notesOf(order) === 1)
      const { session: canceled, order: late } = await shop.buy()
      late['status'] = 'canceled'
      proxy.events = 'twice'
      await service.pay(canceled.id)
      await until('it is noted', () => notesOf(late))
      proxy.events = 'pass'
      assert.equal(notesOf(late), 1)
      assert.equal((await checkoutOf(world, changed)).amount_refunded_minor, 7140)
      assert.equal((await checkoutOf(world, canceled)).amount_refunded_minor, 7140)
      assert.ok(!actions.some(({ data }) => data?.session_id === canceled.data['session_id']))
    },
  )
  await steps.step('a canceled session cancels its order', async () => {
    const { session: begun, order } = await shop.buy()
    await service.api.cancelCheckout({ path: { checkoutId: begun.id } })
    await until('it is canceled', () =>
      medusa.workflows.some(
        ({ name, input }) => name === 'cancel-order' && input.order_id === order.id,
      ),
    )
  })
}

/** The shop's own money goes back and is recorded, a foreign session's is left alone. */
async function keepsToItsOwn(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { medusa, actions } = shop
  await steps.step('an event of a type that is not known is passed over with 200', async () => {
    const { data } = await service.api.listWebhookEndpoints()
    const [endpoint] = data
    const path = { webhookEndpointId: String(endpoint?.id) }
    const { status } = await service.api.testWebhookEndpoint({ path })
    assert.equal(status, 'delivered')
    assert.equal(actions.at(-1)?.action, 'not_supported')
  })
  await steps.step('money for an order that was deleted goes back, and it is logged', async () => {
    const { session, order } = await shop.buy()
    medusa.tables['order']?.splice(medusa.tables['order'].indexOf(order), 1)
    await service.pay(session.id)
    await until('it is back', async () => (await checkoutOf(world, session)).amount_refunded_minor)
    await until('it is logged', () => medusa.warnings.some((text) => text.includes('R$ 71,40')))
  })
  await steps.step(
    'a refund that others have ordered is recorded once, as the own are',
    async () => {
      const sale = await shop.buy()
      const { payment_id } = await service.pay(sale.session.id)
      await until('it is captured', () => sale.row['payment'])
      const path = { paymentId: String(payment_id) }
      await service.api.createRefund({ path, body: { amount_minor: 1000 } })
      await until('it is recorded', () => shop.refundsOf(sale).length === 1)
      await shop.refund(sale, 15)
      await service.api.createRefund({
        path,
        body: { amount_minor: 500, metadata: { shop: 'medusa', shop_id: 'another' } },
      })
      await until('it is recorded', () => shop.refundsOf(sale).length === 3)
      assert.deepEqual(shop.refundsOf(sale), [10, 15, 5])
      assert.equal((await checkoutOf(world, sale.session)).amount_refunded_minor, 3000)
      assert.equal(notesOf(sale.order), 1)
    },
  )
  await steps.step('sessions of a version without ids are known by what they paid', async () => {
    const sale = await shop.buy()
    const { id: _, ...row } = sale.row
    const session = await openWithoutId(world, { session: 'payses_old', basket: null })
    medusa.tables['payment_session']?.push({
      ...row,
      id: 'payses_old',
      data: { checkout_id: session },
    })
    const foreign = await openWithoutId(world, { session: 'payses_none', basket: 'cart_none' })
    await service.pay(foreign)
    await service.pay(session)
    await until('it is captured', () =>
      actions.some(({ data }) => data?.session_id === 'payses_old'),
    )
    await until('both have come', () => actions.some(({ event }) => event.includes(foreign)))
    const path = { checkoutId: foreign }
    assert.equal((await service.api.getCheckout({ path })).amount_refunded_minor, 0)
  })
}

/** A session as the version before ids has opened it. */
async function openWithoutId({ service }: World, names: object): Promise<string> {
  const items = [{ name: 'Pagamento', unit_amount_minor: 7140 }]
  const body = { items, metadata: { shop: 'medusa', ...names } }
  return (await service.api.createCartCheckout({ body })).id
}

async function moves(world: World): Promise<void> {
  const { steps, service, shop } = world
  const { actions, proxy } = shop
  const backOf = async (session: PaymentSession) =>
    (await checkoutOf(world, session)).amount_refunded_minor
  const answered = (session: PaymentSession) =>
    until('its event is answered', () =>
      actions.some(({ event }) => event.includes(session.id) && event.includes('succeeded')),
    )
  await steps.step('at another address nothing moves until the owner has answered', async () => {
    const id = shop.shopId
    const [late, open, paid] = [await shop.buy(), await shop.buy(), await shop.buy()]
    await service.pay(paid.session.id)
    await until('it is captured', () => paid.row['payment'])
    late.order['status'] = 'canceled'
    const backend_url = `${proxy.url}/novo`
    shop.restart({ backend_url })
    await assert.rejects(shop.begin())
    await assert.rejects(shop.provider.cancelPayment(open.session))
    await assert.rejects(shop.refund(paid, 15))
    await service.pay(late.session.id)
    await answered(late.session)
    assert.deepEqual([await backOf(late.session), await backOf(paid.session)], [0, 0])
    assert.equal((await checkoutOf(world, open.session)).status, 'open')
    const lines = shop.medusa.warnings.filter((text) => text.includes('address_change'))
    assert.equal(lines.length, 1)
    shop.restart({ backend_url, address_change: 'moved' })
    await shop.reconcile({ backend_url, address_change: 'moved' })
    await until('its money goes back', () => backOf(late.session))
    await shop.provider.cancelPayment(open.session)
    assert.equal((await checkoutOf(world, open.session)).status, 'canceled')
    assert.equal(shop.shopId, id)
  })
  await steps.step(
    'a copy has an id of its own, and leaves the sessions of before alone',
    async () => {
      const id = shop.shopId
      shop.restart({ backend_url: `${proxy.url}/novo/` })
      const [late, open] = [await shop.buy(), await shop.buy()]
      late.order['status'] = 'canceled'
      shop.restart({ backend_url: `${proxy.url}/copia`, address_change: 'copied' })
      const { session } = await shop.begin()
      assert.notEqual(shop.shopId, id)
      assert.equal((await checkoutOf(world, session)).metadata['shop_id'], shop.shopId)
      await service.pay(late.session.id)
      await answered(late.session)
      await shop.provider.cancelPayment(open.session)
      await shop.provider.deletePayment(open.session)
      await assert.rejects(shop.refund(late, 15))
      assert.equal(await backOf(late.session), 0)
      assert.equal((await checkoutOf(world, open.session)).status, 'open')
    },
  )
}

export async function short(steps: Steps): Promise<void> {
  await steps.run(async () => {
    const { folder, remove } = await steps.step('compile', () =>
      installDoubles(['medusa'], doubles),
    )
    steps.atEnd(remove)
    const service = await steps.step('start Balcão', () => BalcaoService.start())
    steps.atEnd(() => service.close())
    const shop = await MedusaDouble.start(steps, folder, service)
    const world = { steps, service, shop }
    await sells(world)
    await events(world)
    await changes(world)
    await keepsToItsOwn(world)
    await moves(world)
  })
}
