import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../contract/apiError.ts'
import { SharedPool } from '../runtime/sharedPool.ts'
import type { Caller } from './fairQueue.ts'

/** Limits of the memory of bodies while they arrive; a test may lower them. */
export const bodyLimits = {
  /**
   * Memory of all bodies that have begun to arrive and are not complete: so much for those of known
   * sellers, and so much for those of unknown callers.
   */
  maxBodyBytes: 16 * 1024 * 1024,
}

export type BodyLimits = typeof bodyLimits

/** The limit of a body where the contract has no `x-max-bytes`. */
export const BODY_LIMIT_BYTES = 64 * 1024

/** Memory of a request while its body arrives, beside the body. */
const REQUEST_BYTES = 16 * 1024

/** A buffer begins with this size and grows with what arrives, whatever length was declared. */
const FIRST_BUFFER_BYTES = 1024

/**
 * A body may arrive in a few pieces of any size, or in more of so many bytes on average: each piece
 * costs the same, however small, and chunks of one byte take six bytes on the wire.
 */
const MIN_PIECE_BYTES = 64
const FEW_PIECES = 256

/** Bytes of a chunked body on the wire beyond twice its limit: extensions and a trailer. */
const WIRE_SLACK_BYTES = 32 * 1024

/** A body, undefined when it was empty, or why it could not be read. */
export type Body = Uint8Array | ApiError | undefined

const tooLarge = new ApiError('request_too_large')
const unreadable = new ApiError('invalid_request', {
  detail: 'O corpo da requisição não pôde ser lido: deve vir inteiro e sem compressão.',
})
const evicted = new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } })

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The declared length of a body in bytes; Node's parser has refused what is not a number. */
const declaredLength = ({ headers }: IncomingMessage): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

/** Requests whose body the parser skips; nothing can be read after them on their connection. */
const skipped = new WeakSet<IncomingMessage>()

/**
 * True when the response must be the last one of its connection, because the rest of the request's
 * body is too long to be read and discarded.
 */
export function endsConnection(request: IncomingMessage): boolean {
  if (request.complete) return skipped.has(request)
  return (
    hasBody(request) &&
    (skipped.has(request) || !((declaredLength(request) ?? Infinity) <= BODY_LIMIT_BYTES))
  )
}

/** The index under which Node's parser keeps its callback for pieces of a body. */
const ON_BODY = 3

/** The members used of Node's parser, of no public name: test/http/sqlite/nodeParser.test.ts. */
type Parser = Record<number, unknown> & { onIncoming: (...head: unknown[]) => unknown }

/**
 * Makes the parser skip the rest of a connection's last body: in chunks of one byte, a callback for
 * each costs a hundred times as much as parsing them. Node uses parsers again for other
 * connections, so the callback is restored when this connection has closed, and at a further head:
 * after that of CONNECT, another connection may have the parser while this one is open.
 */
function skipBody(request: IncomingMessage): void {
  const { socket } = request
  const { parser } = socket as Socket & { parser?: Parser | null }
  const onBody = parser?.[ON_BODY]
  // A parser that looks different is left as it is.
  if (!parser || typeof onBody !== 'function' || onBody.name !== 'parserOnBody') return
  skipped.add(request)
  parser[ON_BODY] = undefined
  let isRestored = false
  const restore = () => {
    if (!isRestored) parser[ON_BODY] = onBody
    isRestored = true
  }
  const { onIncoming } = parser
  parser.onIncoming = (...head) => {
    restore()
    return onIncoming(...head)
  }
  socket.once('close', restore)
}

/** Discards what arrives of a body. If it were not read, the request would keep its pieces. */
export function discardBody(request: IncomingMessage): void {
  if (endsConnection(request)) skipBody(request)
  request.resume()
}

const emptyBuffer = Buffer.alloc(0)

/** Reads one body into one buffer. */
class BodyReader {
  readonly #request: IncomingMessage
  readonly #limitBytes: number
  readonly #wireLimitBytes: number
  readonly #settle: (body: Body) => void
  #buffer: Buffer = emptyBuffer
  #length = 0
  #pieces = 0
  isSettled = false
  /** Called with the bytes by which the buffer has grown, once the pool knows of this body. */
  onGrowth: ((bytes: number) => void) | undefined

