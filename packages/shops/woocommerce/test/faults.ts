/** Orders that change or are cancelled, and a service that is down or refuses the credentials. */
import assert from 'node:assert/strict'
import { until } from '../../test/support/until.ts'
import { adminPage } from './admin.ts'
import { notesSaying } from './order.ts'
import type { Order } from './order.ts'
import { saveSettings } from './selling.ts'
import { payUnheard, whenIs } from './world.ts'
import type { World } from './world.ts'

const checkoutOf = ({ service }: World, { checkout_id }: Order) =>
  service.api.getCheckout({ path: { checkoutId: checkout_id } })

async function amountChanged(world: World): Promise<void> {
  const { shop, service, product, proxy } = world
  const email = 'mudou@cliente.example'
  const order = await shop.sold({ products: [[product, 1]], email })
  const state = async () => {
    const query = `key=${order.key}&shown=${order.checkout_id}`
    const response = await fetch(`${proxy.url}/wp-json/balcao/v1/orders/${order.id}/state?${query}`)
    return response.json()
  }
  assert.deepEqual(await state(), { state: 'waiting' })
  await shop.setTotal(order, '70.00')
  assert.deepEqual(await state(), { state: 'changed' })
  assert.equal((await checkoutOf(world, order)).status, 'canceled')
  const changed = await shop.show(order)
  const session = await checkoutOf(world, changed)
  assert.deepEqual([session.status, session.amount_total_minor], ['open', 7000])
  assert.equal(changed.status, 'on-hold')
  assert.equal(notesSaying(changed, 'O pedido mudou'), 1)
  await shop.retry()
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: session.id } })
  const mails = shop.wordpress.mails().filter(({ to }) => to === email)
  assert.equal(mails.at(-1)?.subject, `Código Pix do pedido ${order.id}`)
  assert.ok(mails.at(-1)?.message.includes(code ?? 'no code'))
  await service.pay(session.id)
  await whenIs(world, order, 'processing')
}

/** Paid by the old amount before the shop knew, and changed after that. */
async function amountChangedAfterPayment(world: World): Promise<void> {
  const { shop, service, product } = world
  const order = await shop.sold({ products: [[product, 1]] })
  await payUnheard(world, order.checkout_id)
  await shop.setTotal(order, '70.00')
  await shop.retry()
  // WooCommerce's own scheduler may have begun it first.
  const changed = await until('the old amount has gone back', async () => {
    const now = await shop.show(order)
    return notesSaying(now, 'O valor foi devolvido') > 0 ? now : undefined
  })
  assert.equal(changed.status, 'on-hold', 'the old amount does not pay it')
  assert.equal(notesSaying(changed, /49,90.*mudou e agora é de R\$ 70,00/), 1)
  assert.equal((await checkoutOf(world, order)).amount_refunded_minor, 4990)
  await service.pay(changed.checkout_id)
  const paid = await whenIs(world, order, 'processing')
  assert.deepEqual(paid.refunds, [], 'what was sent back is no refund of the order')
}

async function cancelled(world: World): Promise<void> {
  const { shop, product } = world
  const order = await shop.sold({ products: [[product, 1]] })
  await shop.setStatus(order, 'cancelled')
  assert.equal((await checkoutOf(world, order)).status, 'canceled')
}

async function paidAfterCancel(world: World): Promise<void> {
  const { shop } = world
  const scarce = await shop.wordpress.do<number>('product', { name: 'Vaso', price: '80', stock: 5 })
  const stock = (set?: number) =>
    shop.wordpress.do('stock', { product: scarce, ...(set !== undefined && { set }) })
  const kept = await shop.sold({ products: [[scarce, 2]] })
  await payUnheard(world, kept.checkout_id)
  await shop.setStatus(kept, 'cancelled')
  await shop.retry()
  const takenUp = await shop.show(kept)
  assert.equal(takenUp.status, 'processing')
  assert.equal(notesSaying(takenUp, 'o pedido foi retomado'), 1)
  assert.equal(await stock(), 3)

  const gone = await shop.sold({ products: [[scarce, 2]] })
  await payUnheard(world, gone.checkout_id)
  await shop.setStatus(gone, 'cancelled')
  await stock(1)
  await shop.retry()
  const refunded = await shop.show(gone)
  assert.equal(refunded.status, 'cancelled')
  assert.equal(notesSaying(refunded, /80,00|160,00.*estoque acabou/), 1)
  assert.equal((await checkoutOf(world, gone)).amount_refunded_minor, 16000)
  await shop.reconcile()
  assert.equal((await checkoutOf(world, gone)).amount_refunded_minor, 16000)
}

