import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const archive = (id: string, by = seller, body?: unknown) =>
  by.post<'Offer'>(`/v1/offers/${id}/archive`, body)

test('ends an offer for good: it is not found, not listed and not sold', async () => {
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  const updated_at = service.clock.advanceMs(1_500).toISOString()
  const { status, body } = await archive(offer.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...offer, active: false, updated_at })
  assertRefused(await seller.get(`/v1/offers/${offer.id}`), 'offer_not_found')
  assertRefused(await seller.patch(`/v1/offers/${offer.id}`, { name: 'x' }), 'offer_not_found')
  const sale = await seller.post('/v1/checkouts', { offer_id: offer.id })
  assertRefused(sale, 'offer_not_found', 'offer_id')
  const { body: list } = await seller.get<'OfferList'>(`/v1/products/${product.id}/offers`)
  assert.deepEqual(list.data, [product.default_offer])
})

test('a repetition answers with the offer as it is', async () => {
  const { id } = await seller.offer((await seller.product()).id)
  const { body } = await archive(id)
  service.clock.advanceMs(1_500)
  const again = await archive(id, seller, {})
  assert.deepEqual([again.status, again.body], [200, body])
})

test('the default offer stays while another one of its product is active', async () => {
  const product = await seller.product()
  const default_id = product.default_offer?.id ?? ''
  const other = await seller.offer(product.id)
  assertRefused(await archive(default_id), 'default_offer_cannot_be_disabled')
  const path = `/v1/offers/${default_id}`
  assert.deepEqual((await seller.get<'Offer'>(path)).body, product.default_offer)

  await seller.patch(`/v1/offers/${other.id}`, { is_default: true })
  const { status, body } = await archive(default_id)
  assert.deepEqual([status, body.is_default, body.active], [200, false, false])
})

test('the last active offer can be archived; its product has no default then', async () => {
  const product = await seller.product()
  const only = product.default_offer?.id ?? ''
  const { status, body } = await archive(only)
  assert.deepEqual([status, body.is_default, body.active], [200, false, false])
  const path = `/v1/products/${product.id}`
  assert.equal((await seller.get<'Product'>(path)).body.default_offer, null)
  const next = await seller.offer(product.id)
  assert.equal((await seller.get<'Product'>(path)).body.default_offer?.id, next.id)
})

test('an open checkout outlives its offer', async () => {
  const { default_offer } = await seller.product()
  const offer_id = default_offer?.id ?? ''
  const { body } = await seller.post<'Checkout'>('/v1/checkouts', { offer_id })
  await archive(offer_id)
  assert.equal((await seller.post(`/sandbox/checkouts/${body.id}/pay`)).status, 200)
})

test('refuses a body with fields', async () => {
  const { id } = await seller.offer((await seller.product()).id)
  assertRefused(await archive(id, seller, { active: false }), 'invalid_request', 'active')
})
