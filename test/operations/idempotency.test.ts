/** The `Idempotency-Key` header on every POST under /v1. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mock } from 'node:test'
import { test } from 'vitest'
import { bankBody, connect } from '../support/bankSettings.ts'
import { OneOfEach, shapes } from '../support/oneOfEach.ts'
import { bankOf } from '../support/rail.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const bank = await bankOf(service)
const DAY_MS = 24 * 60 * 60 * 1000

const keyed = (key: string) => ({ 'idempotency-key': key })
const ana = { name: 'Ana', email: 'ana@example.com' }

const rows = (table: string) => service.sql(`select * from ${table}`)

/** Every POST under /v1. */
const posts = [...shapes.values()]
  .filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/'))
  .map(({ id }) => id)

/** A request of the operation that succeeds. */
async function good(
  operationId: string,
  seller: TestAccount,
): Promise<[string, object | undefined]> {
  if (operationId === 'testBankConnection') await connect(seller, bankBody(bank))
  const { path, json } = await new OneOfEach(seller).request(operationId)
  return [path, json]
}

/** Secrets that are shown once: a replayed answer lacks them. */
const secretsOf: Record<string, string> = {
  createApiClient: 'client_secret',
  rotateApiClientSecret: 'client_secret',
  inviteUser: 'invitation_url',
  createWebhookEndpoint: 'secret',
  rotateWebhookEndpointSecret: 'secret',
}

for (const id of posts) {
  test(`${id} gives the first answer again for the same key and body`, async () => {
    const seller = await service.account()
    const [path, body] = await good(id, seller)
    const first = await seller.post(path, body, keyed('k'))
    assert.ok(first.status < 300, first.text)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    service.clock.advanceMs(1)
    const again = await seller.post(path, body, keyed('k'))
    assert.equal(again.status, first.status)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const secret = secretsOf[id]
    if (secret === undefined) return assert.equal(again.text, first.text)
    const { [secret]: shown, ...rest } = first.body as unknown as Record<string, unknown>
    assert.ok(String(shown).length > 32)
    assert.deepEqual(again.body, rest)
  })
}

test('no secret of an answer is stored', async () => {
  const seller = await service.account()
  for (const [id, name] of Object.entries(secretsOf)) {
    const [path, body] = await good(id, seller)
    const first = await seller.post(path, body, keyed(id))
    const secret = (first.body as unknown as Record<string, string>)[name] ?? ''
    assert.ok(secret.length > 32, id)
    const stored = (await rows('idempotency_keys')).map((row) => JSON.stringify(row)).join()
    assert.ok(stored.includes(seller.seller_id))
    assert.ok(!stored.includes(secret.slice(6)), id)
  }
})

test('an answer that is given again counts nothing again', async () => {
  const seller = await service.account()
  const money = mock.method(service.service.metrics, 'money')
  const offer_id = (await seller.product()).default_offer?.id
  const open = () => seller.post<'Checkout'>('/v1/checkouts', { offer_id }, keyed('o'))
  const { id } = (await open()).body
  const cancel = () => seller.post(`/v1/checkouts/${id}/cancel`, undefined, keyed('c'))
  for (const repeat of [open, cancel, cancel]) assert.ok((await repeat()).status < 300)
  mock.restoreAll()
  assert.deepEqual(
    money.mock.calls.map(({ arguments: [state] }) => state),
    ['opened', 'canceled'],
  )
})

test('the first answer is given again although the object has changed since', async () => {
  const seller = await service.account()
  const { default_offer } = await seller.product()
  const body = { offer_id: default_offer?.id }
  const first = await seller.post<'Checkout'>('/v1/checkouts', body, keyed('k'))
  await seller.post(`/sandbox/checkouts/${first.body.id}/pay`)
  const again = await seller.post<'Checkout'>('/v1/checkouts', body, keyed('k'))
  assert.equal(again.body.status, 'open')
  const { body: now } = await seller.get<'Checkout'>(`/v1/checkouts/${first.body.id}`)
  assert.equal(now.status, 'completed')
})

/** The largest free JSON that an object may have. */
const large = { notes: 'ã'.repeat(7_500), 7: null, a: [{ b: 1.5 }] }

/** The stored answer to a key of the seller. */
async function storedAnswer({ seller_id }: TestAccount, name: string): Promise<string> {
  const [row] = await service.sql<{ body: string }>(
    `select cast(body as text) as body from idempotency_keys where seller_id = ? and key like ?`,
    seller_id,
    `% ${name}`,
  )
  return row?.body ?? ''
}

