import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import type { RefusalCode } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { START, startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { linkOf, press, sessionOf } from '../support/paymentLinks.ts'
import { recordedBy } from '../support/audit.ts'
import { pageOf } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/cart_checkouts'

const post = (body: unknown, by: TestAccount = seller) => by.post<'Checkout'>(path, body)
const repair = { name: 'Conserto', unit_amount_minor: 13_470 }

/** Sends a cart that is right but for one thing. */
const cart = (...items: object[]) => post({ items })

test('opens a session for items, an offer, freight and a discount, in order', async () => {
  const { default_offer, ...product } = await seller.product()
  const items = [
    { name: ' Caneca ', unit_amount_minor: 4990, quantity: 2, description: 'De 300 ml' },
    { offer_id: default_offer?.id, quantity: 3 },
    { name: 'SEDEX', unit_amount_minor: 2150, kind: 'shipping' },
    { name: 'Embalagem', unit_amount_minor: 0, kind: 'fee', metadata: { cor: 'azul' } },
    { name: 'Cupom', unit_amount_minor: -998, kind: 'discount' },
  ]
  const { status, body } = await post({ items, external_id: 'pedido-1' })
  assert.equal(status, 201)
  const shown = body.line_items.map(({ id, product_id, offer_id, ...rest }) => {
    assert.match(id, /^item_[0-9a-f-]{36}$/)
    return { ...rest, isOffer: offer_id === default_offer?.id && product_id === product.id }
  })
  const own = {
    object: 'checkout_line_item',
    description: '',
    quantity: 1,
    currency: 'BRL',
    type: 'one_time',
    billing_interval: null,
    interval_count: null,
    metadata: {},
    kind: 'product',
    isOffer: false,
  }
  const named = (name: string) => ({ ...own, name, offer_name: name })
  assert.deepEqual(shown, [
    {
      ...named('Caneca'),
      description: 'De 300 ml',
      quantity: 2,
      unit_amount_minor: 4990,
      total_amount_minor: 9980,
    },
    {
      ...own,
      name: product.name,
      description: product.description,
      offer_name: default_offer?.name,
      metadata: product.metadata,
      quantity: 3,
      unit_amount_minor: 4990,
      total_amount_minor: 14_970,
      isOffer: true,
    },
    { ...named('SEDEX'), unit_amount_minor: 2150, total_amount_minor: 2150, kind: 'shipping' },
    {
      ...named('Embalagem'),
      unit_amount_minor: 0,
      total_amount_minor: 0,
      kind: 'fee',
      metadata: { cor: 'azul' },
    },
    { ...named('Cupom'), unit_amount_minor: -998, total_amount_minor: -998, kind: 'discount' },
  ])
  const { amount_total_minor, currency, status: state, expires_at, cancel_at } = body
  assert.deepEqual(
    [amount_total_minor, currency, state, expires_at, cancel_at],
    [26_102, 'BRL', 'open', '2026-03-03T12:00:00.000Z', null],
  )
  assert.deepEqual((await seller.get(`/v1/checkouts/${body.id}`)).body, body)
})

test('an item without an offer enters no catalogue: its ids are of nothing', async () => {
  const before = await seller.get<'ProductList'>('/v1/products')
  const { body } = await cart(repair)
  const [item] = body.line_items
  assertRefused(await seller.get(`/v1/products/${item?.product_id}`), 'product_not_found')
  assertRefused(await seller.get(`/v1/offers/${item?.offer_id}`), 'offer_not_found')
  assert.deepEqual((await seller.get('/v1/products')).body, before.body)
})

test('a cart is paid on a page and kept on a receipt that show each item', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `Peça <${n}>`)
  const items = names.map((name, n) => ({ name, unit_amount_minor: 100 + n, quantity: 2 }))
  const { body } = await post({ items })
  const page = await service.request('GET', pageOf(body))
  await seller.post(`/sandbox/checkouts/${body.id}/pay`)
  const receipt = await service.request('GET', pageOf(body))
  for (const { text } of [page, receipt]) {
    for (const n of names.keys()) assert.ok(text.includes(`Peça &lt;${n}&gt;`), `${n}`)
  }
  const { body: paid } = await seller.get<'Checkout'>(`/v1/checkouts/${body.id}`)
  assert.deepEqual([paid.status, paid.line_items], ['completed', body.line_items])
})

