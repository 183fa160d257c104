/** Rules of every request, whatever the operation: bad input and the wire. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { startService } from '../support/service.ts'
import type { Answer, RequestOptions } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const behindTls = await startService({ baseUrl: 'https://pay.example' })
const json = { 'content-type': 'application/json' }
const customer = '{"name":"Ana","email":"ana@example.com"}'

const post = (options: RequestOptions, path = '/v1/customers') =>
  service.request('POST', path, { token: seller.token, ...options })

function assertRefused(answer: Answer<unknown>, status: number, code: string, param?: string) {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error.code, code, answer.text)
  assert.equal(answer.body.error.param, param, answer.text)
  assert.equal(answer.body.error.request_id, answer.headers.get('x-request-id'))
}

const customers = async () => (await service.sql('select id from customers')).length

const bodies: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'broken JSON': '{"name":',
  'an empty body': '',
  'an array': '[]',
  'a string': '"name"',
  'a number': '1',
  null: 'null',
  'UTF-16': new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  'invalid UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'two byte order marks': Buffer.from(`\ufeff\ufeff${customer}`),
  'something after the JSON': `${customer}x`,
}

for (const [name, raw] of Object.entries(bodies)) {
  test(`refuses ${name}`, async () => {
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request')
  })
}

test('takes JSON that begins with a byte order mark', async () => {
  const raw = `\ufeff{"name":"Ana","email":"${crypto.randomUUID()}@example.com"}`
  assert.equal((await post({ raw: Buffer.from(raw), headers: json })).status, 201)
})

for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
  test(`refuses a JSON body sent as ${type || 'no content type'}`, async () => {
    const raw = new Uint8Array(Buffer.from(customer))
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    assertRefused(await post({ raw, headers }), 400, 'invalid_request')
  })
}

const jsonTypes = ['application/json; charset=utf-8', 'Application/JSON', 'application/json ;x=y']
for (const type of jsonTypes) {
  test(`accepts ${type}`, async () => {
    const before = await customers()
    const raw = JSON.stringify({ name: 'Ana', email: `${crypto.randomUUID()}@example.com` })
    const { status } = await post({ raw, headers: { 'content-type': type } })
    assert.equal(status, 201)
    assert.equal(await customers(), before + 1)
  })
}

test('refuses a compressed body', async () => {
  const headers = { ...json, 'content-encoding': 'gzip' }
  assertRefused(await post({ raw: customer, headers }), 400, 'invalid_request')
})

test('refuses an unknown field by name, at the top and nested', async () => {
  assertRefused(
    await post({ json: { name: 'Ana', email: 'a@example.com', id: 'cus_1' } }),
    400,
    'invalid_request',
    'id',
  )
  const default_offer = { amount_minor: 1, currency: 'BRL', active: false }
  const answer = await post({ json: { name: 'Caneca', default_offer } }, '/v1/products')
  assertRefused(answer, 400, 'invalid_request', 'default_offer.active')
})

test('refuses __proto__ and constructor as fields', async () => {
  for (const name of ['__proto__', 'constructor']) {
    const raw = `{"name":"Ana","email":"a@example.com","${name}":{"x":1}}`
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', name)
  }
})

test('refuses NUL and lone surrogates in every string and key', async () => {
  const bad = ['\\u0000', '\\ud800', '\\udc00x']
  for (const text of bad) {
    const inName = `{"name":"a${text}","email":"a@example.com"}`
    assertRefused(await post({ raw: inName, headers: json }), 400, 'invalid_request', 'name')
    const inValue = `{"name":"a","email":"a@example.com","metadata":{"k":["${text}"]}}`
    const value = await post({ raw: inValue, headers: json })
    assertRefused(value, 400, 'invalid_request', 'metadata.k.0')
    const inKey = `{"name":"a","email":"a@example.com","metadata":{"${text}":1}}`
    assertRefused(await post({ raw: inKey, headers: json }), 400, 'invalid_request', 'metadata')
  }
})

const lost = [
  '1e999',
  '1e-999',
  '9007199254740993',
  '4990.0000000000000001',
  '0.1000000000000001110',
  `1.${'0'.repeat(60_000)}`,
]
for (const number of lost) {
  test(`refuses the number ${number.slice(0, 30)}, which would lose digits`, async () => {
    const raw = `{"name":"a","email":"a@example.com","metadata":{"n":[0,${number}]}}`
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', 'metadata.n.1')
  })
}

for (const number of ['1.5', '1.0', '1e2', '0.10000000000000001', '5e-324', '-0.25', '0e5']) {
  test(`keeps the number ${number} in metadata`, async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const raw = `{"name":"a","email":"${email}","metadata":{"n":[{"m":${number}}]}}`
    const { status, text } = await post({ raw, headers: json })
    assert.equal(status, 201, text)
    const { metadata } = JSON.parse(text) as { metadata: unknown }
    assert.deepEqual(metadata, { n: [{ m: Number(number) }] })
  })
}

test('keeps a number in metadata under every name', async () => {
  for (const name of ['toJSON', '__proto__', 'constructor', 'valueOf', 'then', 'length']) {
    const email = `${crypto.randomUUID()}@example.com`
    const metadata = `{"${name}":1.0,"a":{"${name}":2.0,"b":3}}`
    const raw = `{"name":"a","email":"${email}","metadata":${metadata}}`
    const { status, text } = await post({ raw, headers: json })
    assert.equal(status, 201, text)
    const kept = (JSON.parse(text) as { metadata: unknown }).metadata
    assert.deepEqual(kept, JSON.parse(metadata))
  }
})

const productAt = (amount: string) =>
  `{"name":"Caneca","default_offer":{"amount_minor":${amount},"currency":"BRL"}}`

for (const amount of ['4990.0', '499e1', '4.99E+3', '49900e-1', `4990.${'0'.repeat(40)}`]) {
  test(`takes the amount ${amount}, which is the integer 4990`, async () => {
    const raw = productAt(amount)
    const { status, text } = await post({ raw, headers: json }, '/v1/products')
    assert.equal(status, 201, text)
    assert.match(text, /"amount_minor":4990,/)
  })
}

const noIntegers = ['4990.5', '4990.0000000000001', '4990.0000000000000001', '1e-400', '1e999']
for (const amount of [...noIntegers, '9007199254740993.0', '"4990"', '"4990.0"']) {
  test(`refuses the amount ${amount}, which is no integer that can be kept`, async () => {
    const answer = await post({ raw: productAt(amount), headers: json }, '/v1/products')
    assertRefused(answer, 400, 'invalid_request', 'default_offer.amount_minor')
  })
}

test('a repeat that writes the same amount otherwise is the same request', async () => {
  const headers = { ...json, 'idempotency-key': crypto.randomUUID() }
  const first = await post({ raw: productAt('4990'), headers }, '/v1/products')
  const again = await post({ raw: productAt('4.99e3'), headers }, '/v1/products')
  assert.deepEqual([again.status, again.text], [201, first.text])
})

test('refuses a number where an object belongs, however it is written', async () => {
  for (const number of ['4990', '4990.0', '499e1', '0.5']) {
    const raw = `{"name":"a","email":"a@example.com","metadata":${number}}`
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', 'metadata')
  }
})

const twice: Record<string, string> = {
  name: '"name":"b"',
  email: '"\\u0065mail":"b@example.com"',
  'metadata.a.1.b': '"metadata":{"a":[{"b":1},{"b":1,"c":{"b":"\\"b\\":"},"b":1}]}',
  'metadata.__proto__': '"metadata":{"__proto__":1,"__proto__":1}',
  'metadata.': '"metadata":{"":1,"":1}',
}
for (const [param, repeated] of Object.entries(twice)) {
  test(`refuses a body that has ${param} twice`, async () => {
    const raw = `{"name":"a","email":"a@example.com",${repeated}}`
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', param)
  })
}

for (const last of ['null', '"x"', '4990', '1.0', '[]', '{}', 'true']) {
  for (const first of ['{"a":{"b":[1.0]}}', '{"length":1.5}', '[[1.0],{"a":1.5}]']) {
    test(`refuses a body that has metadata twice, first ${first} and then ${last}`, async () => {
      const raw = `{"name":"a","email":"a@example.com","metadata":${first},"metadata":${last}}`
      assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', 'metadata')
    })
  }
}

for (const last of ['1', '{}', '[]', '{"a":1}']) {
  test(`no object is changed by a name that comes twice, at last as ${last}`, async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    const raw = `{"a":{"__proto__":{"polluted":1.5}},"a":${last}}`
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', 'a')
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before)
  })
}

for (const inner of ['"__proto__":1.0,"length":0.5', '"__proto__":{"__proto__":2.0,"name":1.5}']) {
  test(`refuses a body that has a name twice, first with {${inner}}`, async () => {
    const raw = `{"a":{${inner}},"a":1}`
    assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', 'a')
  })
}

test('takes one name in several objects, and as a value', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const metadata = { name: 'name', a: [{ name: 1 }, { name: { name: '"name":' } }], '{': '}' }
  const raw = JSON.stringify({ name: 'a', email, metadata }, null, 2)
  const { status, text } = await post({ raw, headers: json })
  assert.equal(status, 201, text)
  assert.deepEqual((JSON.parse(text) as { metadata: unknown }).metadata, metadata)
})

test('refuses a body nested thousands of levels deep', async () => {
  const metadata = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const raw = `{"name":"a","email":"a@example.com","metadata":${metadata}}`
  assertRefused(await post({ raw, headers: json }), 400, 'invalid_request', 'metadata')
})

test('refuses a body of more than 64 KiB, and takes one of 64 KiB', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const start = `{"name":"Ana","email":"${email}"`
  const fill = (size: number) => `${start}${' '.repeat(size - start.length - 1)}}`
  const limit_bytes = 64 * 1024
  const long = await post({ raw: fill(limit_bytes + 1), headers: json })
  assertRefused(long, 413, 'request_too_large')
  assert.equal((await post({ raw: fill(limit_bytes), headers: json })).status, 201)
})

test('faults of the body are named only to callers who may send one', async () => {
  const broken = { raw: '{', headers: json }
  assertRefused(await service.request('POST', '/v1/customers', broken), 401, 'missing_access_token')
  const { token } = await seller.restrictedTo(['products:read'])
  const answer = await service.request('POST', '/v1/customers', { ...broken, token })
  assertRefused(answer, 403, 'insufficient_scope')
  const big = { raw: 'x'.repeat(70_000), headers: json }
  assertRefused(await service.request('POST', '/v1/customers', big), 401, 'missing_access_token')
})

for (const path of [
  '/v1',
  '/v1/nothing',
  '/v1/customers/',
  '//v1/customers',
  '/V1/customers',
  '/v1/x/%E0%A4%A',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%E0%A4%A',
  '/metrics',
]) {
  test(`answers 404 route_not_found to ${path}`, async () => {
    assertRefused(await seller.get(path), 404, 'route_not_found')
  })
}

test('leads from / to the dashboard', async () => {
  const { status, headers } = await seller.get('/')
  assert.deepEqual([status, headers.get('location')], [303, '/dashboard/home'])
})

for (const authority of ['localhost', 'LOCALHOST.:1', '127.0.0.1:1', '[::1]']) {
  test(`every path is found behind the authority ${authority} of a target`, async () => {
    for (const path of ['/health', '/llms.txt?x=/docs/en', '/dashboard/sign-in?lang=en']) {
      const connection = new RawConnection(Number(new URL(service.url).port))
      const fields = 'Host: localhost\r\nAccept-Encoding: identity\r\nConnection: close\r\n'
      connection.write(`GET http://${authority}${path} HTTP/1.1\r\n${fields}\r\n`)
      const { status, headers } = await connection.answer()
      const answer = await service.request('GET', path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], answer.headers.get('content-type'), path)
    }
  })
}

for (const id of ['%E0%A4%A', 'a%00b', 'a%2fb', '%', 'cus_1']) {
  test(`answers 400 invalid_customer_id to the path segment ${id}`, async () => {
    const answer = await seller.get(`/v1/customers/${id}`)
    assertRefused(answer, 400, 'invalid_customer_id', 'customerId')
  })
}

test('answers 405 with Allow to a method that the path does not have', async () => {
  const methods: [string, string, string][] = [
    ['DELETE', '/v1/customers', 'GET, HEAD, POST'],
    ['PUT', '/v1/offers/x', 'GET, HEAD, PATCH'],
    ['POST', '/health', 'GET, HEAD'],
    ['GET', '/oauth/token', 'POST'],
    ['OPTIONS', '/v1/me', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of methods) {
    const answer = await service.request(method, path)
    assertRefused(answer, 405, 'method_not_allowed')
    assert.equal(answer.headers.get('allow'), allow)
  }
})

test('a file of the docs answers other methods with 405 and its own in Allow', async () => {
  for (const path of ['/docs/en', '/docs/style.css', '/llms.txt']) {
    for (const method of ['POST', 'OPTIONS', 'DELETE']) {
      const answer = await service.request(method, path)
      assertRefused(answer, 405, 'method_not_allowed')
      assert.equal(answer.headers.get('allow'), 'GET, HEAD')
    }
  }
})

test('refuses unknown, repeated and malformed query parameters', async () => {
  const queries: [string, string | undefined][] = [
    ['foo=1', 'foo'],
    ['__proto__=1', '__proto__'],
    ['limit=1&limit=2', 'limit'],
    ['%00=1', undefined],
    ['limit=%E0%A4%A', 'limit'],
  ]
  for (const [query, param] of queries) {
    assertRefused(await seller.get(`/v1/customers?${query}`), 400, 'invalid_request', param)
  }
})

test('the text of a failed validation is in Portuguese', async () => {
  const { body } = await post({ json: { name: 'Ana', email: 'no' } })
  assert.equal(body.error.message, 'email: não deve ser mais curta que 3 caracteres')
})

test('every answer has a request id of its own', async () => {
  const paths = ['/health', '/v1/me', '/nothing', '/pay/x', '/docs', '/openapi.json']
  const answers = await Promise.all(paths.map((path) => service.request('GET', path)))
  const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')))
  assert.equal(ids.size, paths.length)
  for (const id of ids) assert.match(id ?? '', /^req_[0-9a-f-]{36}$/)
})

test('a request id that the caller sends is not used', async () => {
  const headers = { 'x-request-id': 'mine' }
  const answer = await service.request('GET', '/health', { headers })
  assert.notEqual(answer.headers.get('x-request-id'), 'mine')
})

test('every answer says that https stays, where the public address has it', async () => {
  const secure = (answer: { headers: Headers }) => answer.headers.get('strict-transport-security')
  const paths = ['/health', '/v1/me', '/nothing', '/pay/x', '/docs', '/docs/redoc.js']
  for (const path of paths) {
    assert.match(secure(await behindTls.request('GET', path)) ?? '', /^max-age=\d{8}$/, path)
    assert.equal(secure(await service.request('GET', path)), null, path)
  }
  const broken = new RawConnection(Number(new URL(behindTls.url).port))
  broken.write('nonsense\r\n\r\n')
  assert.match((await broken.answer()).headers['strict-transport-security'] ?? '', /^max-age=/)
})

test('a refused request stores nothing', async () => {
  const tables = ['customers', 'products', 'offers', 'checkouts', 'payments', 'events']
  const state = () =>
    Promise.all(tables.map((table) => service.sql(`select * from ${table} order by id`)))
  const product = await seller.product()
  const checkout = await seller.checkout({ external_id: 'pedido-1' })
  const before = await state()
  const offer_id = product.default_offer?.id
  const offers = `/v1/products/${product.id}/offers`
  const refused: [string, unknown][] = [
    ['/v1/customers', { name: ' ', email: 'b@example.com' }],
    ['/v1/products', { name: 'x', default_offer: { amount_minor: 1, currency: 'XXX' } }],
    [offers, { amount_minor: 2, currency: 'BRL', compare_at_amount_minor: 1, is_default: true }],
    ['/v1/checkouts', { offer_id, external_id: 'pedido-1' }],
    ['/v1/checkouts', { offer_id, success_url: 'javascript:1' }],
    [`/sandbox/checkouts/${checkout.id}/nothing`, undefined],
  ]
  for (const [path, body] of refused) {
    const { status } = await seller.post(path, body)
    assert.ok(status >= 400, path)
  }
  await seller.patch(`/v1/offers/${offer_id}`, { name: 'Nova', active: false })
  assert.deepEqual(await state(), before)
})

test('the logs hold no token, secret, e-mail or page token', async () => {
  const { email } = await seller.customer()
  const { checkout_url } = await seller.checkout()
  const page_token = checkout_url.split('/').at(-1) ?? ''
  await service.request('GET', `/pay/${page_token}`)
  const text = service.log.join('\n')
  for (const secret of [seller.token, seller.client_secret, email, page_token]) {
    assert.ok(!text.includes(secret))
  }
})
