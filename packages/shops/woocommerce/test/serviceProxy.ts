/** A proxy before Balcão, as the shop reaches it: one that hangs, or cuts answers off. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export class ServiceProxy {
  /** True while no request is answered. */
  hangs = false
  /** How many requests came while it hung. */
  held = 0
  /** Pages of more events than this are cut off in their middle. */
  mostEvents = Infinity
  /** An event of which each page is cut off, whatever else is on it. */
  cutEventId = ''
  /** Events that each span of the list begins with, as a later version may have them. */
  laterEvents: object[] = []
  readonly url: string
  readonly #serviceUrl: string
  readonly #server: Server

  private constructor(serviceUrl: string, server: Server) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#serviceUrl = serviceUrl
    this.#server = server
    server.on('request', (request, response) => void this.#forward(request, response))
  }

  /** @param serviceUrl where Balcão listens */
  static async start(serviceUrl: string): Promise<ServiceProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ServiceProxy(serviceUrl, server)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.hangs) return void this.held++
    const { method = 'GET', url = '/', headers } = request
    const body = await buffer(request)
    const sent = Object.entries(headers).filter(
      ([name]) => !['connection', 'content-length', 'expect', 'host'].includes(name),
    )
    const answer = await fetch(this.#serviceUrl + url, {
      method,
      headers: sent.map(([name, value]) => [name, String(value)] as [string, string]),
      ...(body.length > 0 && { body }),
    })
    const bytes = this.#withLater(url, Buffer.from(await answer.arrayBuffer()))
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type })
    response.end(this.#isCut(url, bytes) ? bytes.subarray(0, bytes.length / 2) : bytes)
  }

  #withLater(url: string, bytes: Buffer): Buffer {
    if (this.laterEvents.length === 0 || !url.startsWith('/v1/events?created_from')) return bytes
    const page = JSON.parse(bytes.toString()) as { data: object[] }
    return Buffer.from(JSON.stringify({ ...page, data: [...this.laterEvents, ...page.data] }))
  }

  #isCut(url: string, bytes: Buffer): boolean {
    if (!url.startsWith('/v1/events?')) return false
    const { data } = JSON.parse(bytes.toString()) as { data: { id: string }[] }
    return data.length > this.mostEvents || data.some(({ id }) => id === this.cutEventId)
  }
}
