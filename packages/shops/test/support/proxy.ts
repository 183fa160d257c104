/**
 * A proxy before a shop, whose address is given as the shop's own. It records what Balcão sends to
 * the shop, loses it, sends it twice, or sends forgeries of it.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An event as it was sent to the shop. */
export type ProxiedRequest = { path: string; headers: Record<string, string>; body: string }

export type ProxiedResponse = { status: number; body: string }

/** Headers of one connection, which end with it (RFC 9110 §7.6.1), and what fetch writes itself. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

export class ShopProxy {
  /** `lost`: answered 503 without reaching the shop. `twice`: sent at once two times. */
  events: 'pass' | 'lost' | 'twice' = 'pass'
  /** Each event that came, whether it reached the shop or not. */
  readonly sent: ProxiedRequest[] = []
  readonly url: string
  readonly #shopUrl: string
  readonly #server: Server

  private constructor(shopUrl: string, server: Server) {
    const { port } = server.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}`
    this.#shopUrl = shopUrl
    this.#server = server
    server.on('request', (request, response) => void this.#forward(request, response))
  }

  /** @param shopUrl where the shop listens */
  static async start(shopUrl: string): Promise<ShopProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ShopProxy(shopUrl, server)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Sends an event to the shop, past the proxy: a repeat, or with `change` a forgery of it. */
  async resend(
    sent: ProxiedRequest,
    change: Partial<ProxiedRequest> = {},
  ): Promise<ProxiedResponse> {
    const { path, headers, body } = { ...sent, ...change }
    const response = await fetch(this.#shopUrl + path, { method: 'POST', headers, body })
    return { status: response.status, body: await response.text() }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await buffer(request)
      const headers = Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => !ofConnection.has(name))
          .map(([name, value]) => [name, String(value)]),
      )
      const path = request.url ?? '/'
      if (headers['webhook-id'] !== undefined) {
        this.sent.push({ path, headers, body: body.toString() })
        if (this.events === 'lost') return void response.writeHead(503).end()
      }
      const { method = 'GET' } = request
      const send = () =>
        fetch(this.#shopUrl + path, {
          method,
          headers,
          redirect: 'manual',
          ...(method !== 'GET' && method !== 'HEAD' && { body }),
        })
      const isTwice = this.events === 'twice' && headers['webhook-id'] !== undefined
      const [answer] = await Promise.all(isTwice ? [send(), send()] : [send()])
      const bytes = Buffer.from(await answer.arrayBuffer())
      const kept = [...answer.headers].filter(
        ([name]) => !ofConnection.has(name) && name !== 'content-encoding',
      )
      const cookies = answer.headers.getSetCookie()
      const fields = {
        ...Object.fromEntries(kept),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      }
      response.writeHead(answer.status, fields).end(bytes)
    } catch {
      // The shop is down, as a proxy before it would say.
      response.writeHead(502).end()
    }
  }
}