/** The service's signing key is revoked, and every token with it. */
async function tokenRevoked({ shop, service, product }: World): Promise<void> {
  const { token } = await shop.option<{ token: string }>('_transient_balcao_token')
  const head = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string
  }
  await service.cli('keys', 'rotate')
  await service.cli('keys', 'revoke', head.kid)
  await shop.sold({ products: [[product, 1]] })
  const renewed = await shop.option<{ token: string }>('_transient_balcao_token')
  assert.notEqual(renewed.token, token)
}

async function secretRotated(world: World): Promise<void> {
  const { shop, service, product } = world
  await service.rotate()
  const refused = await shop.sell({ products: [[product, 1]] })
  assert.equal(refused.result, 'failure')
  assert.equal(refused.order.status, 'pending')
  assert.match(refused.notices.join(), /Seu pedido está guardado/)
  assert.match(await adminPage(shop), /recusa o id ou o segredo/)
  await saveSettings(world)
  assert.doesNotMatch(await adminPage(shop), /recusa o id ou o segredo/)
  await shop.sold({ order: refused.order.id })
  assert.equal((await service.api.listWebhookEndpoints()).data.length, 1)
}

async function serviceDown(world: World): Promise<void> {
  const { shop, service, product } = world
  await service.stop()
  const refused = await shop.sell({ products: [[product, 1]] })
  assert.equal(refused.result, 'failure')
  assert.equal(refused.thrown, true)
  assert.match(refused.notices.join(), /Não é possível pagar com Pix neste momento/)
  assert.equal(refused.order.status, 'pending', 'the order is not lost')
  await service.start()
  const order = await shop.sold({ order: refused.order.id })
  await service.pay(order.checkout_id)
  await whenIs(world, order, 'processing')
}

/** The session was opened, and the process that opened it ended before it knew. */
async function answerLost(world: World): Promise<void> {
  const { shop, service, product } = world
  await service.stop()
  const { order } = await shop.sell({ products: [[product, 1]] })
  await service.start()
  const { id: shopId } = await shop.option<{ id: string }>('balcao_shop')
  const made = await service.api.createCartCheckout({
    body: {
      items: [{ name: 'Camiseta', unit_amount_minor: 4990 }],
      external_id: `woocommerce-${shopId}-${order.id}-1`,
      metadata: { shop_id: shopId, order_id: String(order.id) },
    },
  })
  const again = await shop.sold({ order: order.id })
  assert.equal(again.checkout_id, made.id)
}

/** The order is cancelled while the service is away: its session ends as soon as it is back. */
async function cancelledWhileAway(world: World): Promise<void> {
  const { shop, service, product } = world
  const order = await shop.sold({ products: [[product, 1]] })
  await service.stop()
  await shop.setStatus(order, 'cancelled')
  await service.start()
  assert.equal((await checkoutOf(world, order)).status, 'open')
  await shop.retry()
  assert.equal((await checkoutOf(world, order)).status, 'canceled')
}

export async function faults(world: World): Promise<void> {
  const { steps } = world
  await steps.step('amount changed: the old session ends, the new amount is paid', () =>
    amountChanged(world),
  )
  await steps.step('paid by the old amount: sent back, the order waits for the new one', () =>
    amountChangedAfterPayment(world),
  )
  await steps.step('a cancelled order cancels its session', () => cancelled(world))
  await steps.step('paid after cancel: taken up with stock, sent back without', () =>
    paidAfterCancel(world),
  )
  await steps.step('token revoked: a new one is fetched', () => tokenRevoked(world))
  await steps.step('secret rotated: a clear notice, and no order lost', () => secretRotated(world))
  await steps.step('service down at checkout: a clear notice, and no order lost', () =>
    serviceDown(world),
  )
  await steps.step('answer lost at checkout: the retry finds the session', () => answerLost(world))
  await steps.step('cancelled while the service is away: canceled afterwards', () =>
    cancelledWhileAway(world),
  )
}
