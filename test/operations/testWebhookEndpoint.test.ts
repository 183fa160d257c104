import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'vitest'
import { clientOf } from '../support/makers.ts'
import { answer, reset, startReceiver, verified } from '../support/receiver.ts'
import type { ReceivedRequest } from '../support/receiver.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const ask = (id: string, body?: unknown, by: TestAccount = seller) =>
  by.post<'WebhookTest'>(`/v1/webhook_endpoints/${id}/test`, body)

/** The test without its id and its time. */
async function outcomeOf(id: string) {
  const { status, body } = await ask(id)
  assert.equal(status, 200)
  const { event_id, duration_ms, ...outcome } = body
  assert.match(event_id, /^evt_/)
  assert.ok(duration_ms >= 0)
  return outcome
}

test('sends one event webhook.test, signed by the secret, and shows the answer', async () => {
  const receiver = await startReceiver(answer(201, 'obrigado'))
  const made = await seller.webhookEndpoint({ url: receiver.url, event_types: ['refund.failed'] })
  const { secret = '', ...endpoint } = made
  const { status, body } = await ask(endpoint.id)
  assert.equal(status, 200)
  const [received, ...others] = receiver.received as [ReceivedRequest]
  assert.equal(others.length, 0)
  assert.deepEqual(verified(received, secret), {
    type: 'webhook.test',
    timestamp: service.clock.now().toISOString(),
    data: endpoint,
  })
  assert.equal(received.headers['webhook-id'], body.event_id)
  assert.deepEqual(body, {
    object: 'webhook_test',
    event_id: body.event_id,
    status: 'delivered',
    response_status: 201,
    body: 'obrigado',
    duration_ms: body.duration_ms,
    error: null,
  })
})

test('keeps nothing of it: no event, no delivery, no audit event', async () => {
  const of = await service.account()
  const receiver = await startReceiver()
  const { id } = await of.webhookEndpoint({ url: receiver.url })
  const counts = () =>
    service.sql(
      `select (select count(*) from events where seller_id = ?) as events,
        (select count(*) from deliveries where seller_id = ?) as deliveries,
        (select count(*) from audit_events where seller_id = ?) as audit_events`,
      of.seller_id,
      of.seller_id,
      of.seller_id,
    )
  const before = await counts()
  assert.equal((await ask(id, {}, of)).status, 200)
  assert.deepEqual(await counts(), before)
  assert.equal(receiver.received.length, 1)
})

test('says how the endpoint failed', async () => {
  const receiver = await startReceiver()
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  const failed = { object: 'webhook_test', status: 'failed' }
  receiver.script = answer(500, 'caiu')
  const refused = { response_status: 500, body: 'caiu', error: null }
  assert.deepEqual(await outcomeOf(id), { ...failed, ...refused })
  receiver.script = answer(302, '', { location: receiver.url })
  const led = { response_status: 302, body: '', error: null }
  assert.deepEqual(await outcomeOf(id), { ...failed, ...led })
  receiver.script = reset
  const { error, ...cut } = await outcomeOf(id)
  assert.deepEqual(cut, { ...failed, response_status: null, body: null })
  assert.match(error ?? '', /ECONNRESET|socket hang up/)
})

test('shows at most 2 KiB of an answer, as text that the database could hold', async () => {
  const receiver = await startReceiver(answer(200, `\0${'x'.repeat(5_000)}`))
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  const { body } = await outcomeOf(id)
  assert.equal(body, `\ufffd${'x'.repeat(2_047)}`)
})

test('a disabled endpoint is tested, too', async () => {
  const receiver = await startReceiver()
  const { id } = await seller.webhookEndpoint({ url: receiver.url, enabled: false })
  assert.equal((await outcomeOf(id)).status, 'delivered')
})

test('an account has one test at a time, which holds up no delivery and nobody else', async () => {
  const of = await service.account()
  const held: ServerResponse[] = []
  const hanging = await startReceiver((response) => void held.push(response))
  const receiver = await startReceiver()
  const { id } = await of.webhookEndpoint({ url: hanging.url, event_types: ['refund.failed'] })
  const { id: other } = await of.webhookEndpoint({ url: receiver.url })
  const first = ask(id, undefined, of)
  await hanging.arrived(1)
  const second = await ask(other, undefined, of)
  assertBusy(second)
  const { id: checkout } = await of.checkout()
  await of.post(`/sandbox/checkouts/${checkout}/pay`)
  const [delivery] = await receiver.arrived(1)
  assert.match(delivery?.body ?? '', /payment\.succeeded/)
  const free = await seller.webhookEndpoint({ url: receiver.url })
  assert.equal((await ask(free.id)).body.status, 'delivered')
  held[0]?.destroy()
  assert.equal((await first).body.status, 'failed')
  assert.equal((await ask(other, undefined, of)).status, 200)
})

function assertBusy({ status, headers, body }: Awaited<ReturnType<typeof ask>>): void {
  const { error } = body as unknown as { error: { type: string; code: string } }
  assert.deepEqual([status, error.type, error.code], [429, 'rate_limit_error', 'too_many_requests'])
  assert.match(headers.get('retry-after') ?? '', /^\d+$/)
}

test('an account has sixty tests a minute, and another is not held up by them', async () => {
  const [of, another] = [await service.account(), await service.account()]
  const receiver = await startReceiver()
  const { id } = await of.webhookEndpoint({ url: receiver.url })
  for (let i = 0; i < 60; i++) assert.equal((await ask(id, undefined, of)).status, 200)
  assertBusy(await ask(id, undefined, of))
  assert.equal(receiver.received.length, 60)
  const { id: theirs } = await another.webhookEndpoint({ url: receiver.url })
  assert.equal((await ask(theirs, undefined, another)).status, 200)
})

test('a test in live mode reaches no internal address, of an old or a new endpoint', async () => {
  const live = await startService({ mode: 'live' })
  const of = await live.account()
  const receiver = await startReceiver()
  const { id } = await of.webhookEndpoint({ url: 'https://loja.example/' })
  await live.sql('update webhook_endpoints set url = ? where id = ?', receiver.url, id)
  const { body } = await ask(id, undefined, of)
  assert.equal(body.error, 'In live mode it must be https.')
  const secure = receiver.url.replace('http:', 'https:')
  await live.sql('update webhook_endpoints set url = ? where id = ?', secure, id)
  const { body: inside } = await ask(id, undefined, of)
  assert.deepEqual([inside.status, inside.response_status, inside.body], ['failed', null, null])
  assert.match(inside.error ?? '', /not allowed|public/)
  assert.equal(receiver.connections, 0)
})

test('repeated with its Idempotency-Key, it gives the first answer', async () => {
  const receiver = await startReceiver(answer(200, 'um'))
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  const path = `/v1/webhook_endpoints/${id}/test`
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await seller.post(path, undefined, key)
  receiver.script = answer(500, 'dois')
  const again = await seller.post(path, undefined, key)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('refuses fields, for it has none, and a token that may not change the account', async () => {
  const { id } = await seller.webhookEndpoint()
  assertRefused(await ask(id, { type: 'x' }), 'invalid_request', 'type')
  const { as: reader } = await clientOf(seller, ['account:read', 'checkouts:read'])
  assertRefused(await ask(id, undefined, reader), 'insufficient_scope')
})
