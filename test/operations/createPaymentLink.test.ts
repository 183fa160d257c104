import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import type { RefusalCode } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { START, startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/payment_links'

const post = (body: unknown) => seller.post<'PaymentLink'>(path, body)
const mug = { name: 'Caneca', unit_amount_minor: 4990 }
const items = [mug]
const custom_amount = { min_minor: 500, max_minor: 100_000 }

test('makes a link for items, which shows all that was sent', async () => {
  const { default_offer } = await seller.product()
  const offer_id = default_offer?.id
  const sent = {
    items: [
      { ...mug, name: ' Caneca ', metadata: { sku: 'C' } },
      { offer_id, quantity: 3 },
      { name: 'Cupom', unit_amount_minor: -990, kind: 'discount' },
    ],
    quantity: { min: 1, max: 5 },
    collect: ['email', 'name'],
    max_payments: 100,
    ends_at: '2026-04-01T00:00:00-03:00',
    success_url: 'https://loja.example/obrigado',
    metadata: { campanha: 'outono' },
  }
  const { status, body } = await post({ name: ' Canecas ', ...sent })
  assert.equal(status, 201)
  assert.match(body.id, /^link_[0-9a-f-]{36}$/)
  assert.match(body.url, new RegExp(`^${service.url}/l/[\\w-]{51}$`))
  assert.deepEqual(body, {
    ...sent,
    id: body.id,
    object: 'payment_link',
    url: body.url,
    name: 'Canecas',
    items: [
      { ...mug, quantity: 1, kind: 'product', description: '', metadata: { sku: 'C' } },
      { offer_id, quantity: 3 },
      { ...sent.items[2], quantity: 1, description: '', metadata: {} },
    ],
    custom_amount: null,
    payments_count: 0,
    open_count: 0,
    active: true,
    ends_at: '2026-04-01T03:00:00.000Z',
    created_at: START,
    updated_at: START,
  })
  assert.deepEqual((await seller.get(`${path}/${body.id}`)).body, body)
})

test('makes a link whose buyer types the amount; nulls say the same as nothing', async () => {
  const { status, body } = await post({
    name: 'Doação',
    custom_amount,
    items: null,
    quantity: null,
    max_payments: null,
    ends_at: null,
    success_url: null,
  })
  assert.equal(status, 201)
  const { items: sold, quantity, collect, max_payments, ends_at, success_url, metadata } = body
  assert.deepEqual(
    { sold, quantity, collect, max_payments, ends_at, success_url, metadata },
    {
      sold: null,
      quantity: null,
      collect: [],
      max_payments: null,
      ends_at: null,
      success_url: null,
      metadata: {},
    },
  )
  assert.deepEqual(body.custom_amount, custom_amount)
})

test('refuses what no session could sell, by the field at fault, and keeps nothing', async () => {
  const { default_offer } = await seller.product({ type: 'recurring', billing_interval: 'month' })
  const before = (await seller.get<'PaymentLinkList'>(path)).body.data.length
  const most = 99_999_999_999
  const refused: [object, RefusalCode, string | undefined][] = [
    [{}, 'invalid_request', 'custom_amount'],
    [{ items, custom_amount }, 'invalid_request', 'custom_amount'],
    [{ items: [] }, 'invalid_request', 'items'],
    [{ custom_amount, quantity: { min: 1, max: 2 } }, 'invalid_request', 'quantity'],
    [
      { custom_amount: { min_minor: 0, max_minor: 1 } },
      'invalid_request',
      'custom_amount.min_minor',
    ],
    [
      { custom_amount: { min_minor: 2, max_minor: 1 } },
      'invalid_request',
      'custom_amount.max_minor',
    ],
    [
      { custom_amount: { min_minor: 1, max_minor: most + 1 } },
      'invalid_request',
      'custom_amount.max_minor',
    ],
    [{ items, quantity: { min: 0, max: 2 } }, 'invalid_request', 'quantity.min'],
    [{ items, quantity: { min: 3, max: 2 } }, 'invalid_request', 'quantity.max'],
    [{ items, quantity: { min: 1, max: 10_000 } }, 'invalid_request', 'quantity.max'],
    [{ items, collect: ['address'] }, 'invalid_request', 'collect.0'],
    [{ items, collect: ['name', 'name'] }, 'invalid_request', 'collect'],
    [{ items, max_payments: 0 }, 'invalid_request', 'max_payments'],
    [{ items, max_payments: 1_000_001 }, 'invalid_request', 'max_payments'],
    [{ items, ends_at: 'amanhã' }, 'invalid_request', 'ends_at'],
    [{ items, name: '\u200b' }, 'invalid_request', 'name'],
    [{ items, active: false }, 'invalid_request', 'active'],
    [{ items, payments_count: 5 }, 'invalid_request', 'payments_count'],
    [{ items: [{ ...mug, name: '\u115f\u2800' }] }, 'invalid_request', 'items.0.name'],
    [{ items, success_url: 'javascript:1' }, 'invalid_success_url', 'success_url'],
    [{ items, success_url: 'https://a:b@c.example/' }, 'invalid_success_url', 'success_url'],
    [{ items: [{ offer_id: 'x' }] }, 'invalid_offer_id', 'items.0.offer_id'],
    [{ items: [{ offer_id: unknownId('offer_') }] }, 'offer_not_found', 'items.0.offer_id'],
    [
      { items: [mug, { offer_id: default_offer?.id }] },
      'recurring_item_must_be_alone',
      'items.1.offer_id',
    ],
    [{ items: [{ ...mug, unit_amount_minor: 0 }] }, 'invalid_cart_amount', 'items'],
  ]
  for (const [body, code, param] of refused) {
    assertRefused(await post({ name: 'Link', ...body }), code, param)
  }
  assert.equal((await seller.get<'PaymentLinkList'>(path)).body.data.length, before)
})

test('the sum is within its bounds at the least and at the largest quantity', async () => {
  const discount = { name: 'Cupom', unit_amount_minor: -4990, kind: 'discount' }
  const dear = { name: 'Casa', unit_amount_minor: 50_000_000_000 }
  const ranges: [object[], { min: number; max: number }, number][] = [
    [[mug, discount], { min: 1, max: 9 }, 400],
    [[mug, discount], { min: 2, max: 9 }, 201],
    [[dear], { min: 1, max: 2 }, 400],
    [[{ ...dear, quantity: 9 }], { min: 1, max: 1 }, 201],
  ]
  for (const [sold, quantity, status] of ranges) {
    const answer = await post({ name: 'Link', items: sold, quantity })
    assert.equal(answer.status, status, answer.text)
    if (status === 400) assertRefused(answer, 'invalid_cart_amount', 'items')
  }
})

test('the audit trail has each link and each change of it', async () => {
  const { body: link } = await post({ name: 'Link', items, max_payments: 3 })
  await seller.patch(`${path}/${link.id}`, { active: false })
  const { body } = await seller.get<'AuditEventList'>(`/v1/audit_events?target_id=${link.id}`)
  assert.deepEqual(
    body.data.map(({ action, target, changes }) => [action, target.type, changes]),
    [
      ['payment_link.updated', 'payment_link', [{ field: 'active', before: true, after: false }]],
      [
        'payment_link.created',
        'payment_link',
        [
          { field: 'name', before: null, after: 'Link' },
          { field: 'active', before: null, after: true },
          { field: 'max_payments', before: null, after: 3 },
          { field: 'metadata' },
        ],
      ],
    ],
  )
})
