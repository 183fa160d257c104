/** The search in the header of every page, and the page of what it finds. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { linkOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const at = (q: string) => `/dashboard/search?${new URLSearchParams({ q })}`

test('every page has the search, and what was typed stays in its field', async () => {
  const seller = await service.account()
  for (const role of ['owner', 'developer', 'finance', 'viewer'] as const) {
    const person = await signIn(seller, role)
    for (const page of ['home', 'customers', 'settings']) {
      const { html } = await person.get(`/dashboard/${page}`)
      assert.match(
        html,
        /<form id="find" class="find" popover method="get" action="\/dashboard\/search"/,
      )
    }
    const { html } = await person.get(at('"<b>'))
    assert.match(html, /name="q" value="&quot;&lt;b&gt;"/)
  }
})

test('shows what was found by its type and its name, each leading to its page', async () => {
  const seller = await service.account()
  const { body: ana } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Ana <i>Grão</i>',
    email: 'ana@grao.example',
  })
  const link = await linkOf(seller, { name: 'Grão avulso' })
  const checkout = await seller.checkout({ external_id: 'grao-1042' })
  const owner = await signIn(seller)
  const { html, status } = await owner.get(at('GRÃO'))
  assert.equal(status, 200)
  assert.match(html, /<main id="content" data-page="search"/)
  for (const [title, path, name] of [
    ['Clientes', `customers/${ana.id}`, 'Ana &lt;i&gt;Grão&lt;/i&gt;'],
    ['Cobranças', `checkouts/${checkout.id}`, checkout.line_items[0]?.name],
    ['Links de pagamento', `payment-links/${link.id}`, 'Grão avulso'],
  ] as const) {
    assert.match(html, new RegExp(`<h2[^>]*>${title}</h2>`))
    assert.ok(
      html.includes(`<a href="/dashboard/${path}"><bdi>${name}</bdi></a>`),
      `${title}\n${html}`,
    )
  }
  assert.doesNotMatch(html, /<h2[^>]*>Produtos</)
  assert.doesNotMatch(html.replaceAll(/href="[^"]*"/g, ''), /(cus|checkout|link)_[0-9a-f]{8}/)
})

test('subscriptions and invoices lead to their pages, for a role that may read them', async () => {
  const seller = await service.account()
  const recurring = { type: 'recurring', billing_interval: 'month' }
  const default_offer = { amount_minor: 4990, currency: 'BRL', ...recurring }
  const product = { name: 'Clube do Pão', default_offer }
  const { body: plan } = await seller.post<'Product'>('/v1/products', product)
  const customer = { name: 'Ana', email: 'ana@example.com', tax_id: '529.982.247-25' }
  const order = { offer_id: plan.default_offer?.id, customer, external_id: 'socio-77' }
  const { body: made } = await seller.post<'Subscription'>('/v1/subscriptions', order)
  const { body: invoice } = await seller.get<'Invoice'>(`/v1/invoices/${made.latest_invoice_id}`)
  const owner = await signIn(seller)
  for (const [q, path, name, title, state] of [
    ['socio', `subscriptions/${made.id}`, 'Clube do Pão', 'Assinaturas', 'Aguardando'],
    [invoice.txid, `invoices/${invoice.id}`, 'Clube do Pão 1', 'Faturas', 'Aberta'],
  ] as const) {
    const { html } = await owner.get(at(q))
    assert.match(html, new RegExp(`<h2[^>]*>${title}</h2>`))
    assert.ok(html.includes(`<a href="/dashboard/${path}"><bdi>${name}</bdi></a>`), html)
    for (const shown of ['Ana', 'socio-77', state]) assert.ok(html.includes(shown), shown)
  }
  const attendant = await signIn(seller, 'attendant')
  for (const q of ['socio', invoice.txid]) {
    const { html, status } = await attendant.get(at(q))
    assert.equal(status, 200)
    assert.match(html, /Nada encontrado/)
  }
})

test('an id leads straight to its page, wherever it was copied from', async () => {
  const seller = await service.account()
  const payment = await seller.payment()
  const { id: endpoint } = await seller.webhookEndpoint()
  const owner = await signIn(seller)
  for (const [id, place] of [
    [payment.id, 'payments'],
    [payment.checkout_id, 'checkouts'],
    [endpoint, 'webhooks'],
  ]) {
    const { location } = await owner.get(at(` ${id} `))
    assert.equal(location, `/dashboard/${place}/${id}`)
  }
})

test('nothing found, nothing typed and the oddest texts are pages that say so', async () => {
  const owner = await signIn(await service.account())
  const texts = ['ninguem', '', ' ', '%', '\u0000', 'x'.repeat(1_000), 'constructor_1', '\ud83d']
  for (const q of texts) {
    const { status, html } = await owner.get(at(q))
    assert.equal(status, 200, `${q}: ${html}`)
    assert.match(html, /data-page="search"/)
  }
  const { html } = await owner.get(`${at('ninguem')}&lang=en`)
  assert.match(html, /No results/)
})
