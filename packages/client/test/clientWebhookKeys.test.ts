/** The client believes what the service has signed for its account, without a secret. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import { onTestFinished, test, vi } from 'vitest'
import { NoResponse, UnverifiedWebhook, verifyWebhookByKeys } from '../index.ts'
import { WebhookKeys } from '../webhookKeys.ts'
import type { WebhookKeySet } from '../webhookKeys.ts'
import { privateKeyOf, signedBy } from '../../../domain/webhooks/keys.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { startService } from '../../../test/support/service.ts'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

const service = await startService()
const receiver = await startReceiver()
const account = await service.account()
await account.webhookEndpoint({ url: receiver.url })
const address = `${service.url}/webhooks/${account.seller_id}/jwks.json`

/** The request of one more event. */
async function next(by = account) {
  const count = receiver.received.length + 1
  const { id } = await by.checkout()
  await by.post(`/sandbox/checkouts/${id}/pay`)
  const { body, headers } = (await receiver.arrived(count)).at(-1) ?? assert.fail()
  return { body, headers }
}

/** Keys that are read by a clock of the test, and how often they were. */
function countedKeys(of = address) {
  const world = { nowMs: 0, reads: 0, isDown: false }
  const keys = new WebhookKeys(of, {
    nowMs: () => world.nowMs,
    fetch: (request) => {
      world.reads++
      return world.isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(request)
    },
  })
  return { keys, world }
}

const keySet = async () => (await (await fetch(address)).json()) as WebhookKeySet

type Request = Parameters<typeof verifyWebhookByKeys>[0]
const refused = (request: Request) =>
  assert.rejects(verifyWebhookByKeys(request), UnverifiedWebhook)

const sent = await next()

test('believes what the service sent, in whatever form it is handed over', async () => {
  const { keys, world } = countedKeys()
  const bytes = new TextEncoder().encode(sent.body)
  for (const body of [sent.body, bytes, Buffer.from(bytes)]) {
    for (const headers of [sent.headers, new Headers(sent.headers)]) {
      for (const known of [keys, await keySet()]) {
        const event = await verifyWebhookByKeys({ body, headers, keys: known })
        assert.equal(event.type, 'payment.succeeded')
        assert.equal(event.id, sent.headers['webhook-id'])
      }
    }
  }
  assert.equal(world.reads, 1)
})

test('does not believe what was changed by one byte, or carries no v1a signature', async () => {
  const keys = await keySet()
  const { body, headers } = sent
  const [v1 = '', v1a = ''] = headers['webhook-signature']?.split(' ') ?? []
  const later = `${Number(headers['webhook-timestamp']) + 1}`
  const changes = [
    { body: `${body} ` },
    { headers: { ...headers, 'webhook-id': 'evt_other' } },
    { headers: { ...headers, 'webhook-timestamp': later } },
    ...[v1, v1a.slice(0, -1), v1a.replace('v1a', 'v1'), 'v1a', 'v1a,', '', `x${v1a}`].map(
      (one) => ({
        headers: { ...headers, 'webhook-signature': one },
      }),
    ),
    { headers: {} },
  ]
  for (const change of changes) await refused({ body, headers, keys, ...change })
  const alone = { ...headers, 'webhook-signature': v1a }
  assert.ok(await verifyWebhookByKeys({ body, headers: alone, keys }))
})

test("does not believe another account's events, though the service signed them", async () => {
  const other = await service.account()
  const elsewhere = await startReceiver()
  await other.webhookEndpoint({ url: elsewhere.url })
  const { id } = await other.checkout()
  await other.post(`/sandbox/checkouts/${id}/pay`)
  const [theirs = assert.fail()] = await elsewhere.arrived(1)
  await refused({ ...theirs, keys: await keySet() })
})

