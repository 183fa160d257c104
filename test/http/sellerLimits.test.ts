/** Limits of a seller as a whole, over all of its API clients and people. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ApiError } from '../../contract/apiError.ts'
import { operationsOf, readContract } from '../../contract/document.ts'
import type { Service } from '../../domain/service.ts'
import type { RequestContext } from '../../http/context.ts'
import { addingOperations, repeatableOperations, SellerLimits } from '../../http/sellerLimits.ts'
import { createLog } from '../../runtime/logger.ts'
import type { SellerLimit } from '../../runtime/metrics/metrics.ts'
import { StorageQuota } from '../../runtime/storageQuota.ts'
import { signIn } from '../support/dashboard.ts'
import { mockFor } from '../support/mockFor.ts'
import { startService } from '../support/service.ts'
import type { Answer, TestAccount } from '../support/service.ts'

/** Bytes a day: one a millisecond. */
const DAILY = 86_400_000

const PER_SECOND = 10

const stored = await startService({ sellerDailyBytes: DAILY })
const limited = await startService({ sellerRateLimit: PER_SECOND, sellerDailyBytes: DAILY })

/** Operations that a seller past its storage may still call, with the reason. */
const neverRefused: Record<string, string> = {
  cancelCheckout: 'ends what is there, once',
  cancelSubscription: 'ends what is there, once',
  connectBank: 'without a bank nobody can pay',
  createRefund: "the buyer's money",
  deleteUserPasskey: 'ends what is there, once',
  deleteWebhookEndpoint: 'ends what is there, once',
  disconnectBank: 'ends what is there, once',
  removeUser: 'ends what is there, once',
  sandboxExpireCheckout: 'ends what is there, once',
  sandboxDeclineCheckout: 'plays the bank',
  sandboxPayCheckout: 'plays the bank',
  sandboxReversePayment: 'plays the bank',
  sandboxAuthorizeSubscription: 'plays the bank',
  sandboxRefuseSubscription: 'plays the bank',
  sandboxRevokeSubscription: 'plays the bank',
  sandboxPayInvoice: 'plays the bank',
  sandboxFailInvoice: 'plays the bank',
  advanceClock: 'sandbox only',
}

/** Everything that a seller can change, with the path of something that is not there. */
const changes = [...operationsOf(readContract())]
  .filter(({ method, path }) => method !== 'get' && /^\/(v1|sandbox)\//.test(path))
  .map(({ method, path, operation }) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, 'x'),
  }))

/** Makes a seller that may add nothing for five seconds, for ten after one change more. */
async function fullSeller(): Promise<TestAccount> {
  const seller = await stored.account()
  stored.service.storage.add(seller.seller_id, DAILY + 5_000)
  return seller
}

function assertRefused(answer: Answer<unknown>, policy: string, quota: string): void {
  assert.equal(answer.status, 429, answer.text)
  assert.equal(answer.body.error.type, 'rate_limit_error')
  assert.equal(answer.body.error.code, 'too_many_requests')
  const seconds = answer.headers.get('retry-after') ?? ''
  assert.match(seconds, /^([1-9]|10)$/)
  assert.equal(answer.headers.get('ratelimit'), `"${policy}";r=0;t=${seconds}`)
  assert.equal(answer.headers.get('ratelimit-policy'), quota)
}

test('each operation that changes something is refused at the limit of storage, or never', () => {
  const ids = changes.map(({ id }) => id)
  const named = [...addingOperations, ...repeatableOperations, ...Object.keys(neverRefused)]
  assert.deepEqual(named.toSorted(), ids.toSorted())
})

test('a seller past its storage adds nothing, and the refusal says when it may again', async () => {
  const { token } = await fullSeller()
  for (const { id, method, path } of changes) {
    const answer = await stored.request(method, path, { token, json: {} })
    if (!addingOperations.has(id)) assert.notEqual(answer.status, 429, id)
    else assertRefused(answer, 'storage', `"storage";q=${DAILY};w=86400;qu="content-bytes"`)
  }
})

