/** Webhooks, from the buyer's action to the receiver's request. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { test } from 'vitest'
import { Vault } from '../../domain/identity/vault.ts'
import { readContract } from '../../contract/document.ts'
import { decline } from '../../domain/checkouts/decline.ts'
import { createEndpoint, deleteEndpoint } from '../../domain/webhooks/endpoints.ts'
import { MAX_ENDPOINTS } from '../../domain/webhooks/endpointChanges.ts'
import { listDeliveries } from '../../domain/webhooks/queue.ts'
import { answer, assertNoneTwice, hang, startReceiver, verified } from '../support/receiver.ts'
import type { Event, ReceivedRequest } from '../support/receiver.ts'
import { START, startService } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

const secretKey = randomBytes(32)
const vault = new Vault(secretKey)
// This service never looks by itself: what is sent here is sent because a handler woke it.
mock.timers.enable({ apis: ['setInterval'] })
const service = await startService({ secretKey })
mock.timers.reset()
const { db, clock } = service

const endpointOf = (seller_id: string, url: string) =>
  createEndpoint(db, { seller_id, url, mode: 'sandbox', vault, now: clock.now() })

/** A seller with an endpoint of its own. */
async function listeningSeller() {
  const receiver = await startReceiver()
  const seller = await service.account()
  const { id, secret } = await endpointOf(seller.seller_id, receiver.url)
  return { seller, receiver, id, secret }
}

const ajv = formats.default(new Ajv2020({ strict: false }))
ajv.addSchema(readContract(), 'contract')

/** Asserts that the body is as the contract's webhook of that name says, and nothing besides. */
function assertInContract(event: Event): void {
  const webhook = `webhooks/${event.type}/post/requestBody/content/application~1json/schema`
  const valid = ajv.validate({ $ref: `contract#/${webhook}` }, event)
  assert.ok(valid, JSON.stringify(ajv.errors))
  assert.deepEqual(Object.keys(event), ['type', 'timestamp', 'data'])
}

test('a payment through the API is announced once, as the checkout then is', async () => {
  const { seller, receiver, secret } = await listeningSeller()
  const { id } = await seller.checkout({ external_id: 'pedido-1', metadata: { nota: 'São João' } })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const [received] = await receiver.arrived(1)
  const event = verified(received as ReceivedRequest, secret)
  assertInContract(event)
  const { txid, end_to_end_id } = (await seller.get<'Payment'>(`/v1/payments/${paid.payment_id}`))
    .body
  const data = { ...paid, txid, end_to_end_id }
  assert.deepEqual(event, { type: 'payment.succeeded', timestamp: START, data })
  assert.deepEqual(paid, (await seller.get(`/v1/checkouts/${id}`)).body)
})

test('a payment on the hosted page is announced as well', async () => {
  const { seller, receiver, secret } = await listeningSeller()
  const checkout = await seller.checkout()
  const raw = new URLSearchParams({ action: 'pay' })
  await service.request('POST', pageOf(checkout), { raw })
  const [received] = await receiver.arrived(1)
  const event = verified(received as ReceivedRequest, secret)
  assertInContract(event)
  assert.equal(event.type, 'payment.succeeded')
  assert.equal(event.data['id'], checkout.id)
  assert.equal(event.data['status'], 'completed')
})

