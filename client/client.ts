import { errorOf, NoAnswer } from './errors.ts'
import { routes } from './generated/operations.ts'
import type { Operations } from './generated/operations.ts'
import type { OperationId } from './operation.ts'
import { persist, world as realWorld } from './persistence.ts'
import type { World } from './persistence.ts'
import { Tokens } from './tokens.ts'

/** Where the service is, and who calls it. */
export type Options = {
  /** The service's public address, such as `https://pay.example.com`. */
  base_url: string
  client_id: string
  client_secret: string
  /** In place of the global `fetch`: for a proxy, for tracing, or to inject faults in tests. */
  fetch?: (request: Request) => Promise<Response>
}

/** Every operation of the contract that takes a token, as a function. */
export type Balcao = Operations

/** What an input looks like when it is not known whose it is. */
type AnyInput = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  idempotency_key?: string
  signal?: AbortSignal
}

/** Where an operation is called with these parameters. */
function urlOf(base_url: string, id: OperationId, { path = {}, query = {} }: AnyInput): URL {
  const filled = routes[id].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(path[name])
    // Dots and nothing lead to another operation, however they are encoded.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${id}: ${name} cannot be "${value}".`)
    return encodeURIComponent(value)
  })
  const url = new URL(base_url + filled)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

function requestOf(base_url: string, id: OperationId, input: AnyInput): Request {
  const { method, takes_key } = routes[id]
  const { body, idempotency_key = crypto.randomUUID(), signal } = input
  return new Request(urlOf(base_url, id, input), {
    method: method.toUpperCase(),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(takes_key && { 'idempotency-key': idempotency_key }),
    },
    body: body ? JSON.stringify(body) : null,
    // The service redirects none of its operations, and a token goes nowhere else.
    redirect: 'manual',
    ...(signal && { signal }),
  })
}

/** The client in a world of the tests' own; not exported by the package. */
export function createBalcaoIn(world: World, options: Options): Balcao {
  const { client_id, client_secret } = options
  const base_url = options.base_url.replace(/\/+$/, '')
  if (!URL.canParse(base_url)) throw new TypeError('base_url is not an address.')
  if (!client_id || !client_secret) throw new TypeError('client_id or client_secret is missing.')
  const tokens = new Tokens({ base_url, client_id, client_secret }, world)

  /** Sends a request with the account's token, and with a new one when the service refuses that. */
  async function authorized(id: OperationId, request: Request): Promise<Response> {
    const { method, headers, signal } = request
    const repeatable = method !== 'POST' || headers.has('idempotency-key')
    const send = (access_token: string) => {
      const own = request.clone()
      own.headers.set('authorization', `Bearer ${access_token}`)
      return persist(own, { repeatable, name: id }, world)
    }
    const token = await tokens.get(signal)
    const response = await send(token.access_token)
    if (response.status !== 401) return response
    // It was revoked, or it ended earlier than this clock says: a new one may do.
    tokens.forget(token)
    const next = await tokens.get(signal)
    return send(next.access_token)
  }

  async function call(id: OperationId, input: AnyInput = {}): Promise<unknown> {
    const response = await authorized(id, requestOf(base_url, id, input))
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw errorOf(id, response, body)
    if (body === undefined) throw new NoAnswer(`${id}: ${response.status}, but no JSON.`)
    return body
  }

  const ids = Object.keys(routes) as OperationId[]
  const calls = ids.map((id) => [id, (input?: AnyInput) => call(id, input)])
  return Object.freeze(Object.fromEntries(calls)) as Balcao
}

/**
 * A client of one account. Tokens are fetched, kept and renewed; what may be repeated is repeated
 * as the contract advises, `POST` under an `Idempotency-Key` that is made once for each call.
 */
export function createBalcao(options: Options): Balcao {
  const { fetch = realWorld.fetch } = options
  return createBalcaoIn({ ...realWorld, fetch }, options)
}
