/**
 * The answer of each kind of error, produced by a real request. F3 asks every operation for each of
 * its codes; `requests` has those that a reader would look for, and one of each status and type.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'vitest'
import { MAX_ACTIVE_CLIENTS } from '../../domain/access/clientChanges.ts'
import { MAX_USERS } from '../../domain/people/userChanges.ts'
import { MAX_ENDPOINTS } from '../../domain/webhooks/endpointChanges.ts'
import type { Code } from '../../contract/apiError.ts'
import { listedErrors, operationsOf, readContract, resolved } from '../../contract/document.ts'
import type { OperationShape } from '../../contract/validator.ts'
import { catalogue } from '../../generated/errors.ts'
import { makeClientPair } from '../../packages/bank/certificates.ts'
import { bankBody, connect as connectBank, useUpConnections } from '../support/bankSettings.ts'
import { engine, newDatabase } from '../support/engine.ts'
import { joinedUser } from '../support/people.ts'
import { bankOf } from '../support/rail.ts'
import { putFailedRefunds } from '../support/refunded.ts'
import { startService } from '../support/service.ts'
import type { Answer, TestAccount, TestService } from '../support/service.ts'

const service = await startService({ authFailureLimit: 1 })
const limited = await startService({ rateLimit: 1 })
const hurried = await startService(
  {},
  { headersTimeoutMs: 50, requestTimeoutMs: 50, timeoutCheckMs: 10 },
)

const bank = await bankOf(service)
const stranger = await makeClientPair(bank.authority, 'outra')

type Request = (seller: TestAccount) => Promise<Answer<unknown>>

const unknownUuid = '019caeab-92a3-707d-b5e6-f9b18daf0c57'
const json = { 'content-type': 'application/json' }

const customers =
  (body: object): Request =>
  (seller) =>
    seller.post('/v1/customers', body)
const products =
  (default_offer: object): Request =>
  (seller) =>
    seller.post('/v1/products', {
      name: 'Caneca',
      default_offer: { amount_minor: 2, currency: 'BRL', ...default_offer },
    })
const checkouts =
  (body: object): Request =>
  async (seller) =>
    seller.post('/v1/checkouts', { offer_id: (await seller.product()).default_offer?.id, ...body })
const bankWith =
  (changes: object): Request =>
  (seller) =>
    connectBank(seller, bankBody(bank, changes))
const get =
  (path: string): Request =>
  (seller) =>
    seller.get(path)
const token =
  (form: Record<string, string>): Request =>
  (seller) =>
    seller.on.requestToken(seller.client_id, seller.client_secret, form)

async function defaultOffer(seller: TestAccount, body: object) {
  const { default_offer } = await seller.product()
  return seller.patch(`/v1/offers/${default_offer?.id}`, body)
}

async function inactiveOffer(seller: TestAccount, body: object) {
  const product = await seller.product()
  const { id } = await seller.offer(product.id)
  await seller.patch(`/v1/offers/${id}`, { active: false })
  return seller.patch(`/v1/offers/${id}`, body)
}

async function twice(seller: TestAccount, path: string, body?: unknown) {
  await seller.post(path, body)
  return seller.post(path, body)
}

/** Statements that refuse writes of customers, as a full disk does, and that end this. */
const [fill, clear] =
  engine === 'postgres'
    ? [
        `create function refuse() returns trigger language plpgsql as
      $$ begin raise sqlstate '53100' using message = 'No space left'; end $$;
    create trigger full_disk before insert on customers execute function refuse()`,
        'drop trigger full_disk on customers; drop function refuse()',
      ]
    : ['pragma query_only = on', 'pragma query_only = off']

/** Runs one request while the database cannot be written. */
async function withoutDatabase({ on }: TestAccount, request: () => Promise<Answer<unknown>>) {
  await on.sql(fill)
  try {
    return await request()
  } finally {
    await on.sql(clear)
  }
}

/** Runs one request while a table that it needs is gone. */
async function withoutTable(
  { on }: TestAccount,
  table: string,
  request: () => Promise<Answer<unknown>>,
) {
  await on.sql(`alter table ${table} rename to hidden`)
  try {
    return await request()
  } finally {
    await on.sql(`alter table hidden rename to ${table}`)
  }
}

