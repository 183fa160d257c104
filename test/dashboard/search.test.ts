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