/** A product whose metadata is large, and which each line item copies. */
async function largeProduct(seller: TestAccount): Promise<{ id: string; offer_id: string }> {
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = { name: 'Curso', description: 'd'.repeat(2_000), metadata: large, default_offer }
  const { body } = await seller.post<'Product'>('/v1/products', product, keyed('product'))
  return { id: body.id, offer_id: body.default_offer?.id ?? '' }
}

test("an answer's constant parts are not stored twice, and replayed byte for byte", async () => {
  const seller = await service.account()
  const { id: product_id, offer_id } = await largeProduct(seller)
  const open = () =>
    seller.post<'Checkout'>('/v1/checkouts', { offer_id, metadata: large }, keyed('o'))
  const opened = await open()
  const { id } = opened.body
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const { payment_id } = (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body
  const refunding = { amount_minor: 1, reason: 'arrependimento', metadata: large }
  const refund = () => seller.post(`/v1/payments/${payment_id}/refunds`, refunding, keyed('r'))
  const refunded = await refund()
  await seller.patch(`/v1/products/${product_id}`, { name: 'Outro', metadata: {} })
  for (const [name, first, repeat] of [
    ['o', opened, open],
    ['r', refunded, refund],
  ] as const) {
    assert.ok(first.status === 201 && first.text.length > 7_500, first.text)
    const stored = await storedAnswer(seller, name)
    assert.ok(
      stored.length > 300 && stored.length < 1_500,
      `${stored.length} of ${name} are stored`,
    )
    const again = await repeat()
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  }
})

test('an answer about a canceled session is given again byte for byte, too', async () => {
  const seller = await service.account()
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', {
    offer_id: (await largeProduct(seller)).offer_id,
  })
  const cancel = () => seller.post(`/v1/checkouts/${checkout.id}/cancel`, undefined, keyed('c'))
  const first = await cancel()
  assert.ok(first.text.length > 7_500)
  assert.ok((await storedAnswer(seller, 'c')).length < 1_500)
  assert.equal((await cancel()).text, first.text)
})

test('an answer whose object may change is stored whole', async () => {
  const seller = await service.account()
  const { id } = await largeProduct(seller)
  const create = () => seller.post('/v1/customers', { ...ana, metadata: large }, keyed('k'))
  const first = await create()
  const { id: customer_id } = JSON.parse(first.text) as { id: string }
  await seller.patch(`/v1/customers/${customer_id}`, { metadata: {} })
  await seller.patch(`/v1/products/${id}`, { metadata: {} })
  assert.ok((await storedAnswer(seller, 'product')).includes('ããã'))
  assert.equal((await create()).text, first.text)
})

test('an answer that an earlier version has stored whole is given again as it stands', async () => {
  const seller = await service.account()
  const { offer_id } = await largeProduct(seller)
  const open = () =>
    seller.post<'Checkout'>('/v1/checkouts', { offer_id, metadata: large }, keyed('o'))
  const first = await open()
  await service.sql(
    `update idempotency_keys set body = ? where seller_id = ? and key like '% o'`,
    first.text,
    seller.seller_id,
  )
  await seller.post(`/v1/checkouts/${first.body.id}/cancel`)
  assert.equal((await open()).text, first.text)
})

test('refuses the same key with another body, path or operation', async () => {
  const seller = await service.account()
  await seller.post('/v1/customers', ana, keyed('k'))
  const others: [string, object?][] = [
    ['/v1/customers', { ...ana, name: 'Bia' }],
    ['/v1/products', { name: 'Caneca', default_offer: { amount_minor: 1, currency: 'BRL' } }],
    [`/v1/checkouts/${(await seller.checkout()).id}/cancel`],
  ]
  for (const [path, body] of others) {
    const { status, body: answer } = await seller.post(path, body, keyed('k'))
    assert.equal(status, 409)
    assert.equal(answer.error.code, 'idempotency_key_reused')
  }
})

test('a body is the same in whatever order its names are written', async () => {
  const seller = await service.account()
  const metadata = { a: [{ b: 1, c: 2 }], 7: null }
  const first = await seller.post('/v1/customers', { ...ana, metadata }, keyed('k'))
  const other = { metadata: { 7: null, a: [{ c: 2, b: 1 }] }, ...ana }
  const again = await seller.post('/v1/customers', other, keyed('k'))
  assert.deepEqual([again.status, again.text], [201, first.text])
  const turned = { ...ana, metadata: { a: [{ b: 2, c: 1 }], 7: null } }
  const refused = await seller.post('/v1/customers', turned, keyed('k'))
  assert.equal(refused.body.error.code, 'idempotency_key_reused')
})

