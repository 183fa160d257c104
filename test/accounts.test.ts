/** Two accounts kept apart: what one has, the other cannot see, change, or even tell that it is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf, readContract } from '../contract/document.ts'
import { assertRefused } from './refused.ts'
import type { RefusalCode } from './refused.ts'
import { unknownId } from './samples.ts'
import { startService } from './service.ts'
import type { Answer, TestAccount } from './service.ts'

const service = await startService()
const [ours, theirs] = [await service.account('Nossa'), await service.account('Deles')]

type Ids = { customer: string; product: string; offer: string; checkout: string }

/** Something of every kind. */
async function everything(seller: TestAccount) {
  const customer = await seller.customer()
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  const body = { offer_id: offer.id, customer_id: customer.id, external_id: crypto.randomUUID() }
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', body)
  return { customer, product, offer, checkout }
}

type Everything = Awaited<ReturnType<typeof everything>>

const idsOf = ({ customer, product, offer, checkout }: Everything): Ids =>
  ({ customer: customer.id, product: product.id, offer: offer.id, checkout: checkout.id })

/** The same, each at the end of its life. */
async function everythingEnded(seller: TestAccount): Promise<Ids> {
  const ids = idsOf(await everything(seller))
  await seller.post(`/sandbox/checkouts/${ids.checkout}/pay`)
  await service.sql(`update customers set status = 'inactive' where id = ?`, ids.customer)
  await service.sql(`update products set status = 'archived' where id = ?`, ids.product)
  const now = service.clock.now().toISOString()
  const archive = 'update offers set active = false, archived_at = ? where id = ?'
  await service.sql(archive, now, ids.offer)
  return ids
}

const nothing = (): Ids => ({
  customer: unknownId('cus_'),
  product: unknownId('prod_'),
  offer: unknownId('offer_'),
  checkout: unknownId('checkout_'),
})

type Attempt = {
  send: (seller: TestAccount, ids: Ids, own: Ids) => Promise<Answer<unknown>>
  code: RefusalCode
  param?: string
}

const price = { amount_minor: 1, currency: 'BRL' }

/** Each way to name an id of another account, by operation. */
const attempts: Record<string, Attempt> = {
  'getCustomer': {
    send: (seller, { customer }) => seller.get(`/v1/customers/${customer}`),
    code: 'customer_not_found',
  },
  'listCustomers starting_after': {
    send: (seller, { customer }) => seller.get(`/v1/customers?starting_after=${customer}`),
    code: 'invalid_cursor',
    param: 'starting_after',
  },
  'getProduct': {
    send: (seller, { product }) => seller.get(`/v1/products/${product}`),
    code: 'product_not_found',
  },
  'listProducts starting_after': {
    send: (seller, { product }) => seller.get(`/v1/products?starting_after=${product}`),
    code: 'invalid_cursor',
    param: 'starting_after',
  },
  'createOffer': {
    send: (seller, { product }) =>
      seller.post(`/v1/products/${product}/offers`, { ...price, is_default: true }),
    code: 'product_not_found',
  },
  'listOffers': {
    send: (seller, { product }) => seller.get(`/v1/products/${product}/offers`),
    code: 'product_not_found',
  },
  'listOffers of both': {
    send: (seller, { product, offer }) =>
      seller.get(`/v1/products/${product}/offers?starting_after=${offer}`),
    code: 'product_not_found',
  },
  'listOffers starting_after': {
    send: (seller, { offer }, { product }) =>
      seller.get(`/v1/products/${product}/offers?starting_after=${offer}`),
    code: 'invalid_cursor',
    param: 'starting_after',
  },
  'getOffer': {
    send: (seller, { offer }) => seller.get(`/v1/offers/${offer}`),
    code: 'offer_not_found',
  },
  'updateOffer name': {
    send: (seller, { offer }) => seller.patch(`/v1/offers/${offer}`, { name: 'Roubada' }),
    code: 'offer_not_found',
  },
  'updateOffer is_default': {
    send: (seller, { offer }) => seller.patch(`/v1/offers/${offer}`, { is_default: true }),
    code: 'offer_not_found',
  },
  'updateOffer active': {
    send: (seller, { offer }) => seller.patch(`/v1/offers/${offer}`, { active: false }),
    code: 'offer_not_found',
  },
  'createCheckout offer_id': {
    send: (seller, { offer }) => seller.post('/v1/checkouts', { offer_id: offer }),
    code: 'offer_not_found',
    param: 'offer_id',
  },
  'createCheckout customer_id': {
    send: (seller, { customer }, { offer }) =>
      seller.post('/v1/checkouts', { offer_id: offer, customer_id: customer }),
    code: 'customer_not_found',
    param: 'customer_id',
  },
  'listCheckouts starting_after': {
    send: (seller, { checkout }) => seller.get(`/v1/checkouts?starting_after=${checkout}`),
    code: 'invalid_cursor',
    param: 'starting_after',
  },
  'getCheckout': {
    send: (seller, { checkout }) => seller.get(`/v1/checkouts/${checkout}`),
    code: 'checkout_not_found',
  },
  'cancelCheckout': {
    send: (seller, { checkout }) => seller.post(`/v1/checkouts/${checkout}/cancel`),
    code: 'checkout_not_found',
  },
  'sandboxPayCheckout': {
    send: (seller, { checkout }) => seller.post(`/sandbox/checkouts/${checkout}/pay`),
    code: 'checkout_not_found',
  },
  'sandboxDeclineCheckout': {
    send: (seller, { checkout }) => seller.post(`/sandbox/checkouts/${checkout}/decline`),
    code: 'checkout_not_found',
  },
}