test('past its storage, a seller reads, cancels, is paid and pays back as before', async () => {
  const seller = await stored.account()
  const { default_offer } = await seller.product()
  const open = () => seller.post<'Checkout'>('/v1/checkouts', { offer_id: default_offer?.id })
  const [one, other] = [(await open()).body, (await open()).body]
  stored.service.storage.add(seller.seller_id, 2 * DAILY)
  assert.equal((await open()).status, 429)
  assert.equal((await seller.post(`/sandbox/checkouts/${one.id}/pay`)).status, 200)
  const { body: paid } = await seller.get<'Checkout'>(`/v1/checkouts/${one.id}`)
  assert.equal(paid.status, 'completed')
  const refunded = await seller.post(`/v1/payments/${paid.payment_id}/refunds`, { amount_minor: 1 })
  assert.equal(refunded.status, 201)
  assert.equal((await seller.post(`/v1/checkouts/${other.id}/cancel`)).status, 200)
  assert.equal((await seller.get('/v1/events')).status, 200)
  assert.equal((await (await stored.account()).post('/v1/customers', {})).status, 400)
})

test('far past its storage, API clients end no objects, and people still do', async () => {
  const seller = await stored.account()
  const { id } = await seller.apiClient()
  const owner = await signIn(seller)
  const { token } = seller
  stored.service.storage.add(seller.seller_id, 1.6 * DAILY)
  for (const { id: operation, method, path } of changes) {
    const { status } = await stored.request(method, path, { token, json: {} })
    assert.equal(status === 429, !(operation in neverRefused), operation)
  }
  const page = `/dashboard/api-clients/${id}`
  await owner.submit(page, `${page}/revoke`, {})
  const { body } = await seller.get<'ApiClientRecord'>(`/v1/api_clients/${id}`)
  assert.equal(body.status, 'revoked')
})

test('bytes that a change stores are counted once it is committed, and no others', async (t) => {
  const seller = await stored.account()
  const { storage } = stored.service
  const add = mockFor(t).method(storage, 'add')
  const counted = () => {
    const bytes = add.mock.calls.map(({ arguments: [, of] }) => of)
    add.mock.resetCalls()
    return bytes
  }
  const ana = { name: 'Ana', email: 'ana@example.com', metadata: { a: 'ã'.repeat(3_000) } }
  const key = { 'idempotency-key': 'k' }
  const { text, body } = await seller.post<'Customer'>('/v1/customers', ana, key)
  const bytes = Buffer.byteLength(text)
  assert.deepEqual(counted(), [4_096 + 2 * bytes])
  assert.equal((await seller.post('/v1/customers', ana, key)).text, text)
  assert.equal((await seller.post('/v1/customers', ana)).status, 409)
  assert.equal((await seller.post('/v1/customers', {})).status, 400)
  assert.equal((await seller.get(`/v1/customers/${body.id}`)).status, 200)
  assert.deepEqual(counted(), [])
  const patched = await seller.patch(`/v1/customers/${body.id}`, { metadata: {} })
  assert.deepEqual(counted(), [4_096 + Buffer.byteLength(patched.text)])
  const { default_offer } = await seller.product()
  counted()
  const sale = { offer_id: default_offer?.id, metadata: { a: 'x'.repeat(9_000) } }
  const opened = await seller.post('/v1/checkouts', sale, { 'idempotency-key': 'o' })
  // Its answer is kept by a reference.
  assert.deepEqual(counted(), [4_096 + Buffer.byteLength(opened.text) + 2_048])
})

test('a form of the dashboard counts to the storage, and is refused past it', async (t) => {
  const seller = await stored.account()
  const owner = await signIn(seller)
  const page = '/dashboard/customers'
  const add = mockFor(t).method(stored.service.storage, 'add')
  await owner.submit(page, page, { name: 'Ana', email: 'ana@loja.example' })
  assert.equal(add.mock.callCount(), 1)
  add.mock.restore()
  stored.service.storage.add(seller.seller_id, DAILY + 60_000)
  const { html } = await owner.submit(page, page, { name: 'Bia', email: 'bia@loja.example' })
  assert.ok(html.includes('gravou dados demais'), html)
  const { body } = await seller.get<'CustomerList'>('/v1/customers')
  assert.deepEqual(
    body.data.map(({ name }) => name),
    ['Ana'],
  )
})

