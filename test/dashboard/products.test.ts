import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const HOSTILE = `<script>alert('1')</script>"&amp;\u202e`
const ESCAPED = '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;amp;\u202e'

const LIST = '/dashboard/products'
const addressOf = ({ id }: { id: string }) => `${LIST}/${id}`

const readProduct = async (seller: TestAccount, id: string) =>
  (await seller.get<'Product'>(`/v1/products/${id}`)).body

const readOffer = async (seller: TestAccount, id: string) =>
  (await seller.get<'Offer'>(`/v1/offers/${id}`)).body

const formToken = async (person: Visitor, page: string) =>
  /name="form_token" value="([^"]+)"/.exec((await person.get(page)).html)?.[1] ?? ''

test('a product is made with its offer, amounts typed as the reader writes money', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { location } = await owner.submit(LIST, LIST, {
    name: 'Caneca',
    description: 'Caneca de\r\n300 ml',
    'default_offer.amount_minor': '1.049,90',
    'default_offer.compare_at_amount_minor': '1.200,00',
    'default_offer.name': '',
    'default_offer.type': 'one_time',
    'default_offer.billing_interval': '',
    'default_offer.interval_count': '',
  })
  const [product] = (await seller.get<'ProductList'>('/v1/products')).body.data
  assert.ok(product?.default_offer)
  assert.equal(location, `${addressOf(product)}?done=product_created`)
  assert.deepEqual([product.name, product.description], ['Caneca', 'Caneca de\n300 ml'])
  const { amount_minor, compare_at_amount_minor, currency, type, name } = product.default_offer
  assert.deepEqual(
    [amount_minor, compare_at_amount_minor, currency, type, name],
    [104990, 120000, 'BRL', 'one_time', 'Padrão'],
  )
  const { html } = await owner.get(LIST)
  assert.match(html, /<main [^>]*data-page="products"/)
  assert.match(html, /R\$\s1\.049,90/)
})

test('a product may be billed at an interval, and says how', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { location } = await owner.submit(LIST, LIST, {
    name: 'Clube',
    'default_offer.amount_minor': '39,90',
    'default_offer.type': 'recurring',
    'default_offer.billing_interval': 'month',
    'default_offer.interval_count': '3',
  })
  for (const [locale, words] of [
    ['pt-BR', 'A cada 3 meses'],
    ['en', 'Every 3 months'],
    ['es', 'Cada 3 meses'],
  ] as const) {
    assert.ok((await owner.reading(locale).get(location ?? '')).html.includes(words))
  }
})

test('each field at fault is named beside itself, and what was typed stays', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const right = { name: 'Caneca', 'default_offer.amount_minor': '49,90' }
  const wrong = [
    [{ name: ' ' }, 'name', 'O nome do produto não pode ficar em branco.'],
    [
      { 'default_offer.amount_minor': '49.90' },
      'default_offer.amount_minor',
      'Escreva um valor como 49,90.',
    ],
    [
      { 'default_offer.compare_at_amount_minor': '40,00' },
      'default_offer.compare_at_amount_minor',
      'O preço de referência não pode ser menor que o preço.',
    ],
    [
      { 'default_offer.type': 'recurring' },
      'default_offer.billing_interval',
      'Uma oferta recorrente precisa do intervalo de cobrança.',
    ],
    [
      { 'default_offer.billing_interval': 'month' },
      'default_offer.billing_interval',
      'Uma oferta avulsa não tem intervalo de cobrança. Deixe-o vazio.',
    ],
  ] as const
  for (const [change, field, problem] of wrong) {
    const { status, html } = await owner.submit(LIST, LIST, { ...right, ...change })
    assert.equal(status, 400, problem)
    const input = html.slice(html.indexOf(`name="${field}"`))
    assert.match(input.slice(0, input.indexOf('>')), /aria-invalid="true"/)
    assert.ok(html.includes(problem), problem)
  }
  assert.deepEqual((await seller.get<'ProductList'>('/v1/products')).body.data, [])
})

test('a product is changed by its form, and its description may be emptied', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { body: product } = await seller.post<'Product'>('/v1/products', {
    name: 'Caneca',
    description: 'De cerâmica',
    metadata: { sku: 'CAN-300' },
    default_offer: { amount_minor: 4990, currency: 'BRL' },
  })
  const page = addressOf(product)
  const { html } = await owner.get(page)
  assert.match(html, /<main [^>]*data-page="product"/)
  assert.match(html, /<textarea[^>]*>\s*De cerâmica<\/textarea>/)
  const answer = await owner.submit(page, page, { name: 'Xícara', description: '' })
  assert.equal(answer.location, `${page}?done=product_updated`)
  const { name, description, metadata, status } = await readProduct(seller, product.id)
  assert.deepEqual(
    [name, description, metadata, status],
    ['Xícara', '', { sku: 'CAN-300' }, 'active'],
  )
})

