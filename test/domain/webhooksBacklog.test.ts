/** A backlog of deliveries makes looks no dearer, and no seller waits for another. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createSeller } from '../../domain/access/clients.ts'
import { MAX_ENDPOINTS } from '../../domain/webhooks/endpointChanges.ts'
import type { PostResult } from '../../domain/webhooks/post.ts'
import { pendingDeliveries, sellersWithPending } from '../../domain/webhooks/queue.ts'
import { newDatabase, sqlOn } from '../support/engine.ts'
import { assertNoneTwice, hang, startReceiver } from '../support/receiver.ts'
import type { Receiver } from '../support/receiver.ts'
import { newEvent } from '../support/webhooksEvent.ts'
import { startSender } from '../support/webhooksSender.ts'

const HOUR_MS = 60 * 60 * 1000
const LIFETIME_MS = 72 * HOUR_MS

type Sender = Awaited<ReturnType<typeof startSender>>

const another = async ({ db, clock }: Sender) =>
  (await createSeller(db, { name: 'Loja', now: clock.now() })).seller_id

const record = ({ db, clock, seller_id }: Sender, count: number, of = seller_id) =>
  db.run(function* () {
    for (let i = 0; i < count; i++) yield* newEvent(of, clock.now())
  })

const numbers = (count: number) =>
  `with numbers (n) as (values ${Array.from({ length: count }, (_, i) => `(${i + 1})`).join()})`

test('deliveries that were due for 72 hours fail unsent, and the rest is sent', async () => {
  const receiver = await startReceiver()
  const database_url = await newDatabase()
  const sender = await startSender({ database_url })
  await sender.endpoint(receiver.url)
  await sender.record()
  const sql = await sqlOn(database_url)
  // The number is more than one statement ends.
  const count = 1_100
  await sql(`${numbers(count - 1)} insert into events
    select seller_id, id || n, type, data, created_at, subscription_id from events, numbers`)
  await sql(`${numbers(count - 1)} insert into deliveries
    select seller_id, id || n, event_id || n, endpoint_id, status, claimed_at, duration_ms,
      response_status, response_text, created_at, updated_at from deliveries, numbers`)
  sender.clock.advanceMs(1)
  await record(sender, 20)
  sender.clock.advanceMs(LIFETIME_MS - 1)
  sender.start()
  await receiver.arrived(20)
  await sender.answered(20)
  await sender.stop()
  assertNoneTwice(receiver)
  assert.equal(receiver.received.length, 20)
  const newest = await sender.deliveries()
  assert.equal(newest.filter(({ status }) => status === 'delivered').length, 20)
  const now = sender.clock.now().toISOString()
  const [{ id: _, event_id: __, endpoint_id: ___, ...old } = assert.fail()] = newest
  assert.deepEqual(old, {
    seller_id: sender.seller_id,
    status: 'failed',
    claimed_at: now,
    duration_ms: 0,
    response_status: null,
    response_text: 'It could not be sent within 72 hours.',
    created_at: '2026-03-02T12:00:00.000Z',
    updated_at: now,
  })
  const told = sender.lines
    .map((line) => JSON.parse(line) as { msg: string; count?: number })
    .filter(({ msg }) => msg === 'webhooks too old to be sent')
  assert.deepEqual(
    told.map((one) => one.count),
    [500, 500, 100],
  )
})

test('a delivery that is under way for as long is not touched', async () => {
  const receiver = await startReceiver(hang)
  const sender = await startSender({ limitMs: 60_000 })
  await sender.endpoint(receiver.url)
  await sender.record()
  sender.start()
  await receiver.arrived(1)
  sender.clock.advanceMs(LIFETIME_MS)
  await sender.tell()
  await receiver.arrived(2)
  await sender.dispatcher().stop(0)
  assert.deepEqual(
    (await sender.deliveries()).map(({ status }) => status),
    ['claimed', 'claimed'],
  )
})

/** Has another seller's 50 deliveries answered, and then stops the sender. */
async function deliverToAnother(sender: Sender, healthy: Receiver): Promise<void> {
  const other = await another(sender)
  await sender.endpoint(healthy.url, other)
  await record(sender, 50, other)
  sender.dispatcher().wake(other)
  await healthy.arrived(50)
  await sender.answered(50)
  await sender.dispatcher().stop(0)
}

test('all endpoints of a seller that hang leave room for the other sellers', async () => {
  const stuck = await startReceiver(hang)
  const healthy = await startReceiver()
  const sender = await startSender({ limitMs: 60_000 })
  // The endpoints would take all 256 places with 16 each.
  for (let i = 0; i < MAX_ENDPOINTS; i++) await sender.endpoint(stuck.url)
  await record(sender, 17)
  sender.start()
  await stuck.arrived(64)
  await deliverToAnother(sender, healthy)
  assert.equal(stuck.received.length, 64)
  assertNoneTwice(healthy)
})

