/** The money of subscriptions in the lists, the files and the search that checkouts have, too. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import { Plans } from '../support/subscriptions.ts'

type Subscription = components['schemas']['Subscription']

const service = await startService()
let seller = await service.account()
const offer_id = await new Plans(seller, service.clock.now()).offer()

/** A subscription whose first period is paid. */
async function subscribed(body: object = {}): Promise<Subscription> {
  const customer = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }
  const made = await seller.post<'Subscription'>('/v1/subscriptions', {
    offer_id,
    customer,
    ...body,
  })
  assert.equal(made.status, 201, made.text)
  const path = `/sandbox/subscriptions/${made.body.id}/authorize`
  const { status, body: subscription, text } = await seller.post<'Subscription'>(path)
  assert.equal(status, 200, text)
  return subscription
}

/** Pays the second invoice on the sixth day before it is due. */
async function paySecond({ id }: Subscription): Promise<string> {
  await seller.post('/sandbox/clock/advance', { seconds: 27 * 24 * 60 * 60 })
  seller = await service.login(seller)
  const { body } = await seller.get<'Subscription'>(`/v1/subscriptions/${id}`)
  const paid = await seller.post(`/sandbox/invoices/${body.latest_invoice_id}/pay`)
  assert.equal(paid.status, 200, paid.text)
  return body.latest_invoice_id ?? ''
}

const [one, other] = [await subscribed({ external_id: 'clube-77' }), await subscribed()]
const first = one.latest_invoice_id ?? ''
const second = await paySecond(one)
const sold = await seller.payment()

async function list<Name extends 'PaymentList' | 'RefundList'>(
  path: string,
  query: Record<string, string> = {},
) {
  const { body, text } = await seller.get<Name>(`${path}?${new URLSearchParams(query)}`)
  assert.ok(body.data, text)
  return body.data as components['schemas'][Name]['data']
}

const payments = await list<'PaymentList'>('/v1/payments')
for (const [i, { id }] of payments.entries()) {
  await seller.refund(id, { amount_minor: i + 1, external_id: `volta-${i}` })
}
const refunds = await list<'RefundList'>('/v1/refunds')

/** Each value of a filter, and none. */
const values = {
  subscription_id: [undefined, one.id, other.id, unknownId('sub_')],
  invoice_id: [undefined, first, second, unknownId('inv_')],
  checkout_id: [undefined, sold.checkout_id ?? ''],
  status: [undefined, 'succeeded', 'partially_refunded'],
}

function queries(): Record<string, string>[] {
  let all: Record<string, string>[] = [{}]
  for (const [name, each] of Object.entries(values)) {
    all = all.flatMap((query) =>
      each.map((value) => (value === undefined ? query : { ...query, [name]: value })),
    )
  }
  return all
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const fits = <One extends object>(query: Record<string, string>, row: One) =>
  Object.entries(query).every(([name, wanted]) => row[name as keyof One] === wanted)

test('payments are found by subscription and invoice, with the other filters', async () => {
  const now = await list<'PaymentList'>('/v1/payments')
  assert.equal(now.length, 4)
  const { end_to_end_id, txid, paid_at } = now.find(({ invoice_id }) => invoice_id === second) ?? {}
  assert.ok(end_to_end_id && txid && paid_at)
  for (const query of [
    ...queries(),
    { subscription_id: one.id, txid },
    { invoice_id: first, txid },
    { subscription_id: one.id, end_to_end_id },
  ] as Record<string, string>[]) {
    const expected = ids(now.filter((row) => fits(query, row)))
    assert.deepEqual(ids(await list('/v1/payments', query)), expected, JSON.stringify(query))
  }
  const since = { subscription_id: one.id, paid_from: paid_at }
  assert.deepEqual(ids(await list('/v1/payments', since)), [now[1]?.id])
  const until = { subscription_id: one.id, paid_to: paid_at }
  assert.deepEqual(ids(await list('/v1/payments', until)), [now[3]?.id])
})

test('refunds are found by subscription and invoice, with the other filters', async () => {
  assert.equal(refunds.length, 4)
  const [last] = refunds.filter(({ invoice_id }) => invoice_id === second)
  assert.ok(last?.external_id)
  const { payment_id, external_id } = last
  const statusless = queries().filter(({ status }) => status !== 'partially_refunded')
  for (const query of [
    ...statusless,
    { subscription_id: one.id, payment_id },
    { invoice_id: first, payment_id },
    { subscription_id: one.id, external_id },
    { invoice_id: first, external_id },
  ] as Record<string, string>[]) {
    const expected = ids(refunds.filter((row) => fits(query, row)))
    assert.deepEqual(ids(await list('/v1/refunds', query)), expected, JSON.stringify(query))
  }
})

test('both lists go on from a cursor and refuse ids of another form', async () => {
  for (const [path, rows] of [
    ['/v1/payments', payments],
    ['/v1/refunds', refunds],
  ] as const) {
    const [newest, oldest] = ids(rows.filter((row) => row.subscription_id === one.id))
    const page = { subscription_id: one.id, limit: '1' }
    assert.deepEqual(ids(await list(path, page)), [newest])
    const next = { ...page, starting_after: newest ?? '' }
    assert.deepEqual(ids(await list(path, next)), [oldest])
    for (const name of ['subscription_id', 'invoice_id'] as const) {
      assertRefused(await seller.get(`${path}?${name}=x`), `invalid_${name}`, name)
    }
  }
})

test('the files of refunds and statement end with the subscription and its invoice', async () => {
  for (const [path, rows] of [
    ['/v1/refunds/export', refunds],
    ['/v1/statement_entries/export', [...payments, ...refunds]],
  ] as const) {
    const { text } = await seller.get(`${path}?format=csv&locale=en`)
    const [, ...lines] = text.trim().split('\r\n')
    const ends = lines.map((line) => line.split(/[,;]/).slice(-2).join())
    const expected = rows.map((row) => `${row.subscription_id ?? ''},${row.invoice_id ?? ''}`)
    assert.deepEqual(ends.toSorted(), expected.toSorted(), path)
  }
})

test('the file of refunds names the buyer of a subscription, and takes its filters', async () => {
  const { text } = await seller.get(
    `/v1/refunds/export?format=csv&locale=en&subscription_id=${one.id}`,
  )
  const [, ...lines] = text.trim().split('\r\n')
  assert.equal(lines.length, 2)
  for (const line of lines) {
    for (const word of ['Ana Souza', '529.982.247-25', 'ana@example.com', 'clube-77', one.id]) {
      assert.ok(line.includes(word), `${word} in ${line}`)
    }
  }
})