test('a page with a hundred items of the longest names has less than 80 KB', async () => {
  const longest = { name: '&'.repeat(160), description: '𝕊'.repeat(100) }
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const made = await seller.post<'Product'>('/v1/products', { ...longest, default_offer })
  const offer_id = made.body.default_offer?.id
  const items = Array.from({ length: 100 }, () => ({ offer_id, quantity: 9999 }))
  const { body } = await post({ items })
  const page = await service.request('GET', pageOf(body))
  await seller.post(`/sandbox/checkouts/${body.id}/pay`)
  const receipt = await service.request('GET', pageOf(body))
  for (const { text } of [page, receipt]) assert.ok(Buffer.byteLength(text) < 80_000)
})

test('the sum of the items decides, whatever a line alone comes to', async () => {
  const dear = { name: 'Ouro', unit_amount_minor: 99_999_999_999, quantity: 9999 }
  const off = {
    name: 'Acordo',
    unit_amount_minor: -99_999_999_999,
    quantity: 9999,
    kind: 'discount',
  }
  const one = { name: 'Resto', unit_amount_minor: 1 }
  const many = Array.from({ length: 49 }, () => [dear, off]).flat()
  assert.equal((await cart(...many, one)).body.amount_total_minor, 1)
  assert.equal((await cart({ ...dear, quantity: 1 })).body.amount_total_minor, 99_999_999_999)
  for (const items of [
    [{ ...one, unit_amount_minor: 0 }],
    [one, { name: 'Cupom', unit_amount_minor: -1, kind: 'discount' }],
    [one, { name: 'Cupom', unit_amount_minor: -2, kind: 'discount' }],
    [{ ...dear, quantity: 1 }, one],
    many,
  ]) {
    assertRefused(await cart(...items), 'invalid_cart_amount', 'items')
  }
})

/** An item with one thing wrong: the code and the param that it gives. */
const wrongItems: [object, RefusalCode, string][] = [
  [{}, 'invalid_request', 'items.0.name'],
  [{ name: 'x' }, 'invalid_request', 'items.0.unit_amount_minor'],
  [{ unit_amount_minor: 1 }, 'invalid_request', 'items.0.name'],
  [{ ...repair, name: '' }, 'invalid_request', 'items.0.name'],
  [{ ...repair, name: ' \u2060' }, 'invalid_request', 'items.0.name'],
  [{ ...repair, name: 'x'.repeat(161) }, 'invalid_request', 'items.0.name'],
  [{ ...repair, quantity: 0 }, 'invalid_request', 'items.0.quantity'],
  [{ ...repair, quantity: 10_000 }, 'invalid_request', 'items.0.quantity'],
  [{ ...repair, unit_amount_minor: -1 }, 'invalid_request', 'items.0.unit_amount_minor'],
  [{ ...repair, kind: 'discount' }, 'invalid_request', 'items.0.unit_amount_minor'],
  [{ ...repair, kind: 'gift' }, 'invalid_request', 'items.0.kind'],
  [{ ...repair, unit_amount_minor: 1e11 }, 'invalid_request', 'items.0.unit_amount_minor'],
  [{ ...repair, description: 'x'.repeat(2001) }, 'invalid_request', 'items.0.description'],
  [{ ...repair, price: 1 }, 'invalid_request', 'items.0.price'],
  [{ offer_id: 'x' }, 'invalid_offer_id', 'items.0.offer_id'],
  [{ offer_id: unknownId('offer_'), name: 'x' }, 'invalid_request', 'items.0.name'],
  [{ offer_id: unknownId('offer_'), kind: 'fee' }, 'invalid_request', 'items.0.kind'],
  [{ offer_id: unknownId('offer_') }, 'offer_not_found', 'items.0.offer_id'],
]

