/** A5: callers leave at each moment of each operation. What they were given comes back. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { mock } from 'node:test'
import { PassThrough } from 'node:stream'
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, test } from 'vitest'
import { sellerById } from '../../../../domain/identity/sellerRows.ts'
import { operationsOf, readContract } from '../../../../contract/document.ts'
import { StatusStreams } from '../../../../domain/checkouts/page/statusStreams.ts'
import { LoadShedder } from '../../../../http/loadShedder.ts'
import type { Service } from '../../../../domain/service.ts'
import { linkOf, pageOfLink } from '../../../support/paymentLinks.ts'
import { signIn } from '../../../support/dashboard.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import type { TestAccount } from '../../../support/service.ts'
import { RawConnection } from '../../../guarantees/support/rawHttp.ts'

/** Few places, so that a handful that do not come back are missed. */
const PLACES = 4
const LEAVERS = long ? 5 : 2
const STREAMS_OF_PAGE = 10

/** Resources that are still held after so long count as lost. */
const PATIENCE_MS = 5_000

const ROUNDS = 30
/** Caches have filled up by then, with 10 MiB. */
const FIRST_ROUNDS = 9
/** The growth of the heap that is allowed in the later rounds: 50 bytes for each caller. */
const MAX_GROWTH_BYTES = 2 * 1024 * 1024

/** The part of a request, of its head and its body, that is sent before its caller leaves. */
const moments = {
  'in the head': ({ head }) => head.slice(0, -10),
  'before the body': ({ head }) => head,
  'in the body': ({ head, body }) => head + body.slice(0, body.length / 2),
  'before the answer': ({ head, body }) => head + body,
  'during the answer': ({ head, body }) => head + body,
} satisfies Record<string, (request: Request) => string>

type Moment = keyof typeof moments
type Request = { operationId: string; head: string; body: string }
/** A request without a body is whole with its head. */
const momentsOf = ({ body }: Request) =>
  (Object.keys(moments) as Moment[]).filter(
    (moment) => body !== '' || (moment !== 'before the body' && moment !== 'in the body'),
  )

type Content = Record<string, { examples?: Record<string, { value?: unknown }> }>

/** Bodies in place of the examples: a short advance of the clock, and forms. */
const bodies: Record<string, string> = {
  advanceClock: '{"seconds":1}',
  actOnPaymentPage: 'action=decline',
  openPaymentLink: 'quantity=1',
  actOnSubscriptionPage: 'action=cancel',
  issueToken: 'grant_type=client_credentials',
}

