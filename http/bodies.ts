import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../contract/apiError.ts'
import { SharedPool } from '../runtime/sharedPool.ts'

/** What bodies may take of the service while they are being read; a test may give them less. */
export const bodyLimits = {
  /** Of all bodies that have begun to come and have not ended. */
  maxBodyBytes: 16 * 1024 * 1024,
}

export type BodyLimits = typeof bodyLimits

/** Of an operation whose contract says nothing else. */
export const BODY_LIMIT_BYTES = 64 * 1024

/** What a request costs while its body is being read, whatever has come of it. */
const REQUEST_BYTES = 16 * 1024

/** A buffer grows from this with what has come: what is only announced takes nothing. */
const FIRST_BYTES = 1024

/**
 * A body comes in pieces of so many bytes on average, or in few pieces. Each piece has its cost,
 * and in chunks of one byte its wire is six times its length.
 */
const LEAST_PIECE_BYTES = 64
const FEW_PIECES = 256

/** What a chunked body may take on the wire beside twice its limit: extensions, and a trailer. */
const WIRE_SLACK_BYTES = 32 * 1024

/** A body as it came, nothing when it was empty; a ApiError when it could not be read whole. */
export type Body = Uint8Array | ApiError | undefined

const tooLarge = new ApiError('request_too_large')
const unreadable = new ApiError('invalid_request', {
  detail: 'O corpo da requisição não pôde ser lido: deve vir inteiro e sem compressão.',
})
const gaveWay = new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } })

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The length that a request declares; what is no number is refused by Node's parser. */
const declaredLength = ({ headers }: IncomingMessage): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

/**
 * Whether an answer has to be the last one of its connection, because what is still to come of the
 * request has no end that is near.
 */
export function endsConnection(request: IncomingMessage): boolean {
  if (request.complete) return passedOver.has(request)
  return (
    hasBody(request) &&
    (passedOver.has(request) || !((declaredLength(request) ?? Infinity) <= BODY_LIMIT_BYTES))
  )
}

/** Requests whose body the parser has been told to pass over: nothing is read after them. */
const passedOver = new WeakSet<IncomingMessage>()

/** The number under which Node's parser keeps its callback for pieces of a body. */
const ON_BODY = 3

/**
 * Has the parser itself pass over what still comes of a connection's last body: in chunks of one
 * byte, a call for each costs a hundred times as much as to parse it. Parsers are used again by
 * other connections, so the callback is put back when this one has closed.
 */
function passOver(request: IncomingMessage): void {
  const { socket } = request
  // Node gives a connection's parser no public name; another one than this is left alone.
  const { parser } = socket as Socket & { parser?: Record<number, unknown> | null }
  const onBody = parser?.[ON_BODY]
  if (!parser || typeof onBody !== 'function' || onBody.name !== 'parserOnBody') return
  passedOver.add(request)
  parser[ON_BODY] = undefined
  socket.once('close', () => {
    parser[ON_BODY] = onBody
  })
}

/** Has what comes of a body thrown away as it comes: unread, its pieces would be kept in a list. */
export function throwAway(request: IncomingMessage): void {
  if (endsConnection(request)) passOver(request)
  request.resume()
}

const nothing = Buffer.alloc(0)

/** One body that is being read, into one buffer. */
class Reading {
  readonly #request: IncomingMessage
  readonly #limit_bytes: number
  readonly #wire_limit_bytes: number
  readonly #settle: (body: Body) => void
  #bytes: Buffer = nothing
  #length = 0
  #pieces = 0
  isSettled = false
  /** Told of what the buffer grows by, once the pool knows of this body. */
  onGrowth: ((bytes: number) => void) | undefined

  /** What comes is taken as it comes: a stream that waits would keep a list of its pieces. */
  constructor(request: IncomingMessage, limit_bytes: number, settle: (body: Body) => void) {
    this.#request = request
    this.#limit_bytes = limit_bytes
    this.#settle = settle
    this.#wire_limit_bytes =
      declaredLength(request) === undefined
        ? request.socket.bytesRead + 2 * limit_bytes + WIRE_SLACK_BYTES
        : Infinity
    request.on('data', (piece: Buffer) => this.#take(piece))
    request.on('end', () => this.end(this.#length > 0 ? this.#whole() : undefined))
    // A connection that ends before its body does gets no answer.
    request.on('close', () => this.end(undefined))
  }

  get bufferBytes(): number {
    return this.#bytes.length
  }

  /** What comes after this is thrown away. */
  end(body: Body): void {
    if (this.isSettled) return
    this.isSettled = true
    this.#bytes = nothing
    if (body instanceof ApiError) throwAway(this.#request)
    this.#settle(body)
  }

  #whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #take(piece: Buffer): void {
    if (this.isSettled) return
    const length = this.#length + piece.length
    this.#pieces++
    if (length > this.#limit_bytes || this.#isWasteful()) return this.end(tooLarge)
    // Mostly a body comes in one piece, which then need not be copied.
    if (this.#length === 0 && length === declaredLength(this.#request)) return this.end(piece)
    if (length > this.#bytes.length) this.#makeRoom(length)
    // Making room may have been too much.
    if (this.isSettled) return
    piece.copy(this.#bytes, this.#length)
    this.#length = length
  }

  #isWasteful(): boolean {
    const most = Math.max(FEW_PIECES, this.#limit_bytes / LEAST_PIECE_BYTES)
    return (
      this.#pieces > most ||
      (this.#wire_limit_bytes < Infinity && this.#request.socket.bytesRead > this.#wire_limit_bytes)
    )
  }

  #makeRoom(length: number): void {
    const most = declaredLength(this.#request) ?? this.#limit_bytes
    const size = Math.min(Math.max(2 * this.#bytes.length, length, FIRST_BYTES), most)
    const bytes = Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(bytes, 0, 0, this.#length)
    const more = size - this.#bytes.length
    this.#bytes = bytes
    this.onGrowth?.(more)
  }
}

/** What follows upon it runs after the first piece of a body that came with its head. */
const afterFirstPiece = Promise.resolve()

/** Reads the bodies of requests, all of them within one budget that callers share. */
export class Bodies {
  readonly #pool: SharedPool<Reading>

  constructor({ maxBodyBytes }: BodyLimits) {
    this.#pool = new SharedPool(maxBodyBytes, (reading) => reading.end(gaveWay))
  }

  /**
   * Reads a body to its end or to its limit, whichever comes first. It has to be called while the
   * request is being announced. A fault is given back rather than thrown: it is told only to a
   * caller who may send a body at all.
   */
  read(request: IncomingMessage, limit_bytes: number, caller: string): Promise<Body> | Body {
    const { headers } = request
    if ((declaredLength(request) ?? 0) > limit_bytes) {
      throwAway(request)
      return tooLarge
    }
    const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
    const transfer = headers['transfer-encoding']?.toLowerCase() ?? 'chunked'
    const isPlain = encoding === 'identity' && transfer === 'chunked'
    return new Promise((resolve) => {
      const reading: Reading = new Reading(request, limit_bytes, (body) => {
        if (reading.onGrowth) this.#pool.release(reading)
        resolve(isPlain || body === undefined ? body : unreadable)
      })
      void afterFirstPiece.then(() => this.#hold(reading, caller))
    })
  }

  /** Most bodies have come whole, with their head, by now: those take nothing of the pool. */
  #hold(reading: Reading, caller: string): void {
    if (reading.isSettled) return
    reading.onGrowth = (bytes) => this.#pool.grow(reading, bytes)
    this.#pool.hold(reading, caller, REQUEST_BYTES + reading.bufferBytes)
  }
}
