import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import { assertLacks } from '../support/apiClients.ts'
import { startReceiver, verified } from '../support/receiver.ts'
import type { ReceivedRequest } from '../support/receiver.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const update = (by: TestAccount, id: string, body: unknown) =>
  by.patch<'WebhookEndpoint'>(`/v1/webhook_endpoints/${id}`, body)

/** Has a session paid. */
async function pay(seller: TestAccount): Promise<void> {
  const { id } = await seller.checkout()
  const { status } = await seller.post(`/sandbox/checkouts/${id}/pay`)
  assert.equal(status, 200)
}

const deliveriesOf = ({ seller_id }: TestAccount) =>
  service.sql<{ status: string }>('select * from deliveries where seller_id = ?', seller_id)

test('changes the fields that are sent, and no others', async () => {
  const seller = await service.account()
  const { secret: _, ...made } = await seller.webhookEndpoint()
  let expected = made
  for (const change of [
    { url: 'http://127.0.0.1:9/other' },
    { event_types: ['payment.reversed' as const] },
    { enabled: false },
    { url: made.url, event_types: [...EVENT_TYPES], enabled: true },
  ]) {
    const updated_at = service.clock.advanceMs(1500).toISOString()
    expected = { ...expected, ...change, updated_at }
    const { status, body } = await update(seller, made.id, change)
    assert.deepEqual([status, body], [200, expected])
    assert.deepEqual((await seller.get(`/v1/webhook_endpoints/${made.id}`)).body, expected)
  }
})

test('events go to the new address, signed by the same secret', async () => {
  const seller = await service.account()
  const [before, after] = [await startReceiver(), await startReceiver()]
  const { id, secret = '' } = await seller.webhookEndpoint({ url: before.url })
  await update(seller, id, { url: after.url })
  await pay(seller)
  const [received] = await after.arrived(1)
  verified(received as ReceivedRequest, secret)
  assert.equal(before.received.length, 0)
})

test('an endpoint that is disabled is sent nothing until it is enabled again', async () => {
  const seller = await service.account()
  const receiver = await startReceiver()
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  await update(seller, id, { enabled: false })
  await pay(seller)
  assert.deepEqual(await deliveriesOf(seller), [])
  await update(seller, id, { enabled: true })
  await pay(seller)
  await receiver.arrived(1)
  assert.equal((await deliveriesOf(seller)).length, 1)
})

test('a type of event that it no longer names makes no delivery', async () => {
  const seller = await service.account()
  const { id } = await seller.webhookEndpoint()
  await update(seller, id, { event_types: ['payment.declined'] })
  await pay(seller)
  assert.deepEqual(await deliveriesOf(seller), [])
})

test('in live mode refuses an address that is not public https', async () => {
  const live = await startService({ mode: 'live', secretKey: randomBytes(32) })
  const seller = await live.account()
  const url = 'https://loja.example/hook'
  const { id } = await seller.webhookEndpoint({ url })
  for (const wrong of ['http://loja.example/', 'https://192.168.0.1/', 'https://a.internal/']) {
    assertRefused(await update(seller, id, { url: wrong }), 'invalid_webhook_url', 'url')
  }
  const { body } = await seller.get<'WebhookEndpoint'>(`/v1/webhook_endpoints/${id}`)
  assert.equal(body.url, url)
  // The body is checked before the endpoint is looked up.
  const inside = { url: 'http://loja.example/' }
  assertRefused(await update(seller, unknownId('wh_'), inside), 'invalid_webhook_url', 'url')
})

test('refuses bodies that change nothing or that the contract does not describe', async () => {
  const seller = await service.account()
  const { id } = await seller.webhookEndpoint()
  assertRefused(await update(seller, id, {}), 'invalid_request')
  for (const [body, param] of [
    [{ event_types: [] }, 'event_types'],
    [{ event_types: null }, 'event_types'],
    [{ enabled: 1 }, 'enabled'],
    [{ secret: 'whsec_x' }, 'secret'],
    [{ deleted_at: null }, 'deleted_at'],
  ] as const) {
    assertRefused(await update(seller, id, body), 'invalid_request', param)
  }
  assertRefused(await update(seller, id, { url: 'x' }), 'invalid_webhook_url', 'url')
})

/**
 * Changes by a client that may not read the events that the endpoint would then be sent; each is
 * refused at this field.
 */
const widening: [field: string, before: object, change: object][] = [
  ['url', {}, { url: 'http://127.0.0.1:9/elsewhere' }],
  [
    'event_types',
    { event_types: ['checkout.expired'] },
    { event_types: ['checkout.expired', 'payment.succeeded'] },
  ],
  ['event_types', { event_types: ['checkout.expired'] }, { event_types: [...EVENT_TYPES] }],
  ['enabled', { enabled: false }, { enabled: true }],
]

for (const [field, before, change] of widening) {
  test(`a client that may not read the events has no more sent by ${field}`, async () => {
    const seller = await service.account()
    const { id } = await seller.webhookEndpoint(before)
    const path = `/v1/webhook_endpoints/${id}`
    const as = (await seller.get(path)).body
    const blind = await seller.restrictedTo(['account:read', 'account:write'])
    assertLacks(await update(blind, id, change), ['checkouts:read'], field)
    assert.deepEqual((await seller.get(path)).body, as)
    const reader = await seller.restrictedTo(['account:write', 'checkouts:read'])
    assert.equal((await update(reader, id, change)).status, 200)
  })
}

test('a client that may not read the events may have fewer sent, or none', async () => {
  const seller = await service.account()
  const { id, url } = await seller.webhookEndpoint()
  const blind = await seller.restrictedTo(['account:read', 'account:write'])
  for (const change of [
    { url, event_types: [...EVENT_TYPES], enabled: true },
    { event_types: ['payment.succeeded'] },
    { enabled: false },
  ]) {
    assert.equal((await update(blind, id, change)).status, 200)
  }
  assert.equal((await blind.delete(`/v1/webhook_endpoints/${id}`)).status, 200)
})
