import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from './ports.ts'
import { startService } from './service.ts'

const metrics_port = await freePort()
const service = await startService({ metrics_port })
const seller = await service.account('Padaria Confidencial')

const onItsPort = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${metrics_port}${path}`, init)

test('gives Prometheus the duration of requests by operation and status, on its port', async () => {
  await seller.get('/v1/me')
  await seller.get('/v1/me')
  await seller.get('/v1/customers/x')
  const response = await onItsPort('/metrics')
  const text = await response.text()
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(response.headers.get('x-request-id') ?? '', /./)
  const count = 'balcao_http_request_duration_seconds_count'
  assert.match(text, /^# TYPE balcao_http_request_duration_seconds histogram$/m)
  assert.match(text, new RegExp(`^${count}\\{operation="getAccount",status="200"\\} 2$`, 'm'))
  assert.match(text, new RegExp(`^${count}\\{operation="getCustomer",status="400"\\} 1$`, 'm'))
  assert.match(text, /^process_cpu_seconds_total /m)
})

test('names operations and never what callers send', async () => {
  const checkout = await seller.checkout({ external_id: 'confidencial-3' })
  await service.request('GET', new URL(checkout.checkout_url).pathname)
  await service.request('GET', '/confidencial-4?confidencial-5')
  const text = await (await onItsPort('/metrics')).text()
  assert.match(text, /operation="getPaymentPage"/)
  assert.match(text, /operation="none",status="404"/)
  for (const secret of [
    'onfidencial', checkout.id, checkout.checkout_url.slice(-43), seller.client_id,
    seller.seller_id,
  ]) assert.ok(!text.includes(secret), secret)
})

test('is not on the public port', async () => {
  const { status, body } = await service.request('GET', '/metrics')
  assert.deepEqual([status, body.error.code], [404, 'route_not_found'])
})

test('nothing else is on its port', async () => {
  for (const path of ['/', '/health', '/v1/me', '/docs', '/docs/redoc.js', '/oauth/token']) {
    const response = await onItsPort(path)
    assert.equal(response.status, 404, path)
    await response.body?.cancel()
  }
  const response = await onItsPort('/metrics', { method: 'POST' })
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET'])
})
