/** Several processes on one PostgreSQL database, each an equal of the others. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { createSeller, revoke } from '../../../../domain/access/clients.ts'
import { openVault } from '../../../../domain/auth/keys.ts'
import { openDatabase } from '../../../../db/open.ts'
import { readEnvironment } from '../../../../runtime/environment.ts'
import { freePort } from '../../../../cli/ports.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { newPostgres, sqlOn } from '../../../support/engine.ts'
import { ask, startProcesses } from '../../../support/processes.ts'
import type { Answer } from '../../../support/processes.ts'

const WORKERS = 3

/** More than there are processes, so that each of them is asked. */
const CONNECTIONS = 3 * WORKERS

const MAX_ATTEMPTS = 100

const DATABASE_URL = await newPostgres()
const environment = {
  DATABASE_URL,
  WORKERS: String(WORKERS),
  SECRET_KEY: randomBytes(32).toString('base64'),
  METRICS_PORT: String(await freePort()),
  AUTH_FAILURE_LIMIT: '7',
  DATABASE_CONNECTIONS: '4',
}
const db = await openDatabase(DATABASE_URL)
atEnd(() => db.close())
const sql = await sqlOn(DATABASE_URL)
const service = await startProcesses(environment)

type Client = { client_id: string; client_secret: string }

function tokenRequest({ client_id, client_secret }: Client, url = service.url) {
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const body = 'grant_type=client_credentials'
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return fetch(`${url}/oauth/token`, { method: 'POST', headers, body })
}

async function login(client: Client): Promise<{ authorization: string }> {
  const { access_token } = (await (await tokenRequest(client)).json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

const newSeller = () => createSeller(db, { name: 'Loja', now: new Date() })

const fromEach = <Result>(work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => work(index)))

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

test('all processes serve', async () => {
  const pids = new Set(service.workers())
  assert.equal(pids.size, WORKERS)
  const headers = await login(await newSeller())
  const served = () =>
    new Set(service.lines.flatMap(({ msg, pid }) => (msg === 'request' ? (pid ?? []) : [])))
  // The system gives a connection to whichever is free first, which may be the same one again.
  for (let i = 0; i < MAX_ATTEMPTS && served().size < WORKERS; i++) {
    const answers = await fromEach(() => ask(`${service.url}/v1/me`, { headers }))
    assert.deepEqual(new Set(statuses(answers)), new Set([200]))
  }
  assert.deepEqual(served(), pids)
})

test('a revoked client is refused by each process at once', async () => {
  const client = await newSeller()
  const headers = await login(client)
  // Each of them now remembers that the token's signature is good.
  await fromEach(() => ask(`${service.url}/v1/me`, { headers }))
  await revoke(db, { name: client.client_id, now: new Date() })
  const answers = await fromEach(() => ask(`${service.url}/v1/me`, { headers }))
  assert.deepEqual(new Set(statuses(answers)), new Set([401]))
})

test('a new signing key is used by each process at once, the one before stays good', async () => {
  const client = await newSeller()
  const headers = await login(client)
  const now = new Date()
  const { keys } = await openVault({ environment: readEnvironment(environment), db, now })
  const { kid } = await keys.rotate(now)
  const tokens = await fromEach(async () => (await login(client)).authorization)
  const kids = tokens.map((token) => {
    const [header = ''] = token.slice('Bearer '.length).split('.')
    return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid
  })
  assert.deepEqual(new Set(kids), new Set([kid]))
  const answers = await fromEach(() => ask(`${service.url}/v1/me`, { headers }))
  assert.deepEqual(new Set(statuses(answers)), new Set([200]))
})

test('an idempotency key does its work once, whichever process is asked', async () => {
  const bearer = await login(await newSeller())
  const headers = { ...bearer, 'idempotency-key': 'pedido-1' }
  const json = { name: 'Ana', email: 'ana@example.com' }
  const answers = await fromEach(() =>
    ask(`${service.url}/v1/customers`, { method: 'POST', headers, json }),
  )
  assert.deepEqual(new Set(statuses(answers)), new Set([201]))
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  const first = answers.filter((one) => one.headers['idempotent-replayed'] === undefined)
  assert.equal(first.length, 1)
})

test('a product has one default offer at every moment, whichever process promotes', async () => {
  const headers = await login(await newSeller())
  const send = (method: string, path: string, json?: object) =>
    ask(`${service.url}${path}`, { method, headers, ...(json && { json }) })
  const price = { amount_minor: 4990, currency: 'BRL' }
  const made = await send('POST', '/v1/products', { name: 'Caneca', default_offer: price })
  const product = made.body as { id: string; default_offer: { id: string } }
  const path = `/v1/products/${product.id}`
  const offers = await fromEach(
    async () => (await send('POST', `${path}/offers`, price)).body as { id: string },
  )
  let promoting = true
  const seen: number[] = []
  const watching = (async () => {
    while (promoting) {
      const [row] = await sql<{ count: number }>(
        'select count(*) as count from offers where product_id = ? and is_default',
        product.id,
      )
      seen.push(row?.count ?? 0)
    }
  })()
  const promote = (i: number) =>
    i % 4 === 0
      ? send('POST', `${path}/offers`, { ...price, is_default: true })
      : send('PATCH', `/v1/offers/${offers[i % offers.length]?.id}`, { is_default: true })
  const answers = await fromEach(async (index) => {
    const one: Awaited<ReturnType<typeof send>>[] = []
    for (let i = 0; i < 16; i++) one.push(await promote(index + i))
    return one
  })
  promoting = false
  await watching
  assert.deepEqual(new Set(statuses(answers.flat())), new Set([200, 201]))
  assert.ok(seen.length > 5)
  assert.deepEqual(new Set(seen), new Set([1]))
})

test('wrong credentials are counted by all processes together', async () => {
  const { client_id } = await newSeller()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tokenRequest({ client_id, client_secret: 'wrong' })),
  )
  const refused = statuses(answers)
  assert.deepEqual(refused, [
    ...Array.from({ length: 7 }, () => 401),
    ...Array.from({ length: 13 }, () => 429),
  ])
})