for (const [item, code, param] of wrongItems) {
  test(`refuses the item ${JSON.stringify(item).slice(0, 60)} with ${code}`, async () => {
    assertRefused(await cart(item), code, param)
  })
}

test('refuses what an offer may not be sold as, each by the place of its item', async () => {
  const recurring = await seller.product({ type: 'recurring', billing_interval: 'month' })
  const foreign = await seller.product({ currency: 'USD' })
  const refused = async (offer_id: string | undefined, code: RefusalCode) =>
    assertRefused(await cart(repair, { offer_id }), code, 'items.1.offer_id')
  await refused(recurring.default_offer?.id, 'recurring_checkout_not_supported')
  await refused(foreign.default_offer?.id, 'invalid_request')
})

test('refuses no items, more than a hundred, and another currency', async () => {
  assertRefused(await post({}), 'invalid_request', 'items')
  assertRefused(await cart(), 'invalid_request', 'items')
  assertRefused(await cart(...Array<object>(101).fill(repair)), 'invalid_request', 'items')
  assertRefused(await post({ items: [repair], currency: 'USD' }), 'invalid_request', 'currency')
})

const ana = { name: ' Ana ', email: 'Ana@Loja.example', phone: '+5511999990000' }

test('a buyer becomes a customer once, and is found by the e-mail from then on', async () => {
  const first = await post({ items: [repair], customer: ana })
  const { body: customer } = await seller.get<'Customer'>(`/v1/customers/${first.body.customer_id}`)
  const { name, email, phone, tax_id, status } = customer
  assert.deepEqual(
    [name, email, phone, tax_id, status],
    ['Ana', 'ana@loja.example', ana.phone, null, 'active'],
  )
  const other = { ...ana, name: 'Outra', email: 'ANA@LOJA.EXAMPLE' }
  const again = await post({ items: [repair], customer: other })
  assert.equal(again.body.customer_id, customer.id)
  assert.deepEqual((await seller.get(`/v1/customers/${customer.id}`)).body, customer)
})

test('a customer that a stranger made at a link becomes the one of the first cart', async () => {
  const own = await service.account()
  const link = await linkOf(own, { collect: ['name', 'email', 'tax_id', 'phone'] })
  const [email, tax_id] = [ana.email, '529.982.247-25']
  const typed = { name: 'Estranho', email, tax_id: '111.444.777-35', phone: '11 98888-7777' }
  const session = await sessionOf(own, await press(service, link, typed))
  const id = session.customer_id ?? ''
  const stored = async () => (await own.get<'Customer'>(`/v1/customers/${id}`)).body
  const parts = ({ name, phone, tax_id, source }: Awaited<ReturnType<typeof stored>>) => {
    return [name, phone, tax_id, source]
  }
  assert.equal((await stored()).source, 'payment_link')
  const openFour = async () => {
    const customers = Array.from({ length: 4 }, (_, i) => ({ name: `Ana ${i}`, email, tax_id }))
    const carts = customers.map((customer) => post({ items: [repair], customer }, own))
    for (const { body } of await Promise.all(carts)) assert.equal(body.customer_id, id)
  }
  const audited = await recordedBy(own, openFour)
  assert.equal(audited.length, 1)
  assert.deepEqual(audited[0]?.changes.map(({ field }) => field).toSorted(), [
    'name',
    'phone',
    'source',
    'tax_id',
  ])
  const first = await stored()
  assert.deepEqual(parts(first), [first.name, null, tax_id, 'api'])
  assert.match(first.name, /^Ana \d$/)
  await post({ items: [repair], customer: { ...ana, name: 'Outra' } }, own)
  assert.deepEqual(parts(await stored()), parts(first))
})

test('buyers with one e-mail at once become one customer', async () => {
  const customer = { name: 'Bia', email: 'bia@loja.example' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post({ items: [repair], customer })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body.customer_id)).size, 1)
})

