/** Bounds of what a caller takes of the service before it is known who calls. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'vitest'
import { createErrorMapper } from '../../http/errors.ts'
import { createLog } from '../../runtime/logger.ts'
import { rotateSecret } from '../../domain/access/clients.ts'
import { breakQueries } from '../guarantees/support/breakage.ts'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { freePort } from '../../cli/ports.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { basic, exchangeAt, GRANT } from '../support/exchange.ts'
import { mockFor } from '../support/mockFor.ts'

const STRANGER = '127.0.0.3'
const RATE = 5

const service = await startService()
const seller = await service.account()
const small = await startService({}, { maxBodyBytes: 200 * 1024 })
const metricsPort = await freePort()
const crowded = await startService({ metricsPort }, { maxConnectionBytes: 20 * 10 * 1024 })
const limited = await startService({ rateLimit: RATE })
const full = await startService({}, { maxInFlight: 0 })

const portOf = ({ url }: TestService) => Number(new URL(url).port)

const head = (line: string, ...more: string[]) =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${more.map((one) => `${one}\r\n`).join('')}\r\n`
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const JSON_TYPE = 'Content-Type: application/json'
const bearer = (token: string) => `Authorization: Bearer ${token}`

/** Resolves once a server of this process has read the head of a request for this path. */
function requestOf(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.url !== path) return
    unsubscribe('http.server.request.start', seen)
    resolve()
  }
  subscribe('http.server.request.start', seen)
  return promise
}

const form = (parameters: number) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  raw: Array.from({ length: parameters }, (_, i) => `n${i}=`).join('&'),
})

test('a form has 16 parameters at most, and 4 KiB', async () => {
  const sixteen = await service.request('POST', '/oauth/token', form(16))
  assert.match(sixteen.text, /grant_type|unsupported|invalid_request/)
  const checkout = await seller.checkout()
  const path = new URL(checkout.checkout_url).pathname
  const said = async (parameters: number) =>
    (await service.request('POST', path, form(parameters))).body.error.message
  assert.notEqual(await said(16), await said(17))
  const long = { ...form(1), raw: `n=${'a'.repeat(4_096)}` }
  assert.equal((await service.request('POST', path, long)).status, 413)
  assert.equal((await service.request('POST', '/oauth/token', long)).status, 413)
})

/** Each is answered by its head: nothing of its body has come. */
const byHead: [name: string, text: string, status: number][] = [
  ['an unknown path', head('POST /nowhere', 'Content-Length: 60000'), 404],
  ['an unknown method', head('PUT /v1/customers', 'Content-Length: 60000'), 405],
  ['no token', head('POST /v1/customers', 'Content-Length: 60000', JSON_TYPE), 401],
  ['what is no token', head('POST /v1/customers', 'Content-Length: 60000', bearer('a')), 401],
  ['a form that is too long', head('POST /oauth/token', 'Content-Length: 4097', FORM), 413],
  [
    'a body that is too long',
    head('POST /v1/customers', 'Content-Length: 900000000', JSON_TYPE, bearer(seller.token)),
    413,
  ],
]

for (const [name, text, status] of byHead) {
  test(`${name} is answered before the body has come`, async () => {
    const connection = new RawConnection(portOf(service))
    connection.write(text)
    assert.equal((await connection.answer()).status, status)
    connection.socket.destroy()
  })
}

test('a caller whose body is refused hears the answer, and is cut off soon after', async () => {
  const connection = new RawConnection(portOf(service))
  const text = head('POST /v1/customers', 'Content-Length: 900000000', bearer(seller.token))
  connection.write(text)
  const sending = setInterval(() => connection.write('a'.repeat(10_000)), 5)
  const { status, headers } = await connection.answer()
  assert.deepEqual([status, headers['connection']], [413, 'close'])
  await connection.closed()
  clearInterval(sending)
})

test('a body in pieces of a byte is refused long before its end', async () => {
  const connection = new RawConnection(portOf(service))
  const more = ['Transfer-Encoding: chunked', JSON_TYPE, bearer(seller.token)]
  connection.write(head('POST /v1/customers', ...more))
  connection.write('1\r\n \r\n'.repeat(2_000))
  assert.equal((await connection.answer()).status, 413)
  await connection.closed()
})