/** Sends a text as it is, which need not be HTTP, and gives what comes back as an answer. */
async function raw({ url }: TestService, text: string): Promise<Answer<unknown>> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  socket.write(text)
  const heard = (await socket.toArray()).join('')
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
  const parsed = JSON.parse(body) as Answer<unknown>['body']
  return { status: Number(status.split(' ')[1]), headers, body: parsed, text: heard }
}

const carts =
  (fields: object): Request =>
  (seller) =>
    seller.post('/v1/cart_checkouts', {
      items: [{ name: 'Conserto', unit_amount_minor: 1 }],
      ...fields,
    })

const contract = readContract()

/** The path with ids that belong to nothing, and in the place of the last one a text, if any. */
function pathWith(path: string, { parameters = [] }: OperationShape, last?: string): string {
  const ids = parameters
    .map((one) => resolved(contract, one))
    .filter((one) => one.in === 'path')
    .map(({ schema }) => /^\^(\w+_)\[/.exec(String(resolved(contract, schema)['pattern']))?.[1])
    .map((prefix = '') => prefix + unknownUuid)
  if (last !== undefined) ids.splice(-1, 1, last)
  return path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? '')
}

/** The codes of an id that is malformed and of one that is unknown, where an object is read. */
const ofIds = Object.fromEntries(
  [...operationsOf(contract)].flatMap(({ path, method, operation }) => {
    if (method !== 'get' || !/^\/v1\/.*\}$/.test(path)) return []
    const shape = operation as unknown as OperationShape
    return [...listedErrors(contract, operation)].flatMap(([, code]): [string, Request][] => {
      if (/^invalid_\w+_id$/.test(code)) return [[code, get(pathWith(path, shape, 'x'))]]
      return code.endsWith('_not_found') ? [[code, get(pathWith(path, shape))]] : []
    })
  }),
)

