/** The thread that speaks with the servers that sellers have named. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { test } from 'vitest'
import { NoAnswer } from '../../domain/outgoing/connections.ts'
import { connectDirectly } from '../../domain/outgoing/direct.ts'
import { MeteredStream } from '../../domain/outgoing/meteredStream.ts'
import { OutgoingThread } from '../../domain/outgoing/outgoingThread.ts'
import { ProcessorBudget } from '../../runtime/processorBudget.ts'
import { makeAuthority, makeServerPair } from '../../packages/bank/certificates.ts'
import { atEnd } from '../support/atEnd.ts'
import { CostlyServer } from '../support/costlyChains.ts'
import { mockFor } from '../support/mockFor.ts'

const { signal } = new AbortController()
const asked = { method: 'POST', headers: {}, body: 'x', maxBytes: 8 }

function newThread() {
  const failures: unknown[] = []
  const thread = new OutgoingThread({ error: (facts: object) => void failures.push(facts) })
  atEnd(() => thread.close())
  return { thread, failures }
}

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const toAny = { owner: 'a', isPublicOnly: false }

const failureOf = (exchange: Promise<unknown>): Promise<NoAnswer> =>
  exchange.then(
    () => assert.fail('There was an answer.'),
    (error: unknown) => {
      assert.ok(error instanceof NoAnswer, String(error))
      return error
    },
  )

/** Listens for a request, and tells of its connection. */
async function startHanging() {
  const sockets: Socket[] = []
  const arrived = Promise.withResolvers<void>()
  const url = await startServer((request) => {
    sockets.push(request.socket)
    arrived.resolve()
  })
  return { url, sockets, arrived: arrived.promise }
}

test('an answer comes through the thread as it comes without it', async () => {
  const url = await startServer((request, response) => {
    response.setHeader('retry-after', '7').writeHead(201).end(`${request.method} and more`)
  })
  const { thread } = newThread()
  const answers = [thread.connect(toAny), connectDirectly(toAny)].map(async (connections) => {
    const { body, ...answer } = await connections.exchange({ ...asked, url }, signal)
    return { ...answer, text: Buffer.from(body).toString() }
  })
  const [apart, direct] = await Promise.all(answers)
  const headers = { 'content-encoding': undefined, 'retry-after': '7' }
  assert.deepEqual(apart, { status: 201, headers, isWhole: false, text: 'POST and' })
  assert.deepEqual(direct, apart)
})

test('a request that is aborted ends, with its connection', async () => {
  const { url, sockets, arrived } = await startHanging()
  const ending = new AbortController()
  const exchange = newThread()
    .thread.connect(toAny)
    .exchange({ ...asked, url }, ending.signal)
  await arrived
  ending.abort()
  assert.equal((await failureOf(exchange)).status, null)
  const [socket] = sockets
  if (!socket?.closed) await once(socket as Socket, 'close')
})

test('requests under way fail when the thread ends, and the next gets another', async () => {
  const hanging = await startHanging()
  const url = await startServer((_, response) => response.end())
  const { thread } = newThread()
  const connections = thread.connect(toAny)
  const failed = failureOf(connections.exchange({ ...asked, url: hanging.url }, signal))
  await hanging.arrived
  await thread.close()
  assert.match((await failed).message, /has ended/)
  assert.equal((await connections.exchange({ ...asked, url }, signal)).status, 200)
})

test('a handshake of more than 32 KiB is ended before it is verified', async () => {
  const server = await CostlyServer.start()
  server.show('binary curves', 40_000)
  const { url } = server
  const failure = await failureOf(connectDirectly(toAny).exchange({ ...asked, url }, signal))
  assert.match(failure.message, /more than 32 KiB/)
})

