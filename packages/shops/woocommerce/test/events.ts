/** Events that are lost, doubled, forged, or late. */
import assert from 'node:assert/strict'
import { until } from '../../test/support/until.ts'
import { notesSaying } from './order.ts'
import type { Order } from './order.ts'
import { paidOrder, payUnheard, whenIs } from './world.ts'
import type { World } from './world.ts'

/** WordPress' own cron runs Action Scheduler's queue, and that the reconciler. */
async function shopDownAtTheEvent(world: World): Promise<void> {
  const { shop, product, proxy } = world
  const order = await shop.sold({ products: [[product, 1]] })
  await shop.wordpress.stop()
  await payUnheard(world, order.checkout_id)
  await shop.wordpress.start()
  assert.equal((await shop.show(order)).status, 'on-hold')
  assert.equal((await fetch(`${proxy.url}/wp-cron.php?doing_wp_cron`)).status, 200)
  const paid = await whenIs(world, order, 'processing')
  await shop.reconcile()
  assert.deepEqual(await shop.show(order), paid, 'a second run changes nothing')
}

async function doubleAndForged(world: World): Promise<void> {
  const { shop, proxy, product } = world
  proxy.events = 'twice'
  const paid = await paidOrder(world)
  proxy.events = 'pass'
  const sent = proxy.sent.findLast(({ body }) => body.includes('payment.succeeded'))
  assert.ok(sent)
  const before = await until('the note is there', async () => {
    const order = await shop.show(paid)
    return notesSaying(order, 'Pago com Pix') > 0 ? order : undefined
  })
  assert.equal((await proxy.resend(sent)).status, 200)
  const { data } = JSON.parse(sent.body) as { data: { id: string } }
  const waiting = await shop.sold({ products: [[product, 1]] })
  const forgeries = [
    { body: sent.body.replaceAll(data.id, waiting.checkout_id) },
    { body: sent.body.replaceAll(before.payment_id, 'pay_019caeab-92a3-707d-b5e6-f9b18daf0c57') },
    { headers: { ...sent.headers, 'webhook-signature': `v1,${'A'.repeat(43)}=` } },
    { headers: { ...sent.headers, 'webhook-timestamp': '1700000000' } },
    { headers: { ...sent.headers, 'webhook-id': 'evt_other' } },
  ]
  for (const change of forgeries) assert.equal((await proxy.resend(sent, change)).status, 401)
  assert.deepEqual(await shop.show(paid), before)
  assert.equal((await shop.show(waiting)).status, 'on-hold')
}

/** Two processes of PHP with the reconciler, and the event six times over HTTP. */
async function eventAndReconcilerAtOnce(world: World): Promise<void> {
  const { shop, product, proxy } = world
  const email = 'juntos@cliente.example'
  const order = await shop.sold({ products: [[product, 1]], email })
  await payUnheard(world, order.checkout_id)
  const sent = proxy.sent.findLast(({ body }) => body.includes('payment.succeeded'))
  assert.ok(sent)
  const [first, second, ...answers] = await Promise.all([
    shop.reconcile(),
    shop.reconcile(),
    ...Array.from({ length: 6 }, () => proxy.resend(sent)),
  ])
  assert.deepEqual([first, second], [null, null])
  assert.ok(answers.every(({ status }) => status === 200))
  await shop.retry()
  const paid = await shop.show(order)
  assert.equal(paid.status, 'processing')
  assert.equal(notesSaying(paid, 'Pago com Pix'), 1)
  assert.equal(notesSaying(paid, /on.hold to processing|para Processando|^Payment complete/i), 1)
  assert.equal(shop.mailsTo(email).length, 2, 'one for the order, one for its payment')
}

/** The owner has put the order into a status that WooCommerce does not know. */
async function statusOfOthers(world: World): Promise<void> {
  const { shop, service, product } = world
  const order = await shop.sold({ products: [[product, 1]] })
  await shop.setStatus(order, 'separacao')
  await service.pay(order.checkout_id)
  const paid = await whenIs(world, order, 'processing')
  assert.ok(paid.paid)
  assert.match(paid.transaction_id, /^E\d{8}/)
}

async function sessionEndsAtBalcao(world: World): Promise<void> {
  const { shop, service } = world
  const scarce = await shop.wordpress.do<number>('product', {
    name: 'Vaso',
    price: '80.00',
    stock: 3,
  })
  const order = await shop.sold({ products: [[scarce, 2]] })
  assert.equal(await shop.wordpress.do('stock', { product: scarce }), 1)
  await service.api.cancelCheckout({ path: { checkoutId: order.checkout_id } })
  const ended: Order = await whenIs(world, order, 'cancelled')
  assert.equal(notesSaying(ended, 'cancelado sem pagamento'), 1)
  assert.equal(await shop.wordpress.do('stock', { product: scarce }), 3)
}

export async function events(world: World): Promise<void> {
  const { steps } = world
  await steps.step('shop down at the event: paid by cron and reconciler', () =>
    shopDownAtTheEvent(world),
  )
  await steps.step('double events do nothing twice, forged ones nothing at all', () =>
    doubleAndForged(world),
  )
  await steps.step('event and reconciler at once: one payment, one note, one mail', () =>
    eventAndReconcilerAtOnce(world),
  )
  await steps.step('an order in the status of another plugin is paid', () => statusOfOthers(world))
  await steps.step('a session that ends unpaid cancels its order and frees its stock', () =>
    sessionEndsAtBalcao(world),
  )
}
