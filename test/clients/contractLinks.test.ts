/** Links of the contract alone lead from each object to all that is done with it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operationsOf, readContract, resolved } from '../../contract/document.ts'
import { exampleRequests } from '../support/contractExamples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

type Link = {
  operationId: string
  parameters?: Record<string, string>
  requestBody?: Record<string, string>
}

const contract = readContract()
const operations = new Map(
  [...operationsOf(contract)].map((one) => [one.operation.operationId, one]),
)
const service = await startService()

const operationOf = (id: string) => operations.get(id) ?? assert.fail(`no ${id}`)

/** The links of an operation's success by their names. */
function linksOf(id: string): [name: string, link: Link][] {
  const { responses } = operationOf(id).operation
  const [, response = {}] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? []
  const { links = {} } = resolved(contract, response) as { links?: Record<string, object> }
  return Object.entries(links).map(([name, link]) => [name, resolved(contract, link) as Link])
}

/** The value of a runtime expression, a JSON Pointer into the body of the answer before. */
function fieldAt(expression: string, answer: unknown): string {
  const [, pointer = ''] = /^\$response\.body#\/(.*)$/.exec(expression) ?? []
  const value = pointer
    .split('/')
    .reduce<unknown>((at, name) => Object(at)[name] as unknown, answer)
  return typeof value === 'string' ? value : assert.fail(`${expression} is ${String(value)}`)
}

/** An offer that can be sold by itself; the examples are sold by the month, or are the default. */
const bodies: Record<string, string> = { createOffer: '{"amount_minor":4990,"currency":"BRL"}' }

/** Calls an operation as a link says, else by its first example, and returns its answer. */
async function call(seller: TestAccount, id: string, link?: Link, before?: unknown) {
  const { path, method } = operationOf(id)
  const [[, example] = assert.fail()] = exampleRequests(operationOf(id))
  const values = Object.fromEntries(
    Object.entries({ ...link?.parameters }).map(([name, one]) => [name, fieldAt(one, before)]),
  )
  const fields = Object.entries({ ...link?.requestBody })
  const own = fields.map(([name, one]) => [name, fieldAt(one, before)])
  const body =
    own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : (bodies[id] ?? example.body)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? assert.fail(name))
  const inQuery = Object.entries(values).filter(([name]) => !path.includes(`{${name}}`))
  const address = `${filled}?${new URLSearchParams(inQuery).toString()}`
  const response = await fetch(service.url + address, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${seller.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${id} ${address}: ${text}`)
  return JSON.parse(text) as unknown
}

/** Follows links by name, in an account of its own, and returns the operations that were called. */
async function walk(start: string, names: string[]): Promise<string[]> {
  const seller = await service.account()
  const called = [start]
  let answer = await call(seller, start)
  for (const name of names) {
    const [, link] = linksOf(called.at(-1) ?? start).find(([one]) => one === name) ?? []
    assert.ok(link, `${called.at(-1)} has no link ${name}`)
    answer = await call(seller, link.operationId, link, answer)
    called.push(link.operationId)
  }
  return called
}

test('a sale goes from the product to the refund and its event', async () => {
  const called = await walk('createProduct', [
    ...['createCheckoutOfProduct', 'sandboxPayCheckout', 'getPaymentOfCheckout', 'createRefund'],
    ...['listEventsOfRefund', 'getFirstEvent'],
  ])
  assert.deepEqual(called, [
    ...['createProduct', 'createCheckout', 'sandboxPayCheckout', 'getPayment', 'createRefund'],
    ...['listEvents', 'getEvent'],
  ])
})

/** Creations that name nothing that was made before. */
const starts = [
  ...['createProduct', 'createCustomer', 'createPaymentLink', 'createApiClient'],
  ...['createWebhookEndpoint', 'inviteUser'],
]

/** The shortest way by links to each operation that has some. */
function waysToLinks(): Map<string, [start: string, names: string[]]> {
  const ways = new Map(starts.map((id): [string, [string, string[]]] => [id, [id, []]]))
  for (const [id, [start, names]] of ways) {
    for (const [name, { operationId }] of linksOf(id)) {
      if (!ways.has(operationId)) ways.set(operationId, [start, [...names, name]])
    }
  }
  return ways
}

const ways = waysToLinks()

for (const [id, [start, names]] of ways) {
  const links = linksOf(id)
  if (links.length === 0) continue
  test(`each link of ${id} is followed`, async () => {
    for (const [name] of links) await walk(start, [...names, name])
  })
}

test('every operation that has links is reached by them, or makes something', () => {
  const ids = [...operations.keys()].filter((id) => linksOf(id).length > 0)
  assert.deepEqual(
    ids.filter((id) => !ways.has(id)),
    [
      'createCartCheckout',
      // Its example names an offer that the walk makes as one that is paid once.
      'listSubscriptions',
      'createSubscription',
      'getSubscription',
      'listInvoices',
      'getInvoice',
    ],
  )
})
