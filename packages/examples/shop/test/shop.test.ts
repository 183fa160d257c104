import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createBalcao } from '@balcao/client'
import type { Refund } from '@balcao/client'
import { Orders } from '../orders.ts'
import { createShop } from '../shop.ts'
import { startSandbox } from './sandbox.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const sandbox = await startSandbox(`${url}/webhooks`)
const balcao = createBalcao(sandbox.options)
const folder = mkdtempSync(join(tmpdir(), 'shop-'))
const place = { url, file: join(folder, 'data/shop.json') }
const orders = new Orders(balcao, place)
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
  rmSync(folder, { recursive: true })
  server.close()
  server.closeAllConnections()
})

const { default_offer } = await balcao.createProduct({
  body: { name: 'Caneca <azul>', default_offer: { amount_minor: 4990, currency: 'BRL' } },
})

const page = async (path: string) => (await fetch(url + path)).text()

const post = (path: string, body = '') =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })

/** Waits for webhooks until this is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await once(server, 'webhook')
}

/** Presses the button, and gives the order whose page the buyer is sent to. */
async function buy(quantity = 1) {
  const response = await post('/buy', `${default_offer?.id}=${quantity}`)
  assert.equal(response.status, 303)
  const order = orders.get(response.headers.get('location')?.split('/').at(-1) ?? '')
  assert.ok(order)
  return { order, path: { checkoutId: order.checkout_id } }
}

