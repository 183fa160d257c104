import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, errorResponse } from '../contract/apiError.ts'
import { networkOf } from '../runtime/network.ts'
import { STATUS_CODES } from '../runtime/nodeHttp.ts'
import { SharedPool } from '../runtime/sharedPool.ts'
import type { Connections } from './connections.ts'
import { malformed, newRequestId } from './request.ts'
import { LINGER_MS, send } from './response.ts'
import type { HeadersOf } from './response.ts'

/**
 * How many requests may wait for the response before theirs (pipelining, RFC 9112 §9.3.2), on one
 * connection and on all. Networks share the latter, since a response may have no end. Node's parser
 * emits every request in what it has read, up to thousands in 64 KiB, before the connection can be
 * paused.
 */
const MAX_PIPELINED = 128
const MAX_PIPELINED_IN_ALL = 512

/** Errors of Node's parser that are not about the form of a request. */
const parserErrors: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError('headers_too_large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError('request_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError('request_timeout'),
}

/**
 * Result by which the parser takes a request for one after which the connection speaks another
 * protocol.
 */
const UPGRADED = 2

/**
 * Destroys a connection and makes its parser skip what it has read already. The server would learn
 * of the end one turn of the event loop later, and until then emit every request in the buffer: 200
 * connections with 64 KiB of short requests each exhausted a heap of 512 MiB.
 */
export function cutOff(socket: Duplex): void {
  // Of no public name in Node; test/http/sqlite/nodeParser.test.ts names versions it holds on.
  const { parser } = socket as Duplex & { parser?: { onIncoming: () => number } | null }
  if (parser) parser.onIncoming = () => UPGRADED
  socket.destroy()
}

/** Answers the requests of each connection one at a time and in their order. */
export class Pipeline {
  readonly #listener: RequestListener
  readonly #connections: Connections
  readonly #headersOf: HeadersOf
  /** Connections with requests that wait; the size of each is their number. */
  readonly #waiting = new SharedPool<Duplex>(MAX_PIPELINED_IN_ALL, cutOff)

  constructor(listener: RequestListener, connections: Connections, headersOf: HeadersOf) {
    this.#listener = listener
    this.#connections = connections
    this.#headersOf = headersOf
  }

  /**
   * Passes a request on once the response before it has been sent: a connection that pipelines
   * costs no more at once than one request. A connection that pipelines too much is closed, because
   * each waiting request takes memory.
   */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = this.#connections.of(socket)
    if (!connection) return void socket.destroy()
    // Requests after the last response of a connection are not processed (RFC 9112 §9.6).
    if (!socket.writable) return
    const before = connection.response
    connection.response = response
    connection.isActive = true
    response.on('close', connection.forgetResponse)
    if (!before || before.writableFinished) return this.#listener(request, response)
    // The pieces of a chunked body would be kept until the request is passed on.
    const isChunked = request.headers['transfer-encoding'] !== undefined
    if (isChunked || connection.waiting >= MAX_PIPELINED) return cutOff(socket)
    if (connection.waiting++ > 0) this.#waiting.grow(socket, 1)
    else this.#waiting.hold(socket, networkOf(socket.remoteAddress ?? ''), 1)
    socket.pause()
    before.once('close', () => {
      connection.waiting--
      // The response before was the last of the connection, or could not be sent.
      const isOver = !socket.writable
      if (isOver || connection.waiting === 0) this.#waiting.release(socket)
      else this.#waiting.grow(socket, -1)
      if (isOver) return
      socket.resume()
      this.#listener(request, response)
    })
  }

  /** Answers malformed input, after the responses that are still to be sent. */
  handleParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
    // Input after a refused request on its connection gets no second answer.
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET') return void socket.destroy()
    this.refuse(parserErrors[error.code ?? ''] ?? malformed, socket)
  }

  /** Answers with an error in the order of the connection, and closes it. */
  refuse(error: ApiError, socket: Duplex): void {
    const connection = this.#connections.of(socket)
    const last = connection?.response
    if (!last || last.writableFinished) return this.#endWith(error, socket)
    if (last.req.complete) {
      // The parser fails anew at each piece that arrives, as long as the response takes.
      if (!connection.isRefused) last.once('close', () => this.#endWith(error, socket))
      connection.isRefused = true
      return
    }
    // The error is in the body of the newest request, or its body is late.
    if (last.headersSent) return void socket.destroy()
    // Node reports the end of a connection to its request only while that has no whole response.
    socket.once('close', () => last.req.destroy())
    const requestId = newRequestId()
    send(last, errorResponse(error, requestId), this.#lastHeaders(requestId))
  }

  #lastHeaders(requestId: string): Record<string, string> {
    const type = 'application/json; charset=utf-8'
    return { ...this.#headersOf(requestId), 'Content-Type': type, Connection: 'close' }
  }

  /** Writes a response by hand, because Node has made no response object for it, and closes. */
  #endWith(error: ApiError, socket: Duplex): void {
    if (!socket.writable) return void socket.destroy()
    const requestId = newRequestId()
    const { status, body } = errorResponse(error, requestId)
    const text = JSON.stringify(body)
    const headers = { ...this.#lastHeaders(requestId), 'Content-Length': Buffer.byteLength(text) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'))
    // A socket closed with unread data is reset (RFC 9112 §9.6): the client may lose the answer.
    const limit = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(limit))
  }
}
