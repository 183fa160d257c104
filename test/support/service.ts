/** A real service on a port of its own, with a clock that only the test moves. */
import { randomBytes } from 'node:crypto'
import { createClient, createSeller } from '../../domain/access/clients.ts'
import { generateKey, privateJwk, publicJwk } from '../../domain/auth/jose.ts'
import { everyScope } from '../../domain/identity/scopes.ts'
import type { Scope } from '../../domain/identity/scopes.ts'
import { Vault } from '../../domain/identity/vault.ts'
import type { Database } from '../../db/database.ts'
import { databaseFile } from '../../db/databaseUrl.ts'
import type { components } from '../../generated/types.ts'
import type { Service } from '../../domain/service.ts'
import type { ClockReading, MovableClock } from '../../runtime/clock.ts'
import type { Environment } from '../../runtime/environment.ts'
import { noteLine } from './serviceErrors.ts'
import { createLog } from '../../runtime/logger.ts'
import { freePort } from '../../cli/ports.ts'
import { serve } from '../../server.ts'
import type { RunningService, ServiceLimits } from '../../server.ts'
import { atEnd } from './atEnd.ts'
import { newPrivateDatabase, open, sqlOn } from './engine.ts'
import type { Sql } from './engine.ts'
import { send } from './send.ts'

/** The connections of a test are of no use once it has ended. */
const IDLE_GRACE_MS = 100

/** The longest wait: the speed of the machine shall decide no test. */
const WAIT_MS = 60_000

/** Tests ask banks again as soon as they have changed something. */
const AT_ONCE = { checkPauseMs: 0, bankPauseMs: 0 }

/** The time at which every test begins. */
export const START = '2026-03-02T12:00:00.000Z'

/**
 * Signs the tokens of every service that has a new database of its own. A service would make its
 * key itself, which takes a tenth of a second: longer than most tests.
 */
const signingKey = await generateKey('key_of_all_tests')

type Schemas = components['schemas']

/** A payment that arrived for a checkout. */
export type CheckoutPayment = Schemas['Payment'] & { checkout_id: string }

/** The body when all went well and the error object when not: the test says which it looks at. */
export type Answer<Body> = {
  status: number
  headers: Headers
  body: Body & Schemas['Error']
  /** The body as it came. */
  text: string
}

export type RequestOptions = {
  token?: string | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer> | URLSearchParams
  headers?: Record<string, string>
}

export class TestClock implements MovableClock {
  #now_ms = Date.parse(START)

