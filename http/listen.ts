import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, replyOf } from '../contract/apiError.ts'
import { LAST_WORD_MS, malformed, MAX_HEADERS, newRequestId, send } from './response.ts'
import type { HeadersOf } from './response.ts'
import { LineBudget } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import { networkOf } from '../runtime/network.ts'
import { createServer, STATUS_CODES } from '../runtime/nodeHttp.ts'
import { SharedPool } from '../runtime/sharedPool.ts'

/** What connections may take of the service; a test may give them less. */
export const connectionLimits = {
  /** For the request line and the headers; a connection that says nothing has no longer either. */
  headersTimeoutMs: 10_000,
  /** For a request from its first byte to its last. */
  requestTimeoutMs: 30_000,
  /** How often these two are looked at. */
  timeoutCheckMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  /** Of connections, and of heads that have begun to come on them. */
  maxConnectionBytes: 40 * 1024 * 1024,
  /** Of a drain: a kept connection on which nothing arrives for so long is closed. */
  idleGraceMs: 1_000,
}

export type ConnectionLimits = typeof connectionLimits

/** So many connections the system makes before they are accepted here. */
const BACKLOG = 4_096

const MAX_HEAD_BYTES = 16 * 1024

/**
 * How many requests may be sent ahead of the answers (RFC 9112 §9.3.2), on one connection and on
 * all. The parser hands on every request of what it has read, thousands of which fit into 64 KiB,
 * and only then can the connection be paused.
 */
const MAX_PIPELINED = 128
const MAX_PIPELINED_IN_ALL = 512

/** What a connection costs while nothing comes, and each byte of a head while it is not whole. */
const CONNECTION_BYTES = 10 * 1024
const HEAD_FACTOR = 2

/** How often it is looked what has come on each connection. */
const WEIGH_EVERY_MS = 250

/** Of a drain: for requests that are under way. */
export const DRAIN_LIMIT_MS = 8_000

/** What the parser refuses for another reason than its form. */
const refusals: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError('headers_too_large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError('request_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError('request_timeout'),
}

/** A connection: what is under way on it, and what it costs. */
type Line = {
  /** The newest answer. */
  answer?: ServerResponse
  /** Whether a request has come since it was weighed. */
  isActive: boolean
  /** How much had been read when the last request had come; and what has come since costs. */
  read_bytes: number
  head_bytes: number
  /** Requests that have come before the one before them was answered. */
  waiting: number
}

const isAnswering = ({ answer }: Line) => answer !== undefined && !answer.writableFinished

/** The connections that there are: those on which nothing is under way make room for others. */
class Connections {
  readonly #lines = new Map<Socket, Line>()
  readonly #pool: SharedPool<Socket>
  /** Requests that wait for the one before them, on all connections. */
  pipelined = 0