test('the clients of a seller share its requests a second; people and others do not', async () => {
  const seller = await limited.account()
  const other = await limited.account()
  const clients = [
    seller,
    await limited.login(seller),
    await seller.restrictedTo(['customers:read']),
  ]
  const owner = await signIn(seller)
  const flood = clients.flatMap((client) =>
    Array.from({ length: 2 * PER_SECOND }, () => client.get('/v1/me')),
  )
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) assertRefused(answer, 'seller', `"seller";q=${PER_SECOND};w=1`)
  // Requests that are sent at once meet two windows at most, unless they take long.
  assert.ok(refused.length >= flood.length - 4 * PER_SECOND, `${refused.length} are refused`)
  assert.ok(refused.length > 0)
  assert.equal((await other.get('/v1/me')).status, 200)
  assert.equal((await owner.get('/dashboard/customers')).status, 200)
})

test('a seller that is at a limit is refused before its client is counted', async (t) => {
  const seller = await fullSeller()
  const { limits } = stored.service
  const count = mockFor(t).method(limits, 'request')
  assert.equal((await seller.post('/v1/customers', {})).status, 429)
  assert.equal(count.mock.callCount(), 0)
  const known = mockFor(t).method(limits, 'sellerWaitMs', () => 1_500)
  assert.equal((await seller.get('/v1/me')).headers.get('retry-after'), '2')
  assert.equal(count.mock.callCount(), 0)
  known.mock.restore()
  assert.equal((await seller.get('/v1/me')).status, 200)
  assert.equal(count.mock.callCount(), 1)
})

test('tokens of a seller are limited as its requests are, and apart from them', async () => {
  const seller = await limited.account()
  const { client_id, client_secret } = await seller.restrictedTo(['customers:read'])
  const asked = Array.from({ length: 6 * PER_SECOND }, (_, i) =>
    i % 2
      ? limited.requestToken(client_id, client_secret)
      : limited.requestToken(seller.client_id, seller.client_secret),
  )
  const request = seller.get('/v1/me')
  const answers = await Promise.all(asked)
  assert.equal((await request).status, 200)
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0, 'none was refused')
  for (const { headers, body } of refused) {
    assert.equal(String(body.error), 'too_many_requests')
    assert.match(headers.get('retry-after') ?? '', /^1$/)
  }
})

/** The parts of a request that a refusal reads. */
const requestTo = (operationId: string) =>
  ({ operation: { operationId }, responseHeaders: {} }) as RequestContext

test('the log has one line a minute for a seller at its limit, the metrics all', (t) => {
  const { timers } = mockFor(t)
  timers.enable({ apis: ['setTimeout'] })
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const refused: SellerLimit[] = []
  const atLimit: [SellerLimit, number][] = []
  const metrics = {
    sellerRefused: (limit: SellerLimit) => void refused.push(limit),
    sellersAtLimit: (...counts: [SellerLimit, number]) => void atLimit.push(counts),
  }
  const storage = new StorageQuota(DAILY, () => 0)
  const limits = { sellerWaitMs: () => 0 }
  const service = { metrics, storage, limits } as unknown as Service
  const sellerLimits = new SellerLimits({ service, log })
  const refuse = (seller: string, times: number) => {
    storage.add(seller, 2 * DAILY)
    for (let i = 0; i < times; i++) {
      const request = () => sellerLimits.refuse(requestTo('createCheckout'), seller, 'clients')
      assert.throws(request, ApiError)
    }
  }
  const written = () =>
    lines.splice(0).map(({ seller_id, limit, refused: n }) => [seller_id, limit, n])
  refuse('a', 30)
  refuse('b', 1)
  assert.deepEqual(written(), [
    ['a', 'storage', 1],
    ['b', 'storage', 1],
  ])
  assert.deepEqual(atLimit.at(-1), ['storage', 2])
  timers.tick(59_999)
  assert.deepEqual(written(), [])
  timers.tick(1)
  assert.deepEqual(written(), [['a', 'storage', 29]])
  assert.deepEqual(atLimit.at(-1), ['storage', 1])
  timers.tick(60_000)
  assert.deepEqual([written(), atLimit.at(-1)], [[], ['storage', 0]])
  assert.equal(refused.length, 31)
})

test('a seller at its limit writes no line for each refusal into the security log', async () => {
  const before = stored.log.length
  const seller = await fullSeller()
  for (let i = 0; i < 5; i++) await seller.post('/v1/customers', {})
  const lines = stored.log.slice(before).filter((line) => line.includes('"level":"warn"'))
  assert.equal(lines.length, 1)
  const { seller_id, limit, msg } = JSON.parse(lines[0] ?? '')
  assert.deepEqual([seller_id, limit, msg], [seller.seller_id, 'storage', 'seller at its limit'])
})
