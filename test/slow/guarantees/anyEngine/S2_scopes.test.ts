/** The scope table of the specification, cell by cell, and the additions of the service. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { test } from 'vitest'
import type { Scope } from '../../../../domain/identity/scopes.ts'
import {
  operationsOf,
  readContract,
  readServedContract,
  servedFile,
} from '../../../../contract/document.ts'
import type { Row } from '../../../../db/schema/tables.ts'
import { assertLacks } from '../../../support/apiClients.ts'
import { OneOfEach, shapeOf, shapes } from '../../../support/oneOfEach.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import type { Answer, TestAccount } from '../../../support/service.ts'

const singles: Scope[] = [
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'checkouts:read',
  'checkouts:write',
]

/** Scopes that are not part of `all`. */
const byName: Scope[] = [
  'refunds:write',
  'account:read',
  'account:write',
  'bank:write',
  'subscriptions:read',
  'subscriptions:write',
]

/**
 * Every choice of the six scopes; `all`, which is these six; and each of the others by itself, with
 * the six, with `all`, and missing among all there are.
 */
const subsets: Scope[][] = [
  ['all'],
  ...Array.from({ length: 2 ** singles.length }, (_, bits) =>
    singles.filter((__, i) => (bits >> i) & 1),
  ),
  ...byName.flatMap((one): Scope[][] => [
    [one],
    [...singles, one],
    ['all', one],
    ['all', ...byName.filter((other) => other !== one)],
  ]),
]

type Expected = [scope: Scope | 'any token', success: number]

/**
 * The specification's table (Endpoints, Summary); in the long form its operations are asked with
 * every choice.
 */
const specified: Record<string, Expected> = {
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
}

/** These do nothing without a bank, and with an address that is none. */
const refusedAtOnce: Record<string, number> = {
  connectBank: 400,
  testBankConnection: 409,
  disconnectBank: 409,
}

/** The operations that take a token, with the scopes and their last status of success. */
const stated = [...operationsOf(readContract())].flatMap(({ method, operation }) => {
  const { operationId, security, responses } = operation
  const scopes = (security?.[0]?.['oauth2'] ?? []) as Scope[]
  const success = Number(Object.keys(responses).findLast((status) => status.startsWith('2')))
  return security?.[0]?.['oauth2'] ? [{ operationId, method, scopes, success }] : []
})

/** The specification's operations, and those that the service adds, as the contract states them. */
const table: Record<string, Expected> = {
  ...Object.fromEntries(
    stated.map(({ operationId, scopes, success }): [string, Expected] => [
      operationId,
      [scopes[0] ?? 'any token', refusedAtOnce[operationId] ?? success],
    ]),
  ),
  ...specified,
}

/**
 * Further scopes that these operations want: those of the role of the user whom they concern, a
 * viewer, or the one that reads the events of an endpoint.
 */
const partOfAll = ['customers:read', 'products:read', 'checkouts:read']
const viewer = [...partOfAll, 'subscriptions:read']
const wantedBesides = new Map<string, readonly string[]>([
  ...['inviteUser', 'updateUser', 'removeUser', 'deleteUserPasskey', 'endUserSessions'].map(
    (id) => [id, viewer] as const,
  ),
  ...['createWebhookEndpoint', 'rotateWebhookEndpointSecret'].map(
    (id) => [id, ['checkouts:read']] as const,
  ),
])

/** An operation over more than one kind of thing wants a second scope, and names both. */
const wantedTogether = new Map(
  stated.flatMap(({ operationId, scopes: [, second] }) =>
    second ? [[operationId, second] as const] : [],
  ),
)

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
  'getSubscriptionPage',
  'actOnSubscriptionPage',
  'getLogo',
  'getPaymentStatus',
  'streamPaymentStatus',
  'receivePixCallback',
  'receivePixCallbackAtRoot',
  'receiveMandateCallback',
  'receiveRecurringChargeCallback',
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

/** So many of the choices that permit an operation are tried with it. */
const MOST_PERMITTED = long ? Infinity : 4

/** At most one of the six, all but one of them, and every choice that holds another scope. */
const isAtEdge = (scopes: Scope[]): boolean => {
  const plain = scopes.filter((one) => singles.includes(one))
  return plain.length <= 1 || plain.length >= singles.length - 1
}

/**
 * Asks each operation with each choice of scopes; the refused also for what does not exist. In the
 * short form that is done at the first choice that does not allow it, and an operation is not asked
 * with every choice that does.
 */