test('many sellers whose endpoints hang leave room for the others', async () => {
  const stuck = await startReceiver(hang)
  const healthy = await startReceiver()
  const sender = await startSender({ limitMs: 60_000 })
  const sellers = await Promise.all(Array.from({ length: 12 }, () => another(sender)))
  for (const one of sellers) {
    for (let i = 0; i < 4; i++) await sender.endpoint(stuck.url, one)
    await record(sender, 17, one)
  }
  sender.start()
  // A quarter of all places for one alone, and less for each of several.
  await stuck.arrived(160)
  await deliverToAnother(sender, healthy)
  assertNoneTwice(healthy)
})

test("a seller's endpoints that hang with a backlog leave room for its other ones", async () => {
  const held: (() => void)[] = []
  const delivered: PostResult = { status: 'delivered', response_status: 200, response_text: '' }
  const healthy = 'http://127.0.0.1:1/healthy'
  let count = 0
  const sender = await startSender({
    async post({ url, signal }) {
      if (url === healthy) count++
      else {
        await new Promise<void>((resolve) => {
          held.push(resolve)
          signal.addEventListener('abort', () => resolve())
        })
      }
      return delivered
    },
  })
  // The endpoints have all 64 places of the seller with 16 each, and wait for each that gets free.
  for (let i = 0; i < 4; i++) await sender.endpoint('http://127.0.0.1:1/stuck')
  await sender.endpoint(healthy)
  await record(sender, 40)
  sender.start()
  while (held.length < 64) await new Promise(setImmediate)
  held.shift()?.()
  while (held.length < 64) await new Promise(setImmediate)
  await sender.dispatcher().stop(0)
  assert.equal(count, 40)
})

test('the oldest delivery that waits for an endpoint is sent first', async () => {
  const sent: (string | undefined)[] = []
  const sender = await startSender({
    async post({ headers, signal }) {
      sent.push(headers['webhook-id'])
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      return { status: 'failed', response_status: null, response_text: '' }
    },
  })
  await sender.endpoint('http://127.0.0.1:1/stuck')
  await record(sender, 40)
  sender.start()
  while (sent.length < 16) await new Promise(setImmediate)
  await sender.dispatcher().stop(0)
  const ids = (await sender.deliveries()).map(({ event_id }) => event_id).toSorted()
  assert.deepEqual(sent.toSorted(), ids.slice(0, 16))
})

test('each seller with something to be sent is found once', async () => {
  const database_url = await newDatabase()
  const sender = await startSender({ database_url })
  await sender.endpoint('http://127.0.0.1:1/')
  await record(sender, 2)
  const sql = await sqlOn(database_url)
  // The number is more than two looks find.
  for (const [table, columns] of Object.entries({
    sellers: `name, status, default_currency, created_at, updated_at`,
    webhook_endpoints: `id, url, secret_sealed, previous_secret_sealed, previous_secret_until,
      deleted_at, created_at, updated_at, event_types, disabled_at`,
    events: 'id, type, data, created_at',
    deliveries: `id, event_id, endpoint_id, status, claimed_at, duration_ms, response_status,
      response_text, created_at, updated_at`,
  })) {
    const id = table === 'sellers' ? 'id' : 'seller_id'
    await sql(`${numbers(229)} insert into ${table} (${id}, ${columns})
      select ${id} || '-' || (n + 1000), ${columns} from ${table}, numbers`)
  }
  const ids = (await sql<{ id: string }>('select id from sellers order by id')).map(({ id }) => id)
  assert.equal(ids.length, 230)
  const found: string[] = []
  for await (const id of sellersWithPending(sender.db)) found.push(id)
  assert.deepEqual(found, ids)
})

test('endpoints that were deleted with deliveries pending make no look dearer', async () => {
  const database_url = await newDatabase()
  const sender = await startSender({ database_url })
  await sender.endpoint('http://127.0.0.1:1/')
  await record(sender, 1)
  const sql = await sqlOn(database_url)
  const { seller_id } = sender
  const at = sender.clock.now().toISOString()
  const deleted = 300
  await sql(`${numbers(deleted)} insert into webhook_endpoints
    (seller_id, id, url, secret_sealed, deleted_at, created_at, updated_at)
    select seller_id, id || '-' || (n + 1000), url, '', '${at}', created_at, updated_at
    from webhook_endpoints, numbers`)
  await sql(`${numbers(deleted)} insert into deliveries
    (seller_id, id, event_id, endpoint_id, status, created_at, updated_at)
    select seller_id, id || '-' || (n + 1000), event_id, endpoint_id || '-' || (n + 1000),
      status, created_at, updated_at from deliveries, numbers`)
  const capacity = { of: () => 16, inAll: 64 }
  let queries = 0
  const pending = await sender.db.read(function* () {
    const look = pendingDeliveries(seller_id, capacity)
    let step = look.next()
    for (; !step.done; queries++) step = look.next(yield step.value)
    return step.value
  })
  assert.equal(pending.length, 2 * MAX_ENDPOINTS)
  assert.ok(queries <= 4 * MAX_ENDPOINTS, `${queries} queries`)
  sender.start()
  await sender.answered(1)
  const failed = async () => {
    const [row] = await sql("select count(*) as count from deliveries where status = 'failed'")
    return Number(row?.['count'])
  }
  // A delivery that is not pending any more is claimed first, and has failed a moment later.
  while ((await failed()) < deleted + 1) await new Promise(setImmediate)
  await sender.stop()
  assert.equal(await failed(), deleted + 1)
})