test('does not believe what is five minutes off, though it was signed', async () => {
  const seed = Buffer.alloc(32, 7)
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' })
  const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x }] }
  const at = (ageSeconds: number) => {
    const seconds = String(Math.floor(Date.now() / 1000) - ageSeconds)
    const content = `evt_1.${seconds}.${sent.body}`
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': seconds,
      'webhook-signature': signedBy(privateKeyOf(seed), content),
    }
    return { body: sent.body, headers, keys }
  }
  assert.equal((await verifyWebhookByKeys(at(0))).id, 'evt_1')
  assert.equal((await verifyWebhookByKeys(at(290))).id, 'evt_1')
  for (const ageSeconds of [302, -302]) await refused(at(ageSeconds))
})

test('forged requests make it read the keys once a minute, and no more often', async () => {
  const { keys, world } = countedKeys()
  const forged = { ...sent, body: `${sent.body} `, keys }
  await Promise.all(Array.from({ length: 20 }, () => refused(forged)))
  assert.equal(world.reads, 1)
  world.nowMs += MINUTE_MS
  for (let i = 0; i < 5; i++) await refused(forged)
  assert.equal(world.reads, 2)
})

test('forged requests do so no more often while the keys cannot be read', async () => {
  const { keys, world } = countedKeys()
  const forged = { ...sent, body: `${sent.body} `, keys }
  await refused(forged)
  world.nowMs += MINUTE_MS
  world.isDown = true
  await assert.rejects(verifyWebhookByKeys(forged), NoResponse)
  for (let i = 0; i < 5; i++) await refused(forged)
  assert.equal(world.reads, 2)
  // Keys read earlier still verify during the outage, and are read again a minute later.
  assert.ok(await verifyWebhookByKeys({ ...sent, keys }))
  world.isDown = false
  world.nowMs += MINUTE_MS
  await refused(forged)
  assert.equal(world.reads, 3)
})

test('keys that do not come are waited for five seconds', async () => {
  let asked = 0
  const keys = new WebhookKeys(address, {
    nowMs: () => 0,
    fetch: () => {
      asked++
      return new Promise(() => undefined)
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let error: unknown
  const call = verifyWebhookByKeys({ ...sent, keys }).catch((reason: unknown) => {
    error = reason
  })
  vi.advanceTimersByTime(5_000)
  await immediate()
  assert.ok(error instanceof NoResponse, String(error))
  await call
  assert.equal(asked, 1)
})

test('a key is believed for an hour, and then read again', async () => {
  const { keys, world } = countedKeys()
  await keys.current()
  world.nowMs += HOUR_MS - 1
  await keys.current()
  assert.equal(world.reads, 1)
  world.nowMs += 1
  await keys.current()
  assert.equal(world.reads, 2)
})

test('keys that cannot be read are no forgery: the error says so', async () => {
  const dead = countedKeys('http://127.0.0.1:1/').keys
  await assert.rejects(verifyWebhookByKeys({ ...sent, keys: dead }), NoResponse)
  const others = countedKeys(`${service.url}/.well-known/jwks.json`).keys
  await assert.rejects(verifyWebhookByKeys({ ...sent, keys: others }), NoResponse)
  await assert.rejects(verifyWebhookByKeys({ ...sent, keys: { keys: [] } }), TypeError)
  for (const wrong of ['no address', 'localhost:3000/webhooks/seller_1/jwks.json']) {
    assert.throws(() => new WebhookKeys(wrong), TypeError)
  }
})

test('a key that it has not seen is read, so a rotation ends nothing', async () => {
  const { keys, world } = countedKeys()
  assert.ok(await verifyWebhookByKeys({ ...(await next()), keys }))
  await service.service.webhookKeys.rotate(service.clock.now())
  assert.ok(await verifyWebhookByKeys({ ...(await next()), keys }))
  assert.equal(world.reads, 1)
  service.clock.advanceMs(25 * HOUR_MS)
  world.nowMs += MINUTE_MS
  assert.ok(await verifyWebhookByKeys({ ...(await next(await service.login(account))), keys }))
  assert.equal(world.reads, 2)
})