test('a refusal keeps no key and changes nothing', async () => {
  const seller = await service.account()
  await seller.post('/v1/customers', ana)
  const before = (await rows('idempotency_keys')).length
  const refused = await seller.post('/v1/customers', ana, keyed('k'))
  assert.equal(refused.status, 409)
  assert.equal((await rows('idempotency_keys')).length, before)
  const other = await seller.post('/v1/customers', { ...ana, email: 'b@example.com' }, keyed('k'))
  assert.equal(other.status, 201)
})

test('a key is kept for 24 hours and no longer', async () => {
  const seller = await service.account()
  const first = await seller.post<'Customer'>('/v1/customers', ana, keyed('k'))
  const { client_id, client_secret } = seller
  service.clock.advanceMs(DAY_MS - 1)
  const later = await service.login({ seller_id: seller.seller_id, client_id, client_secret })
  const replayed = await later.post<'Customer'>('/v1/customers', ana, keyed('k'))
  assert.equal(replayed.body.id, first.body.id)
  service.clock.advanceMs(1)
  const other = { name: 'Bia', email: 'bia@example.com' }
  const fresh = await later.post<'Customer'>('/v1/customers', other, keyed('k'))
  assert.equal(fresh.status, 201)
  assert.notEqual(fresh.body.id, first.body.id)
})

test('two accounts may use the same key', async () => {
  const [one, two] = [await service.account(), await service.account()]
  const first = await one.post<'Customer'>('/v1/customers', ana, keyed('k'))
  const second = await two.post<'Customer'>('/v1/customers', ana, keyed('k'))
  assert.equal(second.status, 201)
  assert.notEqual(second.body.id, first.body.id)
})

test('two clients of one account may use the same key, each for itself', async () => {
  const first = await service.account()
  const second = await first.restrictedTo(['customers:write', 'products:write'])
  const ours = await first.post<'Customer'>('/v1/customers', ana, keyed('k'))
  const product = { name: 'Caneca', default_offer: { amount_minor: 1, currency: 'BRL' } }
  const other = await second.post('/v1/products', product, keyed('k'))
  assert.deepEqual([other.status, other.headers.get('idempotent-replayed')], [201, null])
  const same = await second.post('/v1/products', product, keyed('k'))
  assert.deepEqual([same.text, same.headers.get('idempotent-replayed')], [other.text, 'true'])
  const again = await first.post<'Customer'>('/v1/customers', ana, keyed('k'))
  assert.equal(again.body.id, ours.body.id)
  const refused = await second.post('/v1/customers', ana, keyed('k2'))
  assert.equal(refused.body.error.code, 'customer_email_already_exists')
})

test('a key that version 1.0.0 has kept for the whole account holds until it ends', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const first = await seller.post<'Customer'>('/v1/customers', ana, keyed('k'))
  const sent = JSON.stringify(['createCustomer', {}, { ...ana, metadata: {} }])
  await service.sql(
    `update idempotency_keys set key = 'k', fingerprint = ? where seller_id = ?`,
    createHash('sha256').update(sent).digest('base64url'),
    seller_id,
  )
  const again = await seller.post<'Customer'>('/v1/customers', ana, keyed('k'))
  assert.deepEqual([again.status, again.body.id], [201, first.body.id])
  const other = await seller.post('/v1/customers', { ...ana, name: 'Bia' }, keyed('k'))
  assert.equal(other.body.error.code, 'idempotency_key_reused')
  service.clock.advanceMs(DAY_MS)
  const bia = { name: 'Bia', email: 'bia@example.com' }
  const later = await service.login(seller)
  const fresh = await later.post<'Customer'>('/v1/customers', bia, keyed('k'))
  assert.equal(fresh.status, 201)
  assert.notEqual(fresh.body.id, first.body.id)
})

test('refuses a key that is empty, too long or not printable ASCII', async () => {
  const seller = await service.account()
  for (const key of ['', 'x'.repeat(256), 'a b', 'é']) {
    const { status, body } = await seller.post('/v1/customers', ana, keyed(key))
    assert.equal(status, 400, key)
    assert.equal(body.error.code, 'invalid_request')
    assert.equal(body.error.param, 'Idempotency-Key')
  }
  const longest = await seller.post('/v1/customers', ana, keyed('x'.repeat(255)))
  assert.equal(longest.status, 201)
})
