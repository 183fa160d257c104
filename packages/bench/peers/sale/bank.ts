/** Requests to the bank by hand: one connection after another is kept, and one token. */
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { createSecureContext } from 'node:tls'
import type { BankAccess } from '../../sale/world.ts'

type Fields = Record<string, unknown>

/** A token is replaced this long before it ends. */
const MARGIN_MS = 30_000

export class BankByHand {
  readonly #access: BankAccess
  readonly #agent: Agent
  #token = { value: '', endsMs: 0 }

  constructor(access: BankAccess) {
    this.#access = access
    const { cert, key, ca } = access
    const secureContext = createSecureContext({ cert, key, ca })
    this.#agent = new Agent({ keepAlive: true, secureContext })
  }

  /** @throws when the answer is no success */
  async ask(method: 'GET' | 'PUT', path: string, body?: Fields): Promise<Fields> {
    const authorization = `Bearer ${await this.#tokenInForce()}`
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    return this.#send(this.#access.url + path, method, headers, body && JSON.stringify(body))
  }

  async #tokenInForce(): Promise<string> {
    if (Date.now() < this.#token.endsMs) return this.#token.value
    const { token_url, client_id, client_secret } = this.#access
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const headers = {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const granted = await this.#send(token_url, 'POST', headers, 'grant_type=client_credentials')
    const lifetimeMs = Number(granted['expires_in']) * 1000
    const endsMs = Date.now() + lifetimeMs - MARGIN_MS
    this.#token = { value: String(granted['access_token']), endsMs }
    return this.#token.value
  }

  #send(url: string, method: string, headers: Record<string, string>, body?: string) {
    const { promise, resolve, reject } = Promise.withResolvers<Fields>()
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { method, agent: this.#agent, headers: { ...headers, ...length } }
    request(url, options, (response) => {
      const isSuccess = (response.statusCode ?? 0) < 300
      text(response).then((told) => {
        if (isSuccess) resolve(told === '' ? {} : (JSON.parse(told) as Fields))
        else reject(new Error(`${method} ${url}: ${told}`))
      }, reject)
    })
      .once('error', reject)
      .end(body)
    return promise
  }
}
