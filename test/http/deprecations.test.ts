/** Deprecated parts of the contract go on working, and the answer names the deprecation. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ApiError } from '../../contract/apiError.ts'
import { servedContract } from '../../contract/build/served.ts'
import { readContract } from '../../contract/document.ts'
import type { Document } from '../../contract/document.ts'
import type { Deprecation } from '../../contract/deprecations.ts'
import type { RequestContext } from '../../http/context.ts'
import { createEngine } from '../../http/engine/engine.ts'

type Node = Record<string, unknown>

/** The headers of answers to `POST /v1/customers`, when these parts of the contract are marked. */
function service(marks: Record<string, Deprecation>) {
  const document = readContract()
  for (const [at, deprecation] of Object.entries(marks)) {
    const marked = at
      .split('.')
      .reduce((node, name) => node[name] as Node, document as unknown as Node)
    Object.assign(marked, { deprecated: true, 'x-deprecation': deprecation })
  }
  const engine = createEngine({
    document: servedContract(document) as Document,
    isServed: () => true,
    authenticate: async () => undefined,
    handle: () => ({ status: 200 }),
  })
  return async (method: string, query: string, body?: object) => {
    const context = {
      method,
      path: '/v1/customers',
      query,
      headers: { 'content-type': 'application/json' },
      body: body && Buffer.from(JSON.stringify(body)),
      responseHeaders: {},
    } as unknown as RequestContext
    engine.find(context)
    await engine.handle(context).catch((error: unknown) => assert.ok(error instanceof ApiError))
    return context.responseHeaders
  }
}

const CREATE = 'paths./v1/customers.post'
const PHONE = 'components.schemas.CreateCustomerBody.properties.phone'
const LIMIT = 'components.parameters.Limit'
const customer = { name: 'Ana', email: 'ana@example.com' }
const Link = '</docs/en/guides/changes>; rel="deprecation"; type="text/html"'

test('a deprecated field adds its headers for callers who send it, and for no others', async () => {
  const headers = service({ [PHONE]: { since: '2027-01-15', sunset: '2028-06-30' } })
  assert.deepEqual(await headers('POST', '', { ...customer, phone: '+5511999990000' }), {
    Deprecation: '@1799971200',
    Sunset: 'Fri, 30 Jun 2028 00:00:00 GMT',
    Link,
  })
  assert.deepEqual(await headers('POST', '', customer), {})
  assert.deepEqual(await headers('GET', 'limit=5'), {})
})

test('a deprecated parameter adds its headers when sent, and not by its default', async () => {
  const headers = service({ [LIMIT]: { since: '2027-01-15' } })
  assert.deepEqual(await headers('GET', 'limit=5'), { Deprecation: '@1799971200', Link })
  assert.deepEqual(await headers('GET', ''), {})
})

test('a deprecated operation adds its headers for all; of several dates the earliest', async () => {
  const headers = service({
    [CREATE]: { since: '2027-01-15', sunset: '2029-01-01' },
    [PHONE]: { since: '2027-03-01', sunset: '2028-06-30' },
  })
  const { Deprecation, Sunset } = await headers('POST', '', { ...customer, phone: '+551130000000' })
  assert.deepEqual([Deprecation, Sunset], ['@1799971200', 'Fri, 30 Jun 2028 00:00:00 GMT'])
  const alone = await headers('POST', '', customer)
  assert.equal(alone['Sunset'], 'Mon, 01 Jan 2029 00:00:00 GMT')
})

test('a deprecated operation adds its headers to refusals, too', async () => {
  const headers = service({ [CREATE]: { since: '2027-01-15' } })
  assert.deepEqual(await headers('POST', '', { name: 5 }), { Deprecation: '@1799971200', Link })
})

test('nothing in the contract is deprecated yet', async () => {
  const headers = service({})
  assert.deepEqual(await headers('POST', '', customer), {})
})
