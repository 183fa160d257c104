/** The scope table of the specification, cell by cell, and the additions of the service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../auth/scopes.ts'
import { startService } from './service.ts'
import type { TestAccount } from './service.ts'

const service = await startService()
const owner = await service.account()

const singles: Scope[] = [
  'customers:read', 'customers:write', 'products:read', 'products:write', 'checkouts:read',
  'checkouts:write',
]

const product = await owner.product()
const offer_id = product.default_offer?.id
const customer = await owner.customer()
const openCheckout = async () => (await owner.checkout()).id

type Request = { method: string; path: string; json?: object }

/** Each operation: the scope that it wants, its success, and a request that succeeds. */
const operations: [Scope | undefined, number, () => Promise<Request> | Request][] = [
  [undefined, 200, () => ({ method: 'GET', path: '/v1/me' })],
  ['customers:write', 201, () => {
    const json = { name: 'Ana', email: `${crypto.randomUUID()}@example.com` }
    return { method: 'POST', path: '/v1/customers', json }
  }],
  ['customers:read', 200, () => ({ method: 'GET', path: '/v1/customers' })],
  ['customers:read', 200, () => ({ method: 'GET', path: `/v1/customers/${customer.id}` })],
  ['products:write', 201, () => {
    const json = { name: 'Caneca', default_offer: { amount_minor: 1, currency: 'BRL' } }
    return { method: 'POST', path: '/v1/products', json }
  }],
  ['products:read', 200, () => ({ method: 'GET', path: '/v1/products' })],
  ['products:read', 200, () => ({ method: 'GET', path: `/v1/products/${product.id}` })],
  ['products:write', 201, () => {
    const json = { amount_minor: 1, currency: 'BRL' }
    return { method: 'POST', path: `/v1/products/${product.id}/offers`, json }
  }],
  ['products:read', 200, () => ({ method: 'GET', path: `/v1/products/${product.id}/offers` })],
  ['products:read', 200, () => ({ method: 'GET', path: `/v1/offers/${offer_id}` })],
  ['products:write', 200, () => {
    return { method: 'PATCH', path: `/v1/offers/${offer_id}`, json: { name: 'Novo' } }
  }],
  ['checkouts:write', 201, () => ({ method: 'POST', path: '/v1/checkouts', json: { offer_id } })],
  ['checkouts:read', 200, () => ({ method: 'GET', path: '/v1/checkouts' })],
  ['checkouts:read', 200, async () => {
    return { method: 'GET', path: `/v1/checkouts/${await openCheckout()}` }
  }],
  ['checkouts:write', 200, async () => {
    return { method: 'POST', path: `/v1/checkouts/${await openCheckout()}/cancel` }
  }],
  ['checkouts:write', 200, async () => {
    return { method: 'POST', path: `/sandbox/checkouts/${await openCheckout()}/pay` }
  }],
  ['checkouts:write', 200, async () => {
    return { method: 'POST', path: `/sandbox/checkouts/${await openCheckout()}/decline` }
  }],
  [undefined, 200, () => ({ method: 'GET', path: '/sandbox/clock' })],
  [undefined, 200, () => {
    return { method: 'POST', path: '/sandbox/clock/advance', json: { seconds: 1 } }
  }],
]

const accounts = new Map<string, TestAccount>()

/** A client that has just these scopes. */
async function having(scopes: Scope[]): Promise<TestAccount> {
  const name = scopes.join(' ')
  const account = accounts.get(name) ?? await owner.restrictedTo(scopes)
  accounts.set(name, account)
  return account
}

/** The same operation asked for an id, a query and a body that are all wrong. */
function broken({ method, path }: Request): { method: string; path: string; json?: object } {
  const bad = path.replace(/(prod|cus|offer|checkout)_[^/]+/, 'x')
  return { method, path: `${bad}?unknown=1`, ...method !== 'GET' && { json: { unknown: 1 } } }
}

function send({ token }: { token?: string }, { method, path, json }: Request) {
  return service.request<'Error'>(method, path, { token, json })
}

async function assertInsufficient(
  account: TestAccount,
  wanted: Scope,
  request: Request,
): Promise<void> {
  const { status, headers, body } = await send(account, request)
  const { type, code, param, request_id } = body.error ?? {}
  const expected = [403, 'authorization_error', 'insufficient_scope', undefined]
  assert.deepEqual([status, type, code, param], expected)
  assert.equal(request_id, headers.get('x-request-id'))
  const challenge = headers.get('www-authenticate')
  assert.equal(
    challenge,
    `Bearer realm="balcao", error="insufficient_scope", scope="${wanted}"`,
  )
}

for (const [wanted, success, makeRequest] of operations) {
  const { method, path } = await makeRequest()
  const name = `${method} ${path.replace(/_[0-9a-f-]{36}/, '')}`
  const grants: Scope[][] = [...singles.map((scope) => [scope]), ['all']]
  const allowed = grants.filter(([scope]) => !wanted || scope === wanted || scope === 'all')
  const others = singles.filter((scope) => scope !== wanted)

  test(`${name} takes ${wanted ?? 'any token'}`, async () => {
    for (const scopes of [...allowed, ...wanted ? [] : [others]]) {
      const { status, text } = await send(await having(scopes), await makeRequest())
      assert.equal(status, success, `${scopes}: ${text}`)
    }
  })

  if (wanted) {
    test(`${name} refuses every other scope, whatever else is wrong`, async () => {
      for (const scopes of [...others.map((scope) => [scope]), others]) {
        const account = await having(scopes)
        const request = await makeRequest()
        await assertInsufficient(account, wanted, request)
        await assertInsufficient(account, wanted, broken(request))
      }
      assert.equal((await send(owner, broken(await makeRequest()))).status, 400)
    })
  }

  test(`${name} refuses a missing and a wrong token first, with a challenge`, async () => {
    const request = broken(await makeRequest())
    for (const [account, code] of [
      [{}, 'missing_access_token'],
      [{ token: 'x' }, 'invalid_access_token'],
    ] as const) {
      const { status, headers, body } = await send(account, request)
      const actual = [status, body.error.type, body.error.code]
      assert.deepEqual(actual, [401, 'authentication_error', code])
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm=/)
    }
  })
}

test('a refused request does nothing', async () => {
  const reader = await having(['checkouts:read'])
  const id = await openCheckout()
  for (const path of [
    `/v1/checkouts/${id}/cancel`, `/sandbox/checkouts/${id}/pay`,
  ]) await reader.post(path)
  const { body } = await owner.get<'Checkout'>(`/v1/checkouts/${id}`)
  assert.equal(body.status, 'open')
})

test('a body that cannot be read is looked at after the scope', async () => {
  const reader = await having(['customers:read'])
  for (const raw of ['{"name"', 'x'.repeat(100_000)]) {
    const headers = { 'content-type': 'application/json' }
    const { token } = reader
    const { status } = await service.request('POST', '/v1/customers', { token, raw, headers })
    assert.equal(status, 403)
  }
})