test('a product is archived and put on sale again', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const product = await seller.product()
  const page = addressOf(product)
  await owner.submit(page, `${page}/status`, {})
  assert.equal((await readProduct(seller, product.id)).status, 'archived')
  const { html } = await owner.get(page)
  // Neither offers nor checkouts are taken.
  assert.doesNotMatch(html, new RegExp(`action="${page}/(offers|checkouts)"`))
  await owner.submit(page, `${page}/status`, {})
  assert.equal((await readProduct(seller, product.id)).status, 'active')
})

test('an offer is added, and becomes the default when it is to', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const product = await seller.product()
  const page = addressOf(product)
  const action = `${page}/offers`
  const answer = await owner.submit(page, action, { amount_minor: '29,90', name: 'Promoção' })
  assert.equal(answer.location, `${page}?done=offer_created`)
  assert.equal((await readProduct(seller, product.id)).default_offer?.amount_minor, 4990)
  await owner.submit(page, action, { amount_minor: '19,90', is_default: 'true' })
  assert.equal((await readProduct(seller, product.id)).default_offer?.amount_minor, 1990)
  const { html } = await owner.get(page)
  for (const amount of ['49,90', '29,90', '19,90']) {
    assert.match(html, new RegExp(`<td data-label="Preço"[^>]*><span[^>]*>R\\$\\s${amount}`))
  }
})

test('an offer is renamed, switched off and on, promoted and archived', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const product = await seller.product()
  const { id } = await seller.offer(product.id)
  const page = `${addressOf(product)}/offers/${id}`
  assert.ok((await owner.get(addressOf(product))).html.includes(`href="${page}"`))

  const renamed = await owner.submit(page, page, { name: 'Lançamento' })
  assert.equal(renamed.location, `${page}?done=offer_updated`)
  assert.equal((await readOffer(seller, id)).name, 'Lançamento')
  await owner.submit(page, `${page}/active`, {})
  assert.equal((await readOffer(seller, id)).active, false)
  await owner.submit(page, `${page}/active`, {})
  assert.equal((await readOffer(seller, id)).active, true)
  await owner.submit(page, `${page}/default`, {})
  assert.equal((await readProduct(seller, product.id)).default_offer?.id, id)

  const former = `${addressOf(product)}/offers/${product.default_offer?.id}`
  const archived = await owner.submit(former, `${former}/archive`, {})
  assert.equal(archived.location, `${addressOf(product)}?done=offer_archived`)
  assert.equal((await owner.get(former)).status, 404)
})

test('a default offer is neither switched off nor archived, and the page says why', async () => {
  const seller = await service.account()
  const owner = (await signIn(seller)).reading('en')
  const product = await seller.product()
  await seller.offer(product.id)
  const { default_offer } = product
  assert.ok(default_offer)
  const page = `${addressOf(product)}/offers/${default_offer.id}`
  const { html } = await owner.get(page)
  assert.doesNotMatch(html, new RegExp(`action="${page}/active"`))
  const form_token = await formToken(owner, page)
  const why = 'This is the default offer. Set another one as default first.'
  // As it is sent by a page that was drawn before the offer became the default.
  const stale = await owner.post(`${page}/active`, { form_token, active: 'false' })
  assert.equal(stale.status, 409)
  assert.ok(stale.html.includes(why))
  const refused = await owner.submit(page, `${page}/archive`, {})
  assert.equal(refused.status, 409)
  assert.ok(refused.html.includes(why))
  assert.deepEqual(await readOffer(seller, default_offer.id), default_offer)
})

test('a hidden field at fault is said by its form', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const product = await seller.product()
  const { id } = await seller.offer(product.id)
  const page = `${addressOf(product)}/offers/${id}`
  const answer = await owner.submit(page, `${page}/active`, { active: 'perhaps' })
  assert.equal(answer.status, 400)
  assert.match(answer.html, /<p class="note bad" role="alert"[^>]*>active: /)
})

test('a product and each of its offers lead to a charge, with the offer chosen', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const product = await seller.product()
  const other = await seller.offer(product.id, { name: 'Atacado' })
  const page = addressOf(product)
  const pages = [
    [page, product.default_offer?.id],
    [`${page}/offers/${other.id}`, other.id],
  ] as const
  for (const [address, offer_id] of pages) {
    const charge = `/dashboard/new-checkout?offer_id=${offer_id}`
    assert.ok((await owner.get(address)).html.includes(`href="${charge}"`), address)
    const { html } = await owner.get(charge)
    assert.match(html, new RegExp(`name="quantity.${offer_id}"[^>]* value="1"`))
    const { location } = await owner.submit(charge, '/dashboard/new-checkout', {
      [`quantity.${offer_id}`]: '1',
    })
    const [checkout] = (await seller.get<'CheckoutList'>('/v1/checkouts')).body.data
    assert.equal(location, `/dashboard/checkouts/${checkout?.id}?done=checkout_created`)
    assert.equal(checkout?.line_items[0]?.offer_id, offer_id)
  }
})

