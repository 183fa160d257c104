import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal, replyOf } from './contract/refusal.ts'
import { commonHeaders, malformed, newRequestId, send } from './http.ts'
import { createServer, STATUS_CODES } from './runtime/nodeHttp.ts'

/** What connections may take of the service; a test may give them less. */
export const connectionLimits = {
  /** For the request line and the headers; a connection that says nothing has no longer either. */
  headers_ms: 10_000,
  /** For a request from its first byte to its last. */
  request_ms: 30_000,
  /** How often these two are looked at. */
  check_ms: 2_000,
  keep_alive_ms: 65_000,
  connections: 10_000,
  /** Of a drain: a kept connection on which nothing arrives for so long is closed. */
  idle_grace_ms: 1_000,
}

export type ConnectionLimits = typeof connectionLimits

/** So many connections the system makes before they are accepted here. */
const BACKLOG = 4_096

const MAX_HEAD_BYTES = 16 * 1024

/**
 * So many requests may be sent ahead of the answers (RFC 9112 §9.3.2), on one connection and on all.
 * The parser hands on every request of what it has read, thousands of which fit into 64 KiB, and
 * only then can the connection be paused.
 */
const MAX_PIPELINED = 128
const MAX_PIPELINED_IN_ALL = 8_192

/** A caller who was refused gets this long to hear of it before the connection is cut. */
const LAST_WORD_MS = 1_000

/** Of a drain: for requests that are under way. */
export const DRAIN_LIMIT_MS = 8_000

/** What the parser refuses for another reason than its form. */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: new Refusal('headers_too_large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal('request_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('request_timeout'),
}

const lastHeaders = (request_id: string) => ({
  ...commonHeaders(request_id),
  'Content-Type': 'application/json; charset=utf-8',
  Connection: 'close',
})

/** Writes a refusal where there is no response object, says that it is the last, and closes. */
function endWith(refusal: Refusal, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const request_id = newRequestId()
  const { status, body } = replyOf(refusal, request_id)
  const text = JSON.stringify(body)
  const headers = { ...lastHeaders(request_id), 'Content-Length': Buffer.byteLength(text) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'))
  // Cut at once, what the caller has sent meanwhile would make the system throw the answer away.
  const limit = setTimeout(() => socket.destroy(), LAST_WORD_MS)
  socket.once('close', () => clearTimeout(limit))
}

/** What Node's parser is told of a request after which the connection speaks no more HTTP. */
const NO_MORE_HTTP = 2

/**
 * Closes a connection, and has its parser drop what is left of what it has read. The server learns
 * of the end of a connection a turn later, and until then would make a request of each of them:
 * 200 connections with 64 KiB of short requests used up a heap of 512 MiB.
 */
function cutOff(socket: Duplex): void {
  // Node gives a connection's parser no public name.
  const { parser } = socket as Duplex & { parser?: { onIncoming: () => number } | null }
  if (parser) parser.onIncoming = () => NO_MORE_HTTP
  socket.destroy()
}

/** Has the requests of a connection answered in turn, and refuses in its turn what is none. */
class Gatekeeper {
  readonly #app: RequestListener
  /** The newest answer of each connection. */
  readonly #answers = new WeakMap<Duplex, ServerResponse>()
  /** How many requests wait for the answers before them, by connection and in all. */
  readonly #pipelined = new WeakMap<Duplex, number>()
  #pipelinedInAll = 0

  constructor(app: RequestListener) {
    this.#app = app
  }

  /**
   * Hands a request on when the one before it on its connection has been answered, and the answer
   * taken: what is sent without waiting takes no more of the service than one request. A connection
   * that sends too many ahead is closed: each that waits here is held in memory.
   */
  hand(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const before = this.#answers.get(socket)
    this.#answers.set(socket, response)
    if (!before || before.writableFinished) return this.#app(request, response)
    const waiting = this.#pipelined.get(socket) ?? 0
    const full = waiting >= MAX_PIPELINED || this.#pipelinedInAll >= MAX_PIPELINED_IN_ALL
    if (full) return cutOff(socket)
    this.#count(socket, 1)
    socket.pause()
    before.once('close', () => {
      this.#count(socket, -1)
      socket.resume()
      if (!socket.destroyed) this.#app(request, response)
    })
  }

  #count(socket: Duplex, more: 1 | -1): void {
    this.#pipelined.set(socket, (this.#pipelined.get(socket) ?? 0) + more)
    this.#pipelinedInAll += more
  }

  refuse(refusal: Refusal, socket: Duplex): void {
    const last = this.#answers.get(socket)
    if (!last || last.writableFinished) return endWith(refusal, socket)
    if (last.req.complete) return void last.once('close', () => endWith(refusal, socket))
    // It is the body of this request that is at fault, or late.
    if (last.headersSent) return void socket.destroy()
    const request_id = newRequestId()
    send(last, replyOf(refusal, request_id), lastHeaders(request_id))
  }

  /** Of a connection that has been refused, whatever follows is refused with it. */
  onFault(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET') return void socket.destroy()
    this.refuse(refusals[error.code ?? ''] ?? malformed, socket)
  }
}

/** What answers requests, and wants to hear of new connections. */
export type Listening = { listener: RequestListener; connected(): void }

export type Address = { port: number; host: string }

/**
 * Listens, and answers whatever comes: what is no HTTP request as well, in the contract's envelope.
 *
 * @throws NodeJS.ErrnoException when the address cannot be used
 */
export async function listen(
  { listener: app, connected }: Listening,
  { port, host }: Address,
  limits: ConnectionLimits,
): Promise<Server> {
  const gate = new Gatekeeper(app)
  const listener: RequestListener = (request, response) => gate.hand(request, response)
  const server = createServer({
    headersTimeout: limits.headers_ms,
    requestTimeout: limits.request_ms,
    connectionsCheckingInterval: limits.check_ms,
    keepAliveTimeout: limits.keep_alive_ms,
    maxHeaderSize: MAX_HEAD_BYTES,
    // A request without a body needs no stream that begins and ends for nothing.
    optimizeEmptyRequests: true,
    // Of two that contradict each other, Node would take the first and drop the other.
    joinDuplicateHeaders: true,
    // Looked for by the app, which has an envelope for the answer.
    requireHostHeader: false,
  }, listener)
  server.maxConnections = limits.connections
  // The app counts them: Node would drop what is too many without a word.
  server.maxHeadersCount = 0
  // An expectation that means nothing here may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', listener)
  server.on('connection', connected)
  server.on('clientError', (error, socket) => gate.onFault(error, socket))
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    gate.refuse(malformed, socket)
  })
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  return server
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/**
 * Stops accepting, but for the connections that the system has made already: it would reset them.
 * Each turn of the event loop accepts one.
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
  // Node's own would also cut idle connections, and with them a request that is just arriving.
  TcpServer.prototype.close.call(server)
}

/** Answers what has arrived on the connections that there are, and what arrives soon; then ends. */
export async function drain(server: Server, { idle_grace_ms }: ConnectionLimits): Promise<void> {
  const closed = once(server, 'close')
  // After what has arrived was read: until then its connection looks idle.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  const idle = setInterval(closeIdle, idle_grace_ms)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
