/** Each example of a request, sent with ids that there are, is accepted at any time. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { freePort } from '../../../cli/ports.ts'
import { exampleRequests } from '../../support/contractExamples.ts'
import type { ExampleRequest } from '../../support/contractExamples.ts'
import { mailServerAt, startMailServer } from '../../support/mailServer.ts'
import { bankOf } from '../../support/rail.ts'
import { worldOf } from '../../support/sampleWorld.ts'
import { startService } from '../../support/service.ts'

/** No day of an example is near. */
const YEARS_SECONDS = 10 * 366 * 86_400

/** Its bank and the file that this bank gives are not here. */
const OF_ANOTHER_BANK = 'connectBank profile'

const metricsPort = await freePort()
const mailServer = mailServerAt((await startMailServer()).url)
const service = await startService({ metricsPort, mailServer })
service.clock.advance(YEARS_SECONDS)
const bank = await bankOf(service)

async function send(id: string, request: ExampleRequest): Promise<Response> {
  const { method, type, authorization, elsewhere } = request
  const written = `${request.path}\n${request.body ?? ''}`
  const { source, variables } = await worldOf(service, bank, id, written)
  const [path = '', ...lines] = source.split('\n')
  const { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET } = variables
  const credentials = {
    basic: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`,
    bearer: `Bearer ${ACCESS_TOKEN}`,
    none: '',
  }
  return fetch((elsewhere ? `http://127.0.0.1:${metricsPort}` : service.url) + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(authorization !== 'none' && { authorization: credentials[authorization] }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(request.body !== undefined && { body: lines.join('\n') }),
  })
}

for (const operation of operationsOf(readContract())) {
  const { operationId } = operation.operation
  for (const [name, request] of exampleRequests(operation)) {
    if (`${operationId} ${name}` === OF_ANOTHER_BANK) continue
    test(`${operationId} accepts ${name}`, async () => {
      const response = await send(operationId, request)
      const text = await response.text()
      assert.ok(response.status < 400, `${request.path}: ${response.status} ${text}`)
    })
  }
}
