/**
 * A proxy between a client and a service that breaks what it is told to: for clients that run in a
 * process of their own, in whatever language.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './atEnd.ts'
import { send } from './send.ts'

/**
 * Faults of a request: `cut` ends the connection before the service receives it, `lose` once the
 * service has done it, `half` within the answer. `hang` never answers, `drip` sends a byte now and
 * then. An object is an answer in the service's place.
 */
export type ProxyFault =
  | 'cut'
  | 'lose'
  | 'half'
  | 'slow'
  | 'hang'
  | 'drip'
  | 'huge'
  | { status: number; headers?: Record<string, string>; body?: unknown }

/** The faults of a step, for its operation and for the requests for a token. */
export type ProxyStep = { faults?: ProxyFault[]; tokenFaults?: ProxyFault[] }

type ProxiedRequest = {
  step: number
  method: string
  path: string
  headers: Record<string, unknown>
}

export class FailingProxy {
  /** Every request of the client, in their order. */
  readonly seen: ProxiedRequest[] = []
  readonly #target: string
  readonly #steps: ProxyStep[]
  #step = -1
  #url = ''

  constructor(target: string, steps: ProxyStep[]) {
    this.#target = target
    this.#steps = structuredClone(steps)
  }

  get url(): string {
    return this.#url
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      // A request that the client has given up is no error of the proxy.
      this.#take(request, response).catch(() => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    atEnd(() => server.close().closeAllConnections())
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const body = await buffer(request)
    // The programs say with which step they begin; it is no request of the client's.
    const [, begun] = /^\/__step\/(\d+)$/.exec(url) ?? []
    if (begun !== undefined) {
      this.#step = Number(begun)
      // Kept, Go would send again on it by itself what was cut off.
      return void response.writeHead(200, { connection: 'close' }).end()
    }
    this.seen.push({ step: this.#step, method, path: url, headers: request.headers })
    const { faults, tokenFaults } = this.#steps[this.#step] ?? {}
    const fault = (url === '/oauth/token' ? tokenFaults : faults)?.shift()
    if (typeof fault === 'object') return this.#answer(response, fault)
    if (fault === 'cut') return void response.destroy()
    if (fault === 'hang') return
    if (fault === 'drip') return drip(response)
    if (fault === 'huge') return sendHuge(response)
    if (fault === 'slow') await pause(200)
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers
    const given = { authorization, 'content-type': type, 'idempotency-key': key as string }
    const headers = Object.entries(given).filter(([, value]) => value !== undefined)
    const whole = await send(this.#target + url, {
      method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: body.length > 0 ? body : null,
    })
    if (fault === 'lose') return void response.destroy()
    const kept = ['content-type', 'content-disposition', 'retry-after', 'x-request-id']
    const passed = kept.flatMap((name) => {
      const value = whole.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    const bytes = Buffer.from(whole.text)
    response.writeHead(whole.status, {
      ...Object.fromEntries(passed),
      'content-length': bytes.length,
      connection: 'close',
    })
    if (fault !== 'half') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }

  #answer(response: ServerResponse, fault: Extract<ProxyFault, object>): void {
    const { status, headers, body = '' } = fault
    response.writeHead(status, { connection: 'close', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Faster than any limit of a single read, and without an end. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(timer))
}

/** As fast as the client reads, and without an end. */
function sendHuge(response: ServerResponse): void {
  const part = Buffer.alloc(2 ** 20, ' ')
  const more = () => {
    while (!response.destroyed) {
      if (!response.write(part)) return void response.once('drain', more)
    }
  }
  more()
}

/** Starts a proxy in front of the service. @param steps with the faults of each */
export async function startFailingProxy(target: string, steps: ProxyStep[]): Promise<FailingProxy> {
  const proxy = new FailingProxy(target, steps)
  await proxy.listen()
  return proxy
}
