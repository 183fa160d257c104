/** A provider beyond the Central Bank's contract, over HTTPS; its API is in a subclass. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { Refusal } from './books.ts'
import type { Pair } from './certificates.ts'
import { ProviderBooks } from './providerBooks.ts'
import type { Sale } from './providerBooks.ts'

/**
 * A fault of a request. `drop` does nothing of what was asked; `lose` does it and breaks off before
 * the answer; `stale` shows the books as they are now to each later read; a number is answered as
 * an error, and nothing is done.
 */
export type ProviderFault = 'drop' | 'lose' | 'stale' | number

export type ProviderCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

type Answer = { status: number; body: object }

/** The effect of a request to the control of one provider. */
export type ProviderControl = (
  provider: ProviderBank,
  body: Record<string, unknown>,
) => object | Promise<object>

/** Changes of a sale that callbacks announce. */
export type Happening = 'paid' | 'taken' | 'returned'

/** An operation of the provider: its name in the books, and its effect. */
export type Operation = { name: string; perform(): Answer }

const CALLBACK_LIMIT_MS = 10_000

export abstract class ProviderBank {
  readonly books: ProviderBooks
  readonly now: () => Date
  readonly requests: string[] = []
  /** Requests that the documentation does not have. */
  readonly violations: string[] = []
  readonly pix_key = 'Loja@Example.com'
  /** The address for callbacks that the seller has named on the provider's screen. */
  callback_url: string | undefined
  client_secret = `chave-${randomBytes(16).toString('hex')}`
  #listening: { server: Server; authority: Pair } | undefined
  #faults: { on: string; fault: ProviderFault; times: number }[] = []
  #answers: { of: string; id: string | undefined; fields: Record<string, unknown> }[] = []
  /** Controls beside those of every provider, by method and path. */
  readonly controls: Record<string, ProviderControl> = {}

  /** The name of its profile, what the seller has given for it, and where its API begins. */
  abstract readonly profile: string
  abstract readonly profile_values: Record<string, string>
  abstract readonly api_path: string

  constructor(now: () => Date) {
    this.now = now
    this.books = new ProviderBooks(now)
  }

  /** The documented operation for a request; undefined when there is none. */
  protected abstract operationFor(asked: ProviderCall): Operation | undefined

  protected abstract isAuthorized(asked: ProviderCall): boolean

  /** Writes an error as the provider does. */
  abstract problem(refusal: Refusal): object

  /** The callbacks, with their addresses, when money has arrived or was taken back. */
  abstract callbacksOf(sale: Sale, what: Happening): { url: string; body: object }[]

  /** Where it listens, and the certificate to trust there. @throws when it does not listen */
  get #place(): { url: string; authority: Pair } {
    if (!this.#listening) throw new Error('The provider does not listen.')
    const { server, authority } = this.#listening
    return { url: `https://localhost:${(server.address() as AddressInfo).port}`, authority }
  }

  get url(): string {
    return this.#place.url
  }

  get authority(): Pair {
    return this.#place.authority
  }

  get settings(): BankSettings {
    return { ...this.settingsAt(this.url), authority: this.authority.cert }
  }

  /** The settings by which its customer asks it at an address. */
  settingsAt(origin: string): BankSettings {
    const url = origin + this.api_path
    return {
      url,
      token_url: url,
      client_id: '',
      client_secret: this.client_secret,
      certificate: '',
      private_key: '',
      authority: null,
      pix_key: this.pix_key,
      city: 'São Paulo',
      profile: this.profile,
      profile_values: this.profile_values,
      public_only: false,
    }
  }

