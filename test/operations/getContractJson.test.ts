import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { test } from 'vitest'
import { startService } from '../support/service.ts'
import { mockFor } from '../support/mockFor.ts'

const service = await startService()

test('gives everyone the contract as JSON, the edited one but for the address', async () => {
  const { status, headers, text } = await service.request('GET', '/openapi.json')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal(headers.get('cache-control'), 'no-cache')
  const edited = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')
  const { host } = new URL(service.url)
  assert.deepEqual(JSON.parse(text), parse(edited.replaceAll('localhost:3000', host)))
  const [server] = JSON.parse(text).servers
  assert.equal(server.url.replace('{host}', server.variables.host.default), service.url)
})

test("names every operation of the specification's summary", async () => {
  const { text } = await service.request('GET', '/openapi.json')
  const { openapi, paths, webhooks } = JSON.parse(text)
  assert.match(openapi, /^3\.1\./)
  for (const line of [
    'post /oauth/token',
    'get /.well-known/oauth-authorization-server',
    'get /.well-known/jwks.json',
    'get /health',
    'get /v1/me',
    'post /v1/customers',
    'get /v1/customers',
    'get /v1/customers/{customerId}',
    'post /v1/products',
    'get /v1/products',
    'get /v1/products/{productId}',
    'post /v1/products/{productId}/offers',
    'get /v1/products/{productId}/offers',
    'get /v1/offers/{offerId}',
    'patch /v1/offers/{offerId}',
    'post /v1/checkouts',
    'get /v1/checkouts',
    'get /v1/checkouts/{checkoutId}',
  ]) {
    const [method = '', path = ''] = line.split(' ')
    assert.ok(paths[path]?.[method]?.operationId, line)
  }
  const events = [
    'checkout.canceled',
    'checkout.expired',
    'invoice.created',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.reversed',
    'invoice.uncollectible',
    'invoice.voided',
    'payment.declined',
    'payment.reversed',
    'payment.succeeded',
    'refund.failed',
    'refund.succeeded',
    'subscription.activated',
    'subscription.canceled',
    'subscription.ended',
    'subscription.expired',
    'webhook.test',
  ]
  assert.deepEqual(Object.keys(webhooks).toSorted(), events)
})

test('is not serialised at each request', async (t) => {
  const { text } = await service.request('GET', '/openapi.json')
  const stringify = mockFor(t).method(JSON, 'stringify')
  assert.equal((await service.request('GET', '/openapi.json')).text, text)
  const serialised = stringify.mock.calls.filter(({ result }) => result === text)
  assert.equal(serialised.length, 0)
})
