import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Socket } from 'node:net'
import proxyaddr from 'proxy-addr'
import { endsConnection } from './bodies.ts'
import { ApiError } from '../contract/apiError.ts'
import type { RawRequest } from '../contract/validator.ts'
import { networkOf } from '../runtime/network.ts'
import { SharedPool } from '../runtime/sharedPool.ts'

/** A caller who was refused gets this long to hear of it before the connection is cut. */
export const LAST_WORD_MS = 1_000

/** What answers may take of the service when nobody reads them; a test may give them less. */
export const answerLimits = {
  /** For a caller to take an answer, from the moment it is ready. */
  answer_ms: 30_000,
  /** Of all answers that are ready and that API clients do not take. */
  untaken_bytes: 256 * 1024 * 1024,
  /** The same of callers who are none: pages, documents and refusals. */
  untaken_bytes_of_strangers: 16 * 1024 * 1024,
}

export type AnswerLimits = typeof answerLimits

/** A request as it has come in. */
export type Arrival = RawRequest & {
  method: string
  path: string
  /** The caller's, as the proxies that are trusted have handed it on. */
  address: string
}

export type Reply = { status: number; headers?: Record<string, string>; body?: unknown }

/** Finds the caller's address; without proxies that are trusted, whoever is connected. */
export function addressReader(trusted_proxies: string[]): (request: IncomingMessage) => string {
  if (trusted_proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const trust = proxyaddr.compile(trusted_proxies)
  return (request) => proxyaddr(request, trust)
}

/** What follows the authority, where a caller names it as it would to a proxy (RFC 9112 §3.2.2). */
function originOf(target: string): string {
  if (target.startsWith('/')) return target
  const [, rest] = /^https?:\/\/[^/?#]+([^]*)$/i.exec(target) ?? []
  if (rest === undefined) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** A request as its head tells it; its body is still to be read. */
export function arrivalOf(
  request: IncomingMessage,
  addressOf: (request: IncomingMessage) => string,
): Arrival {
  const { method = '', headers } = request
  const url = originOf(request.url ?? '')
  const mark = url.indexOf('?')
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: headers as Record<string, string>,
    address: addressOf(request),
    params: {},
    body: undefined,
  }
}

export const MAX_HEADERS = 200

export const malformed = new ApiError('invalid_request', {
  detail: 'A requisição HTTP está malformada.',
})

/** Anything that a host and a port may be made of (RFC 3986 §3.2), but for the comma of a list. */
const hostForm = /^[\w.~!$&'()*+;=%:[\]-]*$/

/**
 * What is wrong with a request's head that Node's parser lets through: too many headers, another
 * version of HTTP, not exactly one `Host` (RFC 9112 §3.2). Its connection is not to be trusted.
 */
export function faultOf(request: IncomingMessage): ApiError | undefined {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return new ApiError('headers_too_large')
  const {
    httpVersionMajor,
    httpVersionMinor,
    headers: { host },
  } = request
  if (httpVersionMajor !== 1 || (host === undefined && httpVersionMinor > 0)) return malformed
  return host === undefined || hostForm.test(host) ? undefined : malformed
}

export const newRequestId = () => `req_${randomUUID()}`

/** Makes the headers of every answer from its request's id. */
export type HeadersOf = (request_id: string) => Record<string, string>

/** For so long browsers do not call the address by anything but https again (RFC 6797). */
const HSTS_SECONDS = 365 * 24 * 60 * 60

/** @param base_url the public address: where it is https, each answer says that it stays so */
export function headersAt(base_url: string): HeadersOf {
  const all = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
  const fixed = base_url.startsWith('https:')
    ? { ...all, 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}` }
    : all
  return (request_id) => ({ ...fixed, 'X-Request-Id': request_id })
}

/** What an answer that waits costs beside its bytes: its connection, its request, its timer. */
const WAITING_BYTES = 16 * 1024

/** An answer that its caller does not take. */
type Pending = { readonly socket: Socket }

/** Answers that are ready, and whose callers do not take them. */
export class ResponseBacklog {
  readonly #limits: AnswerLimits
  readonly #clients: SharedPool<Pending>
  readonly #strangers: SharedPool<Pending>

  constructor(limits: AnswerLimits) {
    this.#limits = limits
    // Without a reset, the system would keep for long what it could not send.
    const drop = ({ socket }: Pending) => void socket.resetAndDestroy()
    this.#clients = new SharedPool(limits.untaken_bytes, drop)
    this.#strangers = new SharedPool(limits.untaken_bytes_of_strangers, drop)
  }

  /**
   * Looks after an answer that was just ended; mostly the system has taken all of it at once.
   *
   * @param client_id of the API client whose answer it is, if it is one's
   */
  watch(response: ServerResponse, client_id: string | undefined, address: string): void {
    const bytes = response.writableLength
    if (bytes === 0) return
    const pending: Pending = { socket: response.req.socket }
    const pool = client_id === undefined ? this.#strangers : this.#clients
    const limit = setTimeout(() => pending.socket.resetAndDestroy(), this.#limits.answer_ms)
    response.once('close', () => {
      clearTimeout(limit)
      pool.release(pending)
    })
    pool.hold(pending, client_id ?? networkOf(address), bytes + WAITING_BYTES)
  }
}

/** What comes in more pieces than this after a last answer is not waited for. */
const LAST_PIECES = 256

/** Ends an answer that is its connection's last, once the caller has had the time to take it. */
function endLater(response: ServerResponse): void {
  const { req: request } = response
  const end = () => response.end()
  // Cut at once, what the caller has sent meanwhile would make the system throw the answer away.
  const limit = setTimeout(end, LAST_WORD_MS)
  let pieces = 0
  request.once('end', end).on('data', () => {
    if (++pieces === LAST_PIECES) end()
  })
  response.once('close', () => clearTimeout(limit))
}

/** @param headers of every answer, whatever it turns out to be; the reply's own come after them */
export function send(
  response: ServerResponse,
  { status, headers: own, body }: Reply,
  headers: Record<string, string | number>,
): void {
  const all = own ? { ...headers, ...own } : headers
  const isLast = endsConnection(response.req)
  if (isLast) all['Connection'] = 'close'
  if (body instanceof Readable) {
    // The caller has gone: what cannot be piped would keep for ever what it holds.
    if (response.destroyed || response.headersSent) return void body.destroy()
    response.writeHead(status, all)
    // A buyer who closes the page ends the stream; that is no fault.
    pipeline(body, response, () => undefined)
    return
  }
  const text = typeof body === 'object' ? JSON.stringify(body) : String(body ?? '')
  all['Content-Length'] = Buffer.byteLength(text)
  response.writeHead(status, all)
  if (!isLast) return void response.end(text)
  response.write(text)
  endLater(response)
}
