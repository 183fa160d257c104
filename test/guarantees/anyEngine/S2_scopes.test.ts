/** The scope table of the specification, cell by cell, and the additions of the service. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { test } from 'vitest'
import type { Scope } from '../../../domain/identity/scopes.ts'
import { readServedContract, servedFile } from '../../../contract/document.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { assertLacks } from '../../support/apiClients.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { Answer, TestAccount } from '../../support/service.ts'
import { Ground, shapeOf, shapes } from '../support/ground.ts'

const singles: Scope[] = [
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'checkouts:read',
  'checkouts:write',
]

/** Scopes that are not part of `all`. */
const byName: Scope[] = ['refunds:write', 'account:read', 'account:write', 'bank:write']

/**
 * Every choice of the six scopes; `all`, which is these six; and each of the others by itself, with
 * the six, with `all`, and missing among all there are.
 */
const subsets: Scope[][] = [
  ...Array.from({ length: 2 ** singles.length }, (_, bits) =>
    singles.filter((__, i) => (bits >> i) & 1),
  ),
  ['all'],
  ...byName.flatMap((one): Scope[][] => [
    [one],
    [...singles, one],
    ['all', one],
    ['all', ...byName.filter((other) => other !== one)],
  ]),
]

/** The operations of the specification that take a token; they are asked with every choice. */
const specified = new Set([
  'getAccount',
  'createCustomer',
  'listCustomers',
  'getCustomer',
  'createProduct',
  'listProducts',
  'getProduct',
  'createOffer',
  'listOffers',
  'getOffer',
  'updateOffer',
  'createCheckout',
  'listCheckouts',
  'getCheckout',
])

/** The specification's table (Endpoints, Summary) and the service's additions to it. */
const table: Record<string, [scope: Scope | 'any token', success: number]> = {
  getAccount: ['any token', 200],
  createCustomer: ['customers:write', 201],
  listCustomers: ['customers:read', 200],
  getCustomer: ['customers:read', 200],
  createProduct: ['products:write', 201],
  listProducts: ['products:read', 200],
  getProduct: ['products:read', 200],
  createOffer: ['products:write', 201],
  listOffers: ['products:read', 200],
  getOffer: ['products:read', 200],
  updateOffer: ['products:write', 200],
  createCheckout: ['checkouts:write', 201],
  listCheckouts: ['checkouts:read', 200],
  getCheckout: ['checkouts:read', 200],
  listEvents: ['checkouts:read', 200],
  getEvent: ['checkouts:read', 200],
  updateCustomer: ['customers:write', 200],
  eraseCustomer: ['customers:write', 200],
  updateProduct: ['products:write', 200],
  archiveOffer: ['products:write', 200],
  cancelCheckout: ['checkouts:write', 200],
  sandboxPayCheckout: ['checkouts:write', 200],
  sandboxExpireCheckout: ['checkouts:write', 200],
  sandboxDeclineCheckout: ['checkouts:write', 200],
  listPayments: ['checkouts:read', 200],
  getPayment: ['checkouts:read', 200],
  createRefund: ['refunds:write', 201],
  listDailyTotals: ['checkouts:read', 200],
  search: ['checkouts:read', 200],
  listStatementEntries: ['checkouts:read', 200],
  exportStatementEntries: ['checkouts:read', 200],
  listRefunds: ['checkouts:read', 200],
  getRefund: ['checkouts:read', 200],
  sandboxReversePayment: ['checkouts:write', 200],
  createApiClient: ['account:write', 201],
  listApiClients: ['account:read', 200],
  getApiClient: ['account:read', 200],
  updateApiClient: ['account:write', 200],
  rotateApiClientSecret: ['account:write', 200],
  revokeApiClient: ['account:write', 200],
  inviteUser: ['account:write', 201],
  listUsers: ['account:read', 200],
  getUser: ['account:read', 200],
  updateUser: ['account:write', 200],
  removeUser: ['account:write', 200],
  deleteUserPasskey: ['account:write', 200],
  endUserSessions: ['account:write', 200],
  listAccess: ['account:read', 200],
  listEmails: ['account:read', 200],
  createWebhookEndpoint: ['account:write', 201],
  listWebhookEndpoints: ['account:read', 200],
  getWebhookEndpoint: ['account:read', 200],
  updateWebhookEndpoint: ['account:write', 200],
  deleteWebhookEndpoint: ['account:write', 200],
  rotateWebhookEndpointSecret: ['account:write', 200],
  testWebhookEndpoint: ['account:write', 200],
  listWebhookDeliveries: ['account:read', 200],
  listAuditEvents: ['account:read', 200],
  getCheckoutPage: ['checkouts:read', 200],
  getCheckoutPix: ['checkouts:read', 200],
  createCartCheckout: ['checkouts:write', 201],
  createPaymentLink: ['checkouts:write', 201],
  listPaymentLinks: ['checkouts:read', 200],
  getPaymentLink: ['checkouts:read', 200],
  updatePaymentLink: ['checkouts:write', 200],
  getSettings: ['account:read', 200],
  updateSettings: ['account:write', 200],
  setLogo: ['account:write', 200],
  deleteLogo: ['account:write', 200],
  getBankConnection: ['account:read', 200],
  listBankProfiles: ['account:read', 200],
  // These do nothing without a bank, and with an address that is none.
  connectBank: ['bank:write', 400],
  testBankConnection: ['bank:write', 409],
  disconnectBank: ['bank:write', 409],
  getClock: ['any token', 200],
  advanceClock: ['any token', 200],
}

