/** The log names who was let in and who was refused. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { revoke } from '../../domain/access/clients.ts'
import { SecurityLog } from '../../http/securityLog.ts'
import { createLog } from '../../runtime/logger.ts'
import { signIn } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'
import { mockFor } from '../support/mockFor.ts'

type Line = Record<string, unknown>

const service = await startService()
const limited = await startService({ rateLimit: 3, authFailureLimit: 2 })

const linesOf = ({ log }: { log: string[] }, event: string): Line[] =>
  log.map((line) => JSON.parse(line) as Line).filter(({ security }) => security === event)

/** The one line about an event that is written by the work. */
async function lineOf(event: string, work: () => Promise<{ headers: Headers }>): Promise<Line> {
  const before = linesOf(service, event).length
  const { headers } = await work()
  const lines = linesOf(service, event).slice(before)
  assert.equal(lines.length, 1)
  const { request_id, address, level, time: _, ...line } = lines[0] ?? {}
  assert.equal(request_id, headers.get('x-request-id'))
  assert.equal(address, '127.0.0.1')
  return { level, ...line }
}

test('the log names the client that was refused, its address and the reason', async () => {
  const { client_id, client_secret } = await service.account()
  const wrong = await lineOf('authentication_failed', () =>
    service.requestToken(client_id, `${client_secret}x`),
  )
  assert.deepEqual(wrong, {
    level: 'warn',
    security: 'authentication_failed',
    client_id,
    reason: 'wrong credentials',
    msg: 'refused',
  })
  const form = {
    headers: { authorization: 'Basic !!' },
    raw: new URLSearchParams({
      grant_type: 'client_credentials',
    }),
  }
  const unreadable = await lineOf('authentication_failed', () =>
    service.request('POST', '/oauth/token', form),
  )
  assert.equal(unreadable['reason'], 'unreadable credentials')
  const none = await lineOf('authentication_failed', () =>
    service.request('POST', '/oauth/token', { raw: form.raw }),
  )
  assert.equal(none['reason'], 'no credentials')
})

test('the log has each webhook secret that was made, exchanged or ended', async () => {
  const { token } = await service.account()
  const at = '/v1/webhook_endpoints'
  const operationOf = async (method: string, path: string, json?: object) => {
    const line = await lineOf('account_changed', () =>
      service.request(method, path, { token, ...(json && { json }) }),
    )
    return line['operation']
  }
  assert.equal(
    await operationOf('POST', at, { url: 'https://a.example/' }),
    'createWebhookEndpoint',
  )
  const { body } = await service.request<'WebhookEndpointList'>('GET', at, { token })
  const one = `${at}/${body.data[0]?.id}`
  assert.equal(await operationOf('POST', `${one}/rotate_secret`), 'rotateWebhookEndpointSecret')
  assert.equal(await operationOf('DELETE', one), 'deleteWebhookEndpoint')
})

test('the log has each change of access and its maker, over API and dashboard', async () => {
  const seller = await service.account()
  const { token } = seller
  const client = { name: 'Loja', scopes: ['customers:read'] }
  const made = await lineOf('account_changed', () =>
    service.request('POST', '/v1/api_clients', { token, json: client }),
  )
  const { client_id } = seller
  const changed = { level: 'info', security: 'account_changed', msg: 'changed' }
  assert.deepEqual(made, { ...changed, client_id, operation: 'createApiClient' })
  const headers = { 'idempotency-key': 'chave-1' }
  const again = () => service.request('POST', '/v1/api_clients', { token, json: client, headers })
  await lineOf('account_changed', again)
  const count = linesOf(service, 'account_changed').length
  assert.equal((await again()).headers.get('idempotent-replayed'), 'true')
  assert.equal(linesOf(service, 'account_changed').length, count)
  await service.request('GET', '/v1/api_clients', { token })
  await service.request('POST', '/v1/api_clients', { token, json: {} })
  const owner = await signIn(seller)
  const key = await seller.apiClient(client)
  const before = linesOf(service, 'account_changed').length
  const page = `/dashboard/api-clients/${key.id}`
  await owner.submit(page, `${page}/revoke`, {})
  const [line, ...more] = linesOf(service, 'account_changed').slice(before)
  assert.equal(line?.['operation'], 'revokeApiClient')
  assert.match(String(line?.['user']), /^user_/)
  assert.deepEqual(more, [])
})