test('a buyer chooses, pays by the code on the order, and the webhook marks it paid', async () => {
  assert.match(await page('/'), /Caneca &lt;azul&gt;: R\$\s49,90/)
  const { order, path } = await buy(3)
  const shown = await page(`/orders/${order.id}`)
  assert.match(shown, /waiting for your payment/)
  const { code } = await balcao.getCheckoutPix({ path })
  assert.ok(code && shown.includes(code))
  assert.match(shown, /<img src="data:image\/svg\+xml;base64,/)
  assert.match(await (await fetch(order.checkout_url)).text(), /149,70/)
  const { success_url } = await balcao.sandboxPayCheckout({ path })
  await until(() => order.status === 'completed')
  assert.equal(success_url, `${url}/orders/${order.id}`)
  assert.match(await page(`/orders/${order.id}`), /Your order is paid/)
})

test('a buyer whose bank declines may try again', async () => {
  const { order, path } = await buy()
  await balcao.sandboxDeclineCheckout({ path })
  await until(() => order.declined)
  assert.match(await page(`/orders/${order.id}`), /declined a payment; please try again/)
  await balcao.sandboxPayCheckout({ path })
  await until(() => order.status === 'completed')
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

test('what ends elsewhere ends here, by its webhook', async () => {
  const [expired, canceled] = [await buy(), await buy()]
  await balcao.cancelCheckout({ path: canceled.path })
  await until(() => canceled.order.status === 'canceled')
  await balcao.advanceClock({ body: { seconds: 24 * 60 * 60 } })
  await balcao.getCheckout({ path: expired.path })
  await until(() => expired.order.status === 'expired')
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
  assert.match(await page(`/orders/${order.id}`), /Your order is paid/)
})

/** An order that is paid. */
async function sell() {
  const { order, path } = await buy()
  await balcao.sandboxPayCheckout({ path })
  await until(() => order.status === 'completed')
  return order
}

test('the shop refunds a part, once however often it is told to, and then the rest', async () => {
  const order = await sell()
  const refund = await orders.refund(order, `${order.id}-broken`, 1500)
  assert.deepEqual(await orders.refund(order, `${order.id}-broken`, 1500), refund)
  await until(() => order.refunded_minor === 1500)
  assert.match(await page(`/orders/${order.id}`), /R\$\s15,00 went back to you/)
  assert.equal((await orders.refund(order, `${order.id}-rest`)).amount_minor, 3490)
  await until(() => order.refunded_minor === 4990)
})

test('what is not paid cannot be refunded', async () => {
  const { order } = await buy()
  await assert.rejects(orders.refund(order, 'any'), /not paid/)
})

test('money that the bank takes back is seen', async () => {
  const order = await sell()
  await balcao.sandboxReversePayment({ path: { paymentId: String(order.payment_id) } })
  await until(() => order.refunded_minor === 4990)
  assert.equal(order.status, 'completed')
})

/** A webhook about a refund that failed, which no sandbox sends, signed as the service does. */
function failure(refund: Refund): RequestInit {
  const timestamp = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ type: 'refund.failed', timestamp: refund.created_at, data: refund })
  const key = Buffer.from(sandbox.webhookSecret.replace('whsec_', ''), 'base64')
  const hmac = createHmac('sha256', key).update(`evt_failed.${timestamp}.${body}`)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt_failed',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  }
  return { method: 'POST', headers, body }
}

test('a refund that failed is counted once, though its event comes twice', async () => {
  const order = await sell()
  const refund = await orders.refund(order, `${order.id}-failed`, 1)
  const webhook = failure({ ...refund, status: 'failed' })
  for (let i = 0; i < 2; i++) {
    assert.equal((await fetch(`${url}/webhooks`, webhook)).status, 204)
    assert.equal(order.failed_refunds, 1)
  }
})

test('a shop that was away catches up when it starts, and handles nothing twice', async (t) => {
  const [sold, missed] = [await sell(), await buy()]
  await balcao.sandboxDeclineCheckout({ path: missed.path })
  await until(() => missed.order.declined)
  losing = true
  t.after(() => (losing = false))
  const lost = once(server, 'webhook')
  await balcao.sandboxPayCheckout({ path: missed.path })
  await balcao.sandboxReversePayment({ path: { paymentId: String(sold.payment_id) } })
  await lost
  const restarted = new Orders(balcao, place)
  const [first, second] = [restarted.get(sold.id), restarted.get(missed.order.id)]
  assert.ok(first && second)
  assert.deepEqual([first, second], [sold, missed.order])
  second.declined = false
  await restarted.catchUp()
  assert.equal(first.refunded_minor, 4990)
  assert.equal(second.status, 'completed')
  assert.equal(second.declined, false)
  assert.deepEqual(new Orders(balcao, place).get(sold.id), first)
})

test('what no checkout can be opened for is not offered', async () => {
  const billing = { type: 'recurring', billing_interval: 'month', interval_count: 1 } as const
  const name = 'Not here'
  const dollar = { amount_minor: 100, currency: 'USD' } as const
  await balcao.createProduct({ body: { name, default_offer: dollar } })
  const monthly = { amount_minor: 100, currency: 'BRL', ...billing } as const
  await balcao.createProduct({ body: { name, default_offer: monthly } })
  assert.doesNotMatch(await page('/'), /Not here/)
})

test('what is no longer sold cannot be bought', async () => {
  const response = await post('/buy', 'offer_0=1')
  assert.equal(response.status, 404)
  assert.match(await response.text(), /no longer sold/)
})

test('who chooses nothing is back at the list', async () => {
  const response = await post('/buy', `${default_offer?.id}=0`)
  assert.equal(response.headers.get('location'), '/')
})

test('a shop whose port is taken says so, and ends', async () => {
  const { baseUrl, clientId, clientSecret } = sandbox.options
  const env = {
    ...process.env,
    PORT: new URL(url).port,
    BALCAO_URL: baseUrl,
    BALCAO_CLIENT_ID: clientId,
    BALCAO_CLIENT_SECRET: clientSecret,
    BALCAO_WEBHOOK_SECRET: sandbox.webhookSecret,
  }
  const program = fileURLToPath(new URL('../server.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { cwd: folder, env })
  after(() => child.kill())
  const said = await Promise.race([once(child.stdout, 'data').then(String), text(child.stderr)])
  assert.match(said, /EADDRINUSE/)
  if (child.exitCode === null) await once(child, 'exit')
  assert.equal(child.exitCode, 1)
})
