/** The whole main job and its failures, with the secrets of all at hand. */
import assert from 'node:assert/strict'
import { createPrivateKey, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createSeller, rotateSecret } from '../../../domain/access/clients.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import type { Bank } from '../../../packages/bank/bank.ts'
import { authorize } from '../../../packages/bank/recurring/controls.ts'
import { startBank } from '../../support/bank.ts'
import { engine, newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import type { Sql } from '../../support/engine.ts'
import { basic } from '../../support/exchange.ts'
import { startReceiver } from '../../support/receiver.ts'
import type { Receiver } from '../../support/receiver.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { needle } from './needles.ts'
import type { Hay, Needle } from './needles.ts'
import { addBank } from '../../support/bankSettings.ts'

/** A buyer whose data no other one has. */
export const buyer = {
  name: 'Zuleica Querubina',
  email: 'zuleica.querubina@example.com',
  phone: '+5561998877665',
  tax_id: '529.982.247-25',
  metadata: { alergia: 'amendoim-torrado' },
}

const guessed = 'bcs_um-segredo-adivinhado-que-nao-vale'

/** A bank that grants Pix Automático. */
const standing = {
  callbacks: 'registered',
  webhook_url: null,
  granted_scopes: null,
  recurring: 'available',
  recurring_callbacks: 'registered',
} as const

type Json = Record<string, unknown>

/** A seller with a bank and an endpoint, on a database that a service is yet to be started on. */
export class SecretJob {
  readonly database_url: string
  readonly secret_key: Buffer
  readonly sql: Sql
  readonly bank: Bank
  readonly receiver: Receiver
  readonly seller: { seller_id: string; client_id: string; client_secret: string }
  readonly webhook_secret: string
  /** Secrets, which must stand neither in the database nor anywhere else. */
  readonly secrets: Needle[] = []
  /** Personal data, which must stand in no log and in no answer to another caller. */
  readonly personal: Needle[] = []
  /** Answers that show no secret: those with 4xx and 5xx, lists, and repeats by a key. */
  readonly refusals: Hay[] = []
  #url = ''

  private constructor(
    of: Pick<
      SecretJob,
      'database_url' | 'secret_key' | 'sql' | 'bank' | 'receiver' | 'seller' | 'webhook_secret'
    >,
  ) {
    this.database_url = of.database_url
    this.secret_key = of.secret_key
    this.sql = of.sql
    this.bank = of.bank
    this.receiver = of.receiver
    this.seller = of.seller
    this.webhook_secret = of.webhook_secret
  }

  static async prepare(): Promise<SecretJob> {
    const database_url = await newDatabase()
    const secret_key = randomBytes(32)
    const vault = new Vault(secret_key)
    const db = await openTestDatabase(database_url)
    const now = new Date()
    const first = await createSeller(db, { name: 'Loja', scopes: everyScope, now })
    const { client_id, seller_id } = first
    const rotated = await rotateSecret(db, { name: client_id, now })
    assert.ok(rotated)
    const seller = { seller_id, client_id, client_secret: rotated.client_secret }
    const bank = await startBank(() => new Date())
    const { settings, account } = bank
    await addBank(db, vault, { seller_id, settings, account, standing, now })
    const receiver = await startReceiver()
    const { url } = receiver
    const { secret } = await createEndpoint(db, { seller_id, url, mode: 'sandbox', vault, now })
    const sql = await sqlOn(database_url)
    const of = { database_url, secret_key, sql, bank, receiver, seller, webhook_secret: secret }
    const job = new SecretJob(of)
    job.secrets.push(needle('the secret before its rotation', first.client_secret))
    return job
  }

  /**
   * Does all of it at a service; whatever it asks for that fails is meant to.
   *
   * @param thorough also while the database does not answer, which takes longer
   */
  async run(url: string, { thorough = false } = {}): Promise<void> {
    this.#url = url
    const token = await this.#token()
    await this.#newSecrets(token)
    await this.#refusedRequests(token)
    await this.#sale(token, 'completed')
    await this.#subscription(token)
    await this.#failingBank(token)
    await this.#failingDatabase(token)
    if (thorough) await this.#databaseAway(token)
    await this.#gatherSecrets()
  }

  async #ask(
    method: string,
    path: string,
    {
      token,
      body,
      headers = {},
    }: {
      token?: string | undefined
      body?: unknown
      headers?: Record<string, string>
    } = {},
  ): Promise<{ status: number; body: Json; text: string }> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    const { status } = response
    const head = [...response.headers].map((line) => line.join(': ')).join('\n')
    if (status >= 400) this.#refused(`${status} to ${method} ${path.slice(0, 20)}`, head + text)
    const json = text.startsWith('{') ? (JSON.parse(text) as Json) : {}
    return { status, body: json, text }
  }

  #refused(where: string, text: string): void {
    this.refusals.push({ where: `the answer ${where}`, bytes: Buffer.from(text) })
  }

  async #token(): Promise<string> {
    const { client_id, client_secret } = this.seller
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const get = async (secret: string) => {
      const headers = { ...form, authorization: basic(`${client_id}:${secret}`) }
      return this.#ask('POST', '/oauth/token', { body: 'grant_type=client_credentials', headers })
    }
    assert.equal((await get(guessed)).status, 401)
    const { body } = await get(client_secret)
    const token = String(body['access_token'])
    this.secrets.push(needle('a guessed secret', guessed), needle('a token', token))
    for (const part of token.split('.').slice(1)) this.secrets.push(needle('part of a token', part))
    const inBody = `grant_type=password&client_id=${client_id}&client_secret=${client_secret}`
    await this.#ask('POST', '/oauth/token', { body: inBody, headers: form })
    return token
  }

  /** Secrets that the API makes; each answer is asked for again, which does not show it. */
  async #newSecrets(token: string): Promise<void> {
    const make = async (path: string, name: string, body: object = {}): Promise<string> => {
      const headers = { 'idempotency-key': path }
      const { status, body: made } = await this.#ask('POST', path, { token, body, headers })
      assert.ok(status < 300, path)
      const secret = String(made[name]).replace(/^.*\/dashboard\/join\//, '')
      this.secrets.push(needle(`a secret of ${path}`, secret))
      const key = Buffer.from(secret.replace(/^(bcs|whsec)_/, ''), 'base64')
      this.secrets.push(needle(`the bytes of a secret of ${path}`, key))
      const { text } = await this.#ask('POST', path, { token, body, headers })
      this.#refused(`the repeat of ${path}`, text)
      return String(made['id'])
    }
    const clients = '/v1/api_clients'
    const name = 'Programa'
    const client = await make(clients, 'client_secret', { name, scopes: ['customers:read'] })
    const rotate = `${clients}/${client}/rotate_secret`
    await make(rotate, 'client_secret', { previous_secret_seconds: 3600 })
    const endpoints = '/v1/webhook_endpoints'
    const endpoint = await make(endpoints, 'secret', { url: 'http://127.0.0.1:9/', enabled: false })
    await make(`${endpoints}/${endpoint}/rotate_secret`, 'secret')
    const users = '/v1/users'
    await make(users, 'invitation_url', { email: 'dono@loja.example', role: 'viewer' })
    for (const path of [clients, endpoints, users]) {
      const { text } = await this.#ask('GET', path, { token })
      this.#refused(`the list ${path}`, text)
    }
  }

  /** Every fault of a request, with the secrets that its refusal must not tell. */
  async #refusedRequests(token: string): Promise<void> {
    const { client_secret } = this.seller
    const forged = `${token.slice(0, -8)}AAAAAAAA`
    const json = { 'content-type': 'application/json' }
    await this.#ask('GET', '/v1/me', { token: forged })
    await this.#ask('GET', `/v1/me?access_token=${token}`)
    await this.#ask('GET', `/v1/me?x=${token}`, { token })
    await this.#ask('GET', `/v1/customers/${token.slice(0, 100)}`, { token })
    await this.#ask('DELETE', '/v1/customers', { token })
    await this.#ask('GET', `/${client_secret}`, { token })
    const wrong: unknown[] = [
      { ...buyer, email: 'no' },
      { ...buyer, name: ' ' },
      { ...buyer, password: client_secret },
      { ...buyer, phone: buyer.phone.repeat(9) },
      { ...buyer, tax_id: 52998224725 },
      { ...buyer, metadata: [buyer.tax_id] },
      JSON.stringify(buyer).slice(0, -1),
      `${JSON.stringify(buyer)}x`,
      { ...buyer, metadata: { a: buyer.tax_id.repeat(9_000) } },
    ]
    for (const body of wrong) await this.#ask('POST', '/v1/customers', { token, body })
    await this.#ask('POST', '/v1/customers', { token, body: 'x', headers: json })
    await this.#ask('POST', `/pix/${this.seller.seller_id}/pix`, { body: { pix: buyer } })
    const [host = '', port] = new URL(this.#url).host.split(':')
    const socket = connect(Number(port), host)
    socket.end(`GET /v1/me HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbad header\r\n\r\n`)
    this.#refused('to broken HTTP', (await socket.setEncoding('utf8').toArray()).join(''))
  }

  async #sale(token: string, expected: string): Promise<string> {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const made = { token, body: buyer, headers: key }
    const { body: customer } = await this.#ask('POST', '/v1/customers', made)
    await this.#ask('POST', '/v1/customers', made)
    const { body: again } = await this.#ask('POST', '/v1/customers', { token, body: buyer })
    assert.equal((again['error'] as Json)['code'], 'customer_email_already_exists')
    const path = await this.#open(token, customer['id'])
    const { page, txid, id } = path
    const isReady = async () => (await this.#ask('GET', `${page}/status`)).body['code_ready']
    // Each page without a code has a bank that did not answer asked again.
    for (await this.#ask('GET', page); !(await isReady()); await this.#ask('GET', page)) {
      await wait(50)
    }
    await this.#ask('GET', page)
    const pix = this.bank.books.pay(txid, 4990)
    await this.#ask('POST', `/pix/${this.seller.seller_id}/pix`, { body: { pix: [pix] } })
    await this.receiver.arrived(1)
    const { body } = await this.#ask('GET', `/v1/checkouts/${id}`, { token })
    assert.equal(body['status'], expected)
    await this.#ask('GET', page)
    return page
  }

  /** A plan that is paid and authorised at the bank, and that the buyer ends on its page. */
  async #subscription(token: string): Promise<void> {
    const offer_id = await this.#offer(token, { type: 'recurring', billing_interval: 'month' })
    const { metadata, ...customer } = { ...buyer, email: `plano.${buyer.email}` }
    const make = (body: object) =>
      this.#ask('POST', '/v1/subscriptions', { token, body: { offer_id, metadata, ...body } })
    assert.equal((await make({ customer: { ...customer, tax_id: buyer.phone } })).status, 400)
    const { body: made } = await make({ customer })
    const { pathname: page } = new URL(String(made['subscription_url']))
    this.personal.push(needle('the token of a page', page.slice('/subscribe/'.length)))
    const path = `/v1/subscriptions/${String(made['id'])}`
    const codeOf = async () => (await this.#ask('GET', `${path}/code`, { token })).body['code']
    let code = await codeOf()
    for (; typeof code !== 'string'; code = await codeOf()) await wait(50)
    authorize(this.bank.books, { code, cpf: buyer.tax_id.replaceAll(/\D/g, '') })
    const read = async () => (await this.#ask('GET', path, { token })).body
    const heard = async (body: object) =>
      this.#ask('POST', `/pix/${this.seller.seller_id}/rec`, { body })
    await heard({ recs: buyer })
    for (let now = await read(); now['status'] !== 'active'; now = await read()) {
      await heard({ recs: [{ idRec: (now['mandate'] as Json)['id'] }] })
      await wait(50)
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await this.#ask('POST', page, { body: 'action=cancel&confirm=yes', headers })
    assert.equal((await read())['status'], 'canceled')
  }

  async #offer(token: string, changes: object = {}): Promise<string> {
    const default_offer = { amount_minor: 4990, currency: 'BRL', ...changes }
    const body = { name: 'Caneca', default_offer }
    const product = await this.#ask('POST', '/v1/products', { token, body })
    return String((product.body['default_offer'] as Json)['id'])
  }

  async #open(token: string, customer_id?: unknown) {
    const offer_id = await this.#offer(token)
    const body = { offer_id, ...(customer_id !== undefined && { customer_id }) }
    const { body: checkout } = await this.#ask('POST', '/v1/checkouts', { token, body })
    const { pathname: page } = new URL(String(checkout['checkout_url']))
    this.personal.push(needle('the token of a page', page.slice('/pay/'.length)))
    const id = String(checkout['id'])
    return { page, id, txid: txidOf(id) }
  }

  /** Each page is opened while the bank has another fault. */
  async #failingBank(token: string): Promise<void> {
    for (const [on, fault, attempts] of [
      ['PUT /cob', 400, 1],
      ['PUT /cob', 'drop', 2],
      ['PUT /cob', 'garble', 1],
      ['', 503, 1],
    ] as const) {
      const { page } = await this.#open(token)
      this.bank.endTokens()
      this.bank.order(on, fault)
      // A service that was just told of its token's end asks for another first.
      const asked = () =>
        this.bank.count('PUT /cob') + (on === '' ? this.bank.count('POST /token') : 0)
      const before = asked()
      const look = async () => assert.equal((await this.#ask('GET', page)).status, 200)
      for (await look(); asked() < before + attempts; await look()) await wait(50)
      this.bank.recover()
    }
  }

  /** Writes are refused, reads find no table, and on PostgreSQL connections break. */
  async #failingDatabase(token: string): Promise<void> {
    const post = (email: string) => () =>
      this.#ask('POST', '/v1/customers', { token, body: { ...buyer, email } })
    const [refuse, allow] =
      engine === 'postgres'
        ? [
            "alter table customers add constraint c check (email not like 'x%') not valid",
            'alter table customers drop constraint c',
          ]
        : [
            "create trigger c before insert on customers begin select raise(abort, 'c'); end",
            'drop trigger c',
          ]
    await this.#while(refuse, allow, post('x@example.com'))
    const hide = 'alter table customers rename to hidden'
    const show = 'alter table hidden rename to customers'
    await this.#while(hide, show, post('y@example.com'))
    await this.#while(hide, show, () => this.#ask('GET', '/v1/customers', { token }))
    if (engine !== 'postgres') return
    const end =
      'select pg_terminate_backend(pid) from pg_stat_activity ' +
      'where datname = current_database() and pid <> pg_backend_pid()'
    await Promise.all([post('z@example.com')(), this.sql(end), post('w@example.com')()])
  }

  /** Another client locks the database, for longer than the service waits. */
  #databaseAway(token: string): Promise<void> {
    const post = () => this.#ask('POST', '/v1/customers', { token, body: buyer })
    const seize =
      engine === 'postgres'
        ? 'begin; lock table customers in access exclusive mode'
        : 'begin exclusive'
    return this.#while(seize, 'rollback', post)
  }

  async #while(
    breaking: string,
    mending: string,
    request: () => Promise<{ status: number }>,
  ): Promise<void> {
    await this.sql(breaking)
    const { status } = await request()
    await this.sql(mending)
    assert.ok(status >= 500, `${status}`)
  }

  async #gatherSecrets(): Promise<void> {
    const { bank, secret_key, seller, webhook_secret } = this
    const [key] = await this.sql<Row<'signing_keys'>>('select * from signing_keys')
    assert.ok(key)
    const jwk = JSON.parse(new Vault(secret_key).open(key.private_jwk_sealed, key.kid)) as Record<
      string,
      string
    >
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) {
      const bytes = Buffer.from(jwk[name] ?? '', 'base64url')
      this.secrets.push(needle(`${name} of the signing key`, bytes))
    }
    const { private_key, client_secret } = bank.settings
    const { d = '' } = createPrivateKey(private_key).export({ format: 'jwk' })
    // The last line has the public key alone, which stands in the certificate.
    const lines = private_key.split('\n').slice(1, -3)
    assert.ok(lines.length === 2 && bank.everyToken.length > 0)
    this.secrets.push(
      needle('SECRET_KEY', secret_key),
      needle("the client's secret", seller.client_secret),
      needle("the webhook's secret", webhook_secret),
      needle("the webhook's key", Buffer.from(webhook_secret.slice('whsec_'.length), 'base64')),
      needle('the secret at the bank', client_secret),
      needle('the private key at the bank', Buffer.from(d, 'base64url')),
      ...lines.map((line) => needle('a line of the private key at the bank', line)),
      ...bank.everyToken.map((token) => needle('a token of the bank', token)),
    )
    const { metadata, ...fields } = buyer
    for (const [name, value] of Object.entries({ ...fields, ...metadata })) {
      this.personal.push(needle(`the buyer's ${name}`, value))
    }
    if (engine === 'postgres') {
      const { password } = new URL(this.database_url)
      if (password.length >= 8) this.secrets.push(needle('the password of the database', password))
    }
  }
}
