/**
 * Deliveries are made at most once, whatever the receiver does, and however often the service
 * starts.
 */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'vitest'
import type { Row } from '../../../db/schema/tables.ts'
import { createPost } from '../../../domain/webhooks/post.ts'
import { atEnd } from '../../support/atEnd.ts'
import {
  answer,
  assertNoneTwice,
  hang,
  reset,
  stall,
  startReceiver,
  switchProtocols,
} from '../../support/receiver.ts'
import type { Script } from '../../support/receiver.ts'
import { newEvent } from '../../support/webhooksEvent.ts'
import { startSender } from '../../support/webhooksSender.ts'

/** Long enough for a receiver that answers, also on a busy machine; short for one that hangs. */
const PATIENCE_MS = 10_000
const LIMIT_MS = 200

type DeliveryEnd = Pick<Row<'deliveries'>, 'status' | 'response_status' | 'response_text'>

const ended = ({ status, response_status, response_text }: DeliveryEnd): DeliveryEnd => ({
  status,
  response_status,
  response_text,
})

/** Sends one event to a receiver, starts again, and tells how the delivery ended. */
async function deliveredOnce(script: Script, limitMs = PATIENCE_MS) {
  const receiver = await startReceiver(script)
  const sender = await startSender({ limitMs })
  await sender.endpoint(receiver.url)
  await sender.record()
  sender.start()
  await sender.answered(1)
  await sender.stop()
  // Everything that is pending has been looked at when an event of later has arrived.
  sender.restart()
  const witness = await startReceiver()
  await sender.endpoint(witness.url)
  await sender.tell()
  await witness.arrived(1)
  await sender.answered(3)
  await sender.stop()
  const [first, ...later] = await sender.deliveries()
  assert.ok(first)
  assert.equal(later.length, 2)
  assert.equal(receiver.received.length, 2)
  assertNoneTwice(receiver)
  assert.equal(
    receiver.received.filter((one) => one.headers['webhook-id'] === first.event_id).length,
    1,
  )
  return first
}

test('200 is delivered, and sent once', async () => {
  const delivery = await deliveredOnce(answer(200, 'obrigado'))
  const expected = { status: 'delivered', response_status: 200, response_text: 'obrigado' } as const
  assert.deepEqual(ended(delivery), expected)
})

test('any other 2xx is delivered, with or without a body', async () => {
  for (const [status, body] of [
    [201, 'feito'],
    [204, ''],
    [299, ''],
  ] as const) {
    const delivery = await deliveredOnce(answer(status, body))
    const expected = { status: 'delivered', response_status: status, response_text: body } as const
    assert.deepEqual(ended(delivery), expected)
  }
})

test('an answer that is not 2xx has failed, and is sent once', async () => {
  for (const status of [304, 410, 429, 500]) {
    const delivery = await deliveredOnce(answer(status))
    const expected = { status: 'failed', response_status: status, response_text: '' } as const
    assert.deepEqual(ended(delivery), expected)
  }
})

test('a redirect has failed, and is not followed', async () => {
  const elsewhere = await startReceiver()
  for (const status of [303, 308]) {
    const delivery = await deliveredOnce(answer(status, '', { location: elsewhere.url }))
    assert.equal(delivery.status, 'failed')
    assert.equal(delivery.response_status, status)
  }
  assert.equal(elsewhere.connections, 0)
})

test('a receiver that does not answer has failed at the limit, and is sent to once', async () => {
  const delivery = await deliveredOnce(hang, LIMIT_MS)
  const response_text = 'No whole answer within 0.2 s.'
  assert.deepEqual(ended(delivery), { status: 'failed', response_status: null, response_text })
})

test('an answer that does not end in time has failed, and is sent once', async () => {
  const delivery = await deliveredOnce(stall, LIMIT_MS)
  const response_text = 'No whole answer within 0.2 s.'
  assert.deepEqual(ended(delivery), { status: 'failed', response_status: 200, response_text })
})

test('a receiver that breaks off has failed, and is sent to once', async () => {
  const delivery = await deliveredOnce(reset)
  assert.equal(delivery.status, 'failed')
  assert.equal(delivery.response_status, null)
  assert.match(delivery.response_text ?? '', /ECONNRESET|socket hang up/)
})

test('an answer that changes the protocol has failed, and is sent once', async () => {
  const delivery = await deliveredOnce(switchProtocols)
  const response_text = 'The answer was 101 Switching Protocols.'
  assert.deepEqual(ended(delivery), { status: 'failed', response_status: null, response_text })
})

