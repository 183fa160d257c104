import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const read = (id: string) => seller.get<'Offer'>(`/v1/offers/${id}`)

test('reads the offer as it was created', async () => {
  const product = await seller.product()
  const recurring = { type: 'recurring', billing_interval: 'year', interval_count: 3 }
  const offer = await seller.offer(product.id, recurring)
  const { status, body } = await read(offer.id)
  assert.equal(status, 200)
  assert.deepEqual(body, offer)
})

test('reads an inactive offer', async () => {
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  await seller.patch(`/v1/offers/${offer.id}`, { active: false })
  const { status, body } = await read(offer.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...offer, active: false })
})

test('does not find an archived offer', async () => {
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  const archive = 'update offers set active = false, archived_at = ? where id = ?'
  await service.sql(archive, offer.created_at, offer.id)
  assertRefused(await read(offer.id), 'offer_not_found')
})

test('reads an offer of an archived product', async () => {
  const { id, default_offer } = await seller.product()
  await service.sql(`update products set status = 'archived' where id = ?`, id)
  const { status, body } = await read(default_offer?.id ?? '')
  assert.equal(status, 200)
  assert.deepEqual(body, default_offer)
})

test('does not find an id that nothing has', async () => {
  assertRefused(await read(unknownId('offer_')), 'offer_not_found')
})

test('refuses a query parameter that the contract does not name', async () => {
  const { default_offer } = await seller.product()
  assertRefused(await read(`${default_offer?.id}?expand=x`), 'invalid_request', 'expand')
})
