import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { metadataSamples, offerSamples, refusedOffers, trimmedNames } from '../support/samples.ts'
import { START, startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const create = (body: unknown, by = seller) => by.post<'Product'>('/v1/products', body)

const price = { amount_minor: 4990, currency: 'BRL' }

/** A body that is accepted. */
const valid = (changes: object = {}) => ({ name: 'Caneca', default_offer: price, ...changes })

const stored = async (id: string) => (await seller.get<'Product'>(`/v1/products/${id}`)).body

test('creates an active product and its default offer with every field of the tables', async () => {
  const { status, body } = await create({
    name: ' Caneca de cerâmica ',
    description: ' Queimada a 1.200 °C.\n',
    metadata: { sku: 'CAN-300' },
    default_offer: { ...price, name: ' Lançamento ', compare_at_amount_minor: 5990 },
  })
  assert.equal(status, 201)
  const { id, default_offer: offer } = body
  assert.match(id, /^prod_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.match(offer?.id ?? '', /^offer_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.match(offer?.lookup_key ?? '', /^\S+$/)
  assert.deepEqual(body, {
    id,
    object: 'product',
    name: 'Caneca de cerâmica',
    description: ' Queimada a 1.200 °C.\n',
    status: 'active',
    metadata: { sku: 'CAN-300' },
    default_offer: {
      id: offer?.id,
      object: 'offer',
      product_id: id,
      name: 'Lançamento',
      lookup_key: offer?.lookup_key,
      amount_minor: 4990,
      compare_at_amount_minor: 5990,
      currency: 'BRL',
      type: 'one_time',
      billing_interval: null,
      interval_count: null,
      is_default: true,
      active: true,
      created_at: START,
      updated_at: START,
    },
    created_at: START,
    updated_at: START,
  })
  assert.deepEqual(await stored(id), body)
})

test('the default offer is an offer like any other: readable and listed', async () => {
  const product = await seller.product()
  const id = product.default_offer?.id
  const one = await seller.get<'Offer'>(`/v1/offers/${id}`)
  assert.deepEqual(one.body, product.default_offer)
  const list = await seller.get<'OfferList'>(`/v1/products/${product.id}/offers`)
  assert.deepEqual(list.body.data, [product.default_offer])
})

test('without description and metadata they are empty', async () => {
  const { body } = await create(valid())
  assert.equal(body.description, '')
  assert.deepEqual(body.metadata, {})
})

test('two products may have the same name', async () => {
  const [one, two] = await Promise.all([create(valid()), create(valid())])
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.notEqual(one.body.id, two.body.id)
})

for (const [what, { sent, kept }] of Object.entries(offerSamples)) {
  test(`accepts as default offer: ${what}`, async () => {
    const { status, body, text } = await create(valid({ default_offer: { ...price, ...sent } }))
    assert.equal(status, 201, text)
    assert.deepEqual(body.default_offer, { ...body.default_offer, ...kept })
  })
}

test('stores the name trimmed of white space and invisible characters', async () => {
  for (const [sent, kept] of trimmedNames) {
    const { body } = await create(valid({ name: sent, default_offer: { ...price, name: sent } }))
    assert.equal(body.name, kept)
    assert.equal(body.default_offer?.name, kept)
  }
})

test('refuses a name in which nothing can be seen', async () => {
  assertRefused(await create(valid({ name: ' \u200b' })), 'invalid_product_name', 'name')
})

for (const { what, sent, code, field } of refusedOffers) {
  // Values of the wrong type are refused by the schema that createOffer has, too.
  if (code === 'invalid_request') continue
  test(`refuses in the default offer: ${what}`, async () => {
    const answer = await create(valid({ default_offer: { ...price, ...sent } }))
    assertRefused(answer, code, `default_offer.${field}`)
  })
}

test('returns metadata as sent', async () => {
  const text = metadataSamples['keys out of order'] ?? ''
  const { body } = await create(valid({ metadata: JSON.parse(text) }))
  assert.equal(JSON.stringify(body.metadata), text)
  assert.deepEqual(await stored(body.id), body)
})

test('stores neither product nor offer when either is refused', async () => {
  const by = await service.account()
  await create(valid({ name: '\u200b' }), by)
  await create(valid({ default_offer: { ...price, name: '\u200b' } }), by)
  await create(valid({ default_offer: { ...price, amount_minor: 0 } }), by)
  await create(valid({ default_offer: { ...price, type: 'recurring' } }), by)
  await create(valid({ metadata: [] }), by)
  const { body } = await by.get<'ProductList'>('/v1/products')
  assert.deepEqual(body.data, [])
  const offers = await service.sql('select id from offers where seller_id = ?', by.seller_id)
  assert.deepEqual(offers, [])
})