  /** Listens on a free port of this machine. */
  async listen({ authority, server: pair }: { authority: Pair; server: Pair }): Promise<void> {
    const server = createServer(pair, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
    this.#listening = { server, authority }
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }

  async close(): Promise<void> {
    const server = this.#listening?.server
    server?.close()
    server?.closeAllConnections()
    if (server) await once(server, 'close')
  }

  /** Carries out a request. @throws Refusal */
  perform(call: ProviderCall): Answer {
    const operation = this.operationFor(call)
    if (!this.isAuthorized(call)) throw new Refusal(401, 'unauthorized')
    if (!operation) {
      this.violations.push(`${call.method} ${call.path} is no operation`)
      throw new Refusal(404, 'no such operation')
    }
    return operation.perform()
  }

  order(on: string, fault: ProviderFault, times = Infinity): void {
    this.#faults.push({ on, fault, times })
  }

  /**
   * Has fields of each object of a kind, or of the one with that id, answered as they are given
   * here from now on; null leaves a field out.
   */
  answer(of: string, fields: Record<string, unknown>, id?: string): void {
    this.#answers.push({ of, id, fields })
  }

  answerByTheBooks(): void {
    this.#answers = []
  }

  /** An object as it is answered: by the books, but for what was ordered otherwise. */
  protected answerFor(of: string, id: string, byBooks: object): object {
    const ordered = this.#answers.filter((answer) => answer.of === of && (answer.id ?? id) === id)
    if (ordered.length === 0) return byBooks
    const object = Object.assign({}, byBooks, ...ordered.map(({ fields }) => fields)) as object
    return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
  }

  recover(): void {
    this.#faults = []
    this.books.refresh()
  }

  /** Gives its customer another key, and takes the one before no more. */
  replaceKey(): void {
    this.client_secret = `chave-${randomBytes(16).toString('hex')}`
  }

  count(name: string): number {
    return this.requests.filter((one) => one === name).length
  }

  /** Posts what is to be announced. @returns the statuses of the answers, or why there is none */
  async announce(sale: Sale, what: Happening): Promise<(number | string)[]> {
    const answers: (number | string)[] = []
    for (const { url, body } of this.callbacksOf(sale, what)) {
      const signal = AbortSignal.timeout(CALLBACK_LIMIT_MS)
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify(body), signal }
      answers.push(
        await fetch(url, { ...request, redirect: 'manual' }).then(
          ({ status }) => status,
          ({ cause, message }: Error) => String(cause ?? message),
        ),
      )
    }
    return answers
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const asked = askedOf(request, Buffer.concat(parts).toString())
    const name = this.operationFor(asked)?.name ?? `${asked.method} ${asked.path}`
    this.requests.push(name)
    const fault = this.#faultOf(name)
    if (fault === 'drop') return void response.destroy()
    if (fault === 'stale') this.books.freeze()
    response.setHeader('content-type', 'application/json')
    const fail = (refusal: Refusal) =>
      response.writeHead(refusal.status).end(JSON.stringify(this.problem(refusal)))
    if (typeof fault === 'number') return void fail(new Refusal(fault, 'Falha'))
    try {
      const { status, body } = this.perform(asked)
      if (fault === 'lose') return void response.destroy()
      response.writeHead(status).end(JSON.stringify(body))
    } catch (error) {
      if (error instanceof Refusal) return void fail(error)
      this.violations.push(`${name}: ${String(error)}`)
      fail(new Refusal(500, 'internal'))
    }
  }

  #faultOf(name: string): ProviderFault | undefined {
    const ordered = this.#faults.find(({ on, times }) => times > 0 && (on === '' || on === name))
    if (ordered) ordered.times -= 1
    return ordered?.fault
  }
}

function askedOf({ method = '', url = '', headers }: IncomingMessage, text: string): ProviderCall {
  const { pathname, searchParams } = new URL(url, 'https://localhost')
  let body: unknown = {}
  try {
    if (text !== '') body = JSON.parse(text)
  } catch {
    // An operation misses what it needs.
  }
  return {
    method,
    path: pathname,
    query: searchParams,
    headers,
    body: body as ProviderCall['body'],
  }
}

/** A whole number of minor units, as a body has it. @throws Refusal */
export function requireMinor(value: unknown): number {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value)
  throw new Refusal(400, 'value is no amount')
}
