import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { endsConnection } from './bodies.ts'

/**
 * How long a connection stays open after its last response (lingering close). Closed at once, with
 * request bytes unread, the kernel would send a reset and the client might lose the response.
 */
export const LINGER_MS = 1_000

/** A lingering connection that sends more pieces than this is closed sooner. */
const MAX_LINGER_PIECES = 256

/**
 * The length up to which an upload that was refused is read to its end and discarded, while its
 * request may last: a browser shows no answer before it has sent all of its request.
 */
export const MAX_DISCARDED_BYTES = 32 * 1024 * 1024

/** A response before it is serialised. */
export type Response = {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a stream is piped, a string is sent as it is. */
  body?: unknown
  /** The body as it is sent, when it has been serialised already. */
  bytes?: Buffer
  /** Reads an upload to its end, up to MAX_DISCARDED_BYTES, instead of for LINGER_MS. */
  awaitsUpload?: boolean
}

/** Makes the headers that every response carries. */
export type HeadersOf = (requestId: string) => Record<string, string>

/** How long browsers use nothing but https for the public address (RFC 6797). */
const HSTS_SECONDS = 365 * 24 * 60 * 60

/** @param base_url the public address; when it is https, each response carries HSTS */
export function headersAt(base_url: string): HeadersOf {
  const all = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
  const fixed = base_url.startsWith('https:')
    ? { ...all, 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}` }
    : all
  return (requestId) => ({ ...fixed, 'X-Request-Id': requestId })
}

/** The parts of an operation that say how its responses look. */
type Described = { responses?: Record<string, { content?: object }> }

const noOperation: Described = {}

/** The media types that were asked for already, of each operation by status. */
const contentTypes = new WeakMap<Described, Record<number, string>>()

function describedType({ responses }: Described, status: number): string {
  const [type = 'application/json'] = Object.keys(responses?.[status]?.content ?? {})
  return type === 'application/yaml' ? type : `${type}; charset=utf-8`
}

/** The media type of a response's body: the first that the contract gives for its status. */
export function contentType(operation: Described | undefined, status: number): string {
  const described = operation ?? noOperation
  let header = contentTypes.get(described)
  if (!header) contentTypes.set(described, (header = {}))
  return (header[status] ??= describedType(described, status))
}

/**
 * Responses whose connection waits for no work: those that are written, and end once the client has
 * had time to receive them, and refusals that are sent later.
 */
const settled = new WeakSet<ServerResponse>()

/** Says that the connection of a response waits for no work any more. */
export const settle = (response: ServerResponse): void => void settled.add(response)

/** True once no work is left on a response: the client may not have received it yet. */
export const isSettled = (response: ServerResponse): boolean =>
  response.writableEnded || settled.has(response)

/** True for a request with a declared length that may be read to its end. */
const isDiscarded = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? Infinity) <= MAX_DISCARDED_BYTES

/**
 * Ends the last response of a connection after the client has had time to receive it. An upload
 * that is awaited ends with its request or with that one's time limit; its connection counts as
 * waiting for nothing, so that it gives way to others.
 */
function endLater(response: ServerResponse, awaitsUpload: boolean): void {
  const { req: request } = response
  settle(response)
  const end = () => response.end()
  request.once('end', end)
  if (awaitsUpload && isDiscarded(request)) return
  const timeout = setTimeout(end, LINGER_MS)
  let pieces = 0
  request.on('data', () => {
    if (++pieces === MAX_LINGER_PIECES) end()
  })
  response.once('close', () => clearTimeout(timeout))
}

/**
 * Writes a response.
 *
 * @param headers of every response; the result's own headers override them
 */
export function send(
  response: ServerResponse,
  { status, headers: own, body, bytes, awaitsUpload = false }: Response,
  headers: Record<string, string | number>,
): void {
  const all = own ? { ...headers, ...own } : headers
  const isLast = endsConnection(response.req)
  if (isLast) all['Connection'] = 'close'
  if (body instanceof Readable) {
    // A client that has disconnected: a stream that cannot be piped must be destroyed, or it leaks.
    if (response.destroyed || response.headersSent) return void body.destroy()
    response.writeHead(status, all)
    if (response.req.method === 'HEAD') {
      body.destroy()
      return void response.end()
    }
    // A buyer who closes the page ends the stream; that is no error.
    pipeline(body, response, () => undefined)
    return
  }
  const sent = bytes ?? (typeof body === 'object' ? JSON.stringify(body) : String(body ?? ''))
  // A 304 has the length of what it leaves out, or none (RFC 9110 §8.6).
  if (status !== 304) all['Content-Length'] = Buffer.byteLength(sent)
  response.writeHead(status, all)
  if (!isLast) return void response.end(sent)
  response.write(sent)
  endLater(response, awaitsUpload)
}