async function asTheTableSays(each: OneOfEach, operations: string[]): Promise<number> {
  let requests = 0
  const seen = new Set<string>()
  const permitted = new Map<string, number>()
  // A refused request does nothing, so one that is good serves for all of them.
  const refusable = new Map<string, Awaited<ReturnType<OneOfEach['request']>>>()
  for (const id of operations) refusable.set(id, await each.request(id))
  for (const scopes of subsets) {
    const token = await tokenOf(each.owner, scopes)
    for (const id of operations) {
      if (!(long && Object.hasOwn(specified, id)) && !isAtEdge(scopes)) continue
      const [wanted, success] = table[id] ?? ['any token', 200]
      const has = (one: Scope) =>
        scopes.includes(one) || (scopes.includes('all') && !byName.includes(one))
      const second = wantedTogether.get(id)
      const allowed = wanted === 'any token' || (has(wanted) && (!second || has(second)))
      const name = `${id} with ${scopes.join(' ') || 'no scope'}`
      const held = scopes.includes('all') ? [...partOfAll, ...scopes] : scopes
      const lacking = wantedBesides.get(id)?.filter((one) => !held.some((own) => own === one)) ?? []
      if (allowed) {
        const kind = `${id} ${lacking.length > 0}`
        const times = permitted.get(kind) ?? 0
        if (times >= MOST_PERMITTED) continue
        permitted.set(kind, times + 1)
      }
      if (allowed && lacking.length > 0) {
        const answer = await each.send(await each.request(id), token)
        assertLacks(answer, lacking, id === 'inviteUser' ? 'role' : undefined)
        requests += 1
      } else if (allowed) {
        const { status, text } = await each.send(await each.request(id), token)
        assert.equal(status, success, `${name}: ${text}`)
        requests += 1
      } else {
        const good = refusable.get(id)
        assert.ok(good, id)
        const wrong = long || !seen.has(id) ? [each.missing(id), each.broken(id)] : []
        seen.add(id)
        const refused = [good, ...wrong]
        const both = second ? `${wanted} ${second}` : wanted
        for (const request of refused) assertInsufficient(await each.send(request, token), both)
        requests += refused.length
      }
    }
  }
  return requests
}

const service = await startService()
const each = await OneOfEach.on(service)

property('S2', async () => {
  assert.deepEqual(
    new Set([...Object.keys(table), ...open]),
    new Set([...shapes.keys()].filter((id) => !id.startsWith('on'))),
  )
  const operations = Object.keys(table)
  const requests = await asTheTableSays(each, operations)
  return (
    `${operations.length} operations × ${subsets.length} choices of scopes as the table ` +
    `says, in ${requests.toLocaleString('en')} requests`
  )
})

test('what writes wants a scope that writes, and what reads one that reads', () => {
  // The clock of the sandbox belongs to no account.
  const free = ['getAccount', 'getClock', 'advanceClock']
  const other = stated.filter(({ operationId, method, scopes }) => {
    const kind = method === 'get' ? ':read' : ':write'
    const isRight = scopes.length > 0 && scopes.every((scope) => scope.endsWith(kind))
    return !isRight && !free.includes(operationId)
  })
  assert.deepEqual(
    other.map(({ operationId, scopes }) => `${operationId}: ${scopes.join(' ')}`),
    [],
    'give each another scope in openapi.yaml',
  )
})

/** A service whose contract says something else of one operation. */
async function serviceWith(operationId: string, security: object[]): Promise<OneOfEach> {
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
    return await OneOfEach.on(await startService())
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
      [null, 'missing_access_token'],
      ['x', 'invalid_access_token'],
    ] as const) {
      const { status, headers, body } = await each.send(each.broken(id), token)
      const actual = [status, body.error.type, body.error.code]
      assert.deepEqual(actual, [401, 'authentication_error', code], id)
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm=/)
    }
  }
})

test('a request refused for its scope does nothing', async () => {
  const reader = await each.owner.restrictedTo(['checkouts:read'])
  for (const operationId of ['cancelCheckout', 'sandboxPayCheckout']) {
    const { path } = await each.request(operationId)
    await reader.post(path)
    const { body } = await reader.get<'Checkout'>(`/v1/checkouts/${path.split('/')[3]}`)
    assert.equal(body.status, 'open')
  }
})

test('a refund refused for its scope does nothing', async () => {
  const all = await each.owner.restrictedTo(['all'])
  const { path } = await each.request('createRefund')
  await all.post(path)
  const { body } = await all.get<'Payment'>(path.replace('/refunds', ''))
  assert.deepEqual([body.status, body.amount_refunded_minor], ['succeeded', 0])
})

test('a body that cannot be read is looked at after the scope', async () => {
  const { token } = await each.owner.restrictedTo(['customers:read'])
  for (const raw of ['{"name"', 'x'.repeat(100_000)]) {
    const headers = { 'content-type': 'application/json' }
    const { status } = await service.request('POST', '/v1/customers', { token, raw, headers })
    assert.equal(status, 403)
  }
})
