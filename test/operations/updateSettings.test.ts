import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const path = '/v1/settings'

const all = {
  display_name: 'Padaria Pão Quente',
  legal_name: 'Pão Quente Ltda',
  tax_id: '12.345.678/0001-95',
  support_email: 'Ajuda@padaria.example',
  support_phone: '+551133334444',
  website_url: 'https://padaria.example',
  accent_color: '#a1b2c3',
  default_success_url: 'https://padaria.example/obrigado',
  default_cancel_url: 'https://padaria.example/carrinho',
  receipt_note: 'Trocas em 30 dias.',
}

const mail = {
  buyer_receipt: true,
  buyer_refund: true,
  buyer_subscription: true,
  seller_sale: true,
  seller_attention: false,
}

test('keeps the fields that are sent, and gives them back', async () => {
  const seller = await service.account()
  const { status, body } = await seller.patch(path, { ...all, mail })
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'settings', ...all, logo_url: null, mail })
  assert.deepEqual((await seller.get(path)).body, body)
})

test('leaves other fields as they were, of mail too, and null clears', async () => {
  const seller = await service.account()
  await seller.patch(path, { ...all, mail: { buyer_receipt: true } })
  const changes = { tax_id: null, mail: { seller_sale: true } }
  const { body } = await seller.patch<'Settings'>(path, changes)
  assert.deepEqual(body, {
    object: 'settings',
    ...all,
    tax_id: null,
    logo_url: null,
    mail: {
      buyer_receipt: true,
      buyer_refund: false,
      buyer_subscription: false,
      seller_sale: true,
      seller_attention: true,
    },
  })
  const cleared = Object.fromEntries(Object.keys(all).map((name) => [name, null]))
  const empty = await seller.patch<'Settings'>(path, cleared)
  assert.deepEqual(empty.body, { ...body, ...cleared })
})

test('texts are kept without the space around them, a colour in lower case', async () => {
  const seller = await service.account()
  const { body } = await seller.patch<'Settings'>(path, {
    display_name: '  Loja\n',
    accent_color: '#ABCDEF',
  })
  assert.deepEqual([body.display_name, body.accent_color], ['Loja', '#abcdef'])
})

test('refuses unreadable texts, addresses that cannot be opened, and bad colours', async () => {
  const seller = await service.account()
  for (const [field, value, code] of [
    ['display_name', ' ', 'invalid_request'],
    ['receipt_note', '\u200b', 'invalid_request'],
    ['accent_color', 'red', 'invalid_request'],
    ['accent_color', '#12345', 'invalid_request'],
    ['support_email', 'ajuda', 'invalid_request'],
    ['website_url', 'javascript:alert(1)', 'invalid_request'],
    ['website_url', 'https://ana:1@loja.example', 'invalid_request'],
    ['default_success_url', 'javascript:alert(1)', 'invalid_success_url'],
    ['default_success_url', 'https://ana@loja.example', 'invalid_success_url'],
    ['default_cancel_url', 'loja.example', 'invalid_cancel_url'],
  ] as const) {
    assertRefused(await seller.patch(path, { [field]: value }), code, field)
  }
  assertRefused(await seller.patch(path, {}), 'invalid_request')
  assertRefused(await seller.patch(path, { logo_url: 'x' }), 'invalid_request', 'logo_url')
  const odd = await seller.patch(path, { mail: { all: true } })
  assertRefused(odd, 'invalid_request', 'mail.all')
})

test('in live mode buyers are led to https alone', async () => {
  const live = await startService({ mode: 'live', baseUrl: 'https://balcao.example' })
  const seller = await live.account()
  const host = { host: 'balcao.example' }
  const json = { default_success_url: 'http://loja.example' }
  const answer = await live.request('PATCH', path, { token: seller.token, json, headers: host })
  assertRefused(answer, 'invalid_success_url', 'default_success_url')
})

test('the audit trail names the fields of a change and none of their values', async () => {
  const seller = await service.account()
  await seller.patch(path, { support_phone: '+551133334444', mail: { seller_sale: true } })
  await seller.patch(path, { support_phone: '+551133334444' })
  const { body } = await seller.get<'AuditEventList'>('/v1/audit_events')
  const [event, ...before] = body.data
  assert.equal(
    before.some(({ action }) => action.startsWith('settings.')),
    false,
  )
  assert.deepEqual(
    [event?.action, event?.target, event?.changes],
    [
      'settings.updated',
      { type: 'settings', id: seller.seller_id },
      [{ field: 'support_phone' }, { field: 'mail_seller_sale' }],
    ],
  )
})
