/** Sells with the plugin, from its settings to a paid order. */
import assert from 'node:assert/strict'
import { until } from '../../test/support/until.ts'
import { notesSaying } from './order.ts'
import type { Order } from './order.ts'
import { paidOrder, whenIs } from './world.ts'
import type { World } from './world.ts'

export async function saveSettings({ shop, service }: World, changes: object = {}): Promise<void> {
  await shop.wordpress.do('settings', {
    enabled: '1',
    title: 'Pix',
    description: 'Pague em segundos.',
    base_url: `${service.baseUrl}/`,
    ...service.credentials,
    display: 'code',
    ...changes,
  })
}

async function settings(world: World): Promise<void> {
  const { shop, service, proxy } = world
  await saveSettings(world)
  const { data } = await service.api.listWebhookEndpoints()
  assert.deepEqual(
    data.map(({ url }) => url),
    [`${proxy.url}/wp-json/balcao/v1/events`],
  )
  assert.equal(await shop.wordpress.do('available', {}), true)
  assert.equal(await shop.wordpress.do('scheduled', { hook: 'balcao_reconcile' }), true)
  const form = await shop.wordpress.do<string>('form', {})
  assert.ok(!form.includes(service.credentials.client_secret), 'the form shows the secret')
  await saveSettings(world, { client_secret: '' })
  const { client_secret } = await shop.option<{ client_secret: string }>(
    'woocommerce_balcao_settings',
  )
  assert.equal(
    client_secret,
    service.credentials.client_secret,
    'an empty secret keeps the old one',
  )
}

async function otherCurrency({ shop, service, product }: World): Promise<void> {
  await shop.setOption('woocommerce_currency', 'USD')
  assert.equal(await shop.wordpress.do('available', {}), false)
  const { result } = await shop.sell({ products: [[product, 1]] })
  assert.equal(result, 'failure')
  assert.deepEqual(await service.checkouts(), [])
  await shop.setOption('woocommerce_currency', 'BRL')
}

/** The items, the buyer and the deadline of the session of a whole cart. */
async function cart({ shop, service, product }: World): Promise<Order> {
  const order = await shop.sold({
    products: [[product, 2]],
    extra: [
      { kind: 'shipping', name: 'SEDEX', total: '21.50' },
      { kind: 'fee', name: 'Embrulho', total: '5.00' },
    ],
    // WooCommerce keeps codes of coupons in lower case.
    coupon: ['bemvindo', 9.98],
    post: { balcao_tax_id: '529.982.247-25' },
  })
  const checkout = await service.newest()
  assert.equal(checkout.id, order.checkout_id)
  assert.equal(checkout.amount_total_minor, 11632)
  assert.equal(order.total, '116.32')
  assert.equal(checkout.cancel_url, order.page, 'the way back cancels nothing')
  const lines = checkout.line_items.map((item) => [
    item.kind,
    item.name,
    item.unit_amount_minor,
    item.quantity,
  ])
  assert.deepEqual(lines, [
    ['product', 'Camiseta "São João" & Boné', 4990, 2],
    ['shipping', 'SEDEX', 2150, 1],
    ['fee', 'Embrulho', 500, 1],
    ['discount', 'Cupom bemvindo', -998, 1],
  ])
  assert.equal(checkout.metadata['order_id'], String(order.id))
  assert.equal(await shop.wordpress.do('scheduled', { hook: 'balcao_watch' }), true)
  const holdMs = Date.parse(checkout.cancel_at ?? '') - Date.parse(checkout.created_at)
  assert.ok(Math.abs(holdMs - 60 * 60_000) < 10_000, `cancel_at after ${holdMs} ms`)
  const { data } = await service.api.listCustomers({ query: { email: 'ana@cliente.example' } })
  assert.deepEqual(
    data.map(({ name, tax_id }) => [name, tax_id]),
    [['Ana Souza & Filhos', '52998224725']],
  )
  return order
}

/** The buyer's view before paying: the page, the live state, and the picture of the mail. */
async function page({ shop, service, proxy }: World, order: Order): Promise<void> {
  assert.equal(order.status, 'on-hold')
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: order.checkout_id } })
  const html = await (await fetch(order.page)).text()
  assert.ok(html.includes(code ?? 'no code'), 'the page has the code')
  assert.match(html, /Pague com Pix/)
  assert.match(html, /data:image\/svg\+xml,%3Csvg/)
  const state = `${proxy.url}/wp-json/balcao/v1/orders/${order.id}/state`
  assert.deepEqual(await (await fetch(`${state}?key=${order.key}`)).json(), { state: 'waiting' })
  assert.equal((await fetch(`${state}?key=wc_order_guessed`)).status, 401)
  const mail = shop.wordpress.mails().find(({ message }) => message.includes(code ?? 'no code'))
  assert.match(mail?.message ?? '', /Pode ser pago até/)
  const [, address = ''] = /<img src="([^"]+)"/.exec(mail?.message ?? '') ?? []
  const picture = await fetch(address.replaceAll('&#038;', '&').replaceAll('&amp;', '&'))
  assert.equal(picture.headers.get('content-type'), 'image/png')
  const bytes = Buffer.from(await picture.arrayBuffer())
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  assert.equal((await fetch(address.replace(/signature=\w/, 'signature=g'))).status, 401)
}