test('an inactive customer buys by neither way, and is named', async () => {
  const { body } = await post({ items: [repair], customer: { ...ana, email: 'ex@loja.example' } })
  const customer_id = body.customer_id ?? ''
  await seller.patch(`/v1/customers/${customer_id}`, { status: 'inactive' })
  const named = await post({ items: [repair], customer: { ...ana, email: 'EX@loja.example' } })
  assertRefused(named, 'customer_email_already_exists', 'customer.email')
  assert.equal(named.body.error.existing_id, customer_id)
  const byId = await post({ items: [repair], customer_id })
  assertRefused(byId, 'customer_not_found', 'customer_id')
})

test('refuses both a customer and its id, and a customer without a name', async () => {
  const customer_id = (await seller.customer()).id
  const both = await post({ items: [repair], customer_id, customer: ana })
  assertRefused(both, 'invalid_request', 'customer')
  for (const name of [' ', '\u2060']) {
    const nameless = await post({ items: [repair], customer: { ...ana, name } })
    assertRefused(nameless, 'invalid_customer_name', 'customer.name')
  }
})

test('to name a buyer needs customers:write as well, to sell does not', async () => {
  const limited = await seller.restrictedTo(['checkouts:write'])
  assertRefused(await post({ items: [repair], customer: ana }, limited), 'insufficient_scope')
  assert.equal((await post({ items: [repair] }, limited)).status, 201)
})

test('a refused cart leaves no customer, and a conflict names the first session', async () => {
  const customer = { name: 'Caio', email: 'caio@loja.example' }
  const first = await post({ items: [repair], external_id: 'pedido-2' })
  const again = await post({ items: [repair], external_id: 'pedido-2', customer })
  assertRefused(again, 'checkout_external_id_already_exists', 'external_id')
  assert.equal(again.body.error.existing_id, first.body.id)
  const { body } = await seller.get<'CustomerList'>('/v1/customers')
  assert.ok(body.data.every(({ email }) => email !== customer.email))
})

test('cancel_at is a moment between now and the end, in whichever zone it is written', async () => {
  const at = async (cancel_at: string) => post({ items: [repair], cancel_at })
  assert.equal((await at('2026-03-02T10:00:00-03:00')).body.cancel_at, '2026-03-02T13:00:00.000Z')
  const last = await at('2026-03-03T12:00:00Z')
  assert.equal(last.body.cancel_at, last.body.expires_at)
  for (const wrong of [START, '2026-03-03T12:00:00.001Z', '2026-03-02T11:59:59Z', 'amanhã', '']) {
    assertRefused(await at(wrong), 'invalid_cancel_at', 'cancel_at')
  }
})

test('a repeat by Idempotency-Key opens one session', async () => {
  const headers = { 'idempotency-key': 'carrinho-1' }
  const send = () => seller.post<'Checkout'>(path, { items: [repair] }, headers)
  const [one, two] = [await send(), await send()]
  assert.deepEqual([one.status, two.text], [201, one.text])
  assert.equal(two.headers.get('idempotent-replayed'), 'true')
})

test('names are one line, wherever they are given', async () => {
  const own = await service.account()
  const [given, kept] = [' Ana\r\nBcc:\tx\u2028y ', 'Ana Bcc: x y']
  const email = 'linha@loja.example'
  const customer = await own.post<'Customer'>('/v1/customers', { name: given, email })
  const default_offer = { amount_minor: 100, currency: 'BRL', name: given }
  const product = await own.post<'Product'>('/v1/products', { name: given, default_offer })
  const item = { name: given, unit_amount_minor: 100 }
  const link = await linkOf(own, { name: given, items: [item] })
  const { name: soldName } = { ...link.items?.[0] } as { name?: string }
  const changes = { display_name: given, receipt_note: 'a\nb' }
  const settings = await own.patch<'Settings'>('/v1/settings', changes)
  const cart = await post({ items: [item] }, own)
  assert.deepEqual(
    [
      customer.body.name,
      product.body.name,
      product.body.default_offer?.name,
      link.name,
      soldName,
      settings.body.display_name,
      settings.body.receipt_note,
      cart.body.line_items[0]?.name,
    ],
    [kept, kept, kept, kept, kept, kept, 'a\nb', kept],
  )
})