test('the log has no client id that could not be one: it may be a secret', async () => {
  const { client_secret } = await service.account()
  for (const id of [client_secret, 'x'.repeat(4000), 'bci_', 'bci_ß', `bci_${'x'.repeat(23)}`]) {
    const line = await lineOf('authentication_failed', () => service.requestToken(id, 'x'))
    assert.equal('client_id' in line, false)
  }
  assert.ok(!service.log.join('').includes(client_secret))
})

test('the log has each token that was issued, and the scopes that were refused', async () => {
  const { client_id, client_secret } = await service.account()
  const issued = await lineOf('token_issued', () => service.requestToken(client_id, client_secret))
  assert.deepEqual(issued, {
    level: 'info',
    security: 'token_issued',
    client_id,
    msg: 'let in',
  })
  const beyond = await (await service.account()).restrictedTo(['customers:read'])
  const asked = await lineOf('scope_refused', () =>
    service.requestToken(beyond.client_id, beyond.client_secret, { scope: 'all' }),
  )
  assert.equal(asked['client_id'], beyond.client_id)
  const used = await lineOf('scope_refused', () => beyond.post('/v1/products', {}))
  assert.deepEqual([used['client_id'], used['reason']], [beyond.client_id, 'insufficient_scope'])
  assert.equal(used['operation'], 'createProduct')
})

test('the log has each token that was refused: whose it was, when it was ours', async () => {
  const seller = await service.account()
  const { token, client_id } = seller
  const forged = await lineOf('token_refused', () =>
    service.request('GET', '/v1/me', { token: `${token}x` }),
  )
  assert.equal('client_id' in forged, false)
  await revoke(service.db, { name: client_id, now: service.clock.now() })
  const ended = await lineOf('token_refused', () => seller.get('/v1/me'))
  assert.equal(ended['client_id'], client_id)
  for (const [, , signature = ''] of [token.split('.')]) {
    assert.ok(!service.log.join('').includes(signature))
  }
})

test('the log has each limit that was reached', async () => {
  const seller = await limited.account()
  await Promise.all(Array.from({ length: 5 }, () => seller.get('/v1/me')))
  const [line] = linesOf(limited, 'limit_reached')
  assert.deepEqual([line?.['client_id'], line?.['reason']], [seller.client_id, 'too_many_requests'])
  for (let i = 0; i < 3; i++) await limited.requestToken(seller.client_id, 'wrong')
  const last = linesOf(limited, 'limit_reached').at(-1)
  assert.equal(last?.['reason'], 'oauth_too_many_requests')
})

test('the log has so many lines of an event a second, and the number of the others', (t) => {
  mockFor(t).timers.enable({ apis: ['setTimeout'] })
  const lines: Line[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const counted: string[] = []
  const security = new SecurityLog(log, { security: (event) => void counted.push(event) })
  const refused = { requestId: 'r', address: '10.0.0.1', headers: {} }
  for (let i = 0; i < 1_000; i++) security.note(refused, { status: 401 }, 'invalid_access_token')
  security.note(refused, { status: 403 }, 'insufficient_scope')
  assert.equal(lines.length, 21)
  mockFor(t).timers.tick(1_000)
  assert.equal(lines.length, 22)
  const { security: event, suppressed } = lines[21] ?? {}
  assert.deepEqual([event, suppressed], ['token_refused', 980])
  for (let i = 0; i < 5; i++) security.note(refused, { status: 401 }, 'invalid_access_token')
  mockFor(t).timers.tick(1_000)
  assert.equal(lines.length, 27)
  // Metrics count the events that the log leaves out.
  assert.equal(counted.filter((one) => one === 'token_refused').length, 1_005)
  assert.equal(counted.length, 1_006)
})
