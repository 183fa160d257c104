/** The stages of a request: their order, and that docs/lifecycle.md lists them as the code does. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mock } from 'node:test'
import { test } from 'vitest'
import { createSeller, revoke } from '../../domain/access/clients.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import type { RequestContext, StageName } from '../../http/context.ts'
import { needsToken } from '../../http/authenticate.ts'
import { stages } from '../../http/lifecycle.ts'
import { createResponseChecker } from '../../http/responseChecker.ts'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { newId } from '../../runtime/ids.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const REQUESTS = 20

const root = new URL('../../', import.meta.url)
const service = await startService()
const full = await startService({}, { maxInFlight: 0 })
const limited = await startService({ rateLimit: 1 })
const seller = await service.account()
const reader = await tokenOf(service, 'products:read')

async function tokenOf(on: TestService, scope: string): Promise<string> {
  const { client_id, client_secret } = await createSeller(on.db, { name: 'A', now: on.clock.now() })
  const { body } = await on.requestToken(client_id, client_secret, { scope })
  return body.access_token
}

async function rawStatus(text: string): Promise<number> {
  const connection = new RawConnection(Number(new URL(service.url).port))
  connection.write(text)
  const { status } = await connection.answer()
  connection.socket.destroy()
  return status
}

test('docs/lifecycle.md lists the stages, and the statuses of their failures', () => {
  const page = readFileSync(new URL('docs/lifecycle.md', root), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \|[^|]*\| ([\d, ]*?) *\| `(.*)` \|$/gm)]
  assert.deepEqual(
    rows.map(([, name, statuses = '']) => ({
      name,
      failures: statuses === '' ? [] : statuses.split(', ').map(Number),
    })),
    stages.map(({ name, failures }) => ({ name, failures })),
  )
  for (const [, , , file = ''] of rows) assert.ok(existsSync(new URL(file, root)), file)
})

test('head before route: two hosts are answered 400 on an unknown path too', async () => {
  assert.equal(await rawStatus('GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'), 404)
  assert.equal(await rawStatus('GET /nowhere HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n'), 400)
})

test('route before token: an unknown method needs no token', async () => {
  assert.equal((await service.request('POST', '/v1/me')).status, 405)
  assert.equal((await service.request('GET', '/v1/me')).status, 401)
})

test('token before body: without a token, no body is waited for', async () => {
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100'
  assert.equal(await rawStatus(`POST /v1/customers HTTP/1.1\r\n${head}\r\n\r\n`), 401)
})

test('token before admit, admit before authenticate', async () => {
  const forged = `${seller.token.slice(0, -8)}AAAAAAAA`
  assert.equal((await full.request('GET', '/v1/me')).status, 401)
  assert.equal((await full.request('GET', '/v1/me', { token: forged })).status, 503)
  assert.equal((await service.request('GET', '/v1/me', { token: forged })).status, 401)
})

test('the API clients of a seller have one share of the service together', async () => {
  const on = await startService({}, { maxInFlight: 8 })
  const one = await on.account()
  const accounts = [one, await one.restrictedTo(['customers:read']), await on.account()]
  for (const account of accounts) assert.equal((await account.get('/v1/me')).status, 200)
  const [first, second, other] = accounts
  const read = on.db.read.bind(on.db)
  const held = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  let waiting = 0
  const mocked = mock.method(on.db, 'read', async (work: Parameters<typeof read>[0]) => {
    if (++waiting === 4) ready.resolve()
    await held.promise
    return read(work)
  })
  const pending = Array.from({ length: 4 }, () => first?.get('/v1/customers'))
  await ready.promise
  mocked.mock.restore()
  assert.equal((await second?.get('/v1/customers'))?.status, 503)
  assert.equal((await other?.get('/v1/customers'))?.status, 200)
  held.resolve()
  for (const answer of await Promise.all(pending)) assert.equal(answer?.status, 200)
  assert.equal((await second?.get('/v1/customers'))?.status, 200)
})

test("a request beyond its seller's share is refused before it is counted", async () => {
  const on = await startService({ rateLimit: 100 }, { maxInFlight: 8 })
  const seller = await on.account()
  const fresh = await on.login(seller)
  assert.equal((await seller.get('/v1/me')).status, 200)
  const read = on.db.read.bind(on.db)
  const [held, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let waiting = 0
  const mocked = mock.method(on.db, 'read', async (work: Parameters<typeof read>[0]) => {
    if (++waiting === 4) ready.resolve()
    await held.promise
    return read(work)
  })
  const pending = Array.from({ length: 4 }, () => seller.get('/v1/customers'))
  await ready.promise
  mocked.mock.restore()
  // The database is away: a rejected count that nothing awaits would end the process.
  const away = new DatabaseUnavailable('It is away.')
  const { limits } = on.service
  const counts = (['request', 'token'] as const).map((kind) =>
    mock.method(limits, kind, () => Promise.reject(away)),
  )
  assert.equal((await fresh.get('/v1/customers')).status, 503)
  assert.equal((await on.requestToken(seller.client_id, seller.client_secret)).status, 503)
  held.resolve()
  for (const { mock: of } of counts) {
    assert.equal(of.callCount(), 0)
    of.restore()
  }
  for (const answer of await Promise.all(pending)) assert.equal(answer.status, 200)
})

const many = (token: string, path: string) =>
  Promise.all(Array.from({ length: REQUESTS }, () => limited.request('GET', path, { token })))

test('an operation needs a token unless it has no security, or that of the token endpoint', () => {
  const operation = { operationId: 'a', path: '/a', method: 'get', responses: {} }
  const needs = (security?: Record<string, string[]>[]) =>
    needsToken({ ...operation, ...(security && { security }) })
  assert.deepEqual([undefined, [], [{ clientBasic: [] }]].map(needs), [false, false, false])
  // A scheme that the code does not know leaves nothing open.
  assert.deepEqual([[{ oauth2: [] }], [{ unknown: [] }], [{}]].map(needs), [true, true, true])
})

test('authenticate before limit: a revoked token is answered 401 and never 429', async () => {
  const { client_id, token } = await limited.account()
  await revoke(limited.db, { name: client_id, now: limited.clock.now() })
  const statuses = new Set((await many(token, '/v1/me')).map(({ status }) => status))
  assert.deepEqual([...statuses], [401])
})

test('limit before authorize: who exceeds the rate limit without the scope gets 429', async () => {
  const token = await tokenOf(limited, 'products:read')
  const statuses = new Set((await many(token, '/v1/customers')).map(({ status }) => status))
  assert.deepEqual([...statuses].toSorted(), [403, 429])
})

test('authorize before validate: a wrong body without the scope is answered 403', async () => {
  const wrong = { json: { name: 1 } }
  const asReader = await service.request('POST', '/v1/customers', { token: reader, ...wrong })
  const asSeller = await service.request('POST', '/v1/customers', { token: seller.token, ...wrong })
  assert.deepEqual([asReader.status, asSeller.status], [403, 400])
})

test('validate before handle: a wrong body for a missing offer is answered 400', async () => {
  const path = `/v1/offers/${newId('offer_', service.clock.now())}`
  const patch = (json: object) => service.request('PATCH', path, { token: seller.token, json })
  assert.equal((await patch({ name: 1 })).status, 400)
  assert.equal((await patch({ name: 'Anual' })).status, 404)
})

test('an error with a status that its stage does not list is noticed', () => {
  const check = createResponseChecker([])
  const wrong = (stage: StageName, status: number) =>
    check({ stage } as RequestContext, { status }, 'invalid_request')
  assert.equal(wrong('head', 400), undefined)
  assert.equal(wrong('head', 500), undefined)
  assert.match(wrong('authorize', 404) ?? '', /authorize does not fail with 404/)
})
