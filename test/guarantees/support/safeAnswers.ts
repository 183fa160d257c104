/** An answer of every public operation and of every refusal, and the headers that it must have. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { logoOf } from '../../support/images.ts'
import { linkOf, pageOfLink } from '../../support/paymentLinks.ts'
import { basic, GRANT } from '../../support/exchange.ts'
import type { Answer, TestAccount, TestService } from '../../support/service.ts'
import { pageOf } from '../../support/sessions.ts'
import { OneOfEach, shapes } from '../../support/oneOfEach.ts'

type AnswerParts = Pick<Answer<unknown>, 'status' | 'headers' | 'text'>

/** Answers that may be kept and revalidated each time; nothing in them belongs to one caller. */
const revalidated = new Map([
  ['getDocs', 'no-cache'],
  ['getContractJson', 'no-cache'],
  ['getContractYaml', 'no-cache'],
  ['/docs/redoc.js', 'public, max-age=0'],
  ['/docs/start.js', 'public, max-age=0'],
  ['/docs/en/reference', 'public, max-age=0'],
  ['/docs/pt-BR/errors/checkout_not_open', 'public, max-age=0'],
  ['getLogo', 'public, max-age=31536000, immutable'],
])

/** Text that would tell of the program inside. */
const inside = new RegExp(
  [
    String.raw`\bat \S+ ?\(?\S*:\d+:\d+`,
    'node_modules',
    String.raw`\.(ts|js|mjs|cjs)\b`,
    'SQLITE',
    'sqlite',
    'no such table',
    'postgres',
    'Error:',
    'express',
    'openapi-backend',
    'stack',
    String.raw`\b\d+\.\d+\.\d+\b`,
    '/tmp/',
    '/node/',
  ].join('|'),
)

/** The one cookie of a buyer's: a link's session, for the page of that link alone. */
const linkCookie =
  /^balcao_session=[\w-]+; Path=\/l\/[\w-]+; Max-Age=1800; HttpOnly; SameSite=Lax(; Secure)?$/

/** Asserts the headers of every answer; pages and refusals must have more. */
export function assertSafe(name: string, { status, headers, text }: AnswerParts): void {
  const get = (header: string) => headers.get(header)
  const what = `${status} of ${name}`
  assert.equal(get('x-content-type-options'), 'nosniff', what)
  assert.match(get('x-request-id') ?? '', /^req_/, what)
  for (const telling of ['server', 'x-powered-by', 'via', 'x-runtime']) {
    assert.equal(get(telling), null, `${what}: ${telling}`)
  }
  const cookie = get('set-cookie')
  const mayKeep = name === 'openPaymentLink' && status === 303
  assert.ok(cookie === null || (mayKeep && linkCookie.test(cookie)), `${what}: ${cookie}`)
  const kept = status < 400 ? revalidated.get(name) : undefined
  assert.equal(get('cache-control'), kept ?? 'no-store', what)
  const type = get('content-type') ?? ''
  if (text !== '')
    assert.match(type, /charset=utf-8|^application\/(yaml|json)$|^image\/png$/i, what)
  if (type.startsWith('text/html')) assertSafePage(what, headers, /^(getDocs$|\/docs\/)/.test(name))
  if (status < 400) return
  const words = text.replace(/<(style|script|svg)[\s\S]*?<\/\1>|<link[^>]*>/g, '')
  assert.doesNotMatch(words, inside, what)
  if (type.startsWith('application/json') && words.includes('"code"')) {
    assert.deepEqual(Object.keys(JSON.parse(words) as object), ['error'], what)
  }
}

/** The docs load files of their own; of a page for buyers nothing is loaded at all. */
function assertSafePage(what: string, headers: Headers, docs: boolean): void {
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    assert.ok(policy.split('; ').includes(rule), `${what}: ${rule}`)
  }
  assert.doesNotMatch(policy, /unsafe|\*|https?:|strict-dynamic/, what)
  assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/, what)
  if (docs) return
  assert.match(policy, /style-src 'sha256-\S+'; script-src 'sha256-\S+'; /, what)
  assert.match(policy, /form-action 'self'/, what)
  assert.match(policy, /require-trusted-types-for 'script'/, what)
  assert.equal(headers.get('x-frame-options'), 'DENY', what)
}

/** The head and the body of an answer that was read off the wire. */
function parsed(raw: string): AnswerParts {
  const [head = '', text = ''] = raw.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((one) => one.split(': ', 2) as [string, string]))
  return { status: Number(line.split(' ')[1]), headers, text }
}

type Requests = Record<string, [string, string, object?][]>

/** Requests of the pages of a link, for which one payment is taken, and of the seller's logo. */
async function ofLinks(owner: TestAccount): Promise<Requests> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const link = pageOfLink(await linkOf(owner, { quantity: { min: 1, max: 2 }, max_payments: 1 }))
  return {
    getPaymentLinkPage: [
      ['GET', link],
      ['GET', '/l/x'],
      ['GET', `${link}?lang=1&lang=2`],
    ],
    getLogo: [
      ['GET', `/logos/${owner.seller_id}/${await logoOf(owner)}`],
      ['GET', `/logos/${owner.seller_id}/x`],
    ],
    openPaymentLink: [
      ['POST', link, { headers, raw: 'quantity=9' }],
      ['POST', link, { headers, raw: 'quantity=1' }],
      ['POST', link, { headers, raw: 'quantity=1' }],
      ['POST', '/l/x', { headers, raw: '' }],
      ['POST', link, { json: {} }],
    ],
  }
}