/** These take no id of anything. */
const withoutIds = ['getAccount', 'createCustomer', 'createProduct']

const own = idsOf(await everything(ours))
const alive = await everything(theirs)
const ended = await everythingEnded(theirs)

/** All that a caller can tell answers apart by. */
function visible({ status, headers, body: { error } }: Answer<unknown>) {
  const { request_id: _, ...said } = error
  return { status, headers: [...headers.keys()], said }
}

for (const [name, { send, code, param }] of Object.entries(attempts)) {
  test(`${name}: an id of another account is answered as one that nothing has`, async () => {
    const unknown = await send(ours, nothing(), own)
    assertRefused(unknown, code, param)
    for (const ids of [idsOf(alive), ended]) {
      assert.deepEqual(visible(await send(ours, ids, own)), visible(unknown))
    }
  })
}

test('each of these attempts finds the account\'s own', async () => {
  for (const [name, { send }] of Object.entries(attempts)) {
    const answer = await send(ours, idsOf(await everything(ours)), own)
    const cursorOfOther = name === 'listOffers starting_after'
    assert.equal(answer.status < 300, !cursorOfOther, `${name}: ${answer.text}`)
  }
})

test('no operation that takes an id is without an attempt here', () => {
  const operations = [...operationsOf(readContract())]
    .filter(({ path }) => /^\/(v1|sandbox\/checkouts)\//.test(path))
    .map(({ operation }) => operation.operationId)
  const tried = Object.keys(attempts).map((name) => name.split(' ')[0])
  assert.deepEqual(new Set([...withoutIds, ...tried]), new Set(operations))
})

test('nothing of the other account was changed by the attempts', async () => {
  const { customer, product, offer, checkout } = alive
  const read = async (path: string) => (await theirs.get(path)).body
  assert.deepEqual(await read(`/v1/customers/${customer.id}`), customer)
  assert.deepEqual(await read(`/v1/products/${product.id}`), product)
  assert.deepEqual(await read(`/v1/offers/${offer.id}`), offer)
  assert.deepEqual(await read(`/v1/checkouts/${checkout.id}`), checkout)
  const { body } = await theirs.get<'OfferList'>(`/v1/products/${product.id}/offers`)
  assert.deepEqual(body.data, [offer, product.default_offer])
})

test('lists never show what another account has', async () => {
  const [one, two] = [await service.account(), await service.account()]
  const first = await everything(one)
  const second = await everything(two)
  for (const [seller, had] of [[one, first], [two, second]] as const) {
    const data = async (path: string) => {
      const { body } = await seller.get<'CustomerList'>(`${path}?limit=100`)
      return body.data as unknown[]
    }
    const { customer, product, offer, checkout } = had
    assert.deepEqual(await data('/v1/customers'), [customer])
    assert.deepEqual(await data('/v1/products'), [product])
    const offers = await data(`/v1/products/${product.id}/offers`)
    assert.deepEqual(offers, [offer, product.default_offer])
    assert.deepEqual(await data('/v1/checkouts'), [checkout])
  }
})

test('an account without anything has empty lists', async () => {
  const nobody = await service.account()
  for (const path of ['/v1/customers', '/v1/products', '/v1/checkouts']) {
    const { body } = await nobody.get<'CustomerList'>(path)
    assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
  }
})

test('an e-mail is unique in each account, not among them', async () => {
  const body = { name: 'Ana', email: 'ana@example.com' }
  const create = (seller: TestAccount) => seller.post<'Customer'>('/v1/customers', body)
  const [one, two] = await Promise.all([create(ours), create(theirs)])
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.notEqual(one.body.id, two.body.id)
  assertRefused(await create(ours), 'customer_email_already_exists', 'email')
  assertRefused(await create(theirs), 'customer_email_already_exists', 'email')
})

test('an external_id is unique in each account, and found in its own alone', async () => {
  const external_id = 'pedido-1042'
  const find = async (seller: TestAccount) =>
    (await seller.get<'CheckoutList'>(`/v1/checkouts?external_id=${external_id}`)).body.data
  const one = await ours.checkout({ external_id })
  assert.deepEqual(await find(theirs), [])
  const two = await theirs.checkout({ external_id })
  assert.deepEqual(await find(ours), [one])
  assert.deepEqual(await find(theirs), [two])
  const repeated = { offer_id: one.line_items[0]?.offer_id, external_id }
  const answer = await ours.post('/v1/checkouts', repeated)
  assertRefused(answer, 'checkout_external_id_already_exists', 'external_id')
})

test('a token shows the account that it belongs to', async () => {
  for (const [seller, name] of [[ours, 'Nossa'], [theirs, 'Deles']] as const) {
    const { body } = await seller.get<'Account'>('/v1/me')
    assert.equal(body.seller.id, seller.seller_id)
    assert.equal(body.seller.name, name)
    assert.equal(body.api_client.client_id, seller.client_id)
  }
})

test('two clients of one account share all that it has', async () => {
  const other = await theirs.restrictedTo(['all'])
  assert.notEqual(other.client_id, theirs.client_id)
  const { body } = await other.get<'Customer'>(`/v1/customers/${alive.customer.id}`)
  assert.deepEqual(body, alive.customer)
})

test('a list of one account marks nothing of another as expired', async () => {
  const stored = (id: string) => service.sql('select status from checkouts where id = ?', id)
  const [one, two] = [await ours.checkout(), await theirs.checkout()]
  service.clock.advanceMs(24 * 60 * 60 * 1000 + 1)
  const again = await service.login(ours)
  await again.get('/v1/checkouts')
  assert.deepEqual(await stored(one.id), [{ status: 'expired' }])
  assert.deepEqual(await stored(two.id), [{ status: 'open' }])
})
