import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyaddr from 'proxy-addr'
import { ApiError } from '../contract/apiError.ts'
import type { RequestParts } from '../contract/validator.ts'

/** A request as its head describes it; its body is still to be read. */
export type RawRequest = RequestParts & {
  method: string
  /** Host and port of the request; undefined when it does not say (HTTP/1.0). */
  host: string | undefined
  /** The path as it was sent, percent-encoded and without the query. */
  path: string
  /** The client's network address, as trusted proxies report it; without a port. */
  address: string
}

/** Reads the client's address from a request. */
export type AddressReader = (request: IncomingMessage) => string

/** Some balancers write the port of each connection, too: 192.0.2.1:50123, [2001:db8::1]:50123. */
const withPort = /^(?:([\d.]+)|\[([\da-f:.]+)\]):\d+$/i

/** @param address undefined once the connection is gone, whatever the types say */
function withoutPort(address: string | undefined = ''): string {
  const [, four, six] = withPort.exec(address) ?? []
  return four ?? six ?? address
}

/**
 * @param trustedProxies addresses and subnets whose `X-Forwarded-For` is believed
 * @param onIgnored told of the first peer whose header is not, in the life of the process
 */
export function addressReader(
  trustedProxies: string[],
  onIgnored: (peer: string) => void = () => undefined,
): AddressReader {
  const isTrusted = proxyaddr.compile(trustedProxies)
  let isReported = false
  return (request) => {
    const peer = request.socket.remoteAddress ?? ''
    if (trustedProxies.length === 0 || !isTrusted(withoutPort(peer), 0)) {
      if (!isReported && request.headers['x-forwarded-for'] !== undefined) {
        isReported = true
        onIgnored(peer)
      }
      return trustedProxies.length === 0 ? peer : withoutPort(peer)
    }
    return withoutPort(proxyaddr(request, (address, hops) => isTrusted(withoutPort(address), hops)))
  }
}

/** A target in absolute form has a host of its own, which counts (RFC 9112 §3.2.2). */
const absoluteForm = /^https?:\/\/([^/?#]+)(.*)$/is

/** Strips scheme and authority from a target in absolute form. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const rest = absoluteForm.exec(target)?.[2]
  if (rest === undefined) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Reads a request's head; nothing of it is checked yet. */
export function readHead(request: IncomingMessage, addressOf: AddressReader): RawRequest {
  const { method = '', headers } = request
  const target = request.url ?? ''
  const url = originForm(target)
  // Express reads the target once more, by other rules: of http://a;x/docs it takes ;x/docs.
  request.url = url
  const mark = url.indexOf('?')
  return {
    method,
    host: url === target ? headers.host : absoluteForm.exec(target)?.[1],
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: headers as Record<string, string>,
    address: addressOf(request),
    params: {},
    body: undefined,
  }
}

/** About as many bytes as its head takes in memory; Node's parser has bounded them. */
export function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = url.length
  for (const text of rawHeaders) bytes += text.length
  return bytes
}

export const MAX_HEADERS = 200

export const malformed = new ApiError('invalid_request', {
  detail: 'A requisição HTTP está malformada.',
})

const tooManyHeaders = new ApiError('headers_too_large')

/** The characters of a host and a port (RFC 3986 §3.2) but the comma, which would make a list. */
const hostForm = /^[\w.~!$&'()*+;=%:[\]-]*$/

/**
 * Finds what Node's parser accepts and this service does not: too many headers, a version other
 * than HTTP/1, not exactly one `Host` (RFC 9112 §3.2). A proxy in front may have read such a head
 * differently (request smuggling), so its connection must be closed.
 */
export function headError(request: IncomingMessage): ApiError | undefined {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return tooManyHeaders
  const {
    httpVersionMajor,
    httpVersionMinor,
    headers: { host },
  } = request
  if (httpVersionMajor !== 1 || (host === undefined && httpVersionMinor > 0)) return malformed
  return host === undefined || hostForm.test(host) ? undefined : malformed
}

/** A host and a port (RFC 9110 §7.2). */
const hostAndPort = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/

/**
 * Makes the function that tells whether a request is meant for this service by its host: one of the
 * names, an address in digits, or `localhost`. Nothing else distinguishes a foreign page whose name
 * resolves to this service (DNS rebinding).
 *
 * @param names in lower case, without ports
 */
export function ownHosts(names: string[]): (host: string) => boolean {
  const hosts = new Set(['localhost', ...names])
  // Nearly all requests have the same host.
  let last: string | undefined
  return (host) => {
    if (host === last) return true
    const [, six = '', name = ''] = hostAndPort.exec(host) ?? []
    const isOwn = hosts.has(name.toLowerCase().replace(/\.$/, '')) || isIP(six || name) > 0
    if (isOwn) last = host
    return isOwn
  }
}

export const newRequestId = () => `req_${randomUUID()}`
