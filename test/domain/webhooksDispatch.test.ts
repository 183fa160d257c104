/** Deliveries are sent by their rows alone, and are on record before they are sent. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { asOperator } from '../../domain/auth/accountChange.ts'
import { changeEndpoint } from '../../domain/webhooks/endpointChanges.ts'
import { createPost } from '../../domain/webhooks/post.ts'
import { newDatabase, sqlOn } from '../support/engine.ts'
import { answer, assertNoneTwice, hang, startReceiver } from '../support/receiver.ts'
import { newEvent } from '../support/webhooksEvent.ts'
import { startSender } from '../support/webhooksSender.ts'

test('a delivery that a stop cuts off has an unknown outcome, and is not sent again', async () => {
  const receiver = await startReceiver(hang)
  const sender = await startSender()
  await sender.endpoint(receiver.url)
  await sender.record()
  sender.start()
  await receiver.arrived(1)
  await sender.dispatcher().stop(0)
  const [cut] = await sender.deliveries()
  assert.equal(cut?.status, 'claimed')
  assert.equal(cut?.response_text, null)
  receiver.script = answer(200)
  sender.restart()
  await sender.tell()
  await receiver.arrived(2)
  await sender.stop()
  assertNoneTwice(receiver)
  const statuses = (await sender.deliveries()).map(({ status }) => status)
  assert.deepEqual(statuses, ['claimed', 'delivered'])
})

test('a claim is durable before its request goes out', async () => {
  const seen: unknown[] = []
  const post = createPost({ mode: 'sandbox' })
  const receiver = await startReceiver()
  const database_url = await newDatabase()
  const sender = await startSender({
    database_url,
    post: async (request) => {
      seen.push(await elsewhere(statuses))
      return post(request)
    },
  })
  // Another connection sees nothing but what was committed.
  const elsewhere = await sqlOn(database_url)
  const statuses = 'select status from deliveries'
  assert.deepEqual(await elsewhere(statuses), [])
  await sender.endpoint(receiver.url)
  await sender.record()
  sender.start()
  await receiver.arrived(1)
  await sender.stop()
  assert.deepEqual(seen, [[{ status: 'claimed' }]])
})

test('two dispatchers on one database send each event once between them', async () => {
  const receiver = await startReceiver()
  const sender = await startSender()
  await sender.endpoint(receiver.url)
  const count = 300
  await sender.db.run(function* () {
    for (let i = 0; i < count; i++) yield* newEvent(sender.seller_id, sender.clock.now())
  })
  sender.start()
  const first = sender.dispatcher()
  sender.restart()
  await receiver.arrived(count)
  await Promise.all([first.stop(8_000), sender.stop()])
  assert.equal(receiver.received.length, count)
  assertNoneTwice(receiver)
  const statuses = new Set((await sender.deliveries()).map(({ status }) => status))
  assert.deepEqual([...statuses], ['delivered'])
})

test('an event of a transaction that was rolled back is not sent', async () => {
  const receiver = await startReceiver()
  const sender = await startSender()
  await sender.endpoint(receiver.url)
  sender.start()
  const undone = sender.db.run(function* () {
    yield* newEvent(sender.seller_id, sender.clock.now())
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await sender.tell()
  const [received] = await receiver.arrived(1)
  await sender.stop()
  const [delivery, ...others] = await sender.deliveries()
  assert.deepEqual(others, [])
  assert.equal(received?.headers['webhook-id'], delivery?.event_id)
  assert.equal(receiver.received.length, 1)
})

test('events that another process recorded are found without a wake', async () => {
  const receiver = await startReceiver()
  const sender = await startSender({ lookIntervalMs: 100 })
  await sender.endpoint(receiver.url)
  sender.start()
  await sender.record()
  await receiver.arrived(1)
  await sender.record()
  await receiver.arrived(2)
})

test('a delivery that waits when its endpoint is deleted is not sent, and says why', async () => {
  const receiver = await startReceiver()
  const other = await startReceiver()
  const sender = await startSender()
  const { id } = await sender.endpoint(receiver.url)
  await sender.endpoint(other.url)
  await sender.record()
  await sender.remove(id)
  sender.start()
  await other.arrived(1)
  await sender.stop()
  assert.equal(receiver.connections, 0)
  const deliveries = await sender.deliveries()
  const dead = deliveries.find(({ endpoint_id }) => endpoint_id === id)
  assert.deepEqual([dead?.status, dead?.response_status], ['failed', null])
  assert.equal(dead?.response_text, 'The endpoint was deleted.')
})

test('a delivery that waits when its endpoint is disabled is not sent, and says why', async () => {
  const receiver = await startReceiver()
  const other = await startReceiver()
  const sender = await startSender()
  const { db, seller_id, clock } = sender
  const { id } = await sender.endpoint(receiver.url)
  await sender.endpoint(other.url)
  await sender.record()
  const by = { mode: 'sandbox', ...asOperator(seller_id, clock.now()) } as const
  await db.run(() => changeEndpoint({ seller_id, id }, { enabled: false }, by))
  sender.start()
  await other.arrived(1)
  await sender.stop()
  assert.equal(receiver.connections, 0)
  const deliveries = await sender.deliveries()
  const idle = deliveries.find(({ endpoint_id }) => endpoint_id === id)
  assert.deepEqual([idle?.status, idle?.response_status], ['failed', null])
  assert.equal(idle?.response_text, 'The endpoint was disabled.')
})

test('a database that cannot be read is logged, and does not end the sending', async () => {
  const receiver = await startReceiver()
  const sender = await startSender()
  await sender.endpoint(receiver.url)
  await sender.record()
  const read = sender.db.read.bind(sender.db)
  let failures = 0
  sender.db.read = (body) => (failures++ < 1 ? Promise.reject(new Error('broken')) : read(body))
  sender.start()
  await receiver.arrived(1)
  await sender.stop()
  const logged = sender.lines.filter((line) => line.includes('pending webhooks could not be read'))
  assert.equal(logged.length, 1)
  assert.match(logged[0] ?? '', /broken/)
  assertNoneTwice(receiver)
})

test('an outcome that cannot be recorded is logged, and the event is not sent again', async () => {
  const receiver = await startReceiver()
  const sender = await startSender()
  await sender.endpoint(receiver.url)
  await sender.record()
  const run = sender.db.run.bind(sender.db)
  receiver.script = (response, request) => {
    sender.db.run = () => Promise.reject(new Error('full'))
    answer(200)(response, request)
  }
  sender.start()
  await sender.answered(1)
  await sender.stop()
  const logged = sender.lines.filter((line) => line.includes('webhook outcome not recorded'))
  assert.match(logged[0] ?? '', /full/)
  sender.db.run = run
  receiver.script = answer(200)
  sender.restart()
  await sender.tell()
  await receiver.arrived(2)
  await sender.stop()
  assertNoneTwice(receiver)
  const statuses = (await sender.deliveries()).map(({ status }) => status)
  assert.deepEqual(statuses, ['claimed', 'delivered'])
})
