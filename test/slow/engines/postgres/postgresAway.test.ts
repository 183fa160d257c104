/** PostgreSQL goes away and comes back while the service is used. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, Socket } from 'node:net'
import { mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { connectToPrimary } from '../../../../db/postgres/client.ts'
import { portOf } from '../../../../http/listeningSockets.ts'
import { freePort } from '../../../../cli/ports.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { newPostgres } from '../../../support/engine.ts'
import { Ledger } from '../../../support/ledger.ts'
import { onServer, startServer } from '../../../support/postgres.ts'
import { ask, startProcesses } from '../../../support/processes.ts'
import { long } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'

/** The time after which a request is served again, judged in the long form. */
const HEALED_WITHIN_MS = 1_000

const server = await startServer()
atEnd(() => server.remove())
const service = await startService({ databaseUrl: server.url })
const account = await service.account()

/** A line of the log; `count` and `refused` say how many it sums up. */
type Line = { msg: string; security?: string; status?: number; count?: number; refused?: number }

/** The lines that tell of requests or of background work that failed. */
const tellsOfFailure = ({ msg, security, status }: Line) =>
  security === undefined && !(msg === 'request' && status !== 503)

const goings = {
  'stopped by its operator': () => server.stop(),
  'ended by a crash': () => server.crash(),
}

for (const [manner, go] of Object.entries(goings)) {
  test(`${manner}: refused in the envelope, healed by itself, nothing lost`, async (t) => {
    const ledger = new Ledger(account, 16)
    const before = service.log.length
    while (ledger.acknowledged.length < 200) await ledger.next()
    const went_ms = performance.now()
    await go()
    const away = await account.get('/v1/customers')
    const health = await service.request('GET', '/health')
    await wait(1_000)
    await server.start()
    const back_ms = performance.now()
    await ledger.next()
    const healed_ms = performance.now() - back_ms
    await ledger.stop()

    assert.equal(away.status, 503)
    assert.equal(away.body.error.code, 'service_unavailable')
    assert.equal(health.status, 503)
    const read = () => service.log.slice(before).map((line) => JSON.parse(line) as Line)
    const countOf = ({ count, refused }: Line) => count ?? refused ?? 1
    // With the health check and the reading of customers.
    const refused = ledger.refused.length + 2
    const counted = () =>
      read()
        .filter(tellsOfFailure)
        .reduce((sum, line) => sum + countOf(line), 0)
    while (counted() < refused) await wait(50)
    const told = read().filter(tellsOfFailure)
    assert.ok(told.some(({ msg }) => msg === 'database unavailable'))
    // Some are refused because there is no room beside those that wait for the server. Until the
    // log was read, each of the two kinds may have had a line a second.
    const most = 2 * (3 + (performance.now() - went_ms) / 1_000)
    assert.ok(told.length <= most, told.map((line) => JSON.stringify(line)).join('\n'))
    assert.doesNotMatch(service.log.slice(before).join(), /\\n +at /)
    assert.equal(ledger.cut, 0)
    assert.ok(ledger.refused.length > 0)
    for (const { status, text, retry_after } of ledger.refused) {
      assert.equal(status, 503, text)
      assert.equal((JSON.parse(text) as typeof away.body).error.code, 'service_unavailable')
      assert.equal(retry_after, '1')
    }
    const stored = await onServer(
      server.url,
      async (client) => (await client.query<{ email: string }>('select email from customers')).rows,
    )
    const kept = new Set(stored.map(({ email }) => email))
    assert.deepEqual(
      ledger.acknowledged.filter((email) => !kept.has(email)),
      [],
    )
    void t.annotate(
      `${ledger.acknowledged.length} acknowledged, ${ledger.refused.length} refused, ` +
        `healed after ${Math.round(healed_ms)} ms`,
    )
    if (long) assert.ok(healed_ms < HEALED_WITHIN_MS, `${healed_ms}`)
    await onServer(server.url, (client) => client.query('delete from customers'))
  })
}

test('a sandbox gives its metrics while the server is away, and they say so', async () => {
  const own = await startServer()
  atEnd(() => own.remove())
  const metricsPort = await freePort()
  const one = await startProcesses({ DATABASE_URL: own.url, METRICS_PORT: `${metricsPort}` })
  const answers = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return /^balcao_database_answers (.*)$/m.exec(text)?.[1]
  }
  assert.equal(await answers(), '1')
  await own.stop()
  assert.equal(await answers(), '0')
  assert.equal((await fetch(`${one.url}/health`)).status, 503)
  await own.start()
  while ((await fetch(`${one.url}/health`)).status === 503) await wait(50)
  assert.equal(await answers(), '1')
})

test('SIGTERM ends the process in time, though the server answers nothing any more', async () => {
  const url = new URL(await newPostgres())
  const [port, host] = [Number(url.port), url.hostname]
  let isSilent = false
  const proxy = createServer((client) => {
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.pipe(upstream)
    upstream.on('data', (bytes) => isSilent || client.write(bytes))
    client.on('data', () => isSilent && proxy.emit('asked'))
    client.on('close', () => upstream.destroy())
  }).listen(0, '127.0.0.1')
  atEnd(() => void proxy.close())
  await once(proxy, 'listening')
  url.port = String(portOf(proxy))
  const one = await startProcesses({ DATABASE_URL: url.href })
  isSilent = true
  const asked = once(proxy, 'asked')
  const cut = assert.rejects(ask(`${one.url}/health`))
  await asked
  one.kill('SIGTERM')
  assert.deepEqual(await one.exited, [0, null])
  await cut
  // The process has not waited until the statement was given up.
  assert.doesNotMatch(one.output(), /database unavailable/)
})

test('a command without timeouts has the system watch its connection', async (t) => {
  const watched = mock.method(Socket.prototype, 'setKeepAlive')
  t.onTestFinished(() => watched.mock.restore())
  const client = await connectToPrimary([server.url])
  const { rows } = await client.query<{ port: number }>('select inet_client_port() as port')
  const own = watched.mock.calls.find(({ this: socket }) =>
    rows.some(({ port }) => (socket as Socket).localPort === port),
  )
  await client.end()
  assert.deepEqual(own?.arguments, [true, 30_000])
})
