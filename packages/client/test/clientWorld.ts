/** The TypeScript client in front of a real service, with faults between them and no waiting. */
import { createBalcaoIn } from '../client.ts'
import type { Balcao } from '../client.ts'
import type { World } from '../retries.ts'
import type { TestAccount } from '../../../test/support/service.ts'

/** Takes the place of an answer, of the request too when it does not pass it on. */
export type Fault = (
  request: Request,
  pass: (request: Request) => Promise<Response>,
) => Response | Promise<Response>

/** An answer that the service would give, or something in front of it. */
export const answer =
  (status: number, body: object | string = '', headers: Record<string, string> = {}): Fault =>
  () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text || null, { status, headers })
  }

/** Refuses the connection, so that there is no answer. */
export const refuse: Fault = () => Promise.reject(new TypeError('fetch failed'))

/** Carries out the request, and loses its answer. */
export const lose: Fault = async (request, pass) => {
  await pass(request)
  throw new TypeError('fetch failed')
}

export class ClientWorld implements World {
  /** `METHOD /path` of each request that was sent, in their order. */
  readonly sent: string[] = []
  readonly keys: (string | null)[] = []
  /** Every pause that the client wanted to make. */
  readonly pausesMs: number[] = []
  timeMs = 0
  limitMs = 10_000
  readonly #faults: Record<string, Fault[]> = {}

  /** The next requests to the path meet these faults, each one of them. */
  break(path: string, ...faults: Fault[]): void {
    this.#faults[path] = faults
  }

  fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    this.sent.push(`${request.method} ${pathname}`)
    if (request.method === 'POST') this.keys.push(request.headers.get('idempotency-key'))
    const fault = this.#faults[pathname]?.shift()
    return fault ? fault(request, fetch) : fetch(request)
  }

  wait = async (durationMs: number, signal: AbortSignal): Promise<void> => {
    this.pausesMs.push(durationMs)
    signal.throwIfAborted()
  }

  random = () => 0.5

  nowMs = () => this.timeMs

  /** The number of requests for tokens. */
  get tokens(): number {
    return this.sent.filter((line) => line === 'POST /oauth/token').length
  }

  clientOf({ on, client_id, client_secret }: TestAccount): Balcao {
    return createBalcaoIn(this, {
      baseUrl: on.url,
      clientId: client_id,
      clientSecret: client_secret,
    })
  }
}
