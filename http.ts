import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import proxyaddr from 'proxy-addr'
import getRawBody from 'raw-body'
import { Refusal } from './contract/refusal.ts'
import type { RawRequest } from './contract/validator.ts'

const BODY_LIMIT_BYTES = 64 * 1024

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

/** A request as its head tells it; its body is still to be read. */
export function arrivalOf(
  request: IncomingMessage,
  addressOf: (request: IncomingMessage) => string,
): Arrival {
  const { method = '', url = '', headers } = request
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

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The whole body; a fault in it is kept until the caller is known to be allowed to hear of it. */
export async function readBody(
  request: IncomingMessage,
): Promise<Uint8Array | Refusal | undefined> {
  const { headers } = request
  const length = headers['content-length'] ?? null
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  try {
    if (encoding !== 'identity') throw new Error('The body is compressed.')
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

/** @param headers of every answer, whatever it turns out to be; the reply's own come after them */
export function send(
  response: ServerResponse,
  { status, headers: own, body }: Reply,
  headers: Record<string, string | number>,
): void {
  const all = own ? { ...headers, ...own } : headers
  if (body instanceof Readable) {
    response.writeHead(status, all)
    // A buyer who closes the page ends the stream; that is no fault.
    pipeline(body, response, () => undefined)
    return
  }
  const text = typeof body === 'object' ? JSON.stringify(body) : String(body ?? '')
  all['Content-Length'] = Buffer.byteLength(text)
  response.writeHead(status, all).end(text)
}