/** A request of each operation, by a seller who has one of everything. */
async function requestsOf(seller: TestAccount): Promise<{ page: string; requests: Request[] }> {
  const [customer, product] = [await seller.customer(), await seller.product()]
  const [checkout, shown] = [await seller.checkout(), await seller.checkout()]
  const token = new URL(shown.checkout_url).pathname.slice('/pay/'.length)
  const link = await linkOf(seller, { max_payments: 1 })
  const linkToken = pageOfLink(link).slice('/l/'.length)
  const known: Record<string, string> = {
    paymentLinkId: link.id,
    customerId: customer.id,
    productId: product.id,
    offerId: product.default_offer?.id ?? '',
    checkoutId: checkout.id,
    sellerId: seller.seller_id,
    token,
  }
  const of = [...operationsOf(readContract())].filter(({ path }) => path !== '/metrics')
  const requests = of.map(({ method, path, operation }) => {
    const { operationId, requestBody } = operation as typeof operation & {
      requestBody?: { content: Content }
    }
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
    const [example] = Object.values(content?.examples ?? {})
    const body = bodies[operationId] ?? (type ? JSON.stringify(example?.value ?? {}) : '')
    const ids = path.startsWith('/l/') ? { ...known, token: linkToken } : known
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x')
    const lines = [
      `${method.toUpperCase()} ${filled} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${seller.token}`,
      ...(type ? [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`] : []),
    ]
    return { operationId, head: `${lines.join('\r\n')}\r\n\r\n`, body }
  })
  return { page: `/pay/${token}`, requests }
}

/** Half of them close, half of them break off. */
async function leave(port: number, request: Request, moment: Moment, i: number): Promise<void> {
  const connection = new RawConnection(port)
  const { socket } = connection
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  connection.write(Buffer.from(moments[moment](request)).toString('latin1'))
  if (moment === 'during the answer') await Promise.race([once(socket, 'data'), closed])
  if (i % 2 === 0) socket.destroy()
  else socket.resetAndDestroy()
  await closed
}

async function until(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end_ms = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    assert.ok(performance.now() < end_ms, what())
    await wait(5)
  }
}

/** Sockets and timers of this process, where the service runs and its callers. */
function held(): Record<string, number> {
  const counts: Record<string, number> = { Timeout: 0, TCPSocketWrap: 0 }
  for (const type of process.getActiveResourcesInfo()) {
    if (type in counts) counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * The live heap: the least of several collections, since some objects are only freed by later ones
 * (finalizers, sockets).
 */
async function heapBytes(): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 5; i++) {
    collectGarbage()
    least = Math.min(least, process.memoryUsage().heapUsed)
    await immediate()
  }
  return least
}

/** Opens as many streams of a page as there may be, and leaves them. */
async function openStreams(port: number, page: string): Promise<number> {
  const connections = Array.from({ length: STREAMS_OF_PAGE }, () => new RawConnection(port))
  let opened = 0
  for (const connection of connections) {
    connection.write(`GET ${page}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await Promise.race([once(connection.socket, 'data'), once(connection.socket, 'close')])
    if (connection.heard.startsWith('HTTP/1.1 200')) opened++
  }
  for (const { socket } of connections) socket.destroy()
  await Promise.all(connections.map(({ socket }) => socket.closed || once(socket, 'close')))
  return opened
}

async function leaveEverywhere(
  port: number,
  seller: TestAccount,
  requests: Request[],
): Promise<number> {
  let left = 0
  for (const request of requests) {
    for (const moment of momentsOf(request)) {
      const leavers = Array.from({ length: LEAVERS }, (_, i) => leave(port, request, moment, i))
      await Promise.all(leavers)
      left += LEAVERS
      await until(
        async () => (await seller.get('/v1/me')).status === 200,
        () => `no place after callers left ${request.operationId} ${moment}`,
      )
    }
  }
  return left
}

/**
 * @param breaking breaks the service once all is set up
 * @param operationId the only operation that is asked for then
 */
async function assertAllComesBack(
  breaking = () => undefined,
  operationId?: string,
): Promise<string> {
  // The lines of the log are kept for the test: they would be all the memory that there is more.
  const service = await startService({ logLevel: 'error' }, { maxInFlight: PLACES })
  const port = Number(new URL(service.url).port)
  const seller = await service.account()
  const { page, requests: all } = await requestsOf(seller)
  const requests = all.filter((one) => one.operationId === (operationId ?? one.operationId))
  // Resources that are made once, such as kept connections, are there before anything is counted.
  if (long) await leaveEverywhere(port, seller, requests)
  const { db } = service
  const { seller_id: id } = seller
  await Promise.all(Array.from({ length: 50 }, () => db.run(() => sellerById({ id }))))
  await until(
    async () => (await seller.get('/v1/me')).status === 200,
    () => 'no place',
  )
  const before = held()
  breaking()
  let [left, bytes] = [0, 0]
  for (let round = 0; round < (long ? ROUNDS : 1); round++) {
    if (round === FIRST_ROUNDS) bytes = await heapBytes()
    left += await leaveEverywhere(port, await service.login(seller), requests)
  }
  for (let i = 0; i < 2; i++) assert.equal(await openStreams(port, page), STREAMS_OF_PAGE)
  await until(
    () => Object.entries(held()).every(([type, count]) => count <= (before[type] ?? 0)),
    () => `${JSON.stringify(before)} became ${JSON.stringify(held())}`,
  )
  const growth = (await heapBytes()) - bytes
  if (long) assert.ok(growth <= MAX_GROWTH_BYTES, `${growth} bytes more`)
  const more = long ? `, ${(growth / 1024 / 1024).toFixed(1)} MiB of heap more` : ''
  return (
    `${left} callers left ${requests.length} operations at ${Object.keys(moments).length} ` +
    `moments: every place, socket and timer is back${more}`
  )
}

afterEach(() => mock.restoreAll())

property('A5', () => assertAllComesBack())

/** The next response that an HTTP server of this process begins. */
function nextResponse(): Promise<ServerResponse> {
  const channel = 'http.server.request.start'
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      unsubscribe(channel, hear)
      resolve((message as { response: ServerResponse }).response)
    }
    subscribe(channel, hear)
  })
}

for (const path of ['/', '/dashboard/sign-in', '/dashboard/payments.csv']) {
  test(`the place of a caller who leaves before ${path} is begun comes back`, async () => {
    const service = await startService({ logLevel: 'error' }, { maxInFlight: 1 })
    const seller = await service.account()
    const { cookie } = await signIn(seller)
    const connection = new RawConnection(Number(new URL(service.url).port))
    await once(connection.socket, 'connect')
    const begun = nextResponse()
    // The time is asked for when the request has its place, and told when the caller has gone.
    const now = mock.method(service.clock, 'now', async () => {
      now.mock.restore()
      const response = await begun
      connection.socket.resetAndDestroy()
      await once(response, 'close')
      return service.clock.now()
    })
    connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
    await once(connection.socket, 'close')
    await until(
      async () => (await seller.get('/v1/me')).status === 200,
      () => 'the place has not come back',
    )
  })
}

test('a reader who takes nothing of a page or its style keeps no place, and is cut', async () => {
  const limits = { maxInFlight: 1, sendTimeoutMs: 200 }
  const service = await startService({ logLevel: 'error' }, limits)
  const seller = await service.account()
  const html = await (await fetch(`${service.url}/dashboard/sign-in`)).text()
  const [, style = ''] = /href="([^"]+\.css)"/.exec(html) ?? []
  for (const path of ['/', '/dashboard/sign-in', style]) {
    const connection = new RawConnection(Number(new URL(service.url).port))
    const begun = nextResponse()
    connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const response = await begun
    const closed = once(response, 'close')
    // The buffers of the connection are full: it takes nothing that is written.
    Object.assign(response.req.socket, { _write: () => undefined, _writev: () => undefined })
    await until(
      async () => (await seller.get('/v1/me')).status === 200,
      () => `${path}: the place has not come back`,
    )
    await closed
    assert.equal(response.writableFinished, false, path)
  }
})

