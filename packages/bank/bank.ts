/**
 * A bank over HTTPS with mutual TLS that speaks the Central Bank's Pix API, checks what it is
 * asked, and has whatever is wrong with it that a test wants.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { contractSettings } from '../../domain/pix/bank/profiles.ts'
import type { Addition, Authentication } from '../../domain/pix/bank/profiles.ts'
import { makeAuthority, makeClientPair, makeServerPair } from './certificates.ts'
import type { Pair } from './certificates.ts'
import { faultOfAnswer, isBodiless } from './answers.ts'
import { bankOperations, faultOfRequest } from './contract.ts'
import { BankBooks } from './books.ts'
import { OAuthRefusal, Refusal } from './problems.ts'
import { CUSTOMER } from './recurring/things.ts'
import { SCOPES, formOf, scopesAsked, tokenHeaders } from './tokens.ts'

/**
 * A fault of a request. `drop` and `hang` do nothing of what was asked; `lose` does it and breaks
 * off before the answer, `mute` does it and never answers; a number is answered as a problem, and
 * nothing is done.
 */
export type Fault =
  | 'drop'
  | 'lose'
  | 'hang'
  | 'garble'
  | 'mute'
  | number
  | { change: (body: Record<string, unknown>) => void }
  | { answer: { status: number; headers?: Record<string, string>; body?: string | Buffer } }
  | { hold: Promise<unknown> }

/** A request, and whose certificate it came with. */
type BankCall = { request: IncomingMessage; fingerprint: string; body: string }

/** A condition on requests beyond the contract, as some banks have. */
export type Demand = Pick<Addition, 'place' | 'name' | 'on'> & {
  value: string | ((given: string) => boolean)
}

type PlannedFault = { on: string; fault: Fault; times: number }

