import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createBalcao } from '@balcao/client'
import { Orders } from '../orders.ts'
import { createShop } from '../shop.ts'
import { startSandbox } from './sandbox.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const sandbox = await startSandbox(`${url}/webhooks`)
const balcao = createBalcao(sandbox.options)
const orders = new Orders(balcao, url)
const shop = createShop({ balcao, orders, webhookSecret: sandbox.webhookSecret })

/** While this is set, webhooks do not reach the shop. */
let losing = false
server.on('request', (request, response) => {
  if (request.url === '/webhooks') response.on('close', () => server.emit('webhook'))
  if (request.url === '/webhooks' && losing) request.socket.destroy()
  else shop(request, response)
})

after(() => {
  sandbox.stop()
  server.close()
  server.closeAllConnections()
})

const { default_offer } = await balcao.createProduct({
  body: { name: 'Caneca <azul>', default_offer: { amount_minor: 4990, currency: 'BRL' } },
})

const page = async (path: string) => (await fetch(url + path)).text()

const post = (path: string, body = '') =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })

/** Presses the button, and gives the order and the address that the buyer is sent to. */
async function buy() {
  const response = await post('/buy', `offer_id=${default_offer?.id}`)
  assert.equal(response.status, 303)
  const checkout_url = response.headers.get('location') ?? ''
  const {
    data: [checkout],
  } = await balcao.listCheckouts({ query: { limit: 1 } })
  const order = orders.get(checkout?.external_id ?? '')
  assert.ok(order)
  return { order, checkout_url, path: { checkoutId: order.checkout_id } }
}

test('a buyer chooses, pays on the hosted page, and the webhook marks the order paid', async () => {
  assert.match(await page('/'), /Caneca &lt;azul&gt;: R\$\s49,90/)
  const { order, checkout_url, path } = await buy()
  assert.match(await (await fetch(checkout_url)).text(), /49,90/)
  assert.match(await page(`/orders/${order.id}`), /waiting for your payment/)
  const webhook = once(server, 'webhook')
  const { success_url } = await balcao.sandboxPayCheckout({ path })
  await webhook
  assert.equal(order.status, 'completed')
  assert.equal(success_url, `${url}/orders/${order.id}`)
  assert.match(await page(`/orders/${order.id}`), /Your order is paid/)
})

test('a buyer whose bank declines may try again', async () => {
  const { order, path } = await buy()
  const declined = once(server, 'webhook')
  await balcao.sandboxDeclineCheckout({ path })
  await declined
  assert.match(await page(`/orders/${order.id}`), /declined a payment; please try again/)
  const paid = once(server, 'webhook')
  await balcao.sandboxPayCheckout({ path })
  await paid
  assert.match(await page(`/orders/${order.id}`), /Your order is paid/)
})

test('a day later, an order that was not paid has expired', async () => {
  const { order } = await buy()
  await balcao.advanceClock({ body: { seconds: 24 * 60 * 60 } })
  assert.match(await page(`/orders/${order.id}`), /time to pay is over/)
})

test('a buyer cancels, and the checkout cannot be paid any more', async () => {
  const { order, path } = await buy()
  await post(`/orders/${order.id}/cancel`)
  assert.match(await page(`/orders/${order.id}`), /canceled/)
  await assert.rejects(balcao.sandboxPayCheckout({ path }), { code: 'checkout_not_open' })
})

test('an order that was paid cannot be canceled', async () => {
  const { order, path } = await buy()
  await balcao.sandboxPayCheckout({ path })
  await post(`/orders/${order.id}/cancel`)
  assert.match(await page(`/orders/${order.id}`), /Your order is paid/)
})

test('a forged webhook is refused, and changes nothing', async () => {
  const { order, path } = await buy()
  const checkout = await balcao.getCheckout({ path })
  const data = { ...checkout, status: 'completed' }
  const response = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: JSON.stringify({ type: 'payment.succeeded', timestamp: checkout.updated_at, data }),
  })
  assert.equal(response.status, 400)
  assert.equal(order.status, 'open')
})

test('when a webhook is lost, reading the checkout finds the payment', async () => {
  const { order, path } = await buy()
  losing = true
  const lost = once(server, 'webhook')
  await balcao.sandboxPayCheckout({ path })
  await lost
  losing = false
  assert.equal(order.status, 'open')
  await orders.reconcile()
  assert.equal(order.status, 'completed')
})

test('what is no longer sold cannot be bought', async () => {
  const response = await post('/buy', 'offer_id=offer_0')
  assert.equal(response.status, 404)
  assert.match(await response.text(), /no longer sold/)
})
