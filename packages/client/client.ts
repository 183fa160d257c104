import { errorOf, NoResponse } from './errors.ts'
import { routes } from './generated/operations.ts'
import type { Operations } from './generated/operations.ts'
import type { OperationId } from './operation.ts'
import { sendWithRetries, world as realWorld } from './retries.ts'
import type { World } from './retries.ts'
import { Tokens } from './tokens.ts'

/** The address of the service, and the credentials of an API client. */
export type Options = {
  /** The service's public address, such as `https://pay.example.com`. */
  baseUrl: string
  clientId: string
  clientSecret: string
  /** In place of the global `fetch`: for a proxy, for tracing, or to inject faults in tests. */
  fetch?: (request: Request) => Promise<Response>
}

/** Every operation of the contract that takes a token, as a function. */
export type Balcao = Operations

/** The input of any operation. */
type AnyInput = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Empty and dot segments are removed from a URL even when they are encoded (RFC 3986 §5.2.4), and a
 * lone surrogate has no encoding.
 */
const noSegment = /^\.{0,2}$|\p{Surrogate}/u

/**
 * The address of an operation with its parameters filled in.
 *
 * @throws TypeError when a path parameter would lead to another operation, or is no Unicode text
 */
function urlOf(baseUrl: string, id: OperationId, { path = {}, query = {} }: AnyInput): URL {
  const filled = routes[id].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(path[name])
    if (noSegment.test(value)) throw new TypeError(`${id}: ${name} cannot be "${value}".`)
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl + filled)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of [value].flat()) url.searchParams.append(name, String(one))
  }
  return url
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null is a value in a PATCH alone, where it clears; elsewhere generated callers mean nothing. */
const bodyOf = (method: string, body: object): string =>
  JSON.stringify(
    method === 'patch'
      ? body
      : Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
  )

function requestOf(baseUrl: string, id: OperationId, input: AnyInput): Request {
  const { method, takesKey } = routes[id]
  const { body } = input
  // Without types null may come, too, and as text it would be one key for all calls.
  const idempotencyKey = input.idempotencyKey ?? crypto.randomUUID()
  return new Request(urlOf(baseUrl, id, input), {
    method: method.toUpperCase(),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(takesKey && { 'idempotency-key': idempotencyKey }),
    },
    body: body ? bodyOf(method, body) : null,
    // The service redirects none of its operations, and a token must not follow a redirect.
    redirect: 'manual',
  })
}

/** `createBalcao` with a world that tests replace; not exported by the package. */
export function createBalcaoIn(world: World, options: Options): Balcao {
  const { clientId, clientSecret } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  if (!/^https?:\/\/[^?#@]+$/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError('baseUrl is not an address: http or https, a host, at most a path.')
  }
  if (!clientId || !clientSecret) throw new TypeError('clientId or clientSecret is missing.')
  const tokens = new Tokens({ baseUrl, clientId, clientSecret }, world)

  /** Sends a request with the cached token, and once more with a new one after a 401. */
  async function authorized(id: OperationId, input: AnyInput): Promise<Response> {
    const request = requestOf(baseUrl, id, input)
    const { method, headers } = request
    const { signal = new AbortController().signal } = input
    const repeatable = method !== 'POST' || headers.has('idempotency-key')
    const send = (accessToken: string) => {
      const own = request.clone()
      own.headers.set('authorization', `Bearer ${accessToken}`)
      return sendWithRetries(own, { repeatable, name: id, signal }, world)
    }
    const token = await tokens.get(signal)
    const response = await send(token.accessToken)
    if (response.status !== 401) return response
    // The token was revoked, or expired earlier than this clock says.
    tokens.forget(token)
    const next = await tokens.get(signal)
    return send(next.accessToken)
  }

  async function call(id: OperationId, input: AnyInput = {}): Promise<unknown> {
    const response = await authorized(id, input)
    // A page of something between here and the service is no file of the service's.
    if (response.ok && response.headers.has('content-disposition')) {
      return new Uint8Array(await response.arrayBuffer())
    }
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw errorOf(id, response, body)
    if (!isObject(body)) throw new NoResponse(`${id}: ${response.status}, but no JSON.`)
    return body
  }

  const ids = Object.keys(routes) as OperationId[]
  const calls = ids.map((id) => [id, (input?: AnyInput) => call(id, input)])
  return Object.freeze(Object.fromEntries(calls)) as Balcao
}

/**
 * A client for one account. Tokens are fetched, cached and renewed. Requests are retried as the
 * contract advises, `POST` under an `Idempotency-Key` that is made once for each call.
 */
export function createBalcao(options: Options): Balcao {
  const { fetch = realWorld.fetch } = options
  return createBalcaoIn({ ...realWorld, fetch }, options)
}
