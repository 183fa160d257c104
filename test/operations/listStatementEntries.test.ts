import assert from 'node:assert/strict'
import { test } from 'vitest'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import { PRICE_MINOR } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { entriesOf, startStatement, sumOf } from '../support/statement.ts'

const path = '/v1/statement_entries'
const service = await startService()
const { rail, seller: banked } = await startStatement()

test('an account to which nothing has happened has no entries', async () => {
  const { body } = await (await service.account()).get<'StatementEntryList'>(path)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('each entry is what the bank did, newest first', async () => {
  const found = (await entriesOf(banked)).map(({ type, amount_minor }) => [type, amount_minor])
  assert.deepEqual(found, [
    ['return', -PRICE_MINOR],
    ['returned_payment', PRICE_MINOR],
    ['reversal', -7],
    ['refund', -100],
    ['refund', -1990],
    ['payment', PRICE_MINOR],
  ])
})

test('all entries come to what the bank has kept', async () => {
  const kept = rail.bank.books.transfers().flatMap(({ valor, devolucoes = [] }) => [
    fromValor(valor, 'valor'),
    ...devolucoes
      .filter(({ status }) => status === 'DEVOLVIDO')
      .map((one) => {
        return -fromValor(one.valor, 'valor')
      }),
  ])
  const entries = await entriesOf(banked)
  assert.equal(entries.length, kept.length)
  assert.equal(
    sumOf(entries),
    kept.reduce((sum, minor) => sum + minor, 0),
  )
})

test('payments, refunds and reversals of a day come to its total', async () => {
  const { body } = await banked.get<'DailyTotalList'>('/v1/daily_totals')
  for (const { date, amount_minor, amount_refunded_minor, ...counts } of body.data) {
    const entries = await entriesOf(banked, { date_from: date, date_to: date })
    const counted = entries.filter(({ type }) => ['payment', 'refund', 'reversal'].includes(type))
    assert.equal(sumOf(counted), amount_minor - amount_refunded_minor)
    assert.equal(counted.length, counts.payments_count + counts.refunds_count)
    assert.ok(entries.every((entry) => entry.date === date))
  }
})

test('an entry has what the payment, the refund and the checkout say', async () => {
  const on = await startService()
  const seller = await on.account()
  const customer = await seller.customer()
  const product = await seller.product()
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', {
    offer_id: product.default_offer?.id,
    customer_id: customer.id,
    external_id: 'pedido-1042',
  })
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const { body: payments } = await seller.get<'PaymentList'>('/v1/payments')
  const [payment] = payments.data
  assert.ok(payment)
  on.clock.advanceMs(1000)
  const refund = await seller.refund(payment.id, { amount_minor: 90, reason: 'Uma veio quebrada' })
  const shared = {
    object: 'statement_entry',
    currency: 'BRL',
    date: '2026-03-02',
    payment_id: payment.id,
    checkout_id: checkout.id,
    subscription_id: null,
    invoice_id: null,
    external_id: 'pedido-1042',
    end_to_end_id: payment.end_to_end_id,
    txid: payment.txid,
    customer: {
      id: customer.id,
      name: customer.name,
      email: customer.email,
      tax_id: customer.tax_id,
    },
  }
  const [second, first] = await entriesOf(seller)
  const { id, completed_at } = refund
  const went = { id, type: 'refund', amount_minor: -90, occurred_at: completed_at }
  assert.deepEqual(second, { ...shared, ...went, description: 'Uma veio quebrada' })
  assert.deepEqual(first, {
    ...shared,
    id: payment.id,
    type: 'payment',
    amount_minor: payment.amount_minor,
    occurred_at: payment.paid_at,
    description: product.name,
  })
  const external_id = 'devolucao-7'
  await seller.refund(payment.id, { amount_minor: 1, external_id })
  const referred = (await entriesOf(seller)).find(({ amount_minor }) => amount_minor === -1)
  assert.equal(referred?.external_id, external_id)
  assert.equal(referred?.description, product.name)
})

