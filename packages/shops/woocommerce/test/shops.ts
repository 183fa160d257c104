/** Shops side by side: another one of the same seller, a copy, one that moves, and an upgrade. */
import assert from 'node:assert/strict'
import { freePort } from '../../../../cli/ports.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import { until } from '../../test/support/until.ts'
import { adminAnswers, adminPage } from './admin.ts'
import { Shop, notesSaying } from './order.ts'
import type { Order } from './order.ts'
import { saveSettings } from './selling.ts'
import { openShop, paidOrder, payUnheard, whenIs } from './world.ts'
import type { World } from './world.ts'

const checkoutOf = ({ service }: World, checkoutId: string) =>
  service.api.getCheckout({ path: { checkoutId } })

/** Fails unless a session is as its own shop has left it, and none of its money has gone back. */
async function isUntouched(world: World, checkoutId: string, status: string): Promise<void> {
  const checkout = await checkoutOf(world, checkoutId)
  assert.deepEqual([checkout.status, checkout.amount_refunded_minor], [status, 0])
}

const shopOf = ({ shop }: World) => shop.option<{ id: string; address: string }>('balcao_shop')

/** Another shop of the seller, with a client of its own and orders of the same numbers. */
async function twoShops(world: World): Promise<void> {
  const other = await openShop(world.steps, world.service)
  const client = await world.service.createClient('Second shop')
  await saveSettings(other, client)
  const waiting = await world.shop.sold({ products: [[world.product, 1]] })
  const paidThere = await paidOrder(other)
  await world.shop.reconcile()
  await world.shop.retry()
  await isUntouched(world, paidThere.checkout_id, 'completed')
  await isUntouched(world, waiting.checkout_id, 'open')
  await payUnheard(world, waiting.checkout_id)
  await other.shop.reconcile()
  await isUntouched(world, waiting.checkout_id, 'completed')
  await world.shop.reconcile()
  assert.equal((await world.shop.show(waiting)).status, 'processing')
  const { metadata } = await checkoutOf(world, paidThere.checkout_id)
  assert.equal(metadata['shop_id'], (await shopOf(other)).id)
  await leave(other)
}

/** Takes a shop and its endpoint away. */
async function leave({ shop }: World): Promise<void> {
  await shop.wordpress.do('uninstall', {})
  await shop.wordpress.close()
}

type Copied = { copy: World; waiting: Order; paid: Order; late: Order }

/** A staging copy of the shop, made while an order waits and another one was paid unheard. */
async function makeCopy(world: World): Promise<Copied> {
  const { shop, product, steps } = world
  const waiting = await shop.sold({ products: [[product, 1]] })
  const paid = await paidOrder(world)
  const late = await shop.sold({ products: [[product, 1]] })
  const port = await freePort()
  const proxy = await ShopProxy.start(`http://127.0.0.1:${port}`)
  steps.atEnd(() => proxy.close())
  const wordpress = await shop.wordpress.copyTo({ port, home: proxy.url })
  steps.atEnd(() => wordpress.close())
  await wordpress.start()
  await payUnheard(world, late.checkout_id)
  return { copy: { ...world, proxy, shop: new Shop(wordpress) }, waiting, paid, late }
}

/** The copy at work: its orders are cancelled, deleted and refunded. */
async function tryCopy({ copy, waiting, paid, late }: Copied): Promise<void> {
  await copy.shop.reconcile()
  await copy.shop.setStatus(waiting, 'cancelled')
  await copy.shop.delete(late)
  await copy.shop.retry()
  await copy.shop.reconcile()
  assert.doesNotMatch(await copy.shop.refund(paid, '10.00'), /^ok$/)
  await isUntouched(copy, waiting.checkout_id, 'open')
  await isUntouched(copy, late.checkout_id, 'completed')
  await isUntouched(copy, paid.checkout_id, 'completed')
}

async function copyStops(world: World, copied: Copied): Promise<void> {
  const { copy } = copied
  assert.match(await adminPage(copy.shop), /foi movida ou é uma cópia\?/)
  assert.doesNotMatch(await adminPage(world.shop), /foi movida ou é uma cópia\?/)
  assert.equal(await copy.shop.wordpress.do('available', {}), false)
  const sale = await copy.shop.sell({ products: [[copy.product, 1]] })
  assert.equal(sale.result, 'failure')
  await tryCopy(copied)
  assert.equal((await world.service.api.listWebhookEndpoints()).data.length, 1)
  const settings = 'woocommerce_balcao_settings'
  assert.deepEqual(await copy.shop.option(settings), await world.shop.option(settings))
}

/** The answer «copied»: another id, and the orders of before stay the other shop's. */
async function copySells(world: World, copied: Copied): Promise<void> {
  const { copy, paid, late } = copied
  await adminAnswers(copy.shop, 'balcao_copied')
  const [mine, its] = [await shopOf(world), await shopOf(copy)]
  assert.notEqual(its.id, mine.id)
  assert.equal(its.address, copy.shop.wordpress.home)
  assert.doesNotMatch(await adminPage(copy.shop), /foi movida ou é uma cópia\?/)
  const { data } = await world.service.api.listWebhookEndpoints()
  assert.equal(data.length, 2, 'the endpoint of the other shop stays')
  assert.match(await copy.shop.refund(paid, '10.00'), /Reembolse-o lá/)
  const sold = await paidOrder(copy)
  await copy.shop.retry()
  await copy.shop.reconcile()
  await world.shop.reconcile()
  await isUntouched(world, sold.checkout_id, 'completed')
  await isUntouched(world, late.checkout_id, 'completed')
  assert.equal((await world.shop.show(late)).status, 'processing')
}

