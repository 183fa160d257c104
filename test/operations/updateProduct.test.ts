import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import {
  blankNames,
  malformedIds,
  metadataSamples,
  trimmedNames,
  unknownId,
  unstorableTexts,
} from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const update = (id: string, body: unknown, by = seller) =>
  by.patch<'Product'>(`/v1/products/${id}`, body)

const stored = async (id: string) => (await seller.get<'Product'>(`/v1/products/${id}`)).body

const changes: Record<string, unknown> = {
  name: 'Caneca grande',
  description: 'De 500 ml.',
  metadata: { sku: 'CAN-500' },
  status: 'archived',
}
for (const [field, value] of Object.entries(changes)) {
  test(`changes ${field} alone, and the moment of the last change`, async () => {
    const product = await seller.product()
    const updated_at = service.clock.advanceMs(1_500).toISOString()
    const { status, body } = await update(product.id, { [field]: value })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...product, [field]: value, updated_at })
    assert.deepEqual(await stored(product.id), body)
  })
}

test('changes everything that can be changed in one request', async () => {
  const product = await seller.product()
  const { status, body } = await update(product.id, changes)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...product, ...changes })
})

test('an archived product takes no offers and no checkouts until it is active again', async () => {
  const { id, default_offer } = await seller.product()
  const offer = () =>
    seller.post(`/v1/products/${id}/offers`, { amount_minor: 100, currency: 'BRL' })
  const open = () => seller.post('/v1/checkouts', { offer_id: default_offer?.id })
  assert.equal((await update(id, { status: 'archived' })).body.status, 'archived')
  assertRefused(await offer(), 'product_not_found')
  assertRefused(await open(), 'offer_not_found', 'offer_id')
  assert.equal((await update(id, { status: 'active' })).body.status, 'active')
  assert.deepEqual([(await offer()).status, (await open()).status], [201, 201])
})

test('a checkout keeps the name and the description that it was opened with', async () => {
  const product = await seller.product()
  const offer_id = product.default_offer?.id
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', { offer_id })
  await update(product.id, { name: 'Outra', description: 'Outra', metadata: { a: 1 } })
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  assert.deepEqual(body, checkout)
})

test('stores the name trimmed of white space and invisible characters', async () => {
  const { id } = await seller.product()
  for (const [sent, kept] of trimmedNames) {
    assert.equal((await update(id, { name: sent })).body.name, kept)
  }
})

for (const name of blankNames) {
  test(`refuses the blank name ${JSON.stringify(name)}`, async () => {
    const product = await seller.product()
    const answer = await update(product.id, { name, description: 'x' })
    assertRefused(answer, 'invalid_product_name', 'name')
    assert.deepEqual(await stored(product.id), product)
  })
}

for (const [what, text] of Object.entries(metadataSamples)) {
  test(`replaces metadata by what is sent: ${what}`, async () => {
    const { id } = await seller.product()
    const { body } = await update(id, { metadata: JSON.parse(text) })
    assert.equal(JSON.stringify(body.metadata), JSON.stringify(JSON.parse(text)))
    assert.deepEqual(await stored(id), body)
  })
}

const wrong: Record<string, unknown[]> = {
  name: [null, 1, true, [], {}, ...unstorableTexts],
  description: [null, 1, true, [], {}, ...unstorableTexts],
  metadata: [null, 1, true, '', '{}', [], [{}]],
  status: [null, '', 'Active', 'inactive', 1, true, []],
  id: ['prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24'],
  default_offer: [null, {}, { amount_minor: 1, currency: 'BRL' }],
  created_at: ['2026-03-02T12:00:00.000Z'],
  nome: ['x'],
}
for (const [field, values] of Object.entries(wrong)) {
  test(`refuses in ${field} what is of another type or form, or cannot be changed`, async () => {
    const product = await seller.product()
    for (const value of values) {
      assertRefused(await update(product.id, { [field]: value }), 'invalid_request', field)
    }
    assert.deepEqual(await stored(product.id), product)
  })
}

test('needs at least one field', async () => {
  assertRefused(await update((await seller.product()).id, {}), 'invalid_request')
})

test('refuses an id that is not a product id', async () => {
  for (const id of malformedIds('prod_')) {
    assertRefused(await update(id, { name: 'Caneca' }), 'invalid_product_id', 'productId')
  }
})

test('does not know a product that does not exist or is of another account', async () => {
  const other = await service.account()
  const theirs = await other.product()
  for (const id of [unknownId('prod_'), theirs.id]) {
    assertRefused(await update(id, { status: 'archived' }), 'product_not_found')
  }
  const { body } = await other.get<'Product'>(`/v1/products/${theirs.id}`)
  assert.deepEqual(body, theirs)
})

test('needs the scope products:write', async () => {
  const { id } = await seller.product()
  const reader = await seller.restrictedTo(['products:read', 'customers:write'])
  assertRefused(await update(id, { name: 'Caneca' }, reader), 'insufficient_scope')
})