test('the metrics are those of all processes together', async () => {
  const url = `http://127.0.0.1:${environment.METRICS_PORT}/metrics`
  const counted = async () => {
    const text = await (await fetch(url)).text()
    const line = /^balcao_http_request_duration_seconds_count\{.*getClock.*\} (\d+)$/m.exec(text)
    return Number(line?.[1] ?? 0)
  }
  const headers = await login(await newSeller())
  const before = await counted()
  await fromEach(() => ask(`${service.url}/sandbox/clock`, { headers }))
  assert.equal((await counted()) - before, CONNECTIONS)
})

test('the lag of the event loops is that of the process that is blocked the most', async () => {
  const url = `http://127.0.0.1:${environment.METRICS_PORT}/metrics`
  const lag = (text: string, name: string) =>
    new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]
  // There were few turns since the metrics were read, so the longest is the 99th percentile.
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const text = await (await fetch(url)).text()
    if (lag(text, 'max') !== '0' && lag(text, 'p99') === lag(text, 'max')) return
  }
  assert.fail('The lag is that of none of them.')
})

/** Kills one of them, and resolves when another is starting in its place. */
async function replaceOne(): Promise<void> {
  const [oldest = 0] = service.workers()
  const replaced = service.logged(({ msg }) => msg === 'worker started')
  process.kill(oldest, 'SIGKILL')
  await replaced
}

test('no counter falls when a process dies, and none that starts is waited for', async () => {
  const url = `http://127.0.0.1:${environment.METRICS_PORT}/metrics`
  const counters = async () => {
    const response = await fetch(url, { headers: { connection: 'close' } })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const counted = /^(balcao_(?:http|security|checkouts)\w+_(?:total|count)(?:\{.*\})?) (\d+)$/gm
    return new Map([...text.matchAll(counted)].map(([, name = '', value]) => [name, Number(value)]))
  }
  await fromEach(async () => login(await newSeller()))
  const before = await counters()
  assert.ok((before.get('balcao_security_events_total{event="token_issued"}') ?? 0) >= CONNECTIONS)
  await sql('begin')
  // A process that starts reads it, and waits.
  await sql('lock table installation in access exclusive mode')
  for (let died = 0; died < WORKERS - 1; died++) await replaceOne()
  const after = await counters()
  await sql('rollback')
  const fallen = [...before].filter(([name, count]) => (after.get(name) ?? 0) < count)
  assert.deepEqual(fallen, [])
})

/** Asserts that of requests at once five are allowed in each second's window that they meet. */
async function assertFiveAWindow(request: (i: number) => Promise<Answer>): Promise<void> {
  const start_ms = performance.now()
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => request(i)))
  const windows = 2 + Math.floor((performance.now() - start_ms) / 1_000)
  const allowed = answers.filter(({ status }) => status === 200).length
  assert.ok(allowed >= 5 && allowed <= 5 * windows, `${allowed} in ${windows} windows`)
  assert.deepEqual(new Set(statuses(answers)), new Set([200, 429]))
}

test('requests of an API client are counted by all processes together', async () => {
  const limited = await startProcesses({
    ...environment,
    RATE_LIMIT: '5',
    METRICS_PORT: '',
    WORKERS: '3',
  })
  const client = await newSeller()
  const { access_token } = (await (await tokenRequest(client, limited.url)).json()) as {
    access_token: string
  }
  const headers = { authorization: `Bearer ${access_token}` }
  await assertFiveAWindow(() => ask(`${limited.url}/v1/me`, { headers }))
  limited.kill('SIGTERM')
  assert.deepEqual(await limited.exited, [0, null])
})

test('requests of all API clients of a seller are counted by all processes together', async () => {
  const limited = await startProcesses({
    ...environment,
    RATE_LIMIT: 'off',
    SELLER_RATE_LIMIT: '5',
    METRICS_PORT: '',
    WORKERS: '3',
  })
  const client = await newSeller()
  const tokens = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const answer = await tokenRequest(client, limited.url)
      return ((await answer.json()) as { access_token: string }).access_token
    }),
  )
  await assertFiveAWindow((i) =>
    ask(`${limited.url}/v1/me`, { headers: { authorization: `Bearer ${tokens[i % 3]}` } }),
  )
  limited.kill('SIGTERM')
  assert.deepEqual(await limited.exited, [0, null])
})

test('processes that cannot start end the service with 1, and one says why', async () => {
  await assert.rejects(
    startProcesses({
      ...environment,
      METRICS_PORT: '',
      WORKERS: '2',
      PORT: String(service.port),
    }),
    { message: /^1: PORT: [^\n]+EADDRINUSE[^\n]+\n$/ },
  )
})

test('another SECRET_KEY than the one that sealed the database ends the start', async () => {
  const other = randomBytes(32).toString('base64')
  const changed = { ...environment, METRICS_PORT: '', WORKERS: '2', SECRET_KEY: other }
  await assert.rejects(startProcesses(changed), {
    message: '1: SECRET_KEY: does not open the signing keys of this database\n',
  })
})
