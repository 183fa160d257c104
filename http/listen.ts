import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connections } from './connections.ts'
import { openSockets } from './listeningSockets.ts'
import type { Address } from './listeningSockets.ts'
import { Pipeline } from './pipeline.ts'
import { malformed, MAX_HEADERS } from './request.ts'
import type { HeadersOf } from './response.ts'
import { createServer } from '../runtime/nodeHttp.ts'

/** Limits of connections; a test may lower them. */
export const connectionLimits = {
  /** From the start of a connection or a request until its headers are complete. */
  headersTimeoutMs: 10_000,
  /** From the first byte of a request to its last. */
  requestTimeoutMs: 30_000,
  /** How often Node looks for connections past these two: to close thousands at once takes long. */
  timeoutCheckMs: 100,
  keepAliveTimeoutMs: 65_000,
  /** Memory of all connections, and of heads that are not complete. */
  maxConnectionBytes: 40 * 1024 * 1024,
  /** While draining, a kept connection is closed after this time without a request. */
  idleGraceMs: 1_000,
}

export type ConnectionLimits = typeof connectionLimits

/** Turns of the event loop in which connections that the system has accepted are still taken. */
const MAX_LAST_TURNS = 4_096

const MAX_HEAD_BYTES = 16 * 1024

/** How long a drain waits for requests in progress. */
export const DRAIN_LIMIT_MS = 8_000

/** Parts from which a server is made. */
export type ServerParts = {
  listener: RequestListener
  /** Headers of the response to malformed input. */
  headersOf: HeadersOf
  /** Called with the network of each connection that is dropped for its cost in memory. */
  dropped(network: string): void
}

export type Listening = {
  server: Server
  /** Sockets on which its connections arrive; the server itself is the first. */
  sockets: TcpServer[]
  /** Once it listens no more, and all connections have ended. */
  closed: Promise<unknown>
}

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
 * Starts a server. Malformed HTTP is answered too, in the envelope of the API.
 *
 * @throws NodeJS.ErrnoException when the address cannot be used
 */
export async function listen(
  { listener, dropped, headersOf }: ServerParts,
  address: Address,
  limits: ConnectionLimits,
): Promise<Listening> {
  const connections = new Connections(limits.maxConnectionBytes, dropped)
  const pipeline = new Pipeline(listener, connections, headersOf)
  const handle: RequestListener = (request, response) => pipeline.handle(request, response)
  const server = createServer(serverOptions(limits), handle)
  // With one header more than allowed, the app sees that there are too many; Node keeps no others.
  server.maxHeadersCount = MAX_HEADERS + 1
  // An expectation that has no meaning here may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', handle)
  server.on('connection', (socket: Socket) => connections.add(socket))
  server.on('clientError', (error, socket) => pipeline.handleParserError(error, socket))
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    pipeline.refuse(malformed, socket)
  })
  const sockets = await openSockets(server, address)
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  void closed.then(() => connections.close())
  return { server, sockets, closed }
}

/**
 * Stops listening once the system's backlogs are empty: connections left in them would be reset.
 * Each turn of the event loop accepts one connection of each socket.
 */
export async function stopAccepting({ server, sockets }: Listening): Promise<void> {
  let accepted = true
  server.on('connection', () => {
    accepted = true
  })
  for (let turns = 0; accepted && turns < MAX_LAST_TURNS; turns++) {
    accepted = false
    await nextTurn()
  }
  // Node's own `close` would also cut idle connections, on which a request may just be arriving.
  for (const socket of sockets) TcpServer.prototype.close.call(socket)
}

/** Answers the requests in progress, and those that soon arrive on open connections; then ends. */
export async function drain(
  { server, closed }: Listening,
  { idleGraceMs }: ConnectionLimits,
): Promise<void> {
  // A connection looks idle until what has arrived on it was read, in this turn of the event loop.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  const idle = setInterval(closeIdle, idleGraceMs)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
