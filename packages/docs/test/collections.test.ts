/** The collections for Postman and Bruno: each is what its program takes, and does what it says. */
import assert from 'node:assert/strict'
import type Newman from 'newman'
import type { NewmanRunSummary } from 'newman'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { docsLanguages } from '../texts.ts'
import { startService } from '../../../test/support/service.ts'
import { tool } from '../../../test/support/tools.ts'

type Schemas = { collectionSchema: { validate(collection: unknown): Promise<unknown> } }

const { collectionSchema } = await tool<Schemas>('partners', '@usebruno/schema')
const { default: newman } = await tool<{ default: typeof Newman }>('partners', 'newman')

type Folder<Leaf> = { name: string; item: Leaf[] }
type PostmanRequest = {
  name: string
  request: { method: string; url: { raw: string }; body?: { raw?: string } }
}
type Postman = {
  variable: { key: string; value: string }[]
  item: Folder<PostmanRequest>[]
}
type BrunoRequest = {
  name: string
  request: { method: string; url: string; body: { json?: string } }
}
type Bruno = { items: { name: string; items: BrunoRequest[] }[] }

const service = await startService()
const account = await service.account()

const served = async <Body>(file: string) =>
  (await (await fetch(`${service.url}/docs/${file}.json`)).json()) as Body

const operations = [...operationsOf(readContract())]
  .filter(({ elsewhere }) => !elsewhere)
  .map(({ operation }) => operation as unknown as Operation)
type Operation = { operationId: string; summary: string; security?: object[] }

const summaryOf = (id: string) =>
  operations.find(({ operationId }) => operationId === id)?.summary ?? assert.fail(id)

/** A seller's first steps, in order: each request uses objects that earlier ones created. */
const journey = [
  'issueToken',
  'createCustomer',
  'createProduct',
  'createCheckout',
  'sandboxPayCheckout',
  'getCheckout',
  'getPayment',
  'createRefund',
  'getRefund',
  'listEvents',
  'getEvent',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'listDailyTotals',
  'createOffer',
  'updateOffer',
  'updateCustomer',
]

const requestsOf = ({ item }: Postman) => item.flatMap((folder) => folder.item)

function runByPostman(collection: object): Promise<NewmanRunSummary> {
  return new Promise((resolve, reject) => {
    newman.run({ collection }, (error, summary) => (error ? reject(error) : resolve(summary)))
  })
}

for (const language of docsLanguages) {
  test(`${language}: there is a request for each operation of a client, in folders`, async () => {
    const ofClients = operations.filter(({ security = [] }) => security.length > 0)
    const requests = requestsOf(await served<Postman>(`postman.${language}`))
    assert.equal(requests.length, ofClients.length)
    if (language !== 'en') return
    const names = ofClients.map(({ summary }) => summary)
    assert.deepEqual(requests.map(({ name }) => name).toSorted(), names.toSorted())
  })

  test(`${language}: Bruno has the same requests, in a form that it imports`, async () => {
    const bruno = await served<Bruno>(`bruno.${language}`)
    const postman = await served<Postman>(`postman.${language}`)
    assert.deepEqual(
      bruno.items.flatMap(({ items }) =>
        items.map(({ name, request: { method, url, body } }) => [name, method, url, body.json]),
      ),
      requestsOf(postman).map(({ name, request: { method, url, body } }) => [
        name,
        method,
        url.raw,
        body?.raw,
      ]),
    )
    await collectionSchema.validate(withUids(bruno))
  })
}

test('Postman walks from the token to a refund with two credentials alone', async () => {
  const collection = await served<Postman>('postman.en')
  const { client_id: clientId, client_secret: clientSecret } = account
  const given: Record<string, string> = { clientId, clientSecret }
  const requests = requestsOf(collection)
  const { run } = await runByPostman({
    ...collection,
    variable: collection.variable.map(({ key, value }) => ({ key, value: given[key] ?? value })),
    item: journey.map((id) => requests.find(({ name }) => name === summaryOf(id))),
  })
  assert.deepEqual(
    run.executions.map(({ response }, i) => [journey[i], Math.floor((response?.code ?? 0) / 100)]),
    journey.map((id) => [id, 2]),
  )
  assert.deepEqual(run.failures, [])
})

/** Bruno gives a collection and each element of a list in it an id, before it looks at the form. */
const UID = 'a'.repeat(21)
const withUids = (collection: object) => ({ uid: UID, ...(elementsWithUids(collection) as object) })

function elementsWithUids(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => ({ uid: UID, ...(elementsWithUids(one) as object) }))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, elementsWithUids(one)]))
}
