/** A9: one seller asks and stores as much as it can, by many clients. The others do not notice. */
import assert from 'node:assert/strict'
import { median } from '../../../packages/bench/median.ts'
import { createClient, createSeller } from '../../../domain/access/clients.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { tokenOf } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount, TestService } from '../../support/service.ts'
import { newCustomer, newToken, startProgram, startServed } from '../support/loads.ts'
import type { Served } from '../support/loads.ts'
import { quantile, wireText } from '../support/openLoop.ts'
import type { TimedAnswer, Load } from '../support/openLoop.ts'

const CLIENTS = 5
const PER_SECOND = 20
const OTHERS_REQUESTS = 10

const DAILY_BYTES = 300_000
const LARGE_SALES = 40
const SMALL_ROWS = 100

/** The most that an open sale with full metadata takes. */
const LARGE_SALE_BYTES = 25_000

/** The least that a row counts as. */
const ROW_BYTES = 4_096

const metadata = { notes: 'x'.repeat(16_000) }

/** The same seller by so many API clients. */
const clientsOf = (seller: TestAccount): Promise<TestAccount[]> =>
  Promise.all(Array.from({ length: CLIENTS }, () => seller.restrictedTo([...everyScope])))

/** Work done by several at once, each piece by the next that is free. */
async function shared<Worker, Result>(
  workers: Worker[],
  pieces: number,
  work: (worker: Worker, piece: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const runOne = async (worker: Worker) => {
    while (next < pieces) results.push(await work(worker, next++))
  }
  await Promise.all(workers.map(runOne))
  return results
}

/** Counts who is refused while all clients of one seller ask for far more than it may. */
async function assertRequestsBounded(service: TestService): Promise<string> {
  const clients = await clientsOf(await service.account())
  const other = await service.account()
  const asked = 3 * PER_SECOND
  const flood = clients.flatMap((client) =>
    Array.from({ length: asked }, () => client.get('/v1/me')),
  )
  const heard = await Promise.all(
    Array.from({ length: OTHERS_REQUESTS }, () => other.get('/v1/customers')),
  )
  const answers = await Promise.all(flood)
  for (const { status, text } of heard) assert.equal(status, 200, text)
  const refused = answers.filter(({ status }) => status === 429)
  for (const { headers } of refused) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal(answers.filter(({ status }) => status === 200).length, flood.length - refused.length)
  // Two windows may be met by requests that are sent at once, or more where they take long.
  assert.ok(refused.length >= flood.length / 2, `${refused.length} were refused`)
  return (
    `${refused.length} of ${flood.length} requests of ${CLIENTS} clients of one seller are ` +
    `refused, 0 of ${heard.length} of another`
  )
}

type StorageUse = { bytes: number; keys: number; customers: number }

/** A seller's rows and bytes in the database. */
async function kept({ sql }: TestService, { seller_id }: TestAccount): Promise<StorageUse> {
  const sum = async (what: string, table: string) => {
    const rows = await sql<{ n: number }>(
      `select coalesce(sum(${what}), 0) as n from ${table} where seller_id = ?`,
      seller_id,
    )
    return Number(rows[0]?.n)
  }
  const length = (column: string) => `length(cast(${column} as text))`
  const sales = await sum(`${length('metadata')} + ${length('line_items')}`, 'checkouts')
  const answers = await sum(length('body'), 'idempotency_keys')
  return {
    bytes: sales + answers,
    keys: await sum('1', 'idempotency_keys'),
    customers: await sum('1', 'customers'),
  }
}

/** A seller past its storage is paid, pays back and cancels as before. */
async function assertMoneyGoesOn(seller: TestAccount, open: string[]): Promise<void> {
  const [one, other] = open
  const paid = await seller.post<'Checkout'>(`/sandbox/checkouts/${one}/pay`)
  assert.equal(paid.status, 200, paid.text)
  const path = `/v1/payments/${paid.body.payment_id}/refunds`
  const refunded = await seller.post(path, { amount_minor: 1 })
  assert.equal(refunded.status, 201, refunded.text)
  const more = { amount_minor: 1, metadata: { motivo: 'x'.repeat(16_000) } }
  assert.equal((await seller.post(path, more)).status, 429)
  assert.equal((await seller.post(path, { amount_minor: 1, metadata: {} })).status, 201)
  const canceled = await seller.post(`/v1/checkouts/${other}/cancel`)
  assert.equal(canceled.status, 200, canceled.text)
}

/** Measures what the clients of one seller can store, in large rows and in small ones. */
async function assertStorageBounded(service: TestService): Promise<string> {
  const [seller, small, other] = [
    await service.account(),
    await service.account(),
    await service.account(),
  ]
  const { default_offer } = await seller.product()
  const sale = { offer_id: default_offer?.id, metadata }
  const sales = await shared(await clientsOf(seller), LARGE_SALES, (client) =>
    client.post<'Checkout'>('/v1/checkouts', sale, { 'idempotency-key': crypto.randomUUID() }),
  )
  const addCustomer = (client: TestAccount, i: number) =>
    client.post('/v1/customers', { name: 'A', email: `${i}@example.com` })
  const rows = await shared(await clientsOf(small), SMALL_ROWS, addCustomer)
  for (let i = 0; i < OTHERS_REQUESTS; i++) {
    const { status, text } = await addCustomer(other, i)
    assert.equal(status, 201, text)
  }
  for (const { status } of [...sales, ...rows]) assert.ok(status === 201 || status === 429)
  // Requests under way when the limit is met are stored as well.
  const { bytes, keys } = await kept(service, seller)
  assert.ok(bytes <= DAILY_BYTES + CLIENTS * LARGE_SALE_BYTES, `${bytes} bytes are stored`)
  const { customers } = await kept(service, small)
  assert.ok(customers <= DAILY_BYTES / ROW_BYTES + CLIENTS, `${customers} rows are stored`)
  const opened = sales.filter(({ status }) => status === 201).map(({ body }) => body.id)
  assert.deepEqual([opened.length, opened.length > 2], [keys, true])
  await assertMoneyGoesOn(seller, opened)
  return (
    `of ${DAILY_BYTES / 1000} KB a day, ${LARGE_SALES} sales with 16 KB of metadata store ` +
    `${Math.round(bytes / 1000)} KB and ${SMALL_ROWS} customers ${customers} rows, 0 of another ` +
    'refused; payment, refund and cancellation go on'
  )
}

/** The default of live mode: five times the limit of a client. */
const LIVE_PER_SECOND = 500
const LIVE_CLIENTS = 20
const ROUNDS = 9
const SECONDS = 5
const OTHERS_RATE = 300

/** Requests of one seller by many clients: each reads, and opens sales as large as can be. */
async function floodTexts({ url, db }: Served): Promise<string[]> {
  const now = new Date()
  const scopes = [...everyScope]
  const seller = await createSeller(db, { name: 'Loja', scopes, now })
  const headers = {
    authorization: `Bearer ${await tokenOf(url, seller)}`,
    'content-type': 'application/json',
  }
  const product = { name: 'Curso', default_offer: { amount_minor: 4990, currency: 'BRL' } }
  const body = JSON.stringify(product)
  const answer = await fetch(`${url}/v1/products`, { method: 'POST', headers, body })
  const { default_offer } = (await answer.json()) as { default_offer: { id: string } }
  const sale = { offer_id: default_offer.id, metadata }
  const texts = Array.from({ length: LIVE_CLIENTS }, async () => {
    const { seller_id } = seller
    const client = await createClient(db, { seller_id, name: 'Programa', scopes, now })
    assert.ok(client)
    const token = await tokenOf(url, client)
    return [
      wireText('GET', '/v1/customers?limit=1', token),
      wireText('POST', '/v1/checkouts', token, sale),
    ]
  })
  return (await Promise.all(texts)).flat()
}

const p99 = (heard: TimedAnswer[]) => quantile(heard, 0.99)

/** Measures the others beside a seller at all of its limits and without it, in turns. */
async function assertOthersUndisturbed(): Promise<string> {
  const service = await startServed({ SELLER_DAILY_MB: '5' })
  const { port, url } = service
  const texts = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const token = await newToken(service)
      return wireText('GET', `/v1/customers/${await newCustomer(url, token)}`, token)
    }),
  )
  const watching = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const flooding = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const watch = () =>
    watching({ port, texts, seconds: SECONDS, rate: OTHERS_RATE, connections: 200 })
  const noisy = await floodTexts(service)
  const flood = () =>
    flooding({ port, texts: noisy, seconds: SECONDS, rate: 2 * LIVE_PER_SECOND, connections: 500 })
  // The first flood stores as much as the seller may.
  await Promise.all([watch(), flood()])
  const quiet: TimedAnswer[][] = []
  const loud: TimedAnswer[][] = []
  const answers: TimedAnswer[] = []
  for (let i = 0; i < ROUNDS; i++) {
    quiet.push(await watch())
    const [heard, flooded] = await Promise.all([watch(), flood()])
    loud.push(heard)
    answers.push(...flooded)
  }
  await service.stop()
  const failed = [...quiet, ...loud].flat().filter(({ status }) => status !== 200)
  assert.deepEqual(failed.slice(0, 3), [], `${failed.length} of the others' failed`)
  const ratio = median(loud.map((heard, i) => p99(heard) / p99(quiet[i] ?? [])))
  const refused = answers.filter(({ status }) => status === 429).length
  const [quiet_ms, loud_ms] = [median(quiet.map(p99)), median(loud.map(p99))]
  const figure =
    `${refused} of ${answers.length} of a seller's ${LIVE_CLIENTS} clients refused at ` +
    `${2 * LIVE_PER_SECOND}/s, 0 of ${loud.flat().length} of the others; their p99 is ` +
    `${ratio.toFixed(2)} times as long (${quiet_ms.toFixed(1)} → ${loud_ms.toFixed(1)} ms)`
  assert.ok(refused > answers.length / 3, figure)
  assert.ok(ratio <= 2, figure)
  return figure
}

const limitedRequests = () => startService({ sellerRateLimit: PER_SECOND })
const limitedStorage = () => startService({ sellerDailyBytes: DAILY_BYTES })

property('A9', async () => {
  const requests = await assertRequestsBounded(await limitedRequests())
  const counted = `${requests}; ${await assertStorageBounded(await limitedStorage())}`
  return long ? `${counted}; ${await assertOthersUndisturbed()}` : counted
})

control('A9', 'each API client is limited for itself alone', async () => {
  const service = await limitedRequests()
  service.service.limits.seller = () => 0
  await assertRequestsBounded(service)
})

control('A9', 'stored bytes are not counted', async () => {
  const service = await limitedStorage()
  service.service.storage.add = () => undefined
  await assertStorageBounded(service)
})

control('A9', 'rows count their bytes alone', async () => {
  const service = await limitedStorage()
  const { storage } = service.service
  const own = storage.add.bind(storage)
  storage.add = (sellerId, bytes) => own(sellerId, bytes - ROW_BYTES)
  await assertStorageBounded(service)
})