  now(): Date {
    return new Date(this.#now_ms)
  }

  async advance(seconds: number): Promise<Date> {
    return this.advanceMs(seconds * 1000)
  }

  advanceMs(duration_ms: number): Date {
    this.#now_ms += duration_ms
    return this.now()
  }

  async read(): Promise<ClockReading> {
    return { now: this.now(), offsetMs: this.#now_ms }
  }

  async move({ offsetMs }: ClockReading, byMs: number): Promise<boolean> {
    if (offsetMs !== this.#now_ms) return false
    this.advanceMs(byMs)
    return true
  }
}

/** An account and a token of its first client. */
export class TestAccount {
  readonly on: TestService
  readonly seller_id: string
  readonly client_id: string
  readonly client_secret: string
  readonly token: string

  constructor(
    on: TestService,
    of: { seller_id: string; client_id: string; client_secret: string; token: string },
  ) {
    this.on = on
    this.seller_id = of.seller_id
    this.client_id = of.client_id
    this.client_secret = of.client_secret
    this.token = of.token
  }

  get<Name extends keyof Schemas = 'Error'>(path: string): Promise<Answer<Schemas[Name]>> {
    return this.on.request('GET', path, { token: this.token })
  }

  /** @param json undefined sends no body */
  post<Name extends keyof Schemas = 'Error'>(
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Schemas[Name]>> {
    return this.on.request('POST', path, { token: this.token, json, headers })
  }

  patch<Name extends keyof Schemas = 'Error'>(
    path: string,
    json: unknown,
  ): Promise<Answer<Schemas[Name]>> {
    return this.on.request('PATCH', path, { token: this.token, json })
  }

  put<Name extends keyof Schemas = 'Error'>(
    path: string,
    json: unknown,
  ): Promise<Answer<Schemas[Name]>> {
    return this.on.request('PUT', path, { token: this.token, json })
  }

  delete<Name extends keyof Schemas = 'Error'>(path: string): Promise<Answer<Schemas[Name]>> {
    return this.on.request('DELETE', path, { token: this.token })
  }

  /** A new client of the same seller that has these scopes only, and a token of it. */
  async restrictedTo(scopes: Scope[]): Promise<TestAccount> {
    const { seller_id } = this
    const now = this.on.clock.now()
    const client = await createClient(this.on.db, { seller_id, name: 'Restrito', scopes, now })
    if (!client) throw new Error('The seller is gone.')
    return this.on.login({ seller_id, ...client })
  }

  /** A customer with an e-mail of its own. */
  async customer(fields: object = {}): Promise<Schemas['Customer']> {
    const email = `c${crypto.randomUUID()}@example.com`
    return made(await this.post<'Customer'>('/v1/customers', { name: 'Ana', email, ...fields }))
  }

  /** A product whose default offer costs 49.90, once. */
  async product(default_offer: object = {}): Promise<Schemas['Product']> {
    const offer = { amount_minor: 4990, currency: 'BRL', ...default_offer }
    return made(
      await this.post<'Product'>('/v1/products', { name: 'Caneca', default_offer: offer }),
    )
  }

  /** Another offer of the product, not its default. */
  async offer(product_id: string, body: object = {}): Promise<Schemas['Offer']> {
    const path = `/v1/products/${product_id}/offers`
    return made(await this.post<'Offer'>(path, { amount_minor: 2990, currency: 'BRL', ...body }))
  }

  /** An API client with its secret, made through the API. */
  async apiClient(body: object = {}): Promise<Schemas['ApiClientWithSecret']> {
    const json = { name: 'Programa', scopes: ['customers:read'], ...body }
    return made(await this.post<'ApiClientWithSecret'>('/v1/api_clients', json))
  }

  /** A webhook endpoint with its secret, made through the API. */
  async webhookEndpoint(body: object = {}): Promise<Schemas['WebhookEndpointWithSecret']> {
    const json = { url: 'http://127.0.0.1:9/', ...body }
    return made(await this.post<'WebhookEndpointWithSecret'>('/v1/webhook_endpoints', json))
  }

  /** A user who is invited, with the invitation, made through the API. */
  async user(body: object = {}): Promise<Schemas['UserWithInvitation']> {
    const email = `u${crypto.randomUUID()}@loja.example`
    return made(
      await this.post<'UserWithInvitation'>('/v1/users', { email, role: 'viewer', ...body }),
    )
  }

  /** An open session for a product of its own. */
  async checkout(body: object = {}): Promise<Schemas['Checkout']> {
    const { default_offer } = await this.product()
    const offer_id = default_offer?.id
    return made(await this.post<'Checkout'>('/v1/checkouts', { offer_id, ...body }))
  }

  /** The payment of a checkout of its own: 49.90, paid in the sandbox. */
  async payment(): Promise<CheckoutPayment> {
    const { id } = await this.checkout()
    const { body: paid } = await this.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
    return (await this.get<'Payment'>(`/v1/payments/${paid.payment_id}`)).body as CheckoutPayment
  }

  /** A refund of the payment, of all that is left of it unless the body says otherwise. */
  async refund(payment_id: string, body: object = {}): Promise<Schemas['Refund']> {
    return made(await this.post<'Refund'>(`/v1/payments/${payment_id}/refunds`, body))
  }
}

function made<Body>({ status, body, text }: Answer<Body>): Body {
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${text}`)
  return body
}

export class TestService {
  readonly url: string
  readonly db: Database
  /** Looks into the database and changes it behind the service's back. */
  readonly sql: Sql
  readonly clock: TestClock
  readonly service: Service
  /** The lines that the service logged. */
  readonly log: string[]
  /** Stops the service, which would otherwise be stopped after the test file. */
  readonly close: () => Promise<void>

  constructor(of: Pick<TestService, 'url' | 'db' | 'sql' | 'clock' | 'service' | 'log' | 'close'>) {
    this.url = of.url
    this.db = of.db
    this.sql = of.sql
    this.clock = of.clock
    this.service = of.service
    this.log = of.log
    this.close = of.close
  }

  /** Makes one request; redirects are not followed. */
  async request<Name extends keyof Schemas = 'Error'>(
    method: string,
    path: string,
    { token, json, raw, headers = {} }: RequestOptions = {},
  ): Promise<Answer<Schemas[Name]>> {
    const all = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const body = raw ?? (json === undefined ? null : JSON.stringify(json))
    const {
      status,
      headers: received,
      text,
    } = await send(this.url + path, { method, headers: all, body })
    const type = received.get('content-type') ?? ''
    const isJson = text !== '' && type.startsWith('application/json')
    const parsed: unknown = isJson ? JSON.parse(text) : {}
    return {
      status,
      headers: received,
      body: parsed as Answer<Schemas[Name]>['body'],
      text,
    }
  }

  /** Exchanges credentials at the token endpoint. */
  requestToken(
    client_id: string,
    client_secret: string,
    form: Record<string, string> = {},
  ): Promise<Answer<Schemas['Token']>> {
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    return this.request<'Token'>('POST', '/oauth/token', {
      headers: { authorization: `Basic ${basic}` },
      raw: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    })
  }

  async login(of: {
    seller_id: string
    client_id: string
    client_secret: string
  }): Promise<TestAccount> {
    const { status, body, text } = await this.requestToken(of.client_id, of.client_secret)
    if (status !== 200) throw new Error(`No token: ${text}`)
    return new TestAccount(this, { ...of, token: body.access_token })
  }

  /** A new seller with a client that may do everything, unless it is to have other scopes. */
  async account(name = 'Loja', scopes: readonly Scope[] = everyScope): Promise<TestAccount> {
    return this.login(await createSeller(this.db, { name, scopes, now: this.clock.now() }))
  }
}

async function addSigningKey(sql: Sql, secret_key: Buffer): Promise<void> {
  const { kid } = signingKey.jose
  const sealed = new Vault(secret_key).seal(JSON.stringify(privateJwk(signingKey)), kid)
  await sql(
    `insert into signing_keys (kid, generation, public_jwk, private_jwk_sealed, created_at)
     values (?, 1, ?, ?, ?)`,
    ...[kid, JSON.stringify(publicJwk(signingKey)), sealed, START],
  )
}

/** Settings of the environment that a test changes; browsers keep passkeys for `localhost` only. */
type ServiceOptions = Partial<Environment> & {
  real_clock?: boolean
  hostName?: '127.0.0.1' | 'localhost'
}

/**
 * Starts a service on an empty database of its own, and stops it after the test file. Every answer
 * is checked against the contract; one that breaks it fails the file, whatever the test looked at.
 *
 * @param limits of connections and requests, where a test has less time than callers have
 */
export async function startService(
  { real_clock = false, hostName = '127.0.0.1', ...changes }: ServiceOptions = {},
  limits: Partial<ServiceLimits> = {},
): Promise<TestService> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = changes.databaseUrl ?? (await newPrivateDatabase())
  const environment: Environment = {
    port,
    host: '127.0.0.1',
    baseUrl: `http://${hostName}:${port}`,
    baseUrlGiven: true,
    databaseUrl,
    databaseConnections: 5,
    mode: 'sandbox',
    modeGiven: true,
    logLevel: 'info',
    logFormat: undefined,
    // The service keeps a key only in the folder of a database file of the test's own.
    secretKey: databaseFile(databaseUrl) ? undefined : randomBytes(32),
    secretKeyPrevious: undefined,
    rateLimit: undefined,
    sellerRateLimit: undefined,
    sellerDailyBytes: undefined,
    authFailureLimit: 1_000,
    trustedProxies: [],
    allowedHosts: [],
    metricsHosts: [],
    securityContact: undefined,
    mailServer: undefined,
    reconcileSeconds: 30,
    retentionDays: 400,
    workers: 1,
    metricsPort: undefined,
    validateResponses: true,
  }
  // The compiler takes any object that a test has put into a variable before.
  for (const name of Object.keys(changes)) {
    if (!(name in environment)) throw new Error(`There is no setting ${name}.`)
  }
  Object.assign(environment, changes)
  const lines: string[] = []
  const log = createLog(environment.logLevel, {
    write(line) {
      lines.push(line)
      noteLine(line)
    },
  })
  const db = await open(databaseUrl, {
    poolSize: environment.databaseConnections,
    warn: (facts, message) => log.warn(facts, message),
  })
  let running: RunningService | undefined
  let closed: Promise<void> | undefined
  const close = () => (closed ??= (running ?? db).close())
  atEnd(async () => {
    await close()
    const broken = lines.filter((line) => line.includes('the contract does not allow'))
    if (broken.length > 0) throw new Error(broken.join('\n'))
  })
  const sql = await sqlOn(databaseUrl, db)
  const { secretKey } = environment
  if (changes.databaseUrl === undefined && secretKey) await addSigningKey(sql, secretKey)
  const clock = new TestClock()
  const all = { idleGraceMs: IDLE_GRACE_MS, maxWaitMs: WAIT_MS, ...AT_ONCE, ...limits }
  running = await serve({ environment, db, log, limits: all, ...(!real_clock && { clock }) })
  return new TestService({ url, db, sql, clock, service: running.service, log: lines, close })
}