async function paidByEvent(world: World, order: Order): Promise<void> {
  const { shop, service } = world
  await service.pay(order.checkout_id)
  const paid = await whenIs(world, order, 'processing')
  await until('the note is there', async () => notesSaying(await shop.show(order), 'Pago com Pix'))
  assert.ok(/^E\d{8}/.test(paid.transaction_id), paid.transaction_id)
  assert.deepEqual(shop.mailsTo('ana@cliente.example').length, 2)
  const state = `${world.proxy.url}/wp-json/balcao/v1/orders/${order.id}/state?key=${order.key}`
  assert.deepEqual(await (await fetch(state)).json(), { state: 'paid' })
  await shop.pending('balcao_watch')
  assert.equal(await shop.wordpress.do('scheduled', { hook: 'balcao_watch' }), false)
  assert.match(await (await fetch(order.page)).text(), /O seu Pix chegou/)
}

async function redirect(world: World): Promise<void> {
  const { shop, service, product } = world
  await saveSettings(world, { display: 'redirect' })
  const sale = await shop.sell({ products: [[product, 1]] })
  const { checkout_url, cancel_url, id } = await service.newest()
  assert.match(cancel_url ?? '', /pay_for_order=true/)
  assert.equal(sale.redirect, checkout_url)
  assert.equal(sale.order.status, 'pending')
  await service.pay(id)
  await whenIs(world, sale.order, 'processing')
  await saveSettings(world)
}

/** The shop's own CPF comes first, and a wrong one typed into the plugin's field is refused. */
async function taxIds(world: World): Promise<void> {
  const { shop, service, product } = world
  const meta = { _billing_cnpj: '12.ABC.345/01DE-35' }
  await shop.sold({ products: [[product, 1]], email: 'cnpj@cliente.example', meta })
  const { data } = await service.api.listCustomers({ query: { email: 'cnpj@cliente.example' } })
  assert.deepEqual(
    data.map(({ tax_id }) => tax_id),
    ['12ABC34501DE35'],
  )
  const both = { _billing_cpf: '529.982.247-25', _billing_cnpj: '12.345.678/0001-95' }
  for (const [type, expected] of [
    ['1', '52998224725'],
    ['2', '12345678000195'],
  ] as const) {
    const email = `tipo${type}@cliente.example`
    const typed = { ...both, _billing_persontype: type }
    await shop.sold({ products: [[product, 1]], email, meta: typed })
    const { data: customers } = await service.api.listCustomers({ query: { email } })
    assert.equal(customers[0]?.tax_id, expected)
  }
  assert.equal(await shop.wordpress.do('label', {}), 'CPF ou CNPJ (opcional)')
  const post = { balcao_tax_id: '529.982.247-26' }
  const refused = await shop.sell({ products: [[product, 1]], post })
  assert.equal(refused.result, 'failure')
  assert.match(refused.notices.join(), /CPF ou CNPJ não é válido/)
}

/** WooCommerce breaks lines of plain mails at spaces, of which the code has some. */
async function plainMail(world: World): Promise<void> {
  const { shop, service, product } = world
  const name = 'woocommerce_customer_on_hold_order_settings'
  await shop.setOption(name, { enabled: 'yes', email_type: 'plain' })
  const email = 'texto@cliente.example'
  const order = await shop.sold({ products: [[product, 1]], email })
  await shop.setOption(name, { enabled: 'yes', email_type: 'html' })
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: order.checkout_id } })
  assert.match(code ?? '', / /)
  const message = shop.wordpress.mails().find(({ to }) => to === email)?.message ?? ''
  assert.ok(message.includes(code ?? 'no code'), message)
  assert.match(message, /Pode ser pago até/)
}

/** A cache that fails is logged, and the order is read from the database. */
async function cacheFails(world: World): Promise<void> {
  const { shop, product } = world
  await shop.sold({ products: [[product, 1]], cache_fails: true })
  assert.match(shop.wordpress.everyLog(), /the cache is away/)
}

export async function selling(world: World): Promise<void> {
  const { steps } = world
  await steps.step('saves the settings and makes its endpoint, the secret unshown', () =>
    settings(world),
  )
  await steps.step('opens nothing in another currency', () => otherCurrency(world))
  const order = await steps.step('opens one session for a whole cart', () => cart(world))
  await steps.step('shows the code on the page and in the mail', () => page(world, order))
  await steps.step('is paid by event: one note, one mail', () => paidByEvent(world, order))
  await steps.step('leads to the payment page when it is set so', () => redirect(world))
  await steps.step('takes CPF and CNPJ, and refuses wrong ones', () => taxIds(world))
  await steps.step('a plain mail has the code unbroken', () => plainMail(world))
  await steps.step('sells while the object cache fails', () => cacheFails(world))
  await steps.step('sells again after that', () => paidOrder(world))
}
