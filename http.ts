import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import proxyaddr from 'proxy-addr'
import getRawBody from 'raw-body'
import { Refusal } from './contract/refusal.ts'
import type { RawRequest } from './contract/validator.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** What answers may take of the service when nobody reads them; a test may give them less. */
export const answerLimits = {
  /** For a caller to take an answer, from the moment it is ready. */
  answer_ms: 30_000,
  /** Of all answers that are ready and that their callers do not take. */
  untaken_bytes: 256 * 1024 * 1024,
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

/** Node would drop those past a number of its own without a word. */
const MAX_HEADERS = 200

export const malformed = new Refusal('invalid_request', {
  detail: 'A requisição HTTP está malformada.',
})

/** Anything that a host and a port may be made of (RFC 3986 §3.2), but for the comma of a list. */
const hostForm = /^[\w.~!$&'()*+;=%:[\]-]*$/

/**
 * What is wrong with a request's head that Node's parser lets through: too many headers, another
 * version of HTTP, not exactly one `Host` (RFC 9112 §3.2). Its connection is not to be trusted.
 */
export function faultOf(request: IncomingMessage): Refusal | undefined {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return new Refusal('headers_too_large')
  const { httpVersionMajor, httpVersionMinor, headers: { host } } = request
  if (httpVersionMajor !== 1 || (host === undefined && httpVersionMinor > 0)) return malformed
  return host === undefined || hostForm.test(host) ? undefined : malformed
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The whole body; a fault in it is kept until the caller is known to be allowed to hear of it. */
export async function readBody(
  request: IncomingMessage,
): Promise<Uint8Array | Refusal | undefined> {
  const { headers } = request
  const length = headers['content-length'] ?? null
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  const transfer = headers['transfer-encoding']?.toLowerCase() ?? 'chunked'
  try {
    if (encoding !== 'identity' || transfer !== 'chunked') throw new Error('It is compressed.')
    const bytes = await getRawBody(request, { length, limit: BODY_LIMIT_BYTES })
    return bytes.length > 0 ? bytes : undefined
  } catch (error) {
    // The rest is read and thrown away: a caller who is still sending would not hear an answer.
    request.resume()
    await finished(request).catch(() => undefined)
    const { type } = error as { type?: string }
    if (type === 'entity.too.large') return new Refusal('request_too_large')
    const detail = 'O corpo da requisição não pôde ser lido: deve vir inteiro e sem compressão.'
    return new Refusal('invalid_request', { detail })
  }
}

export const newRequestId = () => `req_${randomUUID()}`

/** The headers of every answer. */
export const commonHeaders = (request_id: string): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'X-Request-Id': request_id,
})

/** Answers that are ready, and whose callers do not take them. */
export class Untaken {
  readonly #limits: AnswerLimits
  #bytes = 0

  constructor(limits: AnswerLimits) {
    this.#limits = limits
  }

  /** Looks after an answer that was just ended; mostly the system has taken all of it at once. */
  watch(response: ServerResponse): void {
    const bytes = response.writableLength
    if (bytes === 0) return
    const { socket } = response.req
    // Without a reset, the system would keep for long what it could not send.
    if (this.#bytes + bytes > this.#limits.untaken_bytes) return void socket.resetAndDestroy()
    this.#bytes += bytes
    const limit = setTimeout(() => socket.resetAndDestroy(), this.#limits.answer_ms)
    response.once('close', () => {
      clearTimeout(limit)
      this.#bytes -= bytes
    })
  }
}

/** @param headers of every answer, whatever it turns out to be; the reply's own come after them */
export function send(
  response: ServerResponse,
  { status, headers: own, body }: Reply,
  headers: Record<string, string | number>,
): void {
  const all = own ? { ...headers, ...own } : headers
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
  response.writeHead(status, all).end(text)
}