test('slow bodies give way, those of the address that has most', async () => {
  const { token } = await small.account()
  const slow = Array.from({ length: 30 }, () => new RawConnection(portOf(small), STRANGER))
  for (const one of slow) {
    one.write(`${head('POST /oauth/token', 'Content-Length: 4000', FORM)}a`)
  }
  // The first of them is told to come again: there is no room for all.
  assert.equal((await slow[0]?.answer())?.status, 503)
  const body = JSON.stringify({ name: 'Ana', email: 'ana@example.com' })
  const other = new RawConnection(portOf(small))
  const length = `Content-Length: ${body.length}`
  const begun = requestOf('/v1/customers')
  other.write(head('POST /v1/customers', length, JSON_TYPE, bearer(token)) + body.slice(0, 10))
  await begun
  other.write(body.slice(10))
  assert.equal((await other.answer()).status, 201)
  for (const { socket } of [...slow, other]) socket.destroy()
})

test("slow bodies of many networks leave a known client's alone", async () => {
  const client = await small.account()
  assert.equal((await client.get('/v1/me')).status, 200)
  const name = 'a'.repeat(100)
  const body = JSON.stringify({
    name,
    email: 'bia@example.com',
    metadata: { x: 'x'.repeat(9_000) },
  })
  const known = new RawConnection(portOf(small))
  const length = `Content-Length: ${body.length}`
  known.write(head('POST /v1/customers', length, JSON_TYPE, bearer(client.token)))
  known.write(body.slice(0, 8_000))
  const slow = Array.from({ length: 30 }, (_, i) => {
    const one = new RawConnection(portOf(small), `127.0.1.${i + 1}`)
    one.write(`${head('POST /oauth/token', 'Content-Length: 4000', FORM)}a`)
    return one
  })
  // The memory has no room for all of them.
  await Promise.race(slow.map((one) => one.answer()))
  known.write(body.slice(8_000))
  assert.equal((await known.answer()).status, 201)
  for (const { socket } of [...slow, known]) socket.destroy()
})

/** Connections that were closed to free memory, by the log and by the metrics. */
async function droppedOf({ log, service: { metrics } }: TestService) {
  const lines = log
    .map((line) => JSON.parse(line) as { security?: string; network?: string; dropped: number })
    .filter(({ security }) => security === 'connections_dropped')
  const [, counted] = /event="connections_dropped"\} (\d+)/.exec(await metrics.text()) ?? []
  const told = lines.reduce((sum, { dropped }) => sum + dropped, 0)
  return { lines, counted: Number(counted), told }
}

test('idle connections of one address shut no other one out, and are logged', async () => {
  const { promise: halfAreClosed, resolve } = Promise.withResolvers<void>()
  let closed = 0
  const idle = Array.from({ length: 60 }, () => new RawConnection(portOf(crowded), STRANGER))
  for (const { socket } of idle) socket.once('close', () => ++closed === 30 && resolve())
  await Promise.all(idle.map(({ socket }) => socket.connecting && once(socket, 'connect')))
  const healthy = new RawConnection(portOf(crowded))
  healthy.write(head('GET /health'))
  assert.equal((await healthy.answer()).status, 200)
  await halfAreClosed
  healthy.heard = ''
  healthy.write(head('GET /health'))
  assert.equal((await healthy.answer()).status, 200, 'its connection was kept')
  let { lines, counted, told } = await droppedOf(crowded)
  // Connections closed within a second are logged at its end.
  while (told < counted) {
    await new Promise(setImmediate)
    ;({ lines, counted, told } = await droppedOf(crowded))
  }
  assert.ok(lines.length > 0 && lines.length < 10, `${lines.length} lines`)
  assert.deepEqual(new Set(lines.map(({ network }) => network)), new Set([STRANGER]))
  assert.ok(counted >= 30, `${counted} counted`)
  for (const { socket } of [...idle, healthy]) socket.destroy()
})

/** Requests whose answers are more than the kernel keeps for a reader who reads nothing. */
const UNREAD = head('GET /docs/redoc.js').repeat(20)

const answered: [name: string, text: string][] = [
  ['lingers', `${head('POST /nowhere', 'Content-Length: 100000')}a`],
  ['waits for its reader', UNREAD],
]

for (const [name, text] of answered) {
  test(`a connection whose answer ${name} gives way to a new one`, async () => {
    // Unread answers end no connection here, neither by their bytes nor by their time.
    const unread = { anonymousBacklogBytes: 1e9, sendTimeoutMs: 1e9 }
    const narrow = await startService({}, { maxConnectionBytes: 4 * 10 * 1024, ...unread })
    const old = Array.from({ length: 4 }, () => new RawConnection(portOf(narrow), STRANGER))
    for (const one of old) {
      one.write(text)
      await Promise.race([once(one.socket, 'data'), once(one.socket, 'close')])
      one.socket.pause()
    }
    const healthy = new RawConnection(portOf(narrow))
    healthy.write(head('GET /health'))
    assert.equal((await healthy.answer()).status, 200)
    for (const { socket } of [...old, healthy]) socket.destroy()
  })
}