test('a seller whose servers have cost too much is not connected, and another is', async () => {
  const costly = await CostlyServer.start()
  costly.show('long exponents', 30_000)
  const budget = new ProcessorBudget({ shareOfTime: 0, burstMs: 1 })
  const to = (owner: string, url: string) =>
    connectDirectly({ owner, budget, isPublicOnly: false }).exchange({ ...asked, url }, signal)
  const first = await failureOf(to('a', costly.url))
  assert.equal(first.code, 'CERT_SIGNATURE_FAILURE')
  const again = await failureOf(to('a', costly.url))
  assert.match(again.message, /is used up/)
  const other = await failureOf(to('b', costly.url))
  assert.equal(other.code, 'CERT_SIGNATURE_FAILURE')
})

test('kept connections serve further requests until they are closed, but no order', async () => {
  const authority = await makeAuthority('Banco')
  const server = createTlsServer(await makeServerPair(authority), (_, response) => response.end())
  let connected = 0
  server.on('secureConnection', () => connected++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const identity = { certificate: '', private_key: '', authority: authority.cert }
  const connections = newThread().thread.connect({ ...toAny, identity, maxKept: 2 })
  const sent = async (isAlone = false) => {
    await connections.exchange({ ...asked, url, isAlone }, signal)
    return connected
  }
  assert.deepEqual([await sent(), await sent(), await sent(true), await sent()], [1, 1, 2, 2])
  connections.close()
  assert.equal(await sent(), 3)
})

test('a session is resumed for ten minutes, by its seller, of a verified server', async (t) => {
  const [authority, other] = await Promise.all([makeAuthority('Loja'), makeAuthority('Outra')])
  const resumed: boolean[] = []
  const server = createTlsServer(await makeServerPair(authority), (_, response) => response.end())
  server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const trusted = getCACertificates('default')
  t.onTestFinished(() => {
    server.close()
    setDefaultCACertificates(trusted)
  })
  // A module of its own, whose context trusts that authority.
  const send = async (owner: string, ca: string) => {
    setDefaultCACertificates([ca])
    const path = `../../domain/outgoing/direct.ts?${ca === other.cert ? 'other' : 'own'}`
    const own = (await import(path)) as { connectDirectly: typeof connectDirectly }
    return own.connectDirectly({ ...toAny, owner }).exchange({ ...asked, url }, signal)
  }
  for (const owner of ['a', 'a', 'b']) await send(owner, authority.cert)
  assert.deepEqual(resumed, [false, true, false])
  const now = performance.now()
  mockFor(t).method(performance, 'now', () => now + 11 * 60_000)
  await send('a', authority.cert)
  assert.deepEqual(resumed.slice(3), [false])
  for (let i = 0; i < 2; i++) await failureOf(send('a', other.cert))
  assert.ok(!resumed.slice(4).includes(true))
})

test('a session of more than 8 KiB is not kept', async (t) => {
  const authority = await makeAuthority('Loja')
  const altNames = ['localhost', ...Array.from({ length: 500 }, (_, i) => `loja-${i}.example`)]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: authority,
    extensions: [
      { name: 'subjectAltName', altNames: altNames.map((value) => ({ type: 2 as const, value })) },
    ],
  })
  const resumed: boolean[] = []
  const server = createTlsServer({ key, cert }, (_, response) => response.end())
  server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const trusted = getCACertificates('default')
  t.onTestFinished(() => {
    server.close()
    setDefaultCACertificates(trusted)
  })
  setDefaultCACertificates([authority.cert])
  const path = '../../domain/outgoing/direct.ts?large'
  const own = (await import(path)) as { connectDirectly: typeof connectDirectly }
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  for (let i = 0; i < 2; i++) {
    await own.connectDirectly(toAny).exchange({ ...asked, url }, signal)
  }
  assert.deepEqual(resumed, [false, false])
})

test('bytes that a server sends after the handshake are not counted with it', async () => {
  const url = await startServer((_, response) => response.end('x'.repeat(100_000)))
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  const stream = new MeteredStream(socket, new ProcessorBudget({ shareOfTime: 0, burstMs: 1 }), 'a')
  stream.secured()
  stream.end('GET / HTTP/1.0\r\n\r\n')
  let length = 0
  for await (const bytes of stream) length += (bytes as Buffer).length
  assert.ok(length > 100_000)
})
