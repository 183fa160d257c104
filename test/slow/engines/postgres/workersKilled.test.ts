/** Processes are killed while they are used: acknowledged writes are kept. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { createSeller } from '../../../../domain/access/clients.ts'
import { Vault } from '../../../../domain/identity/vault.ts'
import { openDatabase } from '../../../../db/open.ts'
import { createEndpoint } from '../../../../domain/webhooks/endpoints.ts'
import { freePort } from '../../../../cli/ports.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { newPostgres, sqlOn } from '../../../support/engine.ts'
import { ask, startProcesses, tokenOf } from '../../../support/processes.ts'
import type { Answer, Processes } from '../../../support/processes.ts'
import { startReceiver } from '../../../support/receiver.ts'

const WORKERS = process.env['LONG'] ? 4 : 3
const WRITERS = 12

/** The kills of processes; `npm run test:long` makes more. */
const KILLS = process.env['LONG'] ? 60 : 3

/** The sessions opened before each kill. */
const SESSIONS = process.env['LONG'] ? 300 : 60

const secret_key = randomBytes(32)
const DATABASE_URL = await newPostgres()
const environment = {
  DATABASE_URL,
  WORKERS: String(WORKERS),
  SECRET_KEY: secret_key.toString('base64'),
  DATABASE_CONNECTIONS: '4',
}
const db = await openDatabase(DATABASE_URL)
atEnd(() => db.close())
const sql = await sqlOn(DATABASE_URL)
const service = await startProcesses(environment)

type Seller = { seller_id: string; authorization: string; offer_id: string }

async function newSeller({ url }: Processes): Promise<Seller> {
  const { seller_id, ...client } = await createSeller(db, { name: 'Loja', now: new Date() })
  const authorization = `Bearer ${await tokenOf(url, client)}`
  const product = await ask(`${url}/v1/products`, {
    method: 'POST',
    headers: { authorization },
    json: { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  })
  const { default_offer } = product.body as { default_offer: { id: string } }
  return { seller_id, authorization, offer_id: default_offer.id }
}

/** The answers that a writer received, and the number of requests cut off by a kill. */
type Acknowledged = { opened: Set<string>; completed: Set<string>; other: Answer[]; cut: number }

/** Resolves once this many more sessions were acknowledged. */
async function openedMore({ opened }: Acknowledged, count: number): Promise<void> {
  const wanted = opened.size + count
  while (opened.size < wanted) await wait(5)
}

/** Opens sessions and pays them, until it is told to stop. */
async function sell(
  { url }: Processes,
  { authorization, offer_id }: Seller,
  told: Acknowledged,
  stopped: () => boolean,
): Promise<void> {
  const post = async (path: string, json?: object): Promise<Answer | undefined> => {
    const headers = { authorization }
    const heard = await ask(url + path, { method: 'POST', headers, ...(json && { json }) }).catch(
      () => undefined,
    )
    if (!heard) {
      told.cut++
      await wait(5)
    } else if (heard.status >= 300) told.other.push(heard)
    return heard && heard.status < 300 ? heard : undefined
  }
  while (!stopped()) {
    const opened = await post('/v1/checkouts', { offer_id })
    if (!opened) continue
    const { id } = opened.body as { id: string }
    told.opened.add(id)
    if (await post(`/sandbox/checkouts/${id}/pay`)) told.completed.add(id)
  }
}

test(`${KILLS} kills of ${WORKERS} processes: nothing lost, no event sent twice`, async (t) => {
  const receiver = await startReceiver()
  const seller = await newSeller(service)
  const { seller_id } = seller
  const vault = new Vault(secret_key)
  const url = `${receiver.url}/`
  await createEndpoint(db, { seller_id, url, mode: 'sandbox', vault, now: new Date() })

  let stopped = false
  const told: Acknowledged = { opened: new Set(), completed: new Set(), other: [], cut: 0 }
  const writers = Array.from({ length: WRITERS }, () => sell(service, seller, told, () => stopped))
  for (let kill = 0; kill < KILLS; kill++) {
    await openedMore(told, SESSIONS)
    const [oldest] = service.workers()
    if (oldest) process.kill(oldest, 'SIGKILL')
  }
  stopped = true
  await Promise.all(writers)
  const pending = `select count(*) as count from deliveries where status = 'pending'`
  while ((await sql<{ count: number }>(pending))[0]?.count) await wait(50)

  const rows = await sql<{ id: string; status: string }>('select id, status from checkouts')
  const stored = new Map(rows.map(({ id, status }) => [id, status]))
  assert.deepEqual(
    [...told.opened].filter((id) => !stored.has(id)),
    [],
  )
  assert.deepEqual(
    [...told.completed].filter((id) => stored.get(id) !== 'completed'),
    [],
  )
  // A payment may have been committed whose answer was cut off, and then the retry is refused.
  const odd = told.other.filter(({ status }) => status !== 503 && status !== 409)
  assert.deepEqual(odd, [])

  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, ids.length)
  const deliveries = await sql<{ event_id: string; status: string }>(
    'select event_id, status from deliveries',
  )
  const completed = rows.filter(({ status }) => status === 'completed')
  assert.equal(deliveries.length, completed.length)
  const received = new Set(ids)
  for (const { event_id, status } of deliveries) {
    // A delivery that stayed claimed was under way in a process that was killed.
    assert.ok(status === 'delivered' ? received.has(event_id) : status === 'claimed', status)
  }
  assert.ok(told.completed.size > WRITERS && told.cut > 0, `${told.completed.size} ${told.cut}`)
  void t.annotate(
    `${told.opened.size} opened, ${told.completed.size} completed, ` +
      `${told.cut} requests cut off, ${ids.length} events received, 0 twice`,
  )
})

