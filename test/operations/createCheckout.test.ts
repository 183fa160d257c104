import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import type { RefusalCode } from '../support/refused.ts'
import { metadataSamples, unknownId, unstorableTexts } from '../support/samples.ts'
import { START, startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/checkouts'

const post = (body: unknown, by: TestAccount = seller) => by.post<'Checkout'>(path, body)

/** The id of an offer that can be sold. */
async function onSale(default_offer: object = {}): Promise<string> {
  const product = await seller.product(default_offer)
  return product.default_offer?.id ?? ''
}

/** Writes a row directly, as `offers archive`, `products archive` and `customers deactivate` do. */
const set = (table: string, change: string, id: string) =>
  service.sql(`update ${table} set ${change} where id = ?`, id)

test('opens a session with every field of the table', async () => {
  const { body: product } = await seller.post<'Product'>('/v1/products', {
    name: 'Caneca',
    description: 'De 300 ml',
    metadata: { sku: 'CAN-300' },
    default_offer: { name: 'À vista', amount_minor: 4990, currency: 'BRL' },
  })
  const customer = await seller.customer()
  const { status, headers, body } = await post({
    offer_id: product.default_offer?.id,
    customer_id: customer.id,
    external_id: 'pedido-1042',
    success_url: 'https://loja.example/obrigado?p=1042',
    cancel_url: 'http://loja.example/carrinho',
    metadata: { pedido: 1042 },
  })
  assert.equal(status, 201)
  assert.match(headers.get('x-request-id') ?? '', /./)
  const [item] = body.line_items
  assert.match(body.id, /^checkout_[0-9a-f-]{36}$/)
  assert.match(item?.id ?? '', /^item_[0-9a-f-]{36}$/)
  assert.deepEqual(body, {
    id: body.id,
    object: 'checkout',
    customer_id: customer.id,
    buyer: null,
    external_id: 'pedido-1042',
    mode: 'payment',
    status: 'open',
    currency: 'BRL',
    amount_total_minor: 4990,
    amount_refunded_minor: 0,
    payment_id: null,
    checkout_url: body.checkout_url,
    success_url: 'https://loja.example/obrigado?p=1042',
    cancel_url: 'http://loja.example/carrinho',
    metadata: { pedido: 1042 },
    line_items: [
      {
        id: item?.id,
        object: 'checkout_line_item',
        product_id: product.id,
        offer_id: product.default_offer?.id,
        name: 'Caneca',
        description: 'De 300 ml',
        offer_name: 'À vista',
        quantity: 1,
        currency: 'BRL',
        unit_amount_minor: 4990,
        total_amount_minor: 4990,
        type: 'one_time',
        billing_interval: null,
        interval_count: null,
        metadata: { sku: 'CAN-300' },
        kind: 'product',
      },
    ],
    expires_at: '2026-03-03T12:00:00.000Z',
    cancel_at: null,
    completed_at: null,
    created_at: START,
    updated_at: START,
  })
  assert.deepEqual((await seller.get(`${path}/${body.id}`)).body, body)
})

test('needs an offer only; the rest is null or empty', async () => {
  const { status, body } = await post({ offer_id: await onSale() })
  assert.equal(status, 201)
  const { customer_id, external_id, success_url, cancel_url, metadata } = body
  assert.deepEqual(
    { customer_id, external_id, success_url, cancel_url, metadata },
    { customer_id: null, external_id: null, success_url: null, cancel_url: null, metadata: {} },
  )
})

test('sells an offer that is not the default, at the ends of its range of prices', async () => {
  const product = await seller.product()
  for (const amount_minor of [1, 99_999_999_999]) {
    const offer = await seller.offer(product.id, { amount_minor })
    const { body } = await post({ offer_id: offer.id })
    assert.equal(body.amount_total_minor, amount_minor)
    assert.equal(body.line_items[0]?.total_amount_minor, amount_minor)
  }
})

test('checkout_url opens the page by a token of its own', async () => {
  const [one, two] = [await seller.checkout(), await seller.checkout()]
  for (const { id, checkout_url } of [one, two]) {
    const [, token = ''] = checkout_url.split(`${service.url}/pay/`)
    assert.match(token, /^[A-Za-z0-9_-]{51}$/)
    assert.ok(!token.includes(id.slice('checkout_'.length)))
    assert.equal((await service.request('GET', pageOf({ ...one, checkout_url }))).status, 200)
    assert.equal((await service.request('GET', `/pay/${id}`)).status, 404)
  }
  const secrets = [one, two].map(({ checkout_url }) =>
    Buffer.from(checkout_url.slice(-51), 'base64url').subarray(22),
  )
  assert.equal(secrets[0]?.length, 16)
  assert.notDeepEqual(secrets[0], secrets[1])
})

test('checkout_url is made of BASE_URL', async () => {
  const on = await startService({ baseUrl: 'https://pagar.loja.example' })
  const { checkout_url } = await (await on.account()).checkout()
  assert.match(checkout_url, /^https:\/\/pagar\.loja\.example\/pay\/[A-Za-z0-9_-]{51}$/)
})

test('the line item stays as it was when offer and product change later', async () => {
  const before = await seller.checkout()
  const { product_id = '', offer_id = '' } = before.line_items[0] ?? {}
  await seller.patch(`/v1/offers/${offer_id}`, { name: 'Outro nome' })
  const change = `name = 'Outro', description = 'Outra', metadata = '{"a":1}'`
  await set('products', change, product_id)
  assert.deepEqual((await seller.get(`${path}/${before.id}`)).body, before)
  await set('products', `status = 'archived'`, product_id)
  assert.deepEqual((await seller.get(`${path}/${before.id}`)).body, before)
})

for (const [what, json] of Object.entries(metadataSamples)) {
  test(`gives metadata back as sent: ${what}`, async () => {
    const raw = `{"offer_id":"${await onSale()}","metadata":${json}}`
    const headers = { 'content-type': 'application/json' }
    const { token } = seller
    const { status, text } = await service.request('POST', path, { token, raw, headers })
    assert.equal(status, 201)
    assert.ok(text.includes(`"metadata":${JSON.stringify(JSON.parse(json))},"line_items"`), text)
  })
}

/** A body with one thing wrong: the code and the param that it gives. */
const malformed: [object, RefusalCode, string][] = [
  [{ offer_id: undefined }, 'invalid_request', 'offer_id'],
  ...['', 'x', 'offer_', unknownId('prod_'), unknownId('OFFER_'), 1, null, {}].map(
    (offer_id): [object, RefusalCode, string] => [{ offer_id }, 'invalid_offer_id', 'offer_id'],
  ),
  ...['', 'x', 'cus_', unknownId('offer_'), `${unknownId('cus_')}0`, 1, null, []].map(
    (customer_id): [object, RefusalCode, string] => [
      { customer_id },
      'invalid_customer_id',
      'customer_id',
    ],
  ),
  [{ external_id: '' }, 'invalid_external_id', 'external_id'],
  [{ external_id: 1 }, 'invalid_request', 'external_id'],
  [{ external_id: null }, 'invalid_request', 'external_id'],
  [{ external_id: 'x'.repeat(256) }, 'invalid_request', 'external_id'],
  [{ metadata: 'x' }, 'invalid_request', 'metadata'],
  [{ metadata: [] }, 'invalid_request', 'metadata'],
  [{ metadata: null }, 'invalid_request', 'metadata'],
  [{ mode: 'payment' }, 'invalid_request', 'mode'],
  [{ status: 'completed' }, 'invalid_request', 'status'],
  [{ amount_total_minor: 1 }, 'invalid_request', 'amount_total_minor'],
  [{ constructor: 1 }, 'invalid_request', 'constructor'],
]

for (const [change, code, param] of malformed) {
  test(`refuses ${JSON.stringify(change).slice(0, 60)} with ${code}`, async () => {
    const offer_id = await onSale()
    assertRefused(await post({ offer_id, ...change }), code, param)
  })
}

test('refuses text that cannot be stored', async () => {
  const offer_id = await onSale()
  for (const text of unstorableTexts) {
    const answer = await post({ offer_id, external_id: text })
    assertRefused(answer, 'invalid_request', 'external_id')
  }
})

test('refuses a body that is not a JSON object', async () => {
  const { token } = seller
  const headers = { 'content-type': 'application/json' }
  for (const raw of ['', '{', '[]', 'null', '"x"', '1', '{}{}', "{'offer_id':1}"]) {
    const answer = await service.request('POST', path, { token, raw, headers })
    assertRefused(answer, 'invalid_request')
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const raw = JSON.stringify({ offer_id: await onSale() })
    const answer = await service.request('POST', path, {
      token,
      raw,
      headers: { 'content-type': type },
    })
    assertRefused(answer, 'invalid_request')
  }
})

test('refuses a recurring offer', async () => {
  const offer_id = await onSale({ type: 'recurring', billing_interval: 'month' })
  const answer = await post({ offer_id })
  const { type, code, param } = answer.body.error
  assert.deepEqual(
    [answer.status, type, code, param],
    [400, 'invalid_request_error', 'recurring_checkout_not_supported', 'offer_id'],
  )
})

test("refuses an offer in another currency than the account's, saying so", async () => {
  const answer = await post({ offer_id: await onSale({ currency: 'USD' }) })
  assertRefused(answer, 'invalid_request', 'offer_id')
  assert.match(answer.body.error.message, /BRL/)
})

test('refuses an offer that is unknown, inactive or archived, or whose product is', async () => {
  const product = await seller.product()
  const inactive = await seller.offer(product.id)
  await seller.patch(`/v1/offers/${inactive.id}`, { active: false })
  const archived = await seller.offer(product.id)
  await set('offers', `active = false, archived_at = '${START}'`, archived.id)
  const withdrawn = await seller.product()
  await set('products', `status = 'archived'`, withdrawn.id)
  const others = await (await service.account()).product()
  for (const offer_id of [
    unknownId('offer_'),
    inactive.id,
    archived.id,
    withdrawn.default_offer?.id,
    others.default_offer?.id,
  ])
    assertRefused(await post({ offer_id }), 'offer_not_found', 'offer_id')
  await seller.patch(`/v1/offers/${inactive.id}`, { active: true })
  assert.equal((await post({ offer_id: inactive.id })).status, 201)
})

test('refuses a customer that is unknown or inactive', async () => {
  const offer_id = await onSale()
  const { id } = await seller.customer()
  const others = await (await service.account()).customer()
  await set('customers', `status = 'inactive'`, id)
  for (const customer_id of [unknownId('cus_'), id, others.id]) {
    assertRefused(await post({ offer_id, customer_id }), 'customer_not_found', 'customer_id')
  }
  await set('customers', `status = 'active'`, id)
  assert.equal((await post({ offer_id, customer_id: id })).status, 201)
})

test('checks the body first, then that offer and customer exist, then the conflict', async () => {
  const offer_id = await onSale()
  const first = await seller.checkout({ external_id: 'ordem' })
  const conflict = { external_id: 'ordem' }
  const unknownCustomer = { customer_id: unknownId('cus_') }
  const nothing = { offer_id: unknownId('offer_') }
  const wrong = { success_url: 'x' }
  assertRefused(await post({ ...nothing, ...wrong }), 'invalid_success_url', 'success_url')
  assertRefused(
    await post({ ...nothing, ...unknownCustomer, ...conflict }),
    'offer_not_found',
    'offer_id',
  )
  assertRefused(
    await post({ offer_id, ...unknownCustomer, ...conflict }),
    'customer_not_found',
    'customer_id',
  )
  const taken = 'checkout_external_id_already_exists'
  const refused = await post({ offer_id, ...conflict })
  assertRefused(refused, taken, 'external_id')
  assert.equal(refused.body.error.existing_id, first.id)
})

test('a refused request leaves no session behind', async () => {
  const of = await service.account()
  const offer_id = (await of.product()).default_offer?.id
  await post({ offer_id, cancel_url: 'x' }, of)
  await post({ offer_id, customer_id: unknownId('cus_') }, of)
  const { body } = await of.get<'CheckoutList'>(path)
  assert.deepEqual(body.data, [])
})
