import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import { assertLacks } from '../support/apiClients.ts'
import { startReceiver, verified } from '../support/receiver.ts'
import type { ReceivedRequest } from '../support/receiver.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const create = (by: TestAccount, body: unknown) =>
  by.post<'WebhookEndpointWithSecret'>('/v1/webhook_endpoints', body)

const url = 'http://127.0.0.1:9/hook'

test('makes an endpoint of every event, every field of it', async () => {
  const { status, body } = await create(await service.account(), { url })
  assert.equal(status, 201)
  assert.match(body.id, /^wh_[0-9a-f-]{36}$/)
  assert.match(body.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
  const now = service.clock.now().toISOString()
  assert.deepEqual(body, {
    id: body.id,
    object: 'webhook_endpoint',
    url,
    event_types: [...EVENT_TYPES],
    enabled: true,
    secret: body.secret,
    previous_secret_expires_at: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  })
})

test('a payment is sent to it, signed by its secret', async () => {
  const seller = await service.account()
  const receiver = await startReceiver()
  const { body } = await create(seller, { url: receiver.url })
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const [received] = await receiver.arrived(1)
  assert.equal(verified(received as ReceivedRequest, body.secret ?? '').data['id'], id)
})

test('an endpoint is sent the types that it names, and no other', async () => {
  const seller = await service.account()
  const [declined, every] = [await startReceiver(), await startReceiver()]
  const event_types = ['payment.declined']
  assert.deepEqual(
    (await create(seller, { url: declined.url, event_types })).body.event_types,
    event_types,
  )
  await create(seller, { url: every.url, event_types: [...EVENT_TYPES].toReversed() })
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/decline`)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const types = (await every.arrived(2)).map(
    ({ body }) => (JSON.parse(body) as { type: string }).type,
  )
  assert.deepEqual(types.toSorted(), ['payment.declined', 'payment.succeeded'])
  await declined.arrived(1)
  const rows = 'select * from deliveries where seller_id = ?'
  assert.equal((await service.sql(rows, seller.seller_id)).length, 3)
})

test('an endpoint that is not enabled gets no delivery', async () => {
  const seller = await service.account()
  assert.equal((await create(seller, { url, enabled: false })).body.enabled, false)
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const rows = 'select * from deliveries where seller_id = ?'
  assert.deepEqual(await service.sql(rows, seller.seller_id), [])
})

test('a secret is shown once, and stored sealed', async () => {
  const seller = await service.account()
  const { body } = await create(seller, { url })
  const { text } = await seller.get(`/v1/webhook_endpoints/${body.id}`)
  const rows = await service.sql('select * from webhook_endpoints where id = ?', body.id)
  for (const shown of [text, JSON.stringify(rows), service.log.join()]) {
    assert.ok(!shown.includes((body.secret ?? '').slice('whsec_'.length)))
  }
})

test('refuses an address that events cannot be sent to', async () => {
  const seller = await service.account()
  for (const wrong of ['', 'x', 'loja.example', 'ftp://a.example/', 'http://', 'http://a b/']) {
    assertRefused(await create(seller, { url: wrong }), 'invalid_webhook_url', 'url')
  }
  const long = `https://a.example/${'x'.repeat(2048)}`
  assertRefused(await create(seller, { url: long }), 'invalid_request', 'url')
})

test('in live mode refuses what is not a public https address', async () => {
  const live = await startService({ mode: 'live', secretKey: randomBytes(32) })
  const seller = await live.account()
  for (const wrong of [
    'http://loja.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://u:p@loja.example/',
  ]) {
    assertRefused(await create(seller, { url: wrong }), 'invalid_webhook_url', 'url')
  }
  assert.equal((await create(seller, { url: 'https://loja.example/hook' })).status, 201)
})

test('refuses bodies that the contract does not describe', async () => {
  const seller = await service.account()
  for (const [body, param] of [
    [{}, 'url'],
    [{ url: 1 }, 'url'],
    [{ url, event_types: [] }, 'event_types'],
    [{ url, event_types: ['payment'] }, 'event_types.0'],
    [{ url, event_types: ['payment.declined', 'payment.declined'] }, 'event_types'],
    [{ url, enabled: 'no' }, 'enabled'],
    [{ url, secret: 'whsec_x' }, 'secret'],
  ] as const) {
    assertRefused(await create(seller, body), 'invalid_request', param)
  }
})

test('a client that may not read the events makes no endpoint', async () => {
  const seller = await service.account()
  const blind = await seller.restrictedTo(['account:read', 'account:write'])
  assertLacks(await create(blind, { url }), ['checkouts:read'])
  assert.deepEqual((await seller.get<'WebhookEndpointList'>('/v1/webhook_endpoints')).body.data, [])
  const reader = await seller.restrictedTo(['account:write', 'checkouts:read'])
  assert.equal((await create(reader, { url })).status, 201)
})