test('SIGTERM: each process answers the requests that have arrived, and ends with 0', async () => {
  const { authorization } = await newSeller(service)
  // Connections that a process has accepted: what is sent on one has arrived.
  const agents = Array.from({ length: 60 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  await Promise.all(agents.map((agent) => ask(`${service.url}/health`, { agent })))
  const answers = agents.map((agent, i) =>
    ask(`${service.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization },
      json: { name: 'Ana', email: `drain-${i}@example.com` },
      agent,
    }).then(
      ({ status }) => status,
      () => 'cut',
    ),
  )
  await Promise.race(answers)
  service.kill('SIGTERM')
  assert.deepEqual(await service.exited, [0, null])
  const answered = await Promise.all(answers)
  const stored = await sql(`select id from customers where email like 'drain-%'`)
  assert.deepEqual(new Set(answered), new Set([201]))
  assert.equal(stored.length, answered.length)
})

/** Tells the process that started this one to end; is ready once it is told to end itself. */
const endsAsItIsReady = `data:text/javascript,${encodeURIComponent(`
  const { send } = process
  if (send) process.send = (message, ...rest) => {
    const tell = () => send.call(process, message, ...rest)
    if (!message.ready) return tell()
    process.once('SIGTERM', tell)
    process.kill(process.ppid, 'SIGTERM')
  }`)}`

test('SIGTERM while the first process starts: no others start, and it ends with 0', async () => {
  const NODE_OPTIONS = `--import=${endsAsItIsReady}`
  const starting = startProcesses({ ...environment, WORKERS: '2', NODE_OPTIONS })
  await assert.rejects(starting, { message: '0: ' })
})

/** Ends a process that has asked for the metrics of all once it has told its own. */
const diesAsking = `data:text/javascript,${encodeURIComponent(`
  const { send } = process
  let asked = false
  if (send) process.send = (message) => {
    asked ||= message.metrics === 'asked'
    const told = asked && message.metrics === 'reported'
    return send.call(process, message, undefined, undefined, () => {
      if (told) process.kill(process.pid, 'SIGKILL')
    })
  }`)}`

test('a process that dies as it asks for the metrics of all takes no other with it', async () => {
  const METRICS_PORT = String(await freePort())
  const NODE_OPTIONS = `--import=${diesAsking}`
  const options = { ...environment, WORKERS: '2', METRICS_PORT, NODE_OPTIONS }
  const several = await startProcesses(options)
  const [stopped = 0] = several.workers()
  // The metrics of all are complete once this one goes on.
  process.kill(stopped, 'SIGSTOP')
  const died = several.logged(({ msg }) => msg === 'worker died')
  await assert.rejects(ask(`http://127.0.0.1:${METRICS_PORT}/metrics`))
  await died
  const told = several.logged(({ msg }) => msg === 'worker not reached')
  process.kill(stopped, 'SIGCONT')
  await Promise.race([told, several.exited.then(([code]) => assert.fail(`ended with ${code}`))])
  several.kill('SIGTERM')
  assert.deepEqual(await several.exited, [0, null])
})

/** Lets the process start no others from a signal on, until the next one. */
const startsNone = `data:text/javascript,${encodeURIComponent(`
  const { execPath } = process
  process.on('SIGUSR2', () => {
    process.execPath = process.execPath === execPath ? '/nowhere' : execPath
  })`)}`

test('a process that cannot be started is tried again, and takes no other with it', async () => {
  const NODE_OPTIONS = `--import=${startsNone}`
  const several = await startProcesses({ ...environment, WORKERS: '2', NODE_OPTIONS })
  several.kill('SIGUSR2')
  const failed = several.logged(({ msg, pid }) => msg === 'worker died' && pid === undefined)
  process.kill(several.workers()[0] ?? 0, 'SIGKILL')
  await Promise.race([failed, several.exited.then(([code]) => assert.fail(`ended with ${code}`))])
  const started = several.logged(({ msg, pid }) => msg === 'worker started' && pid !== undefined)
  several.kill('SIGUSR2')
  await started
  several.kill('SIGTERM')
  assert.deepEqual(await several.exited, [0, null])
})

test('worker processes end and free the port when their parent is killed', async () => {
  const several = await startProcesses({ ...environment, WORKERS: '2' })
  const pids = several.workers()
  several.kill('SIGKILL')
  const drained = Promise.all(
    pids.map(async (pid) => {
      const runs = () => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      }
      while (runs()) await wait(20)
    }),
  )
  await Promise.all([several.exited, drained])
  const again = await startProcesses({ ...environment, WORKERS: '1', PORT: String(several.port) })
  assert.equal((await ask(`${several.url}/health`)).status, 200)
  again.kill('SIGTERM')
  assert.deepEqual(await again.exited, [0, null])
})