test('a declined payment is announced, through the API and on the page', async () => {
  const { seller, receiver, secret } = await listeningSeller()
  const checkout = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${checkout.id}/decline`)
  await receiver.arrived(1)
  const raw = new URLSearchParams({ action: 'decline' })
  await service.request('POST', pageOf(checkout), { raw })
  for (const received of await receiver.arrived(2)) {
    const event = verified(received, secret)
    assertInContract(event)
    assert.deepEqual(event, { type: 'payment.declined', timestamp: START, data: checkout })
  }
  assertNoneTwice(receiver)
})

test('the request is what Standard Webhooks describes', async () => {
  const { seller, receiver } = await listeningSeller()
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const [received] = await receiver.arrived(1)
  const { method, path, headers } = received as ReceivedRequest
  assert.equal(method, 'POST')
  assert.equal(path, '/hook')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'Balcao')
  assert.match(headers['webhook-id'] ?? '', /^evt_[0-9a-f-]{36}$/)
  assert.match(headers['webhook-timestamp'] ?? '', /^\d{10}$/)
  assert.match(
    headers['webhook-signature'] ?? '',
    /^v1,[A-Za-z0-9+/]{43}= v1a,[A-Za-z0-9+/]{86}==$/,
  )
})

test('a payment that is refused announces nothing', async () => {
  const { seller, receiver, secret } = await listeningSeller()
  const first = await seller.checkout()
  await seller.post(`/v1/checkouts/${first.id}/cancel`)
  const refused = await seller.post(`/sandbox/checkouts/${first.id}/pay`)
  assert.equal(refused.status, 409)
  const second = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${second.id}/pay`)
  await seller.post(`/sandbox/checkouts/${second.id}/pay`)
  const third = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${third.id}/pay`)
  const events = (await receiver.arrived(3)).map((one) => verified(one, secret))
  const told = events.map(({ type, data }) => `${type} ${data['id']}`)
  assert.deepEqual(told.toSorted(), [
    `checkout.canceled ${first.id}`,
    `payment.succeeded ${second.id}`,
    `payment.succeeded ${third.id}`,
  ])
})

test("each endpoint of a seller gets each event, and other sellers' get none", async () => {
  const other = await listeningSeller()
  const { seller, receiver, secret } = await listeningSeller()
  const second = await startReceiver()
  const { secret: second_secret } = await endpointOf(seller.seller_id, second.url)
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const [a] = await receiver.arrived(1)
  const [b] = await second.arrived(1)
  assert.deepEqual(
    verified(a as ReceivedRequest, secret),
    verified(b as ReceivedRequest, second_secret),
  )
  assert.throws(() => verified(a as ReceivedRequest, second_secret), /No matching signature/)
  const theirs = await other.seller.checkout()
  await other.seller.post(`/sandbox/checkouts/${theirs.id}/pay`)
  const [received] = await other.receiver.arrived(1)
  assert.equal(verified(received as ReceivedRequest, other.secret).data['id'], theirs.id)
})

/** Has a buyer's bank decline, and returns the names of the statements that this took. */
const statementsOfDecline = (of: { seller_id: string; id: string }): Promise<string[]> =>
  db.run(function* () {
    const names: string[] = []
    const steps = decline({ ...of, now: clock.now(), events: service.service.events })
    let next = steps.next([])
    while (!next.done) {
      names.push(next.value.definition.name)
      next = steps.next(yield next.value)
    }
    return names
  })

test(`an event costs as many statements for ${MAX_ENDPOINTS} endpoints as for one`, async () => {
  const { seller, receiver } = await listeningSeller()
  const { seller_id } = seller
  const { id } = await seller.checkout()
  const forOne = await statementsOfDecline({ seller_id, id })
  for (let n = 1; n < MAX_ENDPOINTS; n++) await endpointOf(seller_id, receiver.url)
  assert.deepEqual(await statementsOfDecline({ seller_id, id }), forOne)
  await receiver.arrived(1 + MAX_ENDPOINTS)
})

test('an endpoint gets the events between its creation and its deletion', async () => {
  const { seller, receiver, id: endpoint_id } = await listeningSeller()
  const first = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${first.id}/pay`)
  await receiver.arrived(1)
  await deleteEndpoint(db, { id: endpoint_id, now: clock.now() })
  const late = await startReceiver()
  const { secret } = await endpointOf(seller.seller_id, late.url)
  const second = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${second.id}/pay`)
  const [received] = await late.arrived(1)
  assert.equal(verified(received as ReceivedRequest, secret).data['id'], second.id)
  assert.equal(receiver.received.length, 1)
  assert.equal(late.received.length, 1)
})

test('50 payments at once are announced exactly once each', async () => {
  const on = await startService({ secretKey })
  const seller = await on.account()
  const receiver = await startReceiver()
  const { seller_id } = seller
  const now = on.clock.now()
  const endpoint = { seller_id, url: receiver.url, mode: 'sandbox', vault, now } as const
  const { secret } = await createEndpoint(on.db, endpoint)
  const { default_offer } = await seller.product()
  const checkouts = await Promise.all(
    Array.from({ length: 50 }, () =>
      seller.post<'Checkout'>('/v1/checkouts', { offer_id: default_offer?.id }),
    ),
  )
  const ids = checkouts.map(({ body }) => body.id)
  await Promise.all(ids.map((id) => seller.post(`/sandbox/checkouts/${id}/pay`)))
  await receiver.arrived(50)
  await on.service.webhooks.stop(8_000)
  const told = receiver.received.map((one) => verified(one, secret).data['id'])
  assert.deepEqual(told.toSorted(), ids.toSorted())
  assertNoneTwice(receiver)
})

test('a stopping service waits for the delivery that is on its way, and records it', async () => {
  const on = await startService({ secretKey })
  const seller = await on.account()
  const receiver = await startReceiver(hang)
  const { seller_id } = seller
  const now = on.clock.now()
  await createEndpoint(on.db, { seller_id, url: receiver.url, mode: 'sandbox', vault, now })
  const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>()
  receiver.script = (response, request) => ask(() => answer(202, 'taken')(response, request))
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const respond = await asked
  const stopped = on.service.webhooks.stop(8_000)
  const after = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${after.id}/pay`)
  respond()
  await stopped
  const deliveries = (await listDeliveries(on.db, seller_id)) ?? []
  const ended = deliveries.map(({ delivery }) => [delivery.status, delivery.response_status])
  // The event after the stop waits for the next start.
  assert.deepEqual(ended, [
    ['pending', null],
    ['delivered', 202],
  ])
  assert.equal(receiver.received.length, 1)
})
