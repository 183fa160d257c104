import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { metadataSamples, trimmedNames } from '../support/samples.ts'
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

test('refuses a name in which nothing can be seen, and changes nothing', async () => {
  const product = await seller.product()
  const answer = await update(product.id, { name: ' \u200b', description: 'x' })
  assertRefused(answer, 'invalid_product_name', 'name')
  assert.deepEqual(await stored(product.id), product)
})

test('replaces metadata by what is sent', async () => {
  const { id } = await seller.product()
  const text = metadataSamples['keys out of order'] ?? ''
  const { body } = await update(id, { metadata: JSON.parse(text) })
  assert.equal(JSON.stringify(body.metadata), text)
  assert.deepEqual(await stored(id), body)
})

test('needs at least one field', async () => {
  assertRefused(await update((await seller.product()).id, {}), 'invalid_request')
})
