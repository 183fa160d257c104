/** Requests at once, of which the engine's locks and keys let as many succeed as may. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MAX_ACTIVE_CLIENTS } from '../../domain/access/clientChanges.ts'
import { MAX_ENDPOINTS } from '../../domain/webhooks/endpointChanges.ts'
import { getsTokens, manager } from '../support/apiClients.ts'
import { joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { assertNotOpen } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const atOnce = <Result>(count: number, make: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, make))

test('offers that are archived and promoted at once leave a default that is active', async () => {
  for (let round = 0; round < 10; round++) {
    const product = await seller.product()
    const other = await seller.offer(product.id)
    await Promise.all([
      seller.patch(`/v1/offers/${other.id}`, { is_default: true }),
      seller.post(`/v1/offers/${product.default_offer?.id}/archive`),
      seller.post(`/v1/offers/${other.id}/archive`),
    ])
    const { body } = await seller.get<'Product'>(`/v1/products/${product.id}`)
    const { body: list } = await seller.get<'OfferList'>(`/v1/products/${product.id}/offers`)
    assert.deepEqual(
      list.data.filter(({ is_default }) => is_default),
      body.default_offer ? [body.default_offer] : [],
    )
    assert.equal(body.default_offer === null, list.data.length === 0)
  }
})

test('50 cancellations of a session at once: one cancels and the rest are refused', async () => {
  const { id } = await seller.checkout()
  const answers = await atOnce(50, () => seller.post(`/v1/checkouts/${id}/cancel`))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers) if (answer.status !== 200) assertNotOpen(answer)
})

test('many API clients at once: only as many are made as there is room for', async () => {
  const full = await service.account()
  for (let i = 1; i < MAX_ACTIVE_CLIENTS - 3; i++) await full.apiClient()
  const answers = await atOnce(12, () =>
    full.post('/v1/api_clients', { name: 'a', scopes: ['checkouts:read'] }),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
})

test('50 refunds at once under one external_id, on 50 payments: one is made', async () => {
  const of = await service.account()
  const payments = await atOnce(50, () => of.payment())
  const answers = await Promise.all(
    payments.map(({ id }) =>
      of.post<'Refund'>(`/v1/payments/${id}/refunds`, { external_id: 'x', amount_minor: 1 }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 'refund_external_id_already_exists', 'external_id')
  }
  const rows = await service.sql(
    'select id from payments where seller_id = ? and amount_committed_minor <> 0',
    of.seller_id,
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    [made[0]?.body.payment_id],
  )
})

test('webhook endpoints beyond the limit are refused, also when many come at once', async () => {
  const of = await service.account()
  const create = () =>
    of.post<'WebhookEndpoint'>('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hook' })
  const answers = await atOnce(MAX_ENDPOINTS + 4, create)
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, MAX_ENDPOINTS)
  assertRefused(await create(), 'webhook_endpoint_limit_reached')
  await of.delete(`/v1/webhook_endpoints/${made[0]?.body.id}`)
  assert.equal((await create()).status, 201)
})

test('many deletions of a webhook endpoint at once: one succeeds', async () => {
  const { id } = await seller.webhookEndpoint()
  const answers = await atOnce(10, () => seller.delete(`/v1/webhook_endpoints/${id}`))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('many erasures of a customer at once are all answered the same', async () => {
  const { id } = await seller.customer()
  const answers = await atOnce(10, () => seller.post(`/v1/customers/${id}/erase`))
  const [first] = answers
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, first?.body])
})

test('50 requests at once with one key: one works and all get its answer', async () => {
  const of = await service.account()
  const count = async () => (await service.sql('select id from customers')).length
  const before = await count()
  const answers = await atOnce(50, () =>
    of.post('/v1/customers', { name: 'Ana', email: 'ana@example.com' }, { 'idempotency-key': 'k' }),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const fresh = answers.filter(({ headers }) => !headers.has('idempotent-replayed'))
  assert.equal(fresh.length, 1)
  assert.equal(await count(), before + 1)
})

const invitationOf = (url: string | undefined) => {
  const token = url?.split('/').at(-1) ?? ''
  return service.service.people.readInvitation(service.db, token, service.clock.now())
}

test('an e-mail that is invited by several at once makes one user and one invitation', async () => {
  const of = await service.account()
  const email = 'ana@loja.example'
  const answers = await atOnce(3, () =>
    of.post<'UserWithInvitation'>('/v1/users', { email, role: 'viewer' }),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  const open = await Promise.all(answers.map(({ body }) => invitationOf(body.invitation_url)))
  assert.equal(open.filter((one) => one !== undefined).length, 1)
})

test('two owners who are removed at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const of = await service.account()
    const owners = [await joinedUser(of), await joinedUser(of)]
    const answers = await Promise.all(
      owners.map(({ user_id }) => of.delete(`/v1/users/${user_id}`)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await of.get<'UserList'>('/v1/users')).body.data.length, 1)
  }
})

test('many rotations at once: each ends the secret before it, and one is left', async () => {
  const of = await service.account()
  const { ...shown } = await of.apiClient()
  const answers = await atOnce(10, () =>
    of.post<'ApiClientWithSecret'>(`/v1/api_clients/${shown.id}/rotate_secret`, {}),
  )
  const secrets = answers.map(({ body }) => body.client_secret)
  const works = await Promise.all(secrets.map((secret) => getsTokens(of, shown, secret)))
  assert.equal(works.filter(Boolean).length, 1)
})

const clientIdOf = async (of: TestAccount) => (await of.get<'Account'>('/v1/me')).body.api_client.id

const take = (by: TestAccount, client_id: string) =>
  by.patch(`/v1/api_clients/${client_id}`, { scopes: ['customers:read'] })

test('two clients that take the right from each other at once: one succeeds', async () => {
  for (let i = 0; i < 10; i++) {
    const of = await service.account('Loja', manager)
    const other = await of.restrictedTo(manager)
    const [one, two] = [await clientIdOf(of), await clientIdOf(other)]
    const answers = await Promise.all([take(of, two), take(other, one)])
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 401])
    const refused = answers.find(({ status }) => status === 401)
    assert.equal(refused?.body.error.code, 'invalid_access_token')
    assert.match(refused?.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
  }
})

test('an e-mail goes to one customer, however many ask for it at once', async () => {
  const by = await service.account()
  const customers = await atOnce(10, () => by.customer())
  const email = 'ana@example.com'
  const answers = await Promise.all([
    ...customers.map(({ id }) => by.patch<'Customer'>(`/v1/customers/${id}`, { email })),
    ...customers.map(() => by.post<'Customer'>('/v1/customers', { name: 'Ana', email })),
  ])
  const [first, ...more] = answers.filter(({ status }) => status < 300)
  assert.ok(first)
  assert.deepEqual(more, [])
  for (const answer of answers) {
    if (answer !== first) assertRefused(answer, 'customer_email_already_exists', 'email')
  }
  const { body } = await by.get<'CustomerList'>('/v1/customers?limit=100')
  assert.equal(body.data.filter((one) => one.email === email).length, 1)
  assert.equal(body.data.length, customers.length + (first.status === 201 ? 1 : 0))
})

test('two owners who lose the role at once: one keeps it', async () => {
  for (let round = 0; round < 5; round++) {
    const of = await service.account()
    const owners = [await joinedUser(of), await joinedUser(of)]
    const answers = await Promise.all(
      owners.map(({ user_id }) => of.patch(`/v1/users/${user_id}`, { role: 'viewer' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const { data } = (await of.get<'UserList'>('/v1/users')).body
    assert.deepEqual(data.map(({ role }) => role).toSorted(), ['owner', 'viewer'])
  }
})
