import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { offerSamples, refusedOffers, trimmedNames, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const product = await seller.product()

const price = { amount_minor: 4990, currency: 'BRL' }

const create = (body: unknown, product_id = product.id, by = seller) =>
  by.post<'Offer'>(`/v1/products/${product_id}/offers`, body)

const offersOf = async (product_id: string) =>
  (await seller.get<'OfferList'>(`/v1/products/${product_id}/offers`)).body.data

test('creates an active offer with every field of the table', async () => {
  const at = service.clock.advanceMs(1).toISOString()
  const sent = { ...price, name: ' Clube ', compare_at_amount_minor: 5990, is_default: false }
  const { status, body } = await create(sent)
  assert.equal(status, 201)
  assert.match(body.id, /^offer_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.match(body.lookup_key, /^\S+$/)
  assert.deepEqual(body, {
    id: body.id,
    object: 'offer',
    product_id: product.id,
    name: 'Clube',
    lookup_key: body.lookup_key,
    amount_minor: 4990,
    compare_at_amount_minor: 5990,
    currency: 'BRL',
    type: 'one_time',
    billing_interval: null,
    interval_count: null,
    is_default: false,
    active: true,
    created_at: at,
    updated_at: at,
  })
  const stored = await seller.get<'Offer'>(`/v1/offers/${body.id}`)
  assert.deepEqual(stored.body, body)
})

for (const [what, { sent, kept }] of Object.entries(offerSamples)) {
  test(`accepts ${what}`, async () => {
    const { status, body, text } = await create({ ...price, ...sent })
    assert.equal(status, 201, text)
    assert.deepEqual(body, { ...body, ...kept })
  })
}

test('stores the name trimmed of white space and invisible characters', async () => {
  for (const [sent, kept] of trimmedNames) {
    assert.equal((await create({ ...price, name: sent })).body.name, kept)
  }
})

test('gives every offer a lookup_key of its own', async () => {
  const of = await seller.product()
  await Promise.all(Array.from({ length: 20 }, () => create(price, of.id)))
  const keys = (await offersOf(of.id)).map(({ lookup_key }) => lookup_key)
  assert.equal(keys.length, 20)
  assert.equal(new Set(keys).size, 20)
})

for (const { what, sent, code, field } of refusedOffers) {
  test(`refuses ${what}`, async () => {
    assertRefused(await create({ ...price, ...sent }), code, field)
  })
}

test('does not find a product that nothing is', async () => {
  assertRefused(await create(price, unknownId('prod_')), 'product_not_found')
})

test('an archived product takes no offers, not even a default one', async () => {
  const archived = await seller.product()
  await service.sql(`update products set status = 'archived' where id = ?`, archived.id)
  assertRefused(await create(price, archived.id), 'product_not_found')
  assertRefused(await create({ ...price, is_default: true }, archived.id), 'product_not_found')
  assert.deepEqual(await offersOf(archived.id), [archived.default_offer])
})

test('looks at the scope, then the path, then the body, then the product', async () => {
  const reader = await seller.restrictedTo(['products:read'])
  assertRefused(await create({}, 'x', reader), 'insufficient_scope')
  assertRefused(await create({}, 'x'), 'invalid_product_id', 'productId')
  assertRefused(await create({ ...price, x: 1 }, unknownId('prod_')), 'invalid_request', 'x')
  const blank = { ...price, name: '\u200b' }
  assertRefused(await create(blank, unknownId('prod_')), 'invalid_request', 'name')
})

test('a refused offer is not stored and leaves the default as it was', async () => {
  const of = await seller.product()
  await create({ ...price, is_default: true, amount_minor: 0 }, of.id)
  await create({ ...price, is_default: true, name: '\u200b' }, of.id)
  await create({ ...price, is_default: true, x: 1 }, of.id)
  assert.deepEqual(await offersOf(of.id), [of.default_offer])
})