const requests: Partial<Record<Code, Request>> = {
  ...ofIds,
  missing_access_token: (seller) => seller.on.request('GET', '/v1/me'),
  invalid_access_token: (seller) => seller.on.request('GET', '/v1/me', { token: 'x' }),
  insufficient_scope: async (seller) =>
    (await seller.restrictedTo(['products:read'])).get('/v1/customers'),
  invalid_request: customers({ name: 'Ana' }),
  invalid_cursor: get('/v1/customers?starting_after=x'),
  invalid_customer_name: customers({ name: ' ', email: 'ana@example.com' }),
  invalid_product_name: (seller) =>
    seller.post('/v1/products', { name: '', default_offer: { amount_minor: 1, currency: 'BRL' } }),
  invalid_offer_name: (seller) => defaultOffer(seller, { name: ' ' }),
  invalid_logo: (seller) =>
    seller.put('/v1/settings/logo', { content_type: 'image/png', data: 'AAAA' }),
  logo_not_found: (seller) => get(`/logos/${seller.seller_id}/x`)(seller),
  invalid_api_client_name: (seller) =>
    seller.post('/v1/api_clients', { name: ' ', scopes: ['customers:read'] }),
  invalid_webhook_url: (seller) => seller.post('/v1/webhook_endpoints', { url: 'ftp://a.example' }),
  invalid_bank_address: bankWith({ url: 'http://banco.example' }),
  invalid_certificate: bankWith({ certificate: 'x' }),
  certificate_mismatch: bankWith({ private_key: stranger.key }),
  invalid_pkcs12: bankWith({ pkcs12: 'x', certificate: undefined, private_key: undefined }),
  pkcs12_iterations_exceeded: bankWith({
    pkcs12: readFileSync(new URL('../units/p12/tooManyIterations.p12', import.meta.url), 'base64'),
    certificate: undefined,
    private_key: undefined,
  }),
  unknown_bank_profile: bankWith({ profile: 'futuro' }),
  invalid_profile_value: bankWith({ profile: 'bb' }),
  bank_refused: async (seller) => {
    bank.order('POST /token', 401, 1)
    return bankWith({})(seller)
  },
  bank_unavailable: bankWith({ token_url: 'https://127.0.0.1:1/' }),
  bank_connection_limit_reached: async (seller) => {
    await useUpConnections(seller, bank)
    return bankWith({})(seller)
  },
  bank_not_connected: (seller) => seller.delete('/v1/bank_connection'),
  invalid_passkey_id: (seller) => seller.delete(`/v1/users/user_${unknownUuid}/passkeys/x`),
  invalid_external_id: checkouts({ external_id: '' }),
  invalid_success_url: checkouts({ success_url: 'javascript:alert(1)' }),
  invalid_cancel_url: checkouts({ cancel_url: 'loja.example' }),
  invalid_cancel_at: carts({ cancel_at: '2026-01-01T00:00:00Z' }),
  invalid_cart_amount: carts({ items: [{ name: 'Brinde', unit_amount_minor: 0 }] }),
  cart_too_large: async (seller) => {
    const { body } = await seller.post<'Product'>('/v1/products', {
      name: 'Livro',
      metadata: { sumario: 'x'.repeat(16_000) },
      default_offer: { amount_minor: 4990, currency: 'BRL' },
    })
    const offer_id = body.default_offer?.id
    return carts({ items: Array.from({ length: 9 }, () => ({ offer_id })) })(seller)
  },
  invalid_compare_at_amount: products({ compare_at_amount_minor: 1 }),
  billing_interval_required: products({ type: 'recurring' }),
  invalid_one_time_billing: products({ interval_count: 1 }),
  recurring_checkout_not_supported: async (seller) => {
    const recurring = { type: 'recurring', billing_interval: 'month' }
    const offer_id = (await seller.product(recurring)).default_offer?.id
    return checkouts({ offer_id })(seller)
  },
  api_client_revoked: async (seller) => {
    const path = `/v1/api_clients/${(await seller.apiClient()).id}`
    await seller.post(`${path}/revoke`)
    return seller.patch(path, { name: 'Novo' })
  },
  api_client_limit_reached: async (seller) => {
    // The seller has one already.
    for (let i = 1; i < MAX_ACTIVE_CLIENTS; i++) await seller.apiClient()
    return seller.post('/v1/api_clients', { name: 'Demais', scopes: ['customers:read'] })
  },
  webhook_endpoint_limit_reached: async (seller) => {
    for (let i = 0; i < MAX_ENDPOINTS; i++) await seller.webhookEndpoint()
    return seller.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/' })
  },
  passkey_not_found: async (seller) => {
    const { id } = await seller.user()
    return seller.delete(`/v1/users/${id}/passkeys/passkey_${unknownUuid}`)
  },
  user_already_exists: async (seller) => {
    const { email } = await seller.user()
    return seller.post('/v1/users', { email, role: 'owner' })
  },
  user_limit_reached: async (seller) => {
    for (let i = 0; i < MAX_USERS; i++) await seller.user()
    return seller.post('/v1/users', { email: 'demais@loja.example', role: 'viewer' })
  },
  last_owner: async (seller) => {
    const { session } = await joinedUser(seller)
    return seller.delete(`/v1/users/${session.user.id}`)
  },
  customer_email_already_exists: (seller) =>
    twice(seller, '/v1/customers', { name: 'Ana', email: 'ana@example.com' }),
  checkout_external_id_already_exists: async (seller) => {
    await seller.checkout({ external_id: 'pedido-1' })
    return checkouts({ external_id: 'pedido-1' })(seller)
  },
  refund_external_id_already_exists: async (seller) => {
    const { id } = await seller.payment()
    return twice(seller, `/v1/payments/${id}/refunds`, { amount_minor: 1, external_id: 'a' })
  },
  payment_not_refundable: async (seller) =>
    twice(seller, `/v1/payments/${(await seller.payment()).id}/refunds`),
  too_many_refunds: async (seller) => {
    const payment = await seller.payment()
    await putFailedRefunds(seller, payment, 1_000)
    return seller.post(`/v1/payments/${payment.id}/refunds`)
  },
  refund_window_closed: async (seller) => {
    const { id } = await seller.payment()
    await seller.on.sql("update payments set paid_at = '2025-01-01T00:00:00.000Z' where id = ?", id)
    return seller.post(`/v1/payments/${id}/refunds`)
  },
  refund_amount_exceeds_payment: async (seller) =>
    seller.post(`/v1/payments/${(await seller.payment()).id}/refunds`, { amount_minor: 4991 }),
  default_offer_cannot_be_disabled: (seller) => defaultOffer(seller, { active: false }),
  inactive_offer_cannot_be_default: (seller) => inactiveOffer(seller, { is_default: true }),
  checkout_not_open: async (seller) =>
    twice(seller, `/v1/checkouts/${(await seller.checkout()).id}/cancel`),
  idempotency_key_reused: async (seller) => {
    const key = { 'idempotency-key': 'k' }
    await seller.post('/v1/customers', { name: 'Ana', email: 'ana@example.com' }, key)
    return seller.post('/v1/customers', { name: 'Bia', email: 'bia@example.com' }, key)
  },
  route_not_found: get('/v1/nothing'),
  method_not_allowed: (seller) => seller.on.request('DELETE', '/v1/customers'),
  request_too_large: customers({ name: 'x'.repeat(64 * 1024) }),
  request_timeout: () => raw(hurried, 'GET /v1/me HTTP/1.1\r\nHost: localhost\r\n'),
  misdirected_request: (seller) =>
    seller.on.request('GET', '/v1/me', { headers: { host: 'other.example' } }),
  headers_too_large: (seller) =>
    raw(seller.on, `GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(16 * 1024)}\r\n\r\n`),
  too_many_requests: async () => {
    const seller = await limited.account()
    const answers = await Promise.all([seller.get('/v1/me'), seller.get('/v1/me')])
    return answers.find(({ status }) => status !== 200) ?? answers[0]
  },
  internal_error: (seller) => withoutTable(seller, 'customers', () => seller.get('/v1/customers')),
  service_unavailable: (seller) =>
    withoutDatabase(seller, () => customers({ name: 'Ana', email: 'a@example.com' })(seller)),
  oauth_invalid_request: (seller) =>
    seller.on.request('POST', '/oauth/token', { raw: '{}', headers: json }),
  oauth_unsupported_grant_type: token({ grant_type: 'password' }),
  oauth_invalid_client: (seller) => seller.on.requestToken('unknownUuid', 'wrong'),
  oauth_too_many_requests: async (seller) => {
    await seller.on.requestToken('unknownUuid', 'wrong')
    return seller.on.requestToken('unknownUuid', 'wrong')
  },
  oauth_invalid_scope: token({ scope: 'everything' }),
  oauth_temporarily_unavailable: async () => {
    const on = await startService({ databaseUrl: await newDatabase() })
    const seller = await on.account()
    return withoutTable(seller, 'signing_keys', () => token({})(seller))
  },
}

