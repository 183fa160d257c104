/** Two accounts with equal data; `S1_accounts` tries every foreign id. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const [ours, theirs] = [await service.account('Nossa'), await service.account('Deles')]

/** Something of every kind. */
async function everything(seller: TestAccount) {
  const customer = await seller.customer()
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  const body = { offer_id: offer.id, customer_id: customer.id, external_id: crypto.randomUUID() }
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', body)
  return { customer, product, offer, checkout }
}

const alive = await everything(theirs)

test('lists never show objects of another account', async () => {
  const [one, two] = [await service.account(), await service.account()]
  const first = await everything(one)
  const second = await everything(two)
  for (const [seller, had] of [
    [one, first],
    [two, second],
  ] as const) {
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
  const empty = await service.account()
  for (const path of ['/v1/customers', '/v1/products', '/v1/checkouts']) {
    const { body } = await empty.get<'CustomerList'>(path)
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
  for (const [seller, name] of [
    [ours, 'Nossa'],
    [theirs, 'Deles'],
  ] as const) {
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
