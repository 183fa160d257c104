/** Prism, with which partners mock the contract and watch their own calls, has no complaint. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createUpstream } from 'node:http'
import { pino } from 'pino'
import { test } from 'vitest'
import { operationsOf, readContract, resolved } from '../../../contract/document.ts'
import type { Operation } from '../../../contract/document.ts'
import { responseValidators } from '../../../contract/responseCheck.ts'
import { runDemo } from '../../../cli/demo.ts'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { exampleRequests } from '../../support/contractExamples.ts'
import type { ContractOperation } from '../../support/contractExamples.ts'
import { startService } from '../../support/service.ts'
import { tool } from '../../support/tools.ts'

type Config = {
  isProxy?: boolean
  upstream?: URL
}

type Prism = { listen(port: number, host: string): Promise<string>; close(): Promise<void> }
type PrismHttp = { getHttpOperationsFromSpec(document: unknown): Promise<unknown[]> }
type PrismServer = { createServer(operations: unknown[], options: object): Prism }

const { getHttpOperationsFromSpec } = await tool<PrismHttp>('partners', '@stoplight/prism-http')
const { createServer } = await tool<PrismServer>('partners', '@stoplight/prism-http-server')

const contract = readContract()
const validators = responseValidators()
const operations = await getHttpOperationsFromSpec(readContract())
const service = await startService()

/** Starts Prism as `prism mock` and `prism proxy --errors` do. */
async function startPrism(config: Config) {
  const complaints: string[] = []
  // Prism has a level of its own for what went well.
  const levels = { level: 'warn', customLevels: { success: 31 } }
  const logger = pino(levels, { write: (line) => void complaints.push(line) })
  const prism = createServer(operations, {
    components: { logger },
    cors: false,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: { dynamic: false },
      errors: true,
      upstreamProxy: undefined,
      ...config,
    },
  })
  const url = await prism.listen(await freePort(), '127.0.0.1')
  atEnd(() => prism.close())
  return { url, complaints }
}

const mock = await startPrism({})

/** A request as the contract's own examples make it. */
function exampleRequest(operation: ContractOperation) {
  const [[, { method, path, type, body, authorization }] = assert.fail()] =
    exampleRequests(operation)
  return new Request(mock.url + path, {
    redirect: 'manual',
    method,
    headers: {
      authorization: authorization === 'basic' ? `Basic ${btoa('client:secret')}` : 'Bearer token',
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  })
}

/** Prism has no serializer for YAML. */
const isWritten = ({ responses }: Operation) => !responses[200]?.content?.['application/yaml']

for (const placed of operationsOf(contract)) {
  const { operation } = placed
  if (!isWritten(operation)) continue
  test(`the mock answers ${operation.operationId} as the contract allows`, async () => {
    const response = await fetch(exampleRequest(placed))
    const text = await response.text()
    assert.ok(response.ok || response.status === 303, text)
    if (response.status === 303) return
    const { content = {} } = resolved(contract, operation.responses[response.status] ?? {})
    const [type = ''] = response.headers.get('content-type')?.split(';') ?? []
    assert.ok(type in content, type)
    if (type !== 'application/json') return
    const allowed = validators[operation.operationId as keyof typeof validators][response.status]
    assert.ok(allowed?.(JSON.parse(text)), JSON.stringify(allowed?.errors))
  })
}

test('the mock refuses what the contract refuses', async () => {
  const send = (init: RequestInit) => fetch(`${mock.url}/v1/customers`, { method: 'POST', ...init })
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
  const body = '{"name": "Ana", "email": "ana@example.com"}'
  assert.equal((await send({ headers, body })).status, 201)
  assert.equal((await send({ headers, body: '{"name": "Ana"}' })).status, 400)
  assert.equal((await send({ headers: { ...headers, authorization: '' }, body })).status, 401)
})

test('as a proxy that watches, it reports no violation during the main job', async () => {
  const proxy = await startPrism({ isProxy: true, upstream: new URL(service.url) })
  const statuses: number[] = []
  const checkout = await runDemo({
    db: service.db,
    base_url: proxy.url,
    now: service.clock.now(),
    onStep: ({ status }) => void statuses.push(status),
  })
  assert.equal(checkout['status'], 'completed')
  const refunding = [200, 201, 200]
  assert.deepEqual(statuses, [200, 200, 200, 201, 201, 201, 201, 200, 200, 200, ...refunding])
  assert.deepEqual(proxy.complaints, [])
})

test('as a proxy that watches, it reports a service that breaks the contract', async (context) => {
  const broken = createUpstream((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
  }).listen(0, '127.0.0.1')
  context.onTestFinished(() => void broken.close())
  await once(broken, 'listening')
  const { port } = broken.address() as { port: number }
  const upstream = new URL(`http://127.0.0.1:${port}`)
  const proxy = await startPrism({ isProxy: true, upstream })
  const response = await fetch(`${proxy.url}/health`)
  assert.equal(response.status, 500)
  assert.match(response.headers.get('sl-violations') ?? '', /version/)
})
