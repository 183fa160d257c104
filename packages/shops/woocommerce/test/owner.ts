/** The owner's settings: what is wrong with them, their endpoint, and a service that hangs. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../../../cli/ports.ts'
import { adminPage } from './admin.ts'
import { saveSettings } from './selling.ts'
import { ServiceProxy } from './serviceProxy.ts'
import { paidOrder, payUnheard, whenIs } from './world.ts'
import type { World } from './world.ts'

/** Another program at an address: a page says that there is nothing. */
async function otherProgram({ steps }: World): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
  ).listen(0, '127.0.0.1')
  steps.atEnd(() => server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function toldApart(world: World): Promise<void> {
  const { shop, service } = world
  const cases: [object, RegExp][] = [
    [{ base_url: await otherProgram(world) }, /não há um Balcão/],
    [{ base_url: `http://127.0.0.1:${await freePort()}` }, /não respondeu/],
    [{ client_secret: 'x'.repeat(43) }, /recusa o id ou o segredo/],
    [await service.createClient('Narrow', 'checkouts:read'), /Falta um escopo/],
  ]
  for (const [change, expected] of cases) {
    await saveSettings(world, change)
    const page = await adminPage(shop)
    for (const [, text] of cases) assert.equal(text.test(page), text === expected, String(text))
  }
  await saveSettings(world)
  const page = await adminPage(shop)
  for (const [, text] of cases) assert.doesNotMatch(page, text)
}

async function withoutTls(world: World): Promise<void> {
  const form = () => world.shop.wordpress.do<string>('form', {})
  assert.doesNotMatch(await form(), /começa com http:/)
  await saveSettings(world, { base_url: 'http://pix.loja.example' })
  assert.match(await form(), /começa com http:/)
  await saveSettings(world)
}

const endpointsOf = async ({ service }: World) => {
  const { data } = await service.api.listWebhookEndpoints()
  return data.map(({ id, url }) => ({ id, url }))
}

async function deletedEndpoint(world: World): Promise<void> {
  const { shop, service, product } = world
  const again = [() => saveSettings(world), () => shop.sold({ products: [[product, 1]] })]
  for (const make of again) {
    const [before] = await endpointsOf(world)
    assert.ok(before)
    await service.api.deleteWebhookEndpoint({ path: { webhookEndpointId: before.id } })
    await make()
    const [after, ...more] = await endpointsOf(world)
    assert.deepEqual([after?.url, more], [before.url, []])
    assert.notEqual(after?.id, before.id)
  }
  await paidOrder(world)
}

/** The pages of a language have addresses of their own, and the shop one endpoint. */
async function languages(world: World): Promise<void> {
  const { shop, product } = world
  const before = await endpointsOf(world)
  await shop.setOption('test_language', 'en')
  await saveSettings(world)
  await shop.sold({ products: [[product, 1]] })
  await shop.setOption('test_language', '')
  assert.deepEqual(await endpointsOf(world), before)
}

async function hangs(world: World, proxy: ServiceProxy): Promise<void> {
  const { shop, service, product } = world
  const orders = []
  for (let count = 0; count < 3; count++) orders.push(await shop.sold({ products: [[product, 1]] }))
  proxy.hangs = true
  await shop.wordpress.do('cancel', { orders: orders.map(({ id }) => id) })
  proxy.hangs = false
  assert.equal(proxy.held, 1, 'the first is waited for, the others are put off')
  await shop.retry()
  for (const { checkout_id: checkoutId } of orders) {
    assert.equal((await service.api.getCheckout({ path: { checkoutId } })).status, 'canceled')
  }
}

/** Pages of events are cut off, and one event always is: those before and after it are read. */
async function cutAnswers(world: World, proxy: ServiceProxy): Promise<void> {
  const { shop, service, product } = world
  const orders = []
  for (let count = 0; count < 3; count++) {
    const order = await shop.sold({ products: [[product, 1]] })
    await payUnheard(world, order.checkout_id)
    orders.push(order)
  }
  const [first, second, third] = orders
  assert.ok(first && second && third)
  const { data } = await service.api.listEvents({ query: { type: 'payment.succeeded', limit: 2 } })
  proxy.cutEventId = data[1]?.id ?? ''
  proxy.mostEvents = 3
  await shop.reconcile()
  await whenIs(world, first, 'processing')
  await whenIs(world, third, 'processing')
  assert.equal((await shop.show(second)).status, 'on-hold')
  Object.assign(proxy, { cutEventId: '', mostEvents: Infinity })
}

/** Their data may be anything; what is listed beside them is read all the same. */
async function unknownTypes(world: World, proxy: ServiceProxy): Promise<void> {
  const { shop, service, product } = world
  const { data } = await service.api.listWebhookEndpoints()
  const path = { webhookEndpointId: String(data[0]?.id) }
  const trial = await service.api.testWebhookEndpoint({ path })
  assert.deepEqual([trial.status, trial.response_status], ['delivered', 200])
  const order = await shop.sold({ products: [[product, 1]] })
  await payUnheard(world, order.checkout_id)
  const created_at = new Date().toISOString()
  const ofLater = [null, {}, 'x', { object: 'invoice' }, { object: 'checkout' }]
  proxy.laterEvents = ofLater.map((data, i) => ({
    id: `evt_${i}`,
    type: 'invoice.paid',
    data,
    created_at,
  }))
  await shop.reconcile()
  await whenIs(world, order, 'processing')
  proxy.laterEvents = []
  const { seen } = await shop.option<{ seen: string[] }>('balcao_cursor')
  assert.ok(seen.includes('evt_0'))
}

/** The order leads to its payment in the dashboard. */
async function linkToPayment(world: World): Promise<void> {
  const order = await paidOrder(world)
  const link = await world.shop.wordpress.do('link', { order: order.id })
  assert.equal(link, `${world.service.baseUrl}/dashboard/payments/${order.payment_id}`)
}

export async function owner(world: World): Promise<void> {
  const { steps, service } = world
  await steps.step('tells wrong address, outage, credentials and scopes apart', () =>
    toldApart(world),
  )
  await steps.step('warns of an address without TLS', () => withoutTls(world))
  await steps.step('makes an endpoint again that was deleted at Balcão', () =>
    deletedEndpoint(world),
  )
  await steps.step('has one endpoint, whatever the language of a page', () => languages(world))
  await steps.step('links an order to its payment', () => linkToPayment(world))
  const proxy = await ServiceProxy.start(service.baseUrl)
  steps.atEnd(() => proxy.close())
  await saveSettings(world, { base_url: proxy.url })
  await steps.step('waits once for a service that hangs', () => hangs(world, proxy))
  await steps.step('reads events past answers that are cut off', () => cutAnswers(world, proxy))
  await steps.step('passes over events of types that it does not know', () =>
    unknownTypes(world, proxy),
  )
  await saveSettings(world)
}