for (const [code, request] of Object.entries(requests)) {
  test(`${code} is answered with its status, its body and a request id`, async () => {
    const answer = await request(await service.account())
    const { status, body } = catalogue[code as Code]
    assert.equal(answer.status, status, answer.text)
    const request_id = answer.headers.get('x-request-id')
    assert.match(request_id ?? '', /^req_[0-9a-f-]{36}$/)
    if (typeof body.error === 'string') {
      assert.deepEqual(answer.body, body)
      return
    }
    const { error } = answer.body
    assert.equal(error.code, code)
    assert.equal(error.type, body.error.type)
    assert.equal(error.request_id, request_id)
    assert.ok(error.message.length > 0)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  })
}

test('each status and type of the catalogue is answered here', () => {
  const kindOf = ([, { status, body }]: [string, (typeof catalogue)[Code]]) =>
    `${status} ${typeof body.error === 'string' ? body.error : body.error.type}`
  const all = Object.entries(catalogue)
  const answered = all.filter(([code]) => Object.hasOwn(requests, code))
  assert.deepEqual(new Set(answered.map(kindOf)), new Set(all.map(kindOf)))
})

test('a request that the HTTP parser refuses is answered in the envelope', async () => {
  const answer = await raw(service, 'GET /v1/me HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n')
  assert.equal(answer.status, 400)
  assert.equal(answer.body.error.code, 'invalid_request')
  assert.equal(answer.body.error.request_id, answer.headers.get('x-request-id'))
})
