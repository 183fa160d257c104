import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { Vault } from '../../domain/identity/vault.ts'
import { freePort } from '../../cli/ports.ts'
import { createEndpoint } from '../../domain/webhooks/endpoints.ts'
import { engine } from '../support/engine.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

const metricsPort = await freePort()
const service = await startService({ metricsPort })
const seller = await service.account('Padaria Confidencial')

const onItsPort = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${metricsPort}${path}`, init)

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

/** The figures whose names begin so, by what comes after. */
async function figures(beginning: string): Promise<Record<string, number>> {
  const text = await (await onItsPort('/metrics')).text()
  const lines = text.split('\n').filter((line) => line.startsWith(beginning))
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value] = line.slice(beginning.length).split(' ')
      return [name, Number(value)]
    }),
  )
}

test('counts sessions and their money as they are opened, paid, canceled, once each', async () => {
  const before = await figures('balcao_amount_minor_total')
  const { default_offer } = await seller.product({ amount_minor: 700 })
  const open = async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { offer_id: default_offer?.id }
    const {
      body: { id },
    } = await seller.post<'Checkout'>('/v1/checkouts', body, headers)
    await seller.post('/v1/checkouts', body, headers)
    return id
  }
  const ids = [await open(), await open(), await open()]
  await seller.post(`/sandbox/checkouts/${ids[0]}/pay`)
  await seller.post(`/sandbox/checkouts/${ids[0]}/pay`)
  await seller.post(`/v1/checkouts/${ids[1]}/cancel`)
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${ids[2]}`)
  const path = new URL(body.checkout_url).pathname
  await service.request('POST', path, { raw: new URLSearchParams({ action: 'pay' }) })
  const after = await figures('balcao_amount_minor_total')
  const grown = Object.keys(after).map(
    (name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const,
  )
  assert.deepEqual(Object.fromEntries(grown), {
    '{state="opened"}': 2100,
    '{state="completed"}': 1400,
    '{state="canceled"}': 700,
    '{state="returned"}': 0,
    '{state="return_failed"}': 0,
    '{state="return_given_up"}': 0,
  })
  assert.equal((await figures('balcao_checkouts_total'))['{state="canceled"}'], 1)
})

test('counts what the database does', async () => {
  const before = await figures('balcao_database_')
  const emails = Array.from({ length: 20 }, () => `${crypto.randomUUID()}@example.com`)
  await Promise.all(emails.map((email) => seller.post('/v1/customers', { name: 'Ana', email })))
  const after = await figures('balcao_database_')
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  assert.equal(after['transactions_waiting'], 0)
  if (engine === 'postgres') {
    assert.ok((after['connections'] ?? 0) >= (after['connections_idle'] ?? NaN))
    assert.ok((after['connections'] ?? 0) <= 5)
  } else {
    assert.equal(grown('transactions_total'), 20)
    assert.ok(grown('commit_groups_total') >= 1 && grown('commit_groups_total') <= 20)
    assert.ok(grown('commit_seconds_total') > 0)
    assert.equal(grown('commit_groups_undone_total'), 0)
  }
})

test('counts webhooks by how they ended', async () => {
  const secretKey = randomBytes(32)
  const other = await startService({ secretKey, metricsPort: await freePort() })
  const payee = await other.account()
  const { seller_id } = payee
  const receivers = [await startReceiver(answer(200)), await startReceiver(answer(500))]
  for (const { url } of receivers) {
    const [vault, now] = [new Vault(secretKey), other.clock.now()]
    await createEndpoint(other.db, { seller_id, url, mode: 'sandbox', vault, now })
  }
  const { id } = await payee.checkout()
  await payee.post(`/sandbox/checkouts/${id}/pay`)
  await Promise.all(receivers.map((receiver) => receiver.arrived(1)))
  // The stop waits for deliveries under way.
  await other.service.webhooks.stop(5_000)
  const text = await other.service.metrics.text()
  const count = 'balcao_webhook_duration_seconds_count'
  assert.match(text, new RegExp(`^${count}\\{outcome="delivered"\\} 1$`, 'm'))
  assert.match(text, new RegExp(`^${count}\\{outcome="failed"\\} 1$`, 'm'))
})

test('each metric is there as zero before its first event, for alerts', async () => {
  const other = await startService({ metricsPort: await freePort() })
  const text = await other.service.metrics.text()
  for (const name of [
    'balcao_checkouts_total{state="return_failed"}',
    'balcao_checkouts_total{state="return_given_up"}',
    'balcao_amount_minor_total{state="returned"}',
    'balcao_webhook_duration_seconds_count{outcome="failed"}',
    'balcao_bank_request_duration_seconds_count{outcome="denied"}',
  ])
    assert.ok(text.includes(`\n${name} 0\n`), name)
})

test('counts security events of each kind, from zero on', async () => {
  const name = 'balcao_security_events_total'
  const before = await figures(name)
  for (const event of ['token_issued', 'authentication_failed', 'limit_reached']) {
    assert.ok(before[`{event="${event}"}`] !== undefined, event)
  }
  const { client_id, client_secret } = seller
  await service.requestToken(client_id, client_secret)
  await service.requestToken(client_id, 'errado')
  const { status } = await service.request('GET', '/v1/me', { token: 'a.b.c' })
  assert.equal(status, 401)
  const restricted = await seller.restrictedTo(['customers:read'])
  await restricted.get('/v1/products')
  const after = await figures(name)
  const grown = Object.entries(after)
    .map(([of, count]) => [of, count - (before[of] ?? 0)] as const)
    .filter(([, growth]) => growth > 0)
  assert.deepEqual(Object.fromEntries(grown), {
    '{event="token_issued"}': 2,
    '{event="authentication_failed"}': 1,
    '{event="token_refused"}': 1,
    '{event="scope_refused"}': 1,
  })
})

test('gives the lag of the event loop', async () => {
  assert.ok((await figures('nodejs_eventloop_lag_'))['p99_seconds'] !== undefined)
})

test('names operations and never what callers send', async () => {
  const checkout = await seller.checkout({ external_id: 'confidencial-3' })
  await service.request('GET', new URL(checkout.checkout_url).pathname)
  await service.request('GET', '/confidencial-4?confidencial-5')
  const text = await (await onItsPort('/metrics')).text()
  assert.match(text, /operation="getPaymentPage"/)
  assert.match(text, /operation="none",status="404"/)
  for (const secret of [
    'onfidencial',
    checkout.id,
    checkout.checkout_url.slice(-51),
    seller.client_id,
    seller.seller_id,
  ])
    assert.ok(!text.includes(secret), secret)
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
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'])
})
