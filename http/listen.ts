import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connections } from './connections.ts'
import { Pipeline } from './pipeline.ts'
import { malformed, MAX_HEADERS } from './request.ts'
import type { HeadersOf } from './response.ts'
import type { Logger } from '../runtime/logger.ts'
import { createServer } from '../runtime/nodeHttp.ts'

/** What connections may take of the service; a test may give them less. */
export const connectionLimits = {
  /** From the start of a connection or a request until its headers are complete. */
  headersTimeoutMs: 10_000,
  /** From the first byte of a request to its last. */
  requestTimeoutMs: 30_000,
  /** How often Node looks for connections past these two. */
  timeoutCheckMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  /** Memory of all connections, and of heads that are not complete. */
  maxConnectionBytes: 40 * 1024 * 1024,
  /** While draining, a kept connection is closed after this time without a request. */
  idleGraceMs: 1_000,
}

export type ConnectionLimits = typeof connectionLimits

/** Connections that the system accepts before the process does. */
const BACKLOG = 4_096

const MAX_HEAD_BYTES = 16 * 1024

/** How long a drain waits for requests in progress. */
export const DRAIN_LIMIT_MS = 8_000

/** What a server is made with. */
export type Listening = {
  listener: RequestListener
  /** The headers of an answer to what is no request. */
  headersOf: HeadersOf
  log: Logger
  /** Called for each new connection, and for each that is dropped for its cost in memory. */
  connected(): void
  dropped(): void
}

export type Address = { port: number; host: string }

const serverOptions = (limits: ConnectionLimits) => ({
  headersTimeout: limits.headersTimeoutMs,
  requestTimeout: limits.requestTimeoutMs,
  connectionsCheckingInterval: limits.timeoutCheckMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  maxHeaderSize: MAX_HEAD_BYTES,
  // A request without a body needs no stream that begins and ends for nothing.
  optimizeEmptyRequests: true,
  // Node would keep the first of two contradicting headers and drop the other.
  joinDuplicateHeaders: true,
  // A missing Host is refused by the app, in the envelope of the API.
  requireHostHeader: false,
})

/**
 * Starts a server. What is not valid HTTP is answered too, in the envelope of the API.
 *
 * @throws NodeJS.ErrnoException when the address cannot be used
 */
export async function listen(
  { listener, connected, dropped, headersOf, log }: Listening,
  { port, host }: Address,
  limits: ConnectionLimits,
): Promise<Server> {
  const connections = new Connections(limits.maxConnectionBytes, { log, dropped })
  const pipeline = new Pipeline(listener, connections, headersOf)
  const handle: RequestListener = (request, response) => pipeline.handle(request, response)
  const server = createServer(serverOptions(limits), handle)
  // With one header more than allowed, the app sees that there are too many; Node keeps no others.
  server.maxHeadersCount = MAX_HEADERS + 1
  // An expectation that has no meaning here may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', handle)
  server.on('connection', (socket: Socket) => {
    connected()
    connections.add(socket)
  })
  server.once('close', () => connections.close())
  server.on('clientError', (error, socket) => pipeline.handleParserError(error, socket))
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    pipeline.refuse(malformed, socket)
  })
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/**
 * Stops listening once the system's backlog is empty: connections left in it would be reset. Each
 * turn of the event loop accepts one connection.
 */
export async function stopAccepting(server: Server): Promise<void> {
  let accepted = true
  server.on('connection', () => {
    accepted = true
  })
  for (let turns = 0; accepted && turns < BACKLOG; turns++) {
    accepted = false
    await nextTurn()
  }
  // Node's own `close` would also cut idle connections, on which a request may just be arriving.
  TcpServer.prototype.close.call(server)
}

/** Answers the requests in progress, and what soon arrives on open connections; then ends. */
export async function drain(server: Server, { idleGraceMs }: ConnectionLimits): Promise<void> {
  const closed = once(server, 'close')
  // A connection looks idle until what has arrived on it was read, in this turn of the event loop.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  const idle = setInterval(closeIdle, idleGraceMs)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