test('a recurring offer is sold by a subscription, unless no bank debits it', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  for (const [billing_interval, isSold] of [
    ['year', true],
    ['day', false],
  ] as const) {
    const product = await seller.product({ type: 'recurring', billing_interval })
    const page = addressOf(product)
    const offer_id = product.default_offer?.id
    const { html } = await owner.get(page)
    assert.equal(/Só ofertas ativas são vendidas/.test(html), !isSold)
    for (const address of [page, `${page}/offers/${offer_id}`]) {
      const { html: shown } = await owner.get(address)
      assert.equal(shown.includes(`/dashboard/new-subscription?offer_id=${offer_id}`), isSold)
      assert.doesNotMatch(shown, /new-checkout\?offer_id/)
    }
  }
})

test('many offers go on at the next page, also below a form that was refused', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const product = await seller.product()
  for (let i = 0; i < 20; i++) await seller.offer(product.id)
  const page = addressOf(product)
  const { html } = await owner.submit(page, `${page}/offers`, { amount_minor: 'x' })
  const next = (/rel="next" href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
  const last = await owner.get(next)
  assert.equal(last.status, 200)
  assert.ok(last.html.includes(`${page}/offers/${product.default_offer?.id}"`))
})

test('what a product and an offer are called stays text, in every place', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { body: product } = await seller.post<'Product'>('/v1/products', {
    name: HOSTILE,
    description: HOSTILE,
    metadata: { [HOSTILE]: HOSTILE },
    default_offer: { amount_minor: 4990, currency: 'BRL', name: HOSTILE },
  })
  const page = addressOf(product)
  const offer = `${page}/offers/${product.default_offer?.id}`
  for (const address of [LIST, page, offer]) {
    const { html } = await owner.get(address)
    assert.ok(html.includes(`<bdi>${ESCAPED}</bdi>`))
    assert.doesNotMatch(html, /<script(?! src="\/dashboard\/assets\/)/)
  }
})

for (const role of ['finance', 'viewer'] as const) {
  test(`${role} reads products, sees no form, and its addresses refuse`, async () => {
    const seller = await service.account()
    const person = await signIn(seller, role)
    const product = await seller.product()
    const { default_offer } = product
    const page = addressOf(product)
    const offer = `${page}/offers/${default_offer?.id}`
    for (const address of [LIST, page, offer]) {
      const { status, html } = await person.get(address)
      assert.equal(status, 200)
      assert.doesNotMatch(html, /action="\/dashboard\/products/)
    }
    const forged = {
      form_token: await formToken(person, page),
      name: 'X',
      status: 'archived',
      amount_minor: '1,00',
      currency: 'BRL',
      offer_id: default_offer?.id ?? '',
      active: 'false',
    }
    const ends = ['', '/status', '/offers']
    const offerEnds = ['', '/default', '/active', '/archive']
    const addresses = [
      LIST,
      ...ends.map((end) => page + end),
      ...offerEnds.map((end) => offer + end),
    ]
    for (const address of addresses) {
      assert.equal((await person.post(address, forged)).status, 403, address)
    }
    assert.deepEqual((await seller.get<'ProductList'>('/v1/products')).body.data, [product])
    assert.deepEqual((await seller.get<'CheckoutList'>('/v1/checkouts')).body.data, [])
  })
}

test('a developer makes products and checkouts as an owner does', async () => {
  const seller = await service.account()
  const developer = await signIn(seller, 'developer')
  const made = await developer.submit(LIST, LIST, {
    name: 'Caneca',
    'default_offer.amount_minor': '49,90',
  })
  const page = made.location?.split('?')[0] ?? ''
  const [, charge = ''] =
    /href="([^"]+offer_id=[^"]+)"/.exec((await developer.get(page)).html) ?? []
  const [, offer_id = ''] = charge.split('offer_id=')
  const fields = { [`quantity.${offer_id}`]: '1' }
  assert.equal((await developer.submit(charge, '/dashboard/new-checkout', fields)).status, 303)
})

test('a product and an offer of another account are not found, and not changed', async () => {
  const seller = await service.account()
  const product = await seller.product()
  const { default_offer } = product
  const account = await service.account()
  const other = await signIn(account)
  const own = await account.product()
  const page = addressOf(product)
  const offer = `${page}/offers/${default_offer?.id}`
  // Neither by its own address nor below a product that is the reader's.
  for (const address of [page, offer, `${addressOf(own)}/offers/${default_offer?.id}`]) {
    assert.equal((await other.get(address)).status, 404)
  }
  const { form_token = '' } = hiddenFields((await other.get(LIST)).html, LIST)
  for (const address of [page, `${page}/offers`, offer, `${offer}/archive`]) {
    const fields = { form_token, name: 'X', amount_minor: '1,00', currency: 'BRL' }
    assert.equal((await other.post(address, fields)).status, 404, address)
  }
  assert.deepEqual(await readProduct(seller, product.id), product)
})

test('an offer is not shown below another product of the account', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const [product, other] = [await seller.product(), await seller.product()]
  const address = `${addressOf(other)}/offers/${product.default_offer?.id}`
  assert.equal((await owner.get(address)).status, 404)
})
