/** A customer of the simulated bank, by mutual TLS and nothing of Balcão's. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Bank } from '../bank.ts'

export type BankAccess = Record<
  'url' | 'token_url' | 'client_id' | 'client_secret' | 'cert' | 'key' | 'ca',
  string
>

export type BankAnswer = {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

export class BankCustomer {
  readonly #bank: BankAccess
  #token = ''

  constructor(bank: BankAccess) {
    this.#bank = bank
  }

  static of({ settings, client, authority, client_id, client_secret }: Bank): BankCustomer {
    const { url, token_url } = settings
    const credentials = { client_id, client_secret }
    return new BankCustomer({ url, token_url, ...credentials, ...client, ca: authority.cert })
  }

  /** @param scope what the token is for; without it the ordinary scopes */
  async signIn(scope?: string): Promise<BankAnswer> {
    const { client_id, client_secret } = this.#bank
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    })
    const answer = await this.requestToken(String(form), { authorization })
    this.#token = String(answer.body['access_token'])
    return answer
  }

  requestToken(form: string, headers: Record<string, string> = {}): Promise<BankAnswer> {
    return this.#send('POST', this.#bank.token_url, headers, form)
  }

  call(method: string, path: string, body?: object): Promise<BankAnswer> {
    const text = body && JSON.stringify(body)
    const headers = { authorization: `Bearer ${this.#token}` }
    return this.#send(method, this.#bank.url + path, headers, text)
  }

  async #send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body = '',
  ): Promise<BankAnswer> {
    const { cert, key, ca } = this.#bank
    const sent = request(url, { method, cert, key, ca, agent: false, headers })
    const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
    const text = (await buffer(response)).toString()
    const { statusCode: status, headers: received } = response
    const parsed = text === '' ? {} : (JSON.parse(text) as BankAnswer['body'])
    return { status, headers: received, body: parsed }
  }
}
