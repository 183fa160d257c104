/** A receiver of webhooks that answers none of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Program } from './oldProgram.ts'
import type { Selling } from './selling.ts'

export class HangingReceiver {
  readonly #server = createServer((request) => {
    this.ids.push(String(request.headers['webhook-id']))
    request.resume()
  })
  /** Of the deliveries that have arrived. */
  readonly ids: string[] = []

  /** Has the program make an endpoint for the seller. */
  async start(program: Program, { seller_id }: Selling): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    program.json('webhooks', 'create', '--seller', seller_id, '--url', `http://127.0.0.1:${port}/`)
  }

  /** Whoever has sent them, none has come twice. */
  async stop(): Promise<number> {
    this.#server.closeAllConnections()
    this.#server.close()
    assert.equal(new Set(this.ids).size, this.ids.length)
    return this.ids.length
  }
}
