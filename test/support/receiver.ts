/** A receiver of webhooks that answers as its script says, and remembers all that reached it. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { atEnd } from './atEnd.ts'

/** A test whose event does not come fails after this, instead of waiting for ever. */
const PATIENCE_MS = 20_000

/** A request as it came. */
export type ReceivedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** An event as the wire shows it. */
export type Event = { type: string; timestamp: string; data: Record<string, unknown> }

/** An action on a request that has come in whole. */
export type Script = (response: ServerResponse, request: ReceivedRequest) => void

/** Answers with a status, and with a body and headers when they are given. */
export const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Script =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** Never answers. */
export const hang: Script = () => undefined

/** Answers 101, after which the connection would speak another protocol. */
export const switchProtocols = answer(101, '', { connection: 'Upgrade', upgrade: 'x' })

/** Breaks the connection off. */
export const reset: Script = (response) => response.socket?.resetAndDestroy()

/** Answers 200, begins its body, and never ends it. */
export const stall: Script = (response) => void response.writeHead(200).write('begun')

export class Receiver {
  readonly url: string
  readonly received: ReceivedRequest[] = []
  connections = 0
  script: Script
  readonly #arrivals = new EventEmitter()

  constructor(url: string, script: Script) {
    this.url = url
    this.script = script
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: await text(request),
    }
    this.received.push(received)
    this.script(response, received)
    this.#arrivals.emit('arrival')
  }

  /** Resolves when so many requests have come in all. */
  async arrived(count: number): Promise<ReceivedRequest[]> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    while (this.received.length < count) await once(this.#arrivals, 'arrival', { signal })
    return this.received
  }

  /** The `webhook-id` of each request that came, in the order of the ids. */
  ids(): string[] {
    return this.received.map(({ headers }) => headers['webhook-id'] ?? '').toSorted()
  }
}

/** The event of a request, whose signature must hold under the secret. */
export function verified({ headers, body }: ReceivedRequest, secret: string): Event {
  return new Webhook(secret).verify(body, headers) as Event
}

/** Asserts that no request came twice. */
export function assertNoneTwice(receiver: Receiver): void {
  const ids = receiver.ids()
  assert.deepEqual(ids, [...new Set(ids)])
}

/** Listens on a port of its own until the test file ends. */
export async function startReceiver(script: Script = answer(200)): Promise<Receiver> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver = new Receiver(`http://127.0.0.1:${port}/hook`, script)
  server.on('connection', () => receiver.connections++)
  // A request that is broken off half-way, by a sender that is killed, has not arrived.
  server.on(
    'request',
    (request, response) => void receiver.take(request, response).catch(() => response.destroy()),
  )
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return receiver
}
