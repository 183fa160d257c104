/** Requests that a client sends on one connection without waiting for the answers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'vitest'
import { connectionLimits, drain, listen, stopAccepting } from '../../../http/listen.ts'
import { portOf } from '../../../http/listeningSockets.ts'
import { RawConnection } from '../../guarantees/support/rawHttp.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const { port } = new URL(service.url)

/** The requests that fit into what the parser reads at once. */
const FLOOD = 2_000

const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('requests that are sent ahead are answered in their order', async () => {
  const connection = new RawConnection(Number(port))
  const missing = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'
  connection.write((health + missing).repeat(8))
  const answers = await connection.answers(16)
  connection.socket.destroy()
  const expected = Array.from({ length: 8 }, () => [200, 404]).flat()
  assert.deepEqual(
    answers.map(({ status }) => status),
    expected,
  )
})

test('a connection that sends thousands of requests ahead is closed', async () => {
  const connection = new RawConnection(Number(port))
  const closed = new Promise((resolve) => connection.socket.once('close', resolve))
  connection.write(health.repeat(FLOOD))
  await closed
  const answers = await connection.answers(FLOOD)
  assert.ok(answers.length < FLOOD / 10, `${answers.length} were answered`)
})

test('requests that a connection has sent ahead take no place once it has ended', async () => {
  // So many connections that the places of all would be used up.
  for (let i = 0; i < 100; i++) {
    const connection = new RawConnection(Number(port))
    const closed = new Promise((resolve) => connection.socket.once('close', resolve))
    connection.write(health.repeat(FLOOD))
    await closed
  }
  const connection = new RawConnection(Number(port))
  connection.write(health.repeat(100))
  const answers = await connection.answers(100)
  connection.socket.destroy()
  assert.equal(answers.length, 100)
})

test('requests behind a stream keep no place from another network', async () => {
  const { checkout_url } = await (await service.account()).checkout()
  const stream = `GET ${new URL(checkout_url).pathname}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const held = Array.from({ length: 4 }, () => new RawConnection(Number(port), '127.0.0.3'))
  for (const one of held) {
    one.write(stream + health.repeat(128))
    await once(one.socket, 'data')
  }
  const connection = new RawConnection(Number(port))
  connection.write(health.repeat(3))
  const answers = await connection.answers(3)
  for (const { socket } of [...held, connection]) socket.destroy()
  assert.equal(answers.length, 3)
})

/**
 * Blank lines that the parser does not read at once, so that bytes behind them arrive when the
 * answer is written.
 */
const blankLines = '\r\n'.repeat(40_000)

for (const [when, between] of [
  ['at once', ''],
  ['a moment later', blankLines],
] as const) {
  test(`bytes ${when} after the last request of a connection have no effect`, async () => {
    const account = await service.account()
    const json = JSON.stringify({ name: 'Ana', email: 'behind@example.com' })
    const create = [
      'POST /v1/customers HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${account.token}`,
      'Content-Type: application/json',
      `Content-Length: ${json.length}`,
      '',
      json,
    ].join('\r\n')
    const connection = new RawConnection(Number(port))
    // A proxy may have read two Hosts differently: where its next request begins is not known.
    connection.write(
      `GET /health HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n${between}${create}`,
    )
    await connection.closed()
    const customers = await account.get<'CustomerList'>('/v1/customers')
    assert.deepEqual(customers.body.data, [])
  })
}

test('bytes that are no request are refused once, in however many pieces they come', async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  const parts = {
    listener: (_: unknown, response: ServerResponse) => resolve(response),
    headersOf: () => ({}),
    dropped: () => undefined,
  }
  const listening = await listen(parts, { port: 0, host: '127.0.0.1' }, connectionLimits)
  const connection = new RawConnection(portOf(listening.server))
  connection.write(health)
  const response = await promise
  const { socket } = response.req
  const listeners = response.listenerCount('close')
  for (let piece = 0; piece < 20; piece++) {
    const { bytesRead } = socket
    connection.write('x')
    while (socket.bytesRead === bytesRead) await nextTurn()
  }
  assert.equal(response.listenerCount('close'), listeners + 1)
  response.end()
  const answers = await connection.answers(2)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  await connection.closed()
  await stopAccepting(listening)
  await drain(listening, connectionLimits)
})