const ofBank = ({ seller_id }: TestAccount): Requests => ({
  receivePixCallback: [
    ['POST', `/pix/${seller_id}/pix`, { json: { pix: [] } }],
    ['POST', `/pix/${seller_id}/pix`, { json: 1 }],
    ['POST', '/pix/x/pix', { json: { pix: [] } }],
  ],
  receivePixCallbackAtRoot: [['POST', '/pix/x', { json: { pix: [] } }]],
  receiveMandateCallback: [
    ['POST', `/pix/${seller_id}/rec`, { json: { recs: [] } }],
    ['POST', `/pix/${seller_id}/rec`, { json: 1 }],
  ],
  receiveRecurringChargeCallback: [
    ['POST', `/pix/${seller_id}/cobr`, { json: { cobsr: [] } }],
    ['POST', `/pix/${seller_id}/cobr`, { json: 1 }],
  ],
})

/** Every answer by the operation or the path that gave it. */
export async function* everyAnswer(service: TestService): AsyncGenerator<[string, AnswerParts]> {
  const each = await OneOfEach.on(service)
  const { owner } = each
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const checkout = await owner.checkout()
  await owner.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const page = pageOf(checkout)
  const openPage = pageOf(await owner.checkout())
  const raw = new URLSearchParams({ action: 'decline' })
  const authorization = basic(`${owner.client_id}:${owner.client_secret}`)
  const token = { headers: { ...form, authorization }, raw: GRANT }
  const open: Requests = {
    issueToken: [
      ['POST', '/oauth/token', token],
      ['POST', '/oauth/token', { raw: 'x' }],
      ['POST', '/oauth/token', { headers: form, raw: GRANT }],
    ],
    getAuthorizationServerMetadata: [['GET', '/.well-known/oauth-authorization-server']],
    getJwks: [['GET', '/.well-known/jwks.json']],
    getWebhookJwks: [['GET', `/webhooks/${owner.seller_id}/jwks.json`]],
    getHealth: [
      ['GET', '/health'],
      ['GET', '/health?x=1'],
    ],
    getPaymentPage: [
      ['GET', page],
      ['GET', openPage],
      ['GET', '/pay/x'],
      ['GET', `${page}?lang=1&lang=2`],
    ],
    actOnPaymentPage: [
      ['POST', openPage, { raw }],
      ['POST', page, { raw }],
      ['POST', '/pay/x', { raw }],
      ['POST', openPage, { json: {} }],
    ],
    getSubscriptionPage: [['GET', '/subscribe/x']],
    actOnSubscriptionPage: [['POST', '/subscribe/x', { raw }]],
    ...(await ofLinks(owner)),
    getPaymentStatus: [
      ['GET', `${page}/status`],
      ['GET', '/pay/x/status'],
    ],
    streamPaymentStatus: [
      ['GET', `${page}/events`],
      ['GET', '/pay/x/events'],
    ],
    ...ofBank(owner),
    getDocs: [['GET', '/docs']],
    getContractJson: [['GET', '/openapi.json']],
    getContractYaml: [['GET', '/openapi.yaml']],
  }
  const asked = new Set(Object.keys(open))
  for (const [name, requests] of Object.entries(open)) {
    for (const [method, path, options] of requests) {
      yield [name, await service.request(method, path, options)]
    }
  }
  for (const id of shapes.keys()) {
    if (asked.has(id) || id === 'getMetrics' || id.startsWith('on')) continue
    yield [id, await each.send(await each.request(id))]
    yield [id, await each.send(each.missing(id))]
    yield [id, await each.send(each.broken(id))]
    yield [id, await each.send(each.broken(id), 'x')]
  }
  yield* elsewhere(service, owner.token)
}

async function* elsewhere(
  service: TestService,
  token: string,
): AsyncGenerator<[string, AnswerParts]> {
  for (const [method, path, options] of [
    ['GET', '/docs/redoc.js'],
    ['GET', '/docs/start.js'],
    ['GET', '/docs/en/reference'],
    ['GET', '/docs/pt-BR/errors/checkout_not_open'],
    ['GET', '/docs/none.js'],
    ['GET', '/docs/..%2f..%2fpackage.json'],
    ['GET', '/docs/%E0%A4%A'],
    ['POST', '/docs/start.js'],
    ['GET', '/'],
    ['GET', '/none'],
    ['GET', '/v1/x/%E0%A4%A'],
    ['DELETE', '/v1/me'],
    ['OPTIONS', '/v1/me'],
    ['GET', '/metrics'],
    ['GET', '/.env'],
    ['GET', '/package.json'],
    ['GET', '/server.ts'],
    ['POST', '/v1/customers', { token, json: 'x'.repeat(70_000) }],
    ['POST', '/v1/customers', { token, raw: '{', headers: { 'content-type': 'application/json' } }],
  ] as [string, string, object?][])
    yield [path, await service.request(method, path, options)]
  await service.sql('alter table customers rename to hidden')
  yield ['a fault of the database', await service.request('GET', '/v1/customers', { token })]
  await service.sql('alter table hidden rename to customers')
  const { port } = new URL(service.url)
  const requests = ['GET / HTTP/1.1\r\nbad header', 'x', 'GET / HTTP/9']
  for (const broken of requests.map((request) => `${request}\r\n\r\n`)) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(broken)
    yield ['broken HTTP', parsed(await textOf(socket))]
  }
}