test("a provider's fee has an entry of its own, at the time of its payment", async () => {
  const on = await startService()
  const seller = await on.account()
  for (let i = 0; i < 3; i++) {
    const { id } = await seller.checkout()
    await seller.post(`/sandbox/checkouts/${id}/pay`)
    // All at one time, so that the ids alone decide the order.
    if (i > 0) await on.sql(`update payments set fee_minor = 85 where checkout_id = ?`, id)
  }
  const entries = await entriesOf(seller)
  const [fee, ...others] = await entriesOf(seller, { type: 'fee' })
  const payment = entries.find(({ id }) => id === fee?.payment_id)
  assert.ok(fee && payment)
  const { id, type, amount_minor, ...shared } = fee
  assert.deepEqual([id, type, amount_minor], [`fee_${payment.id.slice(4)}`, 'fee', -85])
  const { id: _, type: __, amount_minor: price, ...sharedByPayment } = payment
  assert.deepEqual(shared, sharedByPayment)
  assert.equal(others.length, 1)
  assert.equal(sumOf(entries), 3 * price - 2 * 85)
  // Entry by entry the same as in one page.
  assert.deepEqual(await entriesOf(seller, {}, 1), entries)
  const { body: days } = await seller.get<'DailyTotalList'>('/v1/daily_totals')
  assert.equal(days.data[0]?.amount_minor, 3 * price)
  const csv = await seller.get(`${path}/export?format=csv&locale=en`)
  assert.equal(csv.text.match(/^[^,]*,Provider's fee,[^,]*,[^,]*,[^,]*,[^,]*,-0.85,/gm)?.length, 2)
  const ofx = await seller.get(`${path}/export?format=ofx`)
  assert.equal(ofx.text.match(/<TRNTYPE>FEE<.*<TRNAMT>-0.85<.*<FITID>fee_/g)?.length, 2)
  assert.match(ofx.text, new RegExp(`<BALAMT>${((3 * price - 170) / 100).toFixed(2)}<`))
})

test('a refund that is pending or has failed has no entry', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  for (const status of ['pending', 'failed']) {
    const refund = await seller.refund(id, { amount_minor: 1 })
    await service.sql(
      `update refunds set status = '${status}', completed_at = null where id = ?`,
      refund.id,
    )
    const answer = await seller.get(`${path}?starting_after=${refund.id}`)
    assertRefused(answer, 'invalid_cursor', 'starting_after')
  }
  assert.deepEqual(
    (await entriesOf(seller)).map(({ type }) => type),
    ['payment'],
  )
})

/** Payments and refunds, many of them at the same time. */
async function busy(): Promise<TestAccount> {
  const seller = await service.account()
  const payments = []
  for (let n = 0; n < 9; n++) payments.push(await seller.payment())
  for (const { id } of payments) {
    for (let n = 1; n <= 2; n++) await seller.refund(id, { amount_minor: n })
  }
  await service.sql(
    `update refunds set completed_at = '2026-03-01T10:00:00.000Z'
      where seller_id = ? and amount_minor = 2`,
    seller.seller_id,
  )
  return seller
}

test('pages have each entry once, in one order, whatever comes meanwhile', async () => {
  const seller = await busy()
  const all = await entriesOf(seller)
  assert.equal(all.length, 27)
  const keys = all.map(({ occurred_at, id }) => `${occurred_at} ${id}`)
  assert.deepEqual(keys, keys.toSorted().toReversed())
  for (const limit of [1, 2, 5, 26, 27]) assert.deepEqual(await entriesOf(seller, {}, limit), all)
  const { body } = await seller.get<'StatementEntryList'>(`${path}?limit=5`)
  service.clock.advanceMs(1)
  await seller.payment()
  const rest = await seller.get<'StatementEntryList'>(
    `${path}?limit=100&starting_after=${body.next_cursor}`,
  )
  assert.deepEqual([...body.data, ...rest.body.data], all)
})

test('a type leaves its entries alone', async () => {
  const all = await entriesOf(banked)
  for (const type of ['payment', 'refund', 'reversal', 'returned_payment', 'return']) {
    const of = all.filter((entry) => entry.type === type)
    assert.ok(of.length > 0)
    assert.deepEqual(await entriesOf(banked, { type }), of)
    assert.deepEqual(await entriesOf(banked, { type }, 1), of)
  }
  assertRefused(await banked.get(`${path}?type=balance`), 'invalid_request', 'type')
})

test('a day is one of Brasília, and both days are part of the range', async () => {
  const on = await startService()
  const seller = await on.account()
  const at = (moment: string) => {
    on.clock.advanceMs(Date.parse(moment) - on.clock.now().getTime())
    return on.login(seller)
  }
  await (await at('2026-03-03T02:59:59.999Z')).payment()
  const later = await at('2026-03-03T03:00:00.000Z')
  const { id } = await later.payment()
  const last = await at('2026-03-04T02:59:59.999Z')
  await last.refund(id)
  const days = async (date_from: string, date_to: string) =>
    (await entriesOf(last, { date_from, date_to })).map(({ date, type }) => `${date} ${type}`)
  const third = ['2026-03-03 refund', '2026-03-03 payment']
  assert.deepEqual(await days('2026-03-03', '2026-03-03'), third)
  assert.deepEqual(await days('2026-03-02', '2026-03-02'), ['2026-03-02 payment'])
  assert.deepEqual(await days('2026-03-02', '2026-03-03'), [...third, '2026-03-02 payment'])
  assert.deepEqual(await days('2026-03-04', '2026-03-04'), [])
})

test('a cursor outside of the days begins at their edge', async () => {
  const seller = await busy()
  const all = await entriesOf(seller)
  const [newest, oldest] = [all[0]?.id ?? '', all.at(-1)?.id ?? '']
  const first = { date_from: '2026-03-01', date_to: '2026-03-01' }
  const within = await entriesOf(seller, first)
  assert.ok(within.length > 0 && within.length < all.length)
  const after = async (id: string, days: object) =>
    (
      await seller.get<'StatementEntryList'>(
        `${path}?${new URLSearchParams({ ...days, limit: '100', starting_after: id })}`,
      )
    ).body.data
  assert.deepEqual(await after(newest, first), within)
  assert.deepEqual(await after(oldest, { date_from: '2026-03-02', date_to: '2026-03-02' }), [])
})

test('refuses what is no day, and ranges that are none or too long', async () => {
  const seller = await service.account()
  for (const name of ['date_from', 'date_to']) {
    for (const day of ['2026-3-1', '2026-02-30', 'hoje', '', '2026-03-01T00:00:00.000Z']) {
      assertRefused(await seller.get(`${path}?${name}=${day}`), 'invalid_request', name)
    }
  }
  for (const range of [
    'date_from=2026-03-02&date_to=2026-03-01',
    'date_from=2026-01-01&date_to=2026-04-11',
    'date_from=0001-01-01',
  ]) {
    assertRefused(await seller.get(`${path}?${range}`), 'invalid_request', 'date_from')
  }
  for (const range of [
    'date_from=2026-01-01&date_to=2026-04-10',
    'date_to=0000-01-01',
    'date_to=9999-12-31',
  ]) {
    assert.equal((await seller.get(`${path}?${range}`)).status, 200, range)
  }
})

test('needs to read checkouts', async () => {
  const seller = await service.account()
  const other = await seller.restrictedTo(['customers:read'])
  assertRefused(await other.get(path), 'insufficient_scope')
})
