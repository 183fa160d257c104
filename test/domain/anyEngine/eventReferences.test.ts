import assert from 'node:assert/strict'
import { test } from 'vitest'
import { largestCarts, largestOffers } from '../../support/largestRows.ts'
import type { Ask } from '../../support/largestRows.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

/** A reference has ids, amounts and times. */
const MAX_STORED = 450

const service = await startService({ sellerDailyBytes: 2_000_000 })

const pastStorage = ({ seller_id }: TestAccount) =>
  service.service.storage.add(seller_id, 10_000_000)

const askOf =
  ({ on, token }: TestAccount): Ask =>
  async (method, path, json) => {
    const { status, body, text } = await on.request(method, path, { token, json })
    assert.ok(status < 300, `${path}: ${text}`)
    return body as never
  }

/** A paid checkout with as long lines, metadata and addresses as there may be. */
async function largeSale(seller: TestAccount) {
  const ask = askOf(seller)
  const [cart] = await largestCarts(ask, await largestOffers(ask, 6), 1)
  assert.ok(cart)
  return (await ask('POST', `/sandbox/checkouts/${cart.id}/pay`)) as unknown as Sale
}

type Sale = { id: string; payment_id: string }

async function smallSale(seller: TestAccount): Promise<Sale> {
  const { id } = await seller.checkout()
  return (await askOf(seller)('POST', `/sandbox/checkouts/${id}/pay`)) as unknown as Sale
}

const refundOf = async (seller: TestAccount, { payment_id }: Sale, body: object) =>
  (await askOf(seller)('POST', `/v1/payments/${payment_id}/refunds`, body)) as unknown as object

type EventText = { id: string; length: number; data: string }

const storedOf = ({ seller_id }: TestAccount, type: string) =>
  service.sql<EventText>(
    `select id, cast(data as text) as data, length(cast(data as text)) as length
     from events where seller_id = ? and type = ? order by id`,
    seller_id,
    type,
  )

const checkoutOf = async (seller: TestAccount, { id }: Sale) =>
  (await seller.get(`/v1/checkouts/${id}`)).text

const dataIn = (text: string) => text.slice(text.indexOf('"data":') + '"data":'.length)

test('a refund of a large cart copies none of it, its event is read and sent whole', async () => {
  const seller = await service.account()
  const receiver = await startReceiver()
  await seller.webhookEndpoint({ url: receiver.url, event_types: ['payment.reversed'] })
  const sale = await largeSale(seller)
  await refundOf(seller, sale, { amount_minor: 1 })
  const first = await checkoutOf(seller, sale)
  await refundOf(seller, sale, { amount_minor: 2 })
  const second = await checkoutOf(seller, sale)
  const stored = await storedOf(seller, 'payment.reversed')
  for (const { length } of stored) assert.ok(Number(length) < MAX_STORED, String(length))
  const sent = await receiver.arrived(2)
  const shown = [first, second]
  for (const [i, { id }] of stored.entries()) {
    const { text } = await seller.get(`/v1/events/${id}`)
    assert.ok(dataIn(text).startsWith(shown[i] ?? '-'), `event ${i} is not the checkout of then`)
    const message = sent.find(({ headers }) => headers['webhook-id'] === id)
    assert.equal(dataIn(message?.body ?? ''), `${shown[i]}}`)
  }
  const { body } = await seller.get<'EventList'>('/v1/events?type=payment.reversed')
  const listed = body.data.map(({ data }) => JSON.stringify(data))
  assert.deepEqual(listed, shown.toReversed())
})

test('past its storage a seller’s refunds store ids, amounts and times alone', async () => {
  const seller = await service.account()
  const sale = await smallSale(seller)
  pastStorage(seller)
  const refund = await refundOf(seller, sale, {
    amount_minor: 1,
    reason: 'R'.repeat(140),
    external_id: 'e'.repeat(255),
  })
  const shown = JSON.parse(await checkoutOf(seller, sale)) as object
  for (const [type, data] of Object.entries({
    'payment.reversed': shown,
    'refund.succeeded': refund,
  })) {
    const [event] = await storedOf(seller, type)
    assert.ok(Number(event?.length) < MAX_STORED, `${type}: ${event?.data}`)
    const { body } = await seller.get<'Event'>(`/v1/events/${event?.id}`)
    assert.deepEqual(body.data, data)
  }
})

test('an event of less than 4 KiB is stored whole within the storage of its seller', async () => {
  const seller = await service.account()
  const sale = await smallSale(seller)
  await refundOf(seller, sale, { amount_minor: 1 })
  const [event] = await storedOf(seller, 'payment.reversed')
  assert.equal(event?.data, await checkoutOf(seller, sale))
})

test('an event that refers to its checkout shows nothing that was erased', async () => {
  const seller = await service.account()
  const ask = askOf(seller)
  const offers = await largestOffers(ask, 6)
  const email = 'maria@loja.example'
  const sale = (await ask('POST', '/v1/cart_checkouts', {
    items: offers.map((offer_id) => ({ offer_id })),
    customer: { name: 'Maria Souza', email },
    metadata: { nota: 'Maria Souza '.repeat(500) },
    success_url: 'https://loja.example/?de=maria',
  })) as unknown as Sale & { customer_id: string }
  const paid = (await ask('POST', `/sandbox/checkouts/${sale.id}/pay`)) as unknown as Sale
  await refundOf(seller, paid, { amount_minor: 1, reason: 'Maria Souza desistiu' })
  await ask('POST', `/v1/customers/${sale.customer_id}/erase`)
  const { text, body } = await seller.get<'EventList'>('/v1/events')
  assert.doesNotMatch(text, /maria/i)
  assert.deepEqual(
    body.data.map(({ type }) => type),
    ['payment.reversed', 'refund.succeeded', 'payment.succeeded'],
  )
  assert.match(text, /"line_items":\[\{"id":"item_/)
})