/** An answer; without `body` it has none. */
type Answer = {
  status: number
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

const MINUTE_MS = 60_000

/** The challenges for a customer's credentials (RFC 6749 §2.3.1), and for a token (RFC 6750 §3). */
const CLIENT_CHALLENGE = 'Basic realm="pix", charset="UTF-8"'
const TOKEN_CHALLENGE = 'Bearer realm="pix", error="invalid_token"'

export class Bank {
  readonly books: BankBooks
  readonly client_id = 'loja'
  client_secret = `segredo-${randomBytes(16).toString('hex')}`
  readonly pix_key = 'Loja@Example.com'
  /** The account of its customer, as a bank connection has it. */
  readonly account = { branch: CUSTOMER.agencia, number: CUSTOMER.conta, type: 'checking' } as const
  readonly authority: Pair
  /** The certificate of its server, by that authority. */
  readonly server: Pair
  /** The bank's client certificate for its customer, with the key. */
  client: Pair
  /** Every request that came, as `PUT /cob` and the like; `POST /token` for a token. */
  readonly requests: string[] = []
  /** Requests that the contract does not allow. */
  readonly violations: string[] = []
  /** Holds each answer against the project's description of the bank's answers. */
  checks_answers = false
  /** Answers that the description does not have. */
  readonly mistakes: string[] = []
  /** Every `accept-encoding` that came. */
  readonly encodings: unknown[] = []
  /** Every token that was issued. */
  readonly everyToken: string[] = []
  token_lifetime_seconds = 300
  /** The clock for the lifetime of tokens: real time, as their holders measure it. */
  token_time_ms = () => performance.now()
  scopes = SCOPES
  /** The form in which its customer shows credentials when it requests a token. */
  authentication: Authentication = 'basic'
  /** Refuses a request for a token that names scopes. */
  refuses_scopes = false
  /** Refuses a request for a token that names a scope which it does not grant. */
  grants_all_or_nothing = false
  /** Conditions on requests beyond the contract. */
  readonly demands: Demand[] = []
  /** The path of the token endpoint; `grant_in_query` takes `grant_type` from the address alone. */
  token_path = '/oauth/token'
  grant_in_query = false
  /** The path of the API, and the version of each operation. */
  api_path = '/pix/v2'
  version_of: (operation: { method: string; path: string }) => string = () => 'v2'
  /** The fingerprints of certificates that are not let in any more. */
  readonly #refused = new Set<string>()
  /** The status for a token that has ended: the contract knows 403 only. */
  ended_status = 401
  /** The status for a charge that was made; some banks say 200. */
  created_status = 201
  /** The orders that it carries out and whose answers are always lost, as `PUT /cob`. */
  readonly loses: string[] = []
  /** The requests of its customer that it takes in a minute. */
  requestsPerMinute = Infinity
  /** Compresses its answers, whatever the request accepts. */
  compresses = false
  readonly #server: Server
  /** The minute in which requests are counted, and their number. */
  #minute = { beganMs: -Infinity, requests: 0 }
  readonly #tokens = new Map<string, { fingerprint: string; asked: string[]; endsMs: number }>()
  #faults: PlannedFault[] = []
  /** The requests that are held up at present; each is told when it begins to be. */
  #held = 0
  readonly #holds = new EventEmitter()

  /**
   * Starts a bank on a free port, with a customer of its own.
   *
   * @param like a bank whose authority and server's certificate it has, which take long to make
   */
  static async start(now: () => Date, like?: Bank): Promise<Bank> {
    const authority = like?.authority ?? (await makeAuthority('Banco'))
    const server = like?.server ?? (await makeServerPair(authority))
    const client = await makeClientPair(authority, 'Loja')
    const bank = new Bank({ server, authority, client, now })
    await bank.listen()
    return bank
  }

  private constructor(of: { server: Pair; authority: Pair; client: Pair; now: () => Date }) {
    this.authority = of.authority
    this.server = of.server
    this.client = of.client
    this.books = new BankBooks(this.pix_key, of.now)
    // The contract allows this for a charge that is ATIVA.
    this.books.allows_repeats = true
    this.#server = createServer(
      {
        ...of.server,
        ca: of.authority.cert,
        requestCert: true,
        rejectUnauthorized: true,
      },
      (request, response) => {
        // A customer that leaves before its request has ended is owed no answer.
        this.#answer(request, response).catch(() => response.destroy())
      },
    )
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  get settings(): BankSettings {
    return {
      url: this.url + this.api_path,
      token_url: `${this.url}/oauth/token`,
      client_id: this.client_id,
      client_secret: this.client_secret,
      certificate: this.client.cert,
      private_key: this.client.key,
      authority: this.authority.cert,
      pix_key: this.pix_key,
      city: 'São Paulo',
      ...contractSettings,
      public_only: false,
    }
  }

  /** @param on `PUT /cob` and the like; the empty text is every request */
  order(on: string, fault: Fault, times = Infinity): void {
    this.#faults.push({ on, fault, times })
  }

  /** Ends every fault that was ordered. */
  recover(): void {
    this.#faults = []
  }

  /** Breaks every connection, whether its request was answered or not. */
  breakConnections(): void {
    this.#server.closeAllConnections()
  }

  /** Resolves once a request is held up, at once when one is. */
  async holdsUp(signal: AbortSignal): Promise<void> {
    if (this.#held === 0) await once(this.#holds, 'held', { signal })
  }

  #holdUp(response: ServerResponse): void {
    this.#held++
    this.#holds.emit('held')
    response.once('close', () => this.#held--)
  }

  /** Ends every token before its time. */
  endTokens(): void {
    this.#tokens.clear()
  }

  /** Gives its customer another certificate, and does not let in the one before any more. */
  async replaceCertificate(): Promise<void> {
    this.#refused.add(new X509Certificate(this.client.cert).fingerprint256)
    this.client = await makeClientPair(this.authority, 'Loja')
  }

  /** Goes to another address, with all that it knows; nothing answers at the one before. */
  async move(): Promise<void> {
    await this.close()
    await this.listen()
  }

  count(on: string): number {
    return this.requests.filter((one) => one === on).length
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    // Known while the connection stands.
    const fingerprint = fingerprintOf(request)
    if (this.#refused.has(fingerprint)) return void response.destroy()
    const [name, handle] = this.#route({ request, fingerprint, body })
    this.requests.push(name)
    this.encodings.push(request.headers['accept-encoding'])
    const fault = this.#faultOf(name)
    if (fault === 'hang') return this.#holdUp(response)
    if (typeof fault === 'object' && 'hold' in fault) {
      this.#holdUp(response)
      await fault.hold
    }
    if (fault === 'drop') return void response.destroy()
    if (typeof fault === 'object' && 'answer' in fault) {
      const { status, headers = {}, body } = fault.answer
      return void response.writeHead(status, headers).end(body)
    }
    if (typeof fault === 'number') return this.#send(response, problemAnswer(new Refusal(fault)))
    const answer = this.#perform(name, handle)
    // A refusal is always told: only answers to orders that were carried out go astray.
    if (answer.status >= 400) return this.#send(response, answer)
    if (fault === 'lose' || this.loses.includes(name)) return void response.destroy()
    if (fault === 'mute') return
    if (typeof fault === 'object' && 'change' in fault && answer.body) {
      // The books keep their own copy.
      answer.body = structuredClone(answer.body)
      fault.change(answer.body)
    }
    this.#send(response, answer, fault === 'garble')
  }

  /** Carries out a request, and answers it. */
  #perform(name: string, handle: () => Answer): Answer {
    let answer: Answer
    try {
      const { status, body, headers } = handle()
      answer = { status, ...(headers && { headers }) }
      if (!isBodiless(name, status)) answer.body = body ?? {}
    } catch (error) {
      answer = this.#refusalOf(name, error)
    }
    if (this.checks_answers) {
      const mistake = faultOfAnswer(name, answer.status, answer.body)
      if (mistake !== undefined) this.mistakes.push(`${name} ${answer.status}: ${mistake}`)
    }
    return answer
  }

  #refusalOf(name: string, error: unknown): Answer {
    if (error instanceof Refusal) return problemAnswer(error)
    if (error instanceof OAuthRefusal) {
      if (error.isViolation) this.violations.push(`${name}: ${error.body.error_description}`)
      return oauthAnswer(error)
    }
    this.violations.push(`${name}: ${String(error)}`)
    return problemAnswer(new Refusal(500))
  }

  #send(response: ServerResponse, { status, body, headers }: Answer, isGarbled = false): void {
    response.statusCode = status === 201 ? this.created_status : status
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
    if (!body) return void response.end()
    if (!headers?.['content-type']) response.setHeader('content-type', 'application/json')
    const isCompressed = this.compresses && status < 300
    if (isCompressed) response.setHeader('content-encoding', 'gzip')
    const text = isGarbled ? '<html>' : JSON.stringify(body)
    response.end(isCompressed ? gzipSync(text) : text)
  }

  #faultOf(name: string): Fault | undefined {
    const ordered = this.#faults.find(({ on, times }) => times > 0 && (on === '' || on === name))
    if (ordered) ordered.times -= 1
    return ordered?.fault
  }

  #route(asked: BankCall): [string, () => Answer] {
    const { request, body } = asked
    const path = request.url ?? ''
    const url = URL.parse(path, this.url)
    if (url?.pathname === this.token_path) return ['POST /token', () => this.#issueToken(asked)]
    if (url?.pathname === '/oauth/token') return ['POST /token', () => notFound()]
    const [, version, inner = ''] = /^\/pix\/(v\d)(\/.*)$/.exec(url?.pathname ?? '') ?? []
    const operation = bankOperations.find(
      (one) => one.method === request.method && one.path.test(inner),
    )
    const expected = this.version_of({ method: String(request.method), path: inner })
    if (!operation || version !== expected) {
      this.violations.push(`${request.method} ${path} is no operation`)
      return ['', () => notFound()]
    }
    return [
      operation.name,
      () => {
        this.#authorize(asked, operation.scope)
        this.#countRequest()
        const parameters = parametersOf(operation.path, inner)
        const query = Object.fromEntries(url?.searchParams ?? [])
        this.#requireDemands(request, query, operation.name === 'PUT /webhook')
        const fault = faultOfRequest(operation, { parameters, body, query })
        if (fault) {
          this.violations.push(`${operation.name}: ${fault.text}`)
          const { violacoes } = fault
          throw new Refusal(400, operation.fault.type, fault.text, { violacoes })
        }
        const value = body === '' ? query : (JSON.parse(body) as Record<string, unknown>)
        return this.books.perform(operation.name, parameters, value)
      },
    ]
  }

  /** Takes demanded parameters out of the query, of which the contract knows nothing. */
  #requireDemands(
    { headers }: IncomingMessage,
    query: Record<string, string>,
    isWebhook: boolean,
  ): void {
    for (const { place, name, value, on } of this.demands) {
      if (on === 'webhook' && !isWebhook) continue
      const given = place === 'header' ? headers[name] : query[name]
      const isGiven = typeof value === 'string' ? given === value : value(String(given))
      if (!isGiven) throw new Refusal(403, 'AcessoNegado', `Falta ${name}.`)
      if (place === 'query') delete query[name]
    }
  }

  /** Checks the customer's credentials, shown in the way that this bank wants and no other. */
  #isCustomer({ headers }: IncomingMessage, form: URLSearchParams): boolean {
    const { client_id, client_secret, authentication } = this
    if (authentication === 'basic') {
      const expected = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
      return headers.authorization === `Basic ${expected}`
    }
    const secret = authentication === 'form' ? client_secret : null
    const isInForm = form.get('client_id') === client_id && form.get('client_secret') === secret
    return headers.authorization === undefined && isInForm
  }

  /** The form with the grant: some banks read it in the address, and there alone. */
  #withGrant({ url = '' }: IncomingMessage, form: URLSearchParams): URLSearchParams {
    if (!this.grant_in_query) return form
    const grant = new URLSearchParams(url.split('?')[1]).get('grant_type')
    const read = new URLSearchParams(form)
    read.delete('grant_type')
    if (grant !== null && !form.has('grant_type')) read.set('grant_type', grant)
    return read
  }

  #issueToken({ request, fingerprint, body: sent }: BankCall): Answer {
    const form = this.#withGrant(request, formOf(request, sent))
    if (!this.#isCustomer(request, form)) {
      throw new OAuthRefusal(401, 'invalid_client', 'The client is unknown or its secret is wrong.')
    }
    if (this.refuses_scopes && form.has('scope')) {
      const why = 'This bank takes no scope.'
      throw new OAuthRefusal(400, 'invalid_scope', why, { isViolation: false })
    }
    const asked = scopesAsked(form, this.scopes)
    const granted = asked.filter((one) => this.scopes.split(' ').includes(one))
    if (this.grants_all_or_nothing && granted.length < asked.length) {
      const why = 'A scope is not granted to this client.'
      throw new OAuthRefusal(400, 'invalid_scope', why, { isViolation: false })
    }
    const access_token = randomBytes(24).toString('base64url')
    const expires_in = this.token_lifetime_seconds
    const endsMs = this.token_time_ms() + expires_in * 1000
    this.#tokens.set(access_token, { fingerprint, asked, endsMs })
    this.everyToken.push(access_token)
    const scope = granted.join(' ')
    const body = { access_token, token_type: 'Bearer', expires_in, scope }
    return { status: 200, body, headers: tokenHeaders }
  }

  #countRequest(): void {
    const now = this.token_time_ms()
    const leftMs = this.#minute.beganMs + MINUTE_MS - now
    if (leftMs <= 0) this.#minute = { beganMs: now, requests: 0 }
    this.#minute.requests += 1
    if (this.#minute.requests > this.requestsPerMinute) {
      const headers = { 'retry-after': String(Math.ceil(leftMs / 1000)) }
      const why = `O limite é de ${this.requestsPerMinute} requisições por minuto.`
      // The contract says nothing of a limit.
      throw new Refusal(429, undefined, why, { headers })
    }
  }

  #authorize({ request, fingerprint }: BankCall, scope: string): void {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const issued = this.#tokens.get(token)
    // A token is good with the certificate with which it was asked for, and with no other.
    if (issued?.fingerprint !== fingerprint || issued.endsMs <= this.token_time_ms()) {
      const headers = this.ended_status === 401 ? { 'www-authenticate': TOKEN_CHALLENGE } : {}
      const why = 'O token não é deste certificado, ou terminou.'
      throw new Refusal(this.ended_status, 'AcessoNegado', why, { headers })
    }
    const permits = issued.asked.includes(scope) && this.scopes.split(' ').includes(scope)
    if (!permits) throw new Refusal(403, 'AcessoNegado', `Falta ${scope}.`)
  }
}

function notFound(): never {
  throw new Refusal(404)
}

/** Fingerprints of certificates by their connections: to read one costs as much as to answer. */
const fingerprints = new WeakMap<object, string>()

function fingerprintOf({ socket }: IncomingMessage): string {
  const fingerprint =
    fingerprints.get(socket) ?? (socket as TLSSocket).getPeerCertificate().fingerprint256
  fingerprints.set(socket, fingerprint)
  return fingerprint
}

/** The parameters of a path, decoded. */
function parametersOf(pattern: RegExp, path: string): string[] {
  try {
    return pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? []
  } catch (cause) {
    throw new Refusal(400, undefined, String(cause))
  }
}

const problemAnswer = ({ status, problem, headers }: Refusal): Answer => ({
  status,
  body: problem,
  headers: { ...headers, 'content-type': 'application/problem+json' },
})

const oauthAnswer = ({ status, body }: OAuthRefusal): Answer => ({
  status,
  body,
  headers: { ...tokenHeaders, ...(status === 401 && { 'www-authenticate': CLIENT_CHALLENGE }) },
})
