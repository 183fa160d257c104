import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/payment_links'

const items = [{ name: 'Caneca', unit_amount_minor: 4990 }]
const made = async (fields: object = {}) =>
  (await seller.post<'PaymentLink'>(path, { name: 'Link', items, ...fields })).body

test('changes the fields that are sent, and leaves the rest as it was', async () => {
  const link = await made({ max_payments: 3, metadata: { a: 1 } })
  const changes = {
    name: ' Outro ',
    active: false,
    max_payments: 9,
    ends_at: '2026-05-01T00:00:00Z',
    success_url: 'https://loja.example/fim',
    metadata: { b: 2 },
  }
  const now = await service.clock.advance(60)
  const { status, body } = await seller.patch<'PaymentLink'>(`${path}/${link.id}`, changes)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...link,
    ...changes,
    name: 'Outro',
    ends_at: '2026-05-01T00:00:00.000Z',
    updated_at: now.toISOString(),
  })
  assert.deepEqual((await seller.get(`${path}/${link.id}`)).body, body)
})

test('null takes a limit, an end and an address away', async () => {
  const limits = { max_payments: 3, ends_at: '2026-05-01T00:00:00.000Z' }
  const link = await made({ ...limits, success_url: 'https://loja.example/fim' })
  const nothing = { max_payments: null, ends_at: null, success_url: null }
  const { body } = await seller.patch<'PaymentLink'>(`${path}/${link.id}`, nothing)
  assert.deepEqual(body, { ...link, ...nothing, updated_at: body.updated_at })
})

test('refuses what a link sells, what is unknown, and an empty change', async () => {
  const link = await made()
  const one = `${path}/${link.id}`
  assertRefused(await seller.patch(one, {}), 'invalid_request')
  for (const field of ['items', 'custom_amount', 'quantity', 'collect', 'payments_count', 'url']) {
    assertRefused(await seller.patch(one, { [field]: null }), 'invalid_request', field)
  }
  assertRefused(await seller.patch(one, { name: '\u200b' }), 'invalid_request', 'name')
  assertRefused(await seller.patch(one, { max_payments: 0 }), 'invalid_request', 'max_payments')
  assertRefused(
    await seller.patch(one, { success_url: 'ftp://a.example' }),
    'invalid_success_url',
    'success_url',
  )
  const none = `${path}/${unknownId('link_')}`
  assertRefused(await seller.patch(none, { active: true }), 'payment_link_not_found')
  const odd = await seller.patch(`${path}/x`, { active: true })
  assertRefused(odd, 'invalid_payment_link_id', 'paymentLinkId')
  assert.deepEqual((await seller.get(one)).body, link)
})
