import assert from 'node:assert/strict'
import { importJWK } from 'jose'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const pathOf = (id: string) => `/webhooks/${id}/jwks.json`
const read = (id: string) => service.request<'WebhookKeySet'>('GET', pathOf(id))

test('publishes an Ed25519 key to everyone, and nothing of its private part', async () => {
  const { seller_id } = await service.account()
  const { status, headers, body } = await read(seller_id)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(body.keys.length, 1)
  const [{ kid, x, ...rest }] = body.keys as [(typeof body.keys)[number]]
  assert.deepEqual(rest, { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' })
  assert.match(kid, /^whkey_/)
  assert.equal(Buffer.from(x, 'base64url').length, 32)
  await importJWK({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x })
})

test('every account has another key, and the same at each request, also at once', async () => {
  const on = await startService()
  const [one, other] = [await on.account(), await on.account()]
  const texts = async ({ seller_id }: { seller_id: string }) => {
    const all = Array.from({ length: 10 }, () => on.request('GET', pathOf(seller_id)))
    return new Set((await Promise.all(all)).map(({ text }) => text))
  }
  const [first, second] = [await texts(one), await texts(other)]
  assert.deepEqual([first.size, second.size], [1, 1])
  assert.notDeepEqual(first, second)
})

test('an unknown account is answered in the same way, so that none is revealed', async () => {
  const { status, body } = await read(unknownId('seller_'))
  assert.equal(status, 200)
  assert.equal(body.keys.length, 1)
})

test('the keys of webhooks are not among those that verify access tokens', async () => {
  const { seller_id } = await service.account()
  const { body: tokens } = await service.request<'JsonWebKeySet'>('GET', '/.well-known/jwks.json')
  const { body: webhooks } = await read(seller_id)
  const kids = new Set<string>(tokens.keys.map(({ kid }) => kid))
  assert.ok(webhooks.keys.every(({ kid }) => !kids.has(kid)))
})

test('refuses what is no id, and ignores query parameters', async () => {
  const { seller_id } = await service.account()
  const unread = await service.request('GET', pathOf('seller_1'))
  assertRefused(unread, 'invalid_request', 'sellerId')
  const more = await service.request('GET', `${pathOf(seller_id)}?kid=x`)
  assert.deepEqual([more.status, more.body], [200, (await read(seller_id)).body])
})