test('unread answers that are cut off for their memory are logged and counted', async () => {
  const metrics = await freePort()
  const narrow = await startService({ metricsPort: metrics }, { anonymousBacklogBytes: 1 })
  const unread = new RawConnection(portOf(narrow), STRANGER)
  unread.socket.pause()
  unread.write(head('GET /openapi.json').repeat(20))
  const heard = () => droppedOf(narrow)
  while ((await heard()).lines.length === 0) await new Promise(setImmediate)
  const { lines, counted } = await heard()
  assert.deepEqual([lines.map(({ network }) => network), counted], [[STRANGER], 1])
  unread.socket.destroy()
})

test('requests sent without waiting for answers take only so much', async () => {
  const connection = new RawConnection(portOf(service))
  // The client reads nothing: the requests behind the first would wait.
  connection.socket.pause()
  connection.write(head('GET /docs/redoc.js').repeat(20) + head('GET /nowhere').repeat(2_000))
  await connection.closed()
})

test('a body in chunks behind another request is cut off', async () => {
  const connection = new RawConnection(portOf(service))
  connection.write(head('GET /docs/redoc.js') + head('POST /x', 'Transfer-Encoding: chunked'))
  await connection.closed()
})

test('a token that has ended spends nothing of its client', async () => {
  const owner = await limited.account()
  const now = limited.clock.now()
  const renewed = await rotateSecret(limited.db, { name: owner.client_id, now })
  assert.ok(renewed)
  const { token } = await limited.login({ ...owner, ...renewed })
  for (let i = 0; i < 3 * RATE; i++) {
    assert.equal((await limited.request('GET', '/v1/me', { token: owner.token })).status, 401)
  }
  const { status, headers } = await limited.request('GET', '/v1/me', { token })
  assert.equal(status, 200)
  assert.match(headers.get('ratelimit') ?? '', new RegExp(`r=${RATE - 1};`))
})

test('a client gets no more tokens a second than it may make requests', async () => {
  const [one, other] = [await limited.account(), await limited.account()]
  const ask = () => limited.requestToken(one.client_id, one.client_secret)
  const answers = await Promise.all(Array.from({ length: 4 * RATE }, ask))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length >= RATE, `${refused.length} refused`)
  for (const { headers, text } of refused) {
    assert.match(text, /"error":"too_many_requests"/)
    assert.match(text, /tokens pedidos/)
    assert.match(headers.get('ratelimit') ?? '', /^"token";r=0;/)
    assert.match(headers.get('retry-after') ?? '', /^1$/)
  }
  assert.equal((await other.get('/v1/me')).status, 200)
  assert.equal((await limited.requestToken(other.client_id, other.client_secret)).status, 200)
})

test('the database is not asked about an id that no client can have', async () => {
  let asked = 0
  breakQueries(service.db, {
    client_in_force: (step) => {
      asked++
      return { step }
    },
  })
  for (const name of ['nobody', `bci_${'x'.repeat(12_000)}`, 'bci_', `bci_${'x'.repeat(23)}`]) {
    const { status } = await exchangeAt(service, GRANT, { authorization: basic(`${name}:x`) })
    assert.equal(status, 401)
  }
  assert.equal(asked, 0)
  await service.requestToken(seller.client_id, seller.client_secret)
  assert.equal(asked, 1)
})

test('the files of the docs wait for a place like any request, and are in the log', async () => {
  assert.equal((await full.request('GET', '/docs/redoc.js')).status, 503)
  await service.request('GET', '/docs/redoc.js')
  const line = service.log.find((one) => one.includes('"operation":"docs"')) ?? '{}'
  assert.equal((JSON.parse(line) as { status?: number }).status, 200)
})

function failing() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const mapError = createErrorMapper(log)
  return { lines, fail: (error: Error) => mapError(error, { requestId: 'req_1' }).code }
}

test('faults of the service itself are logged with stacks, and not without end', (t) => {
  mockFor(t).method(performance, 'now', () => 0)
  const { lines, fail } = failing()
  for (let i = 0; i < 1_000; i++) assert.equal(fail(new TypeError('fault')), 'internal_error')
  assert.equal(lines.length, 10)
  for (const line of lines) assert.match(line, /"stack":"TypeError: fault/)
})
