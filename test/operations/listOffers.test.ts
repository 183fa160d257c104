import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const list = (product_id: string, query = '', by = seller) =>
  by.get<'OfferList'>(`/v1/products/${product_id}/offers${query}`)

test('lists whole offers of this product alone, newest first', async () => {
  const product = await seller.product()
  await seller.product()
  service.clock.advanceMs(1)
  const second = await seller.offer(product.id)
  service.clock.advanceMs(1)
  const third = await seller.offer(product.id, { type: 'recurring', billing_interval: 'day' })
  const { status, body } = await list(product.id)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    object: 'list',
    data: [third, second, product.default_offer],
    has_more: false,
    next_cursor: null,
  })
})

test('includes inactive offers and omits archived ones', async () => {
  const product = await seller.product()
  const inactive = await seller.offer(product.id)
  await seller.patch(`/v1/offers/${inactive.id}`, { active: false })
  const archived = await seller.offer(product.id)
  const archive = 'update offers set active = false, archived_at = ? where id = ?'
  await service.sql(archive, archived.created_at, archived.id)
  const { body } = await list(product.id)
  assert.deepEqual(body.data, [{ ...inactive, active: false }, product.default_offer])
})

test('gives an empty list when every offer is archived', async () => {
  const product = await seller.product()
  const archive =
    'update offers set active = false, is_default = false, archived_at = ? where product_id = ?'
  await service.sql(archive, product.created_at, product.id)
  const { status, body } = await list(product.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists the offers of an archived product', async () => {
  const product = await seller.product()
  await service.sql(`update products set status = 'archived' where id = ?`, product.id)
  const { status, body } = await list(product.id)
  assert.equal(status, 200)
  assert.deepEqual(body.data, [product.default_offer])
})

test('does not find a product that nothing is', async () => {
  assertRefused(await list(unknownId('prod_')), 'product_not_found')
})

test('refuses a limit that is not a number from 1 to 100', async () => {
  const { id } = await seller.product()
  for (const limit of ['0', '101', 'x', '']) {
    assertRefused(await list(id, `?limit=${limit}`), 'invalid_request', 'limit')
  }
})

test('refuses a query parameter that the contract does not name', async () => {
  const { id } = await seller.product()
  assertRefused(await list(id, '?active=true'), 'invalid_request', 'active')
})

test('looks at the scope, then the path, then the query, then the product', async () => {
  const writer = await seller.restrictedTo(['products:write'])
  assertRefused(await list('x', '?limit=x', writer), 'insufficient_scope')
  for (const query of ['?limit=x', '?limit=1&limit=1', '?limit=%', '?x=%00']) {
    assertRefused(await list('x', query), 'invalid_product_id', 'productId')
  }
  assertRefused(await list(unknownId('prod_'), '?limit=x'), 'invalid_request', 'limit')
  const cursor = `?starting_after=${unknownId('offer_')}`
  assertRefused(await list(unknownId('prod_'), cursor), 'product_not_found')
})