/** Has the reader of the next page that needs a session leave while that is looked up. */
function leaveAtSession({ people }: Service, leave: (response: ServerResponse) => void): void {
  const begun = nextResponse()
  const readSession = people.readSession.bind(people)
  const looked = mock.method(
    people,
    'readSession',
    async (...of: Parameters<typeof readSession>) => {
      looked.mock.restore()
      const response = await begun
      const closed = once(response, 'close')
      leave(response)
      await closed
      await immediate()
      return readSession(...of)
    },
  )
}

test("a person who leaves while a page is made takes nothing of the account's share", async () => {
  const service = await startService({ logLevel: 'error' }, { maxInFlight: 4 })
  const seller = await service.account()
  const person = await signIn(seller)
  for (let i = 0; i < 2; i++) {
    const connection = new RawConnection(Number(new URL(service.url).port))
    await once(connection.socket, 'connect')
    leaveAtSession(service.service, () => connection.socket.resetAndDestroy())
    const cookie = `Cookie: ${person.cookie}`
    connection.write(`GET /dashboard/payments HTTP/1.1\r\nHost: localhost\r\n${cookie}\r\n\r\n`)
    await once(connection.socket, 'close')
  }
  await until(
    async () => (await person.get('/dashboard/payments')).status === 200,
    () => 'the share of the account has not come back',
  )
})

for (const [how, limits] of [
  ['ends the connection', {}],
  ['is late', { headersTimeoutMs: 100, requestTimeoutMs: 100, timeoutCheckMs: 20 }],
] as const) {
  test(`a body whose caller ${how} within it goes with its connection`, async () => {
    const service = await startService({ logLevel: 'error' }, limits)
    const connection = new RawConnection(Number(new URL(service.url).port))
    const begun = nextResponse()
    const type = 'Content-Type: application/x-www-form-urlencoded'
    connection.write(
      `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 99\r\n\r\n`,
    )
    connection.write('grant_type=')
    const { req: request } = await begun
    const closed = once(request, 'close')
    if (how === 'ends the connection') connection.socket.end()
    // The reader of the body waits for this, and holds a part of the memory of all bodies.
    await closed
  })
}

control('A5', 'a stream does not hear that its reader has gone', () =>
  assertAllComesBack(() => {
    const { open } = StatusStreams.prototype
    mock.method(StatusStreams.prototype, 'open', function (this: StatusStreams, of: never) {
      return open.call(this, of)?.pipe(new PassThrough())
    })
  }, 'streamPaymentStatus'),
)

control('A5', 'the place of a request is not given back', () =>
  assertAllComesBack(() => {
    mock.method(LoadShedder.prototype, 'release', () => undefined)
  }, 'getAccount'),
)