  constructor({ maxConnectionBytes }: ConnectionLimits, log: Logger) {
    const lines = new LineBudget(1)
    const drop = (socket: Socket) => {
      socket.destroy()
      const left_out = lines.take()
      if (left_out === undefined) return
      const dropped = { security: 'connections_dropped', dropped: left_out + 1 }
      log.warn({ ...dropped, connections: this.#lines.size }, 'connections dropped')
    }
    const isBusy = (socket: Socket) => {
      const line = this.#lines.get(socket)
      return line !== undefined && isAnswering(line)
    }
    this.#pool = new SharedPool(maxConnectionBytes, drop, isBusy)
  }

  opened(socket: Socket): void {
    const line: Line = { isActive: false, read_bytes: 0, head_bytes: 0, waiting: 0 }
    this.#lines.set(socket, line)
    socket.once('close', () => {
      this.pipelined -= line.waiting
      this.#lines.delete(socket)
      this.#pool.release(socket)
    })
    this.#pool.hold(socket, networkOf(socket.remoteAddress ?? ''), CONNECTION_BYTES)
  }

  line(socket: Duplex): Line | undefined {
    return this.#lines.get(socket as Socket)
  }

  /** Node keeps the lines of a head until it is whole, without an event for them. */
  weigh(): void {
    for (const [socket, line] of this.#lines) {
      if (isAnswering(line)) continue
      const { bytesRead } = socket
      if (line.isActive) {
        line.isActive = false
        line.read_bytes = bytesRead
        this.#pool.renew(socket)
      }
      const head_bytes = HEAD_FACTOR * (bytesRead - line.read_bytes)
      if (head_bytes === line.head_bytes) continue
      this.#pool.grow(socket, head_bytes - line.head_bytes)
      line.head_bytes = head_bytes
    }
  }
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
  readonly #connections: Connections
  readonly #headersOf: HeadersOf

  constructor(app: RequestListener, connections: Connections, headersOf: HeadersOf) {
    this.#app = app
    this.#connections = connections
    this.#headersOf = headersOf
  }

  /**
   * Hands a request on when the one before it on its connection has been answered, and the answer
   * taken: what is sent without waiting takes no more of the service than one request. A connection
   * that sends too many ahead is closed: each that waits here is held in memory.
   */
  hand(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const line = this.#connections.line(socket)
    if (!line) return void socket.destroy()
    const before = line.answer
    line.answer = response
    line.isActive = true
    if (!before || before.writableFinished) return this.#app(request, response)
    // All that has been read of a connection becomes requests, and the pieces of a body a list.
    const isLong = request.headers['transfer-encoding'] !== undefined
    const isFull =
      line.waiting >= MAX_PIPELINED || this.#connections.pipelined >= MAX_PIPELINED_IN_ALL
    if (isLong || isFull) return cutOff(socket)
    this.#connections.pipelined++
    line.waiting++
    socket.pause()
    before.once('close', () => {
      if (socket.destroyed) return
      this.#connections.pipelined--
      line.waiting--
      socket.resume()
      this.#app(request, response)
    })
  }

  refuse(refusal: ApiError, socket: Duplex): void {
    const last = this.#connections.line(socket)?.answer
    if (!last || last.writableFinished) return this.#endWith(refusal, socket)
    if (last.req.complete) return void last.once('close', () => this.#endWith(refusal, socket))
    // It is the body of this request that is at fault, or late.
    if (last.headersSent) return void socket.destroy()
    const request_id = newRequestId()
    send(last, replyOf(refusal, request_id), this.#lastHeaders(request_id))
  }

  /** Of a connection that has been refused, whatever follows is refused with it. */
  onFault(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET') return void socket.destroy()
    this.refuse(refusals[error.code ?? ''] ?? malformed, socket)
  }

  #lastHeaders(request_id: string): Record<string, string> {
    const type = 'application/json; charset=utf-8'
    return { ...this.#headersOf(request_id), 'Content-Type': type, Connection: 'close' }
  }

  /** Writes a refusal where there is no response object, says that it is the last, and closes. */
  #endWith(refusal: ApiError, socket: Duplex): void {
    if (!socket.writable) return void socket.destroy()
    const request_id = newRequestId()
    const { status, body } = replyOf(refusal, request_id)
    const text = JSON.stringify(body)
    const headers = { ...this.#lastHeaders(request_id), 'Content-Length': Buffer.byteLength(text) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'))
    // Cut at once, what the caller has sent meanwhile would make the system throw the answer away.
    const limit = setTimeout(() => socket.destroy(), LAST_WORD_MS)
    socket.once('close', () => clearTimeout(limit))
  }
}

/** What answers requests, and wants to hear of new connections. */
export type Listening = {
  listener: RequestListener
  headersOf: HeadersOf
  log: Logger
  connected(): void
}

export type Address = { port: number; host: string }

/**
 * Listens, and answers whatever comes: what is no HTTP request as well, in the contract's envelope.
 *
 * @throws NodeJS.ErrnoException when the address cannot be used
 */
export async function listen(
  { listener: app, connected, headersOf, log }: Listening,
  { port, host }: Address,
  limits: ConnectionLimits,
): Promise<Server> {
  const connections = new Connections(limits, log)
  const gate = new Gatekeeper(app, connections, headersOf)
  const listener: RequestListener = (request, response) => gate.hand(request, response)
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: MAX_HEAD_BYTES,
      // A request without a body needs no stream that begins and ends for nothing.
      optimizeEmptyRequests: true,
      // Of two that contradict each other, Node would take the first and drop the other.
      joinDuplicateHeaders: true,
      // Looked for by the app, which has an envelope for the answer.
      requireHostHeader: false,
    },
    listener,
  )
  // The app refuses what is too many, and sees that by the one more: the rest is not even kept.
  server.maxHeadersCount = MAX_HEADERS + 1
  // An expectation that means nothing here may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', listener)
  server.on('connection', (socket: Socket) => {
    connected()
    connections.opened(socket)
  })
  const weighing = setInterval(() => connections.weigh(), WEIGH_EVERY_MS).unref()
  server.once('close', () => clearInterval(weighing))
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
export async function drain(server: Server, { idleGraceMs }: ConnectionLimits): Promise<void> {
  const closed = once(server, 'close')
  // After what has arrived was read: until then its connection looks idle.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections())
  const idle = setInterval(closeIdle, idleGraceMs)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