/**
 * Further scopes that these operations want: those of the role of the user whom they concern, a
 * viewer, or the one that reads the events of an endpoint.
 */
const viewer = ['customers:read', 'products:read', 'checkouts:read']
const wantedBesides = new Map<string, readonly string[]>([
  ...['inviteUser', 'updateUser', 'removeUser', 'deleteUserPasskey', 'endUserSessions'].map(
    (id) => [id, viewer] as const,
  ),
  ...['createWebhookEndpoint', 'rotateWebhookEndpointSecret'].map(
    (id) => [id, ['checkouts:read']] as const,
  ),
])

/** An operation over more than one kind of thing wants a second scope, and names both. */
const wantedTogether = new Map<string, Scope>([
  ['search', 'customers:read'],
  ['listEmails', 'customers:read'],
])

/** Operations without a token: the page's link, the bank, and public documents. */
const open = new Set([
  'issueToken',
  'getAuthorizationServerMetadata',
  'getJwks',
  'getWebhookJwks',
  'getHealth',
  'getPaymentPage',
  'actOnPaymentPage',
  'getPaymentLinkPage',
  'openPaymentLink',
  'getLogo',
  'getPaymentStatus',
  'streamPaymentStatus',
  'receivePixCallback',
  'receivePixCallbackAtRoot',
  'getDocs',
  'getContractJson',
  'getContractYaml',
  'getMetrics',
])

/** A token with these scopes, made with the service's own key; it has no scope for none. */
async function tokenOf({ on, client_id }: TestAccount, scopes: Scope[]): Promise<string> {
  const [client] = await on.sql<Row<'api_clients'>>(
    'select * from api_clients where client_id = ?',
    client_id,
  )
  assert.ok(client)
  return on.service.tokens.issue(client, scopes, on.clock.now())
}

function assertInsufficient(
  { status, headers, body, text }: Answer<unknown>,
  wanted: string,
): void {
  const { type, code, param, request_id } = body.error ?? {}
  const expected = [403, 'authorization_error', 'insufficient_scope', undefined]
  assert.deepEqual([status, type, code, param], expected, text)
  assert.equal(request_id, headers.get('x-request-id'))
  assert.equal(
    headers.get('www-authenticate'),
    `Bearer realm="balcao", error="insufficient_scope", scope="${wanted}"`,
  )
}

/** An addition is asked with at most one of the six, with all but one, and with the rest. */
const isAtEdge = (scopes: Scope[]): boolean => {
  const plain = scopes.filter((one) => singles.includes(one))
  return plain.length <= 1 || plain.length >= singles.length - 1
}

/**
 * Asks each operation with each choice of scopes; the refused also for what does not exist, in the
 * short form at the first choice that does not allow it.
 */
