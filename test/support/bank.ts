/**
 * A bank over HTTPS with mutual TLS that speaks the Central Bank's Pix API, checks what it is
 * asked, and has whatever is wrong with it that a test wants.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import type { BankSettings } from '../../domain/pix/bank/bacen.ts'
import { atEnd } from './atEnd.ts'
import { makeAuthority, makeClientPair, makeServerPair } from './bankCertificates.ts'
import type { Pair } from './bankCertificates.ts'
import { bankOperations, faultOfBody, faultOfQuery } from './bankContract.ts'
import { BankBooks, Refusal } from './bankBooks.ts'

/**
 * What goes wrong with a request. `drop` and `hang` do nothing of what was asked; `lose` does it
 * and breaks off before the answer, `mute` does it and never answers; a number is answered as a
 * problem, and nothing is done.
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
type Asked = { request: IncomingMessage; fingerprint: string; body: string }

type Ordered = { on: string; fault: Fault; times: number }

const SCOPES = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

export class Bank {
  readonly books: BankBooks
  readonly client_id = 'loja'
  client_secret = `segredo-${randomBytes(16).toString('hex')}`
  readonly pix_key = 'Loja@Example.com'
  readonly authority: Pair
  /** What the bank's customer shows. */
  client: Pair
  /** Every request that came, as `PUT /cob` and the like; `POST /token` for a token. */
  readonly requests: string[] = []
  /** What the bank was asked that the contract does not allow. */
  readonly violations: string[] = []
  /** Every `accept-encoding` that came. */
  readonly encodings: unknown[] = []
  /** Every token that was issued. */
  readonly everyToken: string[] = []
  token_lifetime_seconds = 300
  scopes = SCOPES
  /** The fingerprints of certificates that are not let in any more. */
  readonly #refused = new Set<string>()
  /** How it refuses a token that has ended: the contract knows 403 only. */
  ended_status = 401
  /** How it answers what was made; some banks say 200. */
  created_status = 201
  /** Whether it compresses its answers, whatever it is asked. */
  compresses = false
  readonly #server: Server
  readonly #tokens = new Map<string, string>()
  #faults: Ordered[] = []

  constructor(of: { server: Pair; authority: Pair; client: Pair; now: () => Date }) {
    this.authority = of.authority
    this.client = of.client
    this.books = new BankBooks(this.pix_key, of.now)
    this.#server = createServer(
      {
        ...of.server,
        ca: of.authority.cert,
        requestCert: true,
        rejectUnauthorized: true,
      },
      (request, response) => void this.#answer(request, response),
    )
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  get settings(): BankSettings {
    return {
      url: `${this.url}/pix/v2`,
      token_url: `${this.url}/oauth/token`,
      client_id: this.client_id,
      client_secret: this.client_secret,
      certificate: this.client.cert,
      private_key: this.client.key,
      authority: this.authority.cert,
      pix_key: this.pix_key,
      city: 'São Paulo',
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
    if (typeof fault === 'object' && 'hold' in fault) await fault.hold
    if (fault === 'hang') return
    if (fault === 'drop') return void response.destroy()
    if (typeof fault === 'object' && 'answer' in fault) {
      const { status, headers = {}, body } = fault.answer
      return void response.writeHead(status, headers).end(body)
    }
    if (typeof fault === 'number') return sendProblem(response, new Refusal(fault, 'Falha'))
    try {
      const answer = handle()
      if (fault === 'lose') return void response.destroy()
      if (fault === 'mute') return
      if (typeof fault === 'object' && 'change' in fault) fault.change(answer.body)
      response.statusCode = answer.status === 201 ? this.created_status : answer.status
      response.setHeader('content-type', 'application/json')
      if (this.compresses) response.setHeader('content-encoding', 'gzip')
      const text = fault === 'garble' ? '<html>' : JSON.stringify(answer.body)
      response.end(this.compresses ? gzipSync(text) : text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sendProblem(response, error)
    }
  }

  #faultOf(name: string): Fault | undefined {
    const ordered = this.#faults.find(({ on, times }) => times > 0 && (on === '' || on === name))
    if (ordered) ordered.times -= 1
    return ordered?.fault
  }

  #route(asked: Asked): [string, () => { status: number; body: Record<string, unknown> }] {
    const { request, body } = asked
    const path = request.url ?? ''
    if (path === '/oauth/token') return ['POST /token', () => this.#issueToken(asked)]
    const { pathname, searchParams } = new URL(path, this.url)
    const inner = pathname.replace(/^\/pix\/v2/, '')
    const operation = bankOperations.find(
      (one) => one.method === request.method && one.path.test(inner),
    )
    if (!operation) {
      this.violations.push(`${request.method} ${path} is no operation`)
      return [
        '',
        () => {
          throw new Refusal(404, 'NaoEncontrado')
        },
      ]
    }
    const parameters = operation.path.exec(inner)?.slice(1).map(decodeURIComponent) ?? []
    return [
      operation.name,
      () => {
        this.#authorize(asked, operation.scope)
        const query = Object.fromEntries(searchParams)
        const fault = faultOfBody(operation, body) ?? faultOfQuery(operation, query)
        if (fault) {
          this.violations.push(`${operation.name}: ${fault}`)
          throw new Refusal(400, 'RequisicaoInvalida', fault)
        }
        const value = body === '' ? query : (JSON.parse(body) as Record<string, unknown>)
        return this.books.perform(operation.name, parameters, value)
      },
    ]
  }

  #issueToken({ request, fingerprint, body }: Asked) {
    const form = new URLSearchParams(body)
    const expected = Buffer.from(`${this.client_id}:${this.client_secret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${expected}`) {
      throw new Refusal(401, 'invalid_client')
    }
    if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== SCOPES) {
      this.violations.push(`POST /token: ${body}`)
    }
    const access_token = randomBytes(24).toString('base64url')
    this.#tokens.set(access_token, fingerprint)
    this.everyToken.push(access_token)
    const { token_lifetime_seconds: expires_in, scopes: scope } = this
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in, scope } }
  }

  #authorize({ request, fingerprint }: Asked, scope: string): void {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    // A token is good with the certificate with which it was asked for, and with no other.
    if (this.#tokens.get(token) !== fingerprint) {
      throw new Refusal(this.ended_status, 'invalid_token')
    }
    if (!this.scopes.split(' ').includes(scope)) throw new Refusal(403, 'AcessoNegado')
  }
}

function fingerprintOf(request: IncomingMessage): string {
  const { raw } = (request.socket as TLSSocket).getPeerCertificate()
  return new X509Certificate(raw).fingerprint256
}

function sendProblem(response: ServerResponse, { status, title, detail }: Refusal): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/problem+json')
  const type = `https://pix.bcb.gov.br/api/v2/error/${title}`
  response.end(JSON.stringify({ type, title, status, ...(detail && { detail }) }))
}

/** Starts a bank, and stops it after the test file; being asked what is not allowed fails it. */
export async function startBank(now: () => Date): Promise<Bank> {
  const authority = await makeAuthority('Banco')
  const server = await makeServerPair(authority)
  const client = await makeClientPair(authority, 'Loja')
  const bank = new Bank({ server, authority, client, now })
  await bank.listen()
  atEnd(async () => {
    await bank.close()
    if (bank.violations.length > 0) throw new Error(bank.violations.join('\n'))
  })
  return bank
}
