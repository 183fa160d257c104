import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { blankNames, trimmedNames, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const update = (id: string, body: unknown, by = seller) =>
  by.patch<'Offer'>(`/v1/offers/${id}`, body)

const stored = async (id: string) => (await seller.get<'Offer'>(`/v1/offers/${id}`)).body

/** An active offer that is not its product's default. */
const newOffer = async () => seller.offer((await seller.product()).id)

async function inactiveOffer() {
  const { id } = await newOffer()
  return (await update(id, { active: false })).body
}

test('changes the name alone, and the moment of the last change', async () => {
  const offer = await newOffer()
  const updated_at = service.clock.advanceMs(1_500).toISOString()
  const { status, body } = await update(offer.id, { name: ' Preço de lançamento ' })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...offer, name: 'Preço de lançamento', updated_at })
  assert.deepEqual(await stored(offer.id), body)
})

test('deactivates and activates an offer', async () => {
  const offer = await newOffer()
  const off = await update(offer.id, { active: false })
  assert.equal(off.status, 200)
  assert.deepEqual(off.body, { ...offer, active: false })
  const on = await update(offer.id, { active: true })
  assert.equal(on.status, 200)
  assert.deepEqual(on.body, offer)
})

test('makes an active offer the default', async () => {
  const offer = await newOffer()
  const { status, body } = await update(offer.id, { is_default: true })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...offer, is_default: true })
})

test('changes everything that can be changed in one request', async () => {
  const offer = await inactiveOffer()
  const changes = { name: 'Natal', active: true, is_default: true }
  const { status, body } = await update(offer.id, changes)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...offer, ...changes })
})

test('renames the default offer without touching what it is', async () => {
  const { default_offer } = await seller.product()
  const changes = { name: 'Natal', active: true, is_default: true }
  const { status, body } = await update(default_offer?.id ?? '', changes)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...default_offer, name: 'Natal' })
})

test('is_default: false on an offer that is not the default changes nothing', async () => {
  const offer = await newOffer()
  const { status, body } = await update(offer.id, { is_default: false })
  assert.equal(status, 200)
  assert.deepEqual(body, offer)
})

test('an offer of an archived product can still be renamed', async () => {
  const { id, default_offer } = await seller.product()
  await service.sql(`update products set status = 'archived' where id = ?`, id)
  const { status, body } = await update(default_offer?.id ?? '', { name: 'Natal' })
  assert.equal(status, 200)
  assert.equal(body.name, 'Natal')
})

test('stores the name trimmed of white space and invisible characters', async () => {
  const { id } = await newOffer()
  for (const [sent, kept] of trimmedNames) {
    assert.equal((await update(id, { name: sent })).body.name, kept)
  }
})

for (const name of blankNames) {
  test(`refuses the blank name ${JSON.stringify(name)}`, async () => {
    const offer = await newOffer()
    assertRefused(await update(offer.id, { name }), 'invalid_offer_name', 'name')
    const all = { name, active: false }
    assertRefused(await update(offer.id, all), 'invalid_offer_name', 'name')
    assert.deepEqual(await stored(offer.id), offer)
  })
}

test('needs at least one field', async () => {
  const { id } = await newOffer()
  assertRefused(await update(id, {}), 'invalid_request')
})

const immutable = {
  amount_minor: 1990,
  compare_at_amount_minor: 9990,
  currency: 'USD',
  type: 'recurring',
  billing_interval: 'month',
  interval_count: 2,
  lookup_key: 'lk_x',
  product_id: 'prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24',
  metadata: {},
}
for (const [field, value] of Object.entries(immutable)) {
  test(`${field} cannot be changed after creation`, async () => {
    const offer = await newOffer()
    const same = offer[field as keyof typeof offer]
    for (const sent of [value, same ?? null]) {
      assertRefused(await update(offer.id, { [field]: sent }), 'invalid_request', field)
      const named = { name: 'Natal', [field]: sent }
      assertRefused(await update(offer.id, named), 'invalid_request', field)
    }
    assert.deepEqual(await stored(offer.id), offer)
  })
}

test('refuses to deactivate or demote the default offer, which stays as it is', async () => {
  const { default_offer } = await seller.product()
  const id = default_offer?.id ?? ''
  const code = 'default_offer_cannot_be_disabled'
  assertRefused(await update(id, { active: false }), code, 'active')
  assertRefused(await update(id, { is_default: false }), code, 'is_default')
  assertRefused(await update(id, { name: 'Natal', is_default: false }), code, 'is_default')
  assert.deepEqual(await stored(id), default_offer)
})

test('refuses to make an inactive offer the default, which stays as it is', async () => {
  const offer = await inactiveOffer()
  const code = 'inactive_offer_cannot_be_default'
  assertRefused(await update(offer.id, { is_default: true }), code, 'is_default')
  const named = { name: 'Natal', is_default: true }
  assertRefused(await update(offer.id, named), code, 'is_default')
  assert.deepEqual(await stored(offer.id), offer)
})

test('does not find an id that nothing has', async () => {
  assertRefused(await update(unknownId('offer_'), { name: 'Natal' }), 'offer_not_found')
})

test('does not find an archived offer, whatever is asked of it', async () => {
  const offer = await newOffer()
  const archive = 'update offers set active = false, archived_at = ? where id = ?'
  await service.sql(archive, offer.created_at, offer.id)
  for (const body of [{ name: 'Natal' }, { active: true }, { active: true, is_default: true }]) {
    assertRefused(await update(offer.id, body), 'offer_not_found')
  }
})

test('looks at the scope, then the path, then the body, then the offer', async () => {
  const reader = await seller.restrictedTo(['products:read'])
  assertRefused(await update('x', {}, reader), 'insufficient_scope')
  assertRefused(await update('x', {}), 'invalid_offer_id', 'offerId')
  const unknown = unknownId('offer_')
  assertRefused(await update(unknown, {}), 'invalid_request')
  assertRefused(await update(unknown, { name: '\u200b' }), 'invalid_offer_name', 'name')
  const { default_offer } = await seller.product()
  const blank = { name: ' ', active: false }
  assertRefused(await update(default_offer?.id ?? '', blank), 'invalid_offer_name', 'name')
})