test('an answer with a status that HTTP does not have has failed, and has none', async () => {
  for (const status of ['000', '099']) {
    const delivery = await deliveredOnce((response) => {
      response.socket?.end(`HTTP/1.1 ${status} OK\r\nContent-Length: 0\r\n\r\n`)
    })
    const response_text = `The answer has the status ${Number(status)}, which HTTP does not have.`
    assert.deepEqual(ended(delivery), { status: 'failed', response_status: null, response_text })
  }
})

test('interim responses without an end have failed before the limit', async () => {
  const endless: Script = (response) => {
    const more = (): void => response.writeProcessing(more)
    more()
  }
  const response_text = 'More than 16 interim responses came.'
  const delivery = await deliveredOnce(endless)
  assert.deepEqual(ended(delivery), { status: 'failed', response_status: null, response_text })
})

test('some interim responses are passed over', async () => {
  const delivery = await deliveredOnce((response) => {
    for (let i = 0; i < 16; i++) response.writeProcessing()
    response.end('obrigado')
  })
  const expected = { status: 'delivered', response_status: 200, response_text: 'obrigado' } as const
  assert.deepEqual(ended(delivery), expected)
})

test('a port without a listener has failed, and the answer says so', async () => {
  const sender = await startSender()
  await sender.endpoint('http://127.0.0.1:1/')
  await sender.endpoint('http://localhost:1/')
  await sender.record()
  sender.start()
  await sender.answered(2)
  await sender.stop()
  for (const { status, response_status, response_text } of await sender.deliveries()) {
    assert.equal(status, 'failed')
    assert.equal(response_status, null)
    assert.match(response_text ?? '', /ECONNREFUSED/)
  }
})

test('the first 1024 characters of an answer are kept, and no more is waited for', async () => {
  const endless: Script = (response) => {
    const more = () => void response.write('ã'.repeat(600), (error) => error ?? more())
    more()
  }
  const { status, response_text } = await deliveredOnce(endless)
  assert.equal(status, 'delivered')
  assert.equal(response_text, 'ã'.repeat(1024))
})

/** The next request that an HTTP client of this process sends. */
function nextRequest(): Promise<ClientRequest> {
  const channel = 'http.client.request.start'
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      unsubscribe(channel, hear)
      resolve((message as { request: ClientRequest }).request)
    }
    subscribe(channel, hear)
  })
}

test('a receiver that answers and takes nothing of the request is left at the limit', async () => {
  const sockets: Socket[] = []
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.push(socket)
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  // The body is more than the buffers of the system take; over a real network 36 KiB can be.
  const body = 'x'.repeat(16 * 1024 * 1024)
  const headers = { 'content-length': String(body.length) }
  const request = nextRequest()
  // Writing so much takes a while before the answer is read.
  const post = createPost({ mode: 'sandbox', limitMs: 10 * LIMIT_MS })
  const { signal } = new AbortController()
  const outcome = await post({ seller_id: 'acct_1', url, headers, body, signal })
  assert.equal(outcome.status, 'delivered')
  const { socket } = await request
  assert.equal(socket?.closed, true)
})

test('an answer that is not text is kept as far as it can be', async () => {
  const { response_text } = await deliveredOnce(
    (response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])),
  )
  assert.equal(response_text, 'a��b')
})

test('an endpoint that hangs holds up no other, also with many events waiting', async () => {
  const stuck = await startReceiver(hang)
  const healthy = await startReceiver()
  // Long enough for the healthy ones to come first only if nothing waits for the stuck ones.
  const sender = await startSender({ limitMs: 60_000 })
  await sender.endpoint(stuck.url)
  await sender.endpoint(healthy.url)
  const count = 100
  await sender.db.run(function* () {
    for (let i = 0; i < count; i++) yield* newEvent(sender.seller_id, sender.clock.now())
  })
  sender.start()
  await healthy.arrived(count)
  await sender.answered(count)
  await sender.dispatcher().stop(0)
  assertNoneTwice(healthy)
  assertNoneTwice(stuck)
  const deliveries = await sender.deliveries()
  const statuses = new Set(deliveries.map(({ status }) => status))
  assert.ok(stuck.received.length < count, 'the stuck endpoint has no more than its share')
  assert.ok(!statuses.has('failed'))
})