async function asTheTableSays(ground: Ground, operations: string[]): Promise<number> {
  let requests = 0
  const seen = new Set<string>()
  // A refused request does nothing, so one that is good serves for all of them.
  const refusable = new Map<string, Awaited<ReturnType<Ground['good']>>>()
  for (const id of operations) refusable.set(id, await ground.good(id))
  for (const scopes of subsets) {
    const token = await tokenOf(ground.owner, scopes)
    for (const id of operations) {
      if (!specified.has(id) && !isAtEdge(scopes)) continue
      const [wanted, success] = table[id] ?? ['any token', 200]
      const has = (one: Scope) =>
        scopes.includes(one) || (scopes.includes('all') && !byName.includes(one))
      const second = wantedTogether.get(id)
      const allowed = wanted === 'any token' || (has(wanted) && (!second || has(second)))
      const name = `${id} with ${scopes.join(' ') || 'no scope'}`
      const held = scopes.includes('all') ? viewer : scopes
      const lacking = wantedBesides.get(id)?.filter((one) => !held.some((own) => own === one)) ?? []
      if (allowed && lacking.length > 0) {
        const answer = await ground.send(token, await ground.good(id))
        assertLacks(answer, lacking, id === 'inviteUser' ? 'role' : undefined)
        requests += 1
      } else if (allowed) {
        const { status, text } = await ground.send(token, await ground.good(id))
        assert.equal(status, success, `${name}: ${text}`)
        requests += 1
      } else {
        const good = refusable.get(id)
        assert.ok(good, id)
        const wrong = long || !seen.has(id) ? [ground.missing(id), ground.broken(id)] : []
        seen.add(id)
        const refused = [good, ...wrong]
        const both = second ? `${wanted} ${second}` : wanted
        for (const request of refused) assertInsufficient(await ground.send(token, request), both)
        requests += refused.length
      }
    }
  }
  return requests
}

const service = await startService()
const ground = await Ground.on(service)

property('S2', async () => {
  assert.deepEqual(
    new Set([...Object.keys(table), ...open]),
    new Set([...shapes.keys()].filter((id) => !id.startsWith('on'))),
  )
  const operations = Object.keys(table)
  const requests = await asTheTableSays(ground, operations)
  return (
    `${operations.length} operations × ${subsets.length} choices of scopes as the table ` +
    `says, in ${requests.toLocaleString('en')} requests`
  )
})

/** A service whose contract says something else of one operation. */
async function serviceWith(operationId: string, security: object[]): Promise<Ground> {
  const document = readServedContract()
  const { path, method } = shapeOf(operationId)
  const operation = document.paths[path]?.[method.toLowerCase()]
  assert.ok(operation)
  Object.assign(operation, { security })
  const readFile = fs.readFileSync
  const text = JSON.stringify(document)
  mock.method(fs, 'readFileSync', (...args: Parameters<typeof readFile>) =>
    args[0] === servedFile ? text : readFile(...args),
  )
  syncBuiltinESMExports()
  try {
    return await Ground.on(await startService())
  } finally {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
}

control('S2', 'an operation asks for another scope', async () => {
  const other = await serviceWith('getOffer', [{ oauth2: ['products:write'] }])
  await asTheTableSays(other, ['getOffer'])
})

control('S2', 'an operation asks for no scope', async () => {
  const other = await serviceWith('cancelCheckout', [{ oauth2: [] }])
  await asTheTableSays(other, ['cancelCheckout'])
})

test('a missing and a wrong token are refused first, with a challenge', async () => {
  for (const id of Object.keys(table)) {
    for (const [token, code] of [
      [undefined, 'missing_access_token'],
      ['x', 'invalid_access_token'],
    ] as const) {
      const { status, headers, body } = await ground.send(token, ground.broken(id))
      const actual = [status, body.error.type, body.error.code]
      assert.deepEqual(actual, [401, 'authentication_error', code], id)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm=/)
    }
  }
})

test('a request refused for its scope does nothing', async () => {
  const reader = await ground.owner.restrictedTo(['checkouts:read'])
  for (const operationId of ['cancelCheckout', 'sandboxPayCheckout']) {
    const { path } = await ground.good(operationId)
    await reader.post(path)
    const { body } = await reader.get<'Checkout'>(`/v1/checkouts/${path.split('/')[3]}`)
    assert.equal(body.status, 'open')
  }
})

test('a refund refused for its scope does nothing', async () => {
  const all = await ground.owner.restrictedTo(['all'])
  const { path } = await ground.good('createRefund')
  await all.post(path)
  const { body } = await all.get<'Payment'>(path.replace('/refunds', ''))
  assert.deepEqual([body.status, body.amount_refunded_minor], ['succeeded', 0])
})

test('a body that cannot be read is looked at after the scope', async () => {
  const { token } = await ground.owner.restrictedTo(['customers:read'])
  for (const raw of ['{"name"', 'x'.repeat(100_000)]) {
    const headers = { 'content-type': 'application/json' }
    const { status } = await service.request('POST', '/v1/customers', { token, raw, headers })
    assert.equal(status, 403)
  }
})
