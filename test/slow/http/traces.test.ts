/** Traces are sent to an OpenTelemetry collector when its usual variables name one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'vitest'
import { createLog } from '../../../runtime/logger.ts'
import { isTraced, startTraces } from '../../../runtime/traces.ts'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newDatabase } from '../../support/engine.ts'
import { ask, startProcesses } from '../../support/processes.ts'

const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace_id}-00f067aa0ba902b7-01`

/** Starts a collector that keeps requests: protobuf, in which texts and ids stand as they are. */
async function startCollector() {
  const received: { path: string; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    received.push({ path: request.url ?? '', body })
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received }
}

const environment = {
  DATABASE_URL: await newDatabase(),
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  OTEL_SERVICE_NAME: 'balcao-of-the-test',
}
const collector = await startCollector()

test('requests, their database work and where they came from are sent; paths are not', async () => {
  const traced = { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const { url, kill, exited } = await startProcesses(traced)
  await ask(`${url}/health`, { headers: { traceparent } })
  await ask(`${url}/pay/${'x'.repeat(51)}`)
  kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
  const sent = Buffer.concat(collector.received.map(({ body }) => body))
  assert.ok(collector.received.every(({ path }) => path === '/v1/traces'))
  for (const text of [
    'balcao-of-the-test',
    'GET /health',
    'GET /pay/{token}',
    'http.response.status_code',
    'database read',
    Buffer.from(trace_id, 'hex'),
  ])
    assert.ok(sent.includes(text), String(text))
  assert.ok(!sent.includes('xxxxxxxx'))
})

test('a caller decides neither whether a request is traced nor under which trace', async () => {
  const { length } = collector.received
  const { url, kill, exited } = await startProcesses({
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const not_sampled = traceparent.replace(/01$/, '00')
  await ask(`${url}/health`, { headers: { traceparent: not_sampled } })
  kill('SIGTERM')
  await exited
  const sent = Buffer.concat(collector.received.slice(length).map(({ body }) => body))
  assert.ok(sent.includes('GET /health'), 'it was left out')
  // The caller's trace stands in a link, once, and not as the request's own.
  const theirs = Buffer.from(trace_id, 'hex').toString('latin1')
  assert.equal(sent.toString('latin1').split(theirs).length, 2)
})

test('a caller cannot have a request traced that the sampler leaves out', async () => {
  const { length } = collector.received
  const { url, kill, exited } = await startProcesses({
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await ask(`${url}/health`, { headers: { traceparent } })
  kill('SIGTERM')
  await exited
  assert.equal(collector.received.length, length)
})

for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
  test(`nothing is traced with ${Object.entries(off).join()}`, async () => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...off }
    await startTraces(variables, createLog('silent'))
    assert.equal(isTraced(), false)
  })
}

test('a collector that is not there is logged, and holds up neither work nor stop', async () => {
  const traced = {
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
  }
  const { url, logged, kill, exited } = await startProcesses(traced)
  const complained = logged(({ msg }) => msg === 'traces')
  assert.equal((await ask(`${url}/health`)).status, 200)
  await complained
  assert.equal((await ask(`${url}/health`)).status, 200)
  kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})