  /** Pieces are taken as they arrive: a stream that waits would keep them in a list. */
  constructor(request: IncomingMessage, limitBytes: number, settle: (body: Body) => void) {
    this.#request = request
    this.#limitBytes = limitBytes
    this.#settle = settle
    this.#wireLimitBytes =
      declaredLength(request) === undefined
        ? request.socket.bytesRead + 2 * limitBytes + WIRE_SLACK_BYTES
        : Infinity
    request.on('data', (piece: Buffer) => this.#take(piece))
    request.on('end', () => this.end(this.#length > 0 ? this.#whole() : undefined))
    // A connection that closes before the end of the body gets no answer.
    request.on('close', () => this.end(undefined))
  }

  get bufferBytes(): number {
    return this.#buffer.length
  }

  /** Settles with a body or an error; bytes after an error are discarded. */
  end(body: Body): void {
    if (this.isSettled) return
    this.isSettled = true
    this.#buffer = emptyBuffer
    if (body instanceof ApiError) discardBody(this.#request)
    this.#settle(body)
  }

  #whole(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  #take(piece: Buffer): void {
    if (this.isSettled) return
    const length = this.#length + piece.length
    this.#pieces++
    if (length > this.#limitBytes || this.#isWasteful()) return this.end(tooLarge)
    // Most bodies arrive in one piece, which need not be copied.
    if (this.#length === 0 && length === declaredLength(this.#request)) return this.end(piece)
    if (length > this.#buffer.length) this.#grow(length)
    // The pool may have evicted this body when it grew.
    if (this.isSettled) return
    piece.copy(this.#buffer, this.#length)
    this.#length = length
  }

  #isWasteful(): boolean {
    const maxPieces = Math.max(FEW_PIECES, this.#limitBytes / MIN_PIECE_BYTES)
    return (
      this.#pieces > maxPieces ||
      (this.#wireLimitBytes < Infinity && this.#request.socket.bytesRead > this.#wireLimitBytes)
    )
  }

  #grow(length: number): void {
    const maxSize = declaredLength(this.#request) ?? this.#limitBytes
    const size = Math.min(Math.max(2 * this.#buffer.length, length, FIRST_BUFFER_BYTES), maxSize)
    const buffer = Buffer.allocUnsafeSlow(size)
    this.#buffer.copy(buffer, 0, 0, this.#length)
    const growth = size - this.#buffer.length
    this.#buffer = buffer
    this.onGrowth?.(growth)
  }
}

/** A microtask later, the first piece has been taken of a body that came together with its head. */
const afterFirstPiece = Promise.resolve()

/**
 * Reads the bodies of requests within limits of memory: one that sellers share, and one that
 * networks share. In one pool for all, unknown callers with small bodies from a thousand networks
 * would leave a seller's body as the largest, and it would be evicted.
 */
export class Bodies {
  readonly #ofKnown: SharedPool<BodyReader>
  readonly #ofUnknown: SharedPool<BodyReader>

  constructor({ maxBodyBytes }: BodyLimits) {
    const evict = (reader: BodyReader) => reader.end(evicted)
    this.#ofKnown = new SharedPool(maxBodyBytes, evict)
    this.#ofUnknown = new SharedPool(maxBodyBytes, evict)
  }

  /**
   * Reads a body to its end or to its limit, whichever comes first. It has to be called in the same
   * tick in which the request is emitted. An error is returned and not thrown: it is answered only
   * once the caller is known to be authorized.
   */
  read(request: IncomingMessage, limitBytes: number, caller: Caller): Promise<Body> | Body {
    const { headers } = request
    const pool = caller.isKnown ? this.#ofKnown : this.#ofUnknown
    if ((declaredLength(request) ?? 0) > limitBytes) {
      discardBody(request)
      return tooLarge
    }
    const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
    const transfer = headers['transfer-encoding']?.toLowerCase() ?? 'chunked'
    const isPlain = encoding === 'identity' && transfer === 'chunked'
    return new Promise((resolve) => {
      const reader: BodyReader = new BodyReader(request, limitBytes, (body) => {
        if (reader.onGrowth) pool.release(reader)
        resolve(isPlain || body === undefined ? body : unreadable)
      })
      void afterFirstPiece.then(() => hold(reader, pool, caller))
    })
  }
}

/** Most bodies have arrived whole by now, and take nothing of the pool. */
function hold(reader: BodyReader, pool: SharedPool<BodyReader>, { name }: Caller): void {
  if (reader.isSettled) return
  reader.onGrowth = (bytes) => pool.grow(reader, bytes)
  pool.hold(reader, name, REQUEST_BYTES + reader.bufferBytes)
}