/** A move stops the shop until it is said, and then the endpoint follows to the new address. */
async function moves({ copy }: Copied): Promise<void> {
  const order = await copy.shop.sold({ products: [[copy.product, 1]] })
  const before = await shopOf(copy)
  const proxy = await ShopProxy.start(`http://127.0.0.1:${copy.shop.wordpress.port}`)
  copy.steps.atEnd(() => proxy.close())
  copy.shop.wordpress.moveTo(proxy.url)
  await copy.shop.setStatus(order, 'cancelled')
  await copy.shop.retry()
  await isUntouched(copy, order.checkout_id, 'open')
  assert.match(await copy.shop.wordpress.wpCli('balcao moved'), /^Success/m)
  assert.match(await copy.shop.wordpress.wpCli('balcao moved'), /^Error/m)
  assert.match(await copy.shop.wordpress.wpCli('balcao copied'), /^Error/m)
  assert.deepEqual(await shopOf(copy), { id: before.id, address: proxy.url })
  const { data } = await copy.service.api.listWebhookEndpoints()
  assert.equal(data.length, 2)
  assert.ok(data.some(({ url }) => url.startsWith(proxy.url)))
  await copy.shop.retry()
  await until('what was put off is done', async () => {
    const { status } = await checkoutOf(copy, order.checkout_id)
    return status === 'canceled'
  })
  await paidOrder(copy)
}

/** Money of a deleted order goes back, and that of one that was paid before stays. */
async function deleted(world: World): Promise<void> {
  const { shop, service, product } = world
  const late = await shop.sold({ products: [[product, 1]] })
  await payUnheard(world, late.checkout_id)
  await shop.delete(late)
  await shop.retry()
  await until('the money is back', async () => {
    await shop.reconcile()
    return (await checkoutOf(world, late.checkout_id)).amount_refunded_minor === 4990
  })
  await shop.reconcile()
  const toOwner = () =>
    shop.wordpress
      .mails()
      .filter(({ to, subject }) => /^admin@/.test(to) && /excluído/.test(subject))
  await until('the owner is told', () => toOwner().length > 0)
  assert.equal(toOwner().length, 1)
  assert.ok(toOwner()[0]?.message.includes(`pedido ${late.id}`))

  const kept = await paidOrder(world)
  await shop.delete(kept)
  const path = { paymentId: kept.payment_id }
  await service.api.createRefund({ path, body: { amount_minor: 100 } })
  await shop.reconcile()
  assert.equal((await checkoutOf(world, kept.checkout_id)).amount_refunded_minor, 100)
}

/** The order's own payment, sent back by another program in the words of a shop. */
async function sentBackByOthers(world: World): Promise<void> {
  const { shop, service } = world
  const order = await paidOrder(world)
  const { id } = await shopOf(world)
  const metadata = { shop: id, shop_id: id, order_id: String(order.id), purpose: 'sent_back' }
  const path = { paymentId: order.payment_id }
  await service.api.createRefund({ path, body: { amount_minor: 1500, metadata } })
  const refunded = await until('it is recorded', async () => {
    await shop.reconcile()
    const now = await shop.show(order)
    return now.refunds.length > 0 ? now : undefined
  })
  assert.deepEqual(
    refunded.refunds.map(({ amount }) => Number(amount)),
    [15],
  )
}

/** A database of a version without an address: the sessions that its orders name are its own. */
async function upgraded(world: World): Promise<void> {
  const { shop, service, product } = world
  const before = await shopOf(world)
  const paid = await paidOrder(world)
  const order = await shop.sold({ products: [[product, 1]] })
  const former = await service.api.createCartCheckout({
    body: {
      items: [{ name: 'Camiseta', unit_amount_minor: 4990 }],
      metadata: { shop: before.id, order_id: String(order.id) },
    },
  })
  await shop.setMeta(order, {
    _balcao_checkout_id: former.id,
    _balcao_checkout_ids: [former.id],
  })
  await shop.wordpress.do('former', {})
  await service.pay(former.id)
  await whenIs(world, order, 'processing')
  assert.deepEqual(await shopOf(world), before)
  assert.equal(await shop.option('balcao_shop_id'), false)
  assert.equal(await shop.refund(paid, '10.00'), 'ok')
  assert.equal(notesSaying(await shop.show(paid), /reembolso de R\$ 10,00 chegou/), 1)
}

export async function shops(world: World): Promise<void> {
  const { steps } = world
  await steps.step('two shops of one seller leave each other alone', () => twoShops(world))
  const copied = await steps.step('a copy is made', () => makeCopy(world))
  await steps.step('a copy asks, and opens, sends and cancels nothing', () =>
    copyStops(world, copied),
  )
  await steps.step('«copied»: it sells as a shop of its own', () => copySells(world, copied))
  await steps.step('«moved»: the same shop goes on at its new address', () => moves(copied))
  await leave(copied.copy)
  await saveSettings(world)
  await steps.step('a deleted order that is paid: money back, owner told', () => deleted(world))
  await steps.step('a refund of its own payment is recorded, whoever made it', () =>
    sentBackByOthers(world),
  )
  await steps.step('an upgrade keeps its id and its sessions', () => upgraded(world))
}
