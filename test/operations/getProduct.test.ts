import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const read = (id: string) => seller.get<'Product'>(`/v1/products/${id}`)

test('reads the product as it was created, its default offer included', async () => {
  const product = await seller.product()
  const { status, body } = await read(product.id)
  assert.equal(status, 200)
  assert.deepEqual(body, product)
})

test('shows the offer that is the default now', async () => {
  const product = await seller.product()
  const promoted = await seller.offer(product.id, { is_default: true })
  const { body } = await read(product.id)
  assert.deepEqual(body.default_offer, promoted)
})

test('shows the default offer under its new name', async () => {
  const { id, default_offer } = await seller.product()
  const path = `/v1/offers/${default_offer?.id}`
  const changed = await seller.patch<'Offer'>(path, { name: 'Natal' })
  const { body } = await read(id)
  assert.deepEqual(body.default_offer, changed.body)
})

test('shows null when no offer is active', async () => {
  const product = await seller.product()
  const archive =
    'update offers set active = false, is_default = false, archived_at = ? where product_id = ?'
  await service.sql(archive, product.created_at, product.id)
  const { status, body } = await read(product.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...product, default_offer: null })
})

test('reads an archived product', async () => {
  const product = await seller.product()
  await service.sql(`update products set status = 'archived' where id = ?`, product.id)
  const { status, body } = await read(product.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...product, status: 'archived' })
})

test('does not find an id that nothing has', async () => {
  assertRefused(await read(unknownId('prod_')), 'product_not_found')
})

test('refuses a query parameter that the contract does not name', async () => {
  const { id } = await seller.product()
  assertRefused(await read(`${id}?expand=offers`), 'invalid_request', 'expand')
})
