import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { MAX_REFUNDS_OF_PAYMENT } from '../../domain/payments/refundPayment.ts'
import { putFailedRefunds } from '../support/refunded.ts'
import { assertRefused } from '../support/refused.ts'
import { metadataSamples } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const DAY_MS = 24 * 60 * 60 * 1000

const refund = (id: string, body?: unknown, by: TestAccount = seller) =>
  by.post<'Refund'>(`/v1/payments/${id}/refunds`, body)

const payment = async (id: string, by: TestAccount = seller) =>
  (await by.get<'Payment'>(`/v1/payments/${id}`)).body

const eventsOf = async ({ seller_id }: TestAccount) =>
  (
    await service.sql<{ type: string; data: string }>(
      'select type, cast(data as text) as data from events where seller_id = ? order by id',
      seller_id,
    )
  ).map(({ type, data }) => ({ type, data: JSON.parse(data) as unknown }))

test('refunds a part, with every field, and succeeds at once in the sandbox', async () => {
  const paid = await seller.payment()
  const at = service.clock.advanceMs(1_500).toISOString()
  const body = {
    amount_minor: 1500,
    external_id: 'devolucao-1',
    reason: 'Chegou quebrada',
    metadata: { pedido: '1042' },
  }
  const answer = await refund(paid.id, body)
  assert.equal(answer.status, 201, answer.text)
  assert.match(answer.body.id, /^refund_[0-9a-f-]{36}$/)
  assert.deepEqual(answer.body, {
    id: answer.body.id,
    object: 'refund',
    payment_id: paid.id,
    checkout_id: paid.checkout_id,
    subscription_id: null,
    invoice_id: null,
    ...body,
    currency: 'BRL',
    status: 'succeeded',
    origin: 'seller',
    failure_reason: null,
    completed_at: at,
    created_at: at,
    updated_at: at,
  })
  assert.deepEqual(await payment(paid.id), {
    ...paid,
    status: 'partially_refunded',
    amount_refunded_minor: 1500,
    updated_at: at,
  })
  const { body: checkout } = await seller.get<'Checkout'>(`/v1/checkouts/${paid.checkout_id}`)
  const { status, amount_refunded_minor, updated_at } = checkout
  assert.deepEqual([status, amount_refunded_minor, updated_at], ['completed', 1500, at])
})

test('without an amount, or without a body, refunds what is left', async () => {
  for (const body of [undefined, {}]) {
    const { id } = await seller.payment()
    await seller.refund(id, { amount_minor: 1000 })
    const { body: rest } = await refund(id, body)
    assert.deepEqual([rest.amount_minor, rest.reason, rest.external_id], [3990, null, null])
    assert.deepEqual(rest.metadata, {})
    const { status, amount_refunded_minor } = await payment(id)
    assert.deepEqual([status, amount_refunded_minor], ['refunded', 4990])
  }
})

test('records refund.succeeded and payment.reversed, as they are after it', async () => {
  const of = await service.account()
  const { id, checkout_id } = await of.payment()
  const made = await of.refund(id, { amount_minor: 990 })
  const { body: checkout } = await of.get(`/v1/checkouts/${checkout_id}`)
  assert.deepEqual((await eventsOf(of)).slice(1), [
    { type: 'refund.succeeded', data: made },
    { type: 'payment.reversed', data: checkout },
  ])
})

test('a sandbox refund of R$ 13,13 fails, is announced, and frees its amount', async () => {
  const of = await service.account()
  const { id } = await of.payment()
  const { status, body: failed } = await refund(id, { amount_minor: 1313 }, of)
  assert.equal(status, 201)
  assert.deepEqual([failed.status, failed.completed_at], ['failed', null])
  assert.match(failed.failure_reason ?? '', /^Saldo insuficiente/)
  assert.deepEqual((await eventsOf(of)).slice(1), [{ type: 'refund.failed', data: failed }])
  assert.equal((await payment(id, of)).amount_refunded_minor, 0)
  const { body: whole } = await refund(id, {}, of)
  assert.deepEqual([whole.status, whole.amount_minor], ['succeeded', 4990])
})

test('counts the money that went back once, also when the request is repeated', async () => {
  const { id } = await seller.payment()
  const money = mock.method(service.service.metrics, 'money')
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (let i = 0; i < 2; i++) {
    const path = `/v1/payments/${id}/refunds`
    assert.equal((await seller.post(path, { amount_minor: 7 }, key)).status, 201)
  }
  await seller.refund(id, { amount_minor: 1313 })
  mock.restoreAll()
  assert.deepEqual(
    money.mock.calls.map(({ arguments: given }) => given),
    [['returned', 7]],
  )
})

test('refuses more than is left, and takes it once it is less', async () => {
  const { id } = await seller.payment()
  await seller.refund(id, { amount_minor: 4000 })
  const answer = await refund(id, { amount_minor: 991 })
  assertRefused(answer, 'refund_amount_exceeds_payment', 'amount_minor')
  assert.equal((await payment(id)).amount_refunded_minor, 4000)
  assert.equal((await refund(id, { amount_minor: 990 })).status, 201)
})

test('refuses a payment of which nothing is left, and one that settled nothing', async () => {
  const { id } = await seller.payment()
  await seller.refund(id)
  for (const body of [{}, { amount_minor: 1 }, { amount_minor: 99_999_999_999 }]) {
    assertRefused(await refund(id, body), 'payment_not_refundable')
  }
  const other = await seller.payment()
  await service.sql(
    `update payments set outcome = 'returned', return_reason = 'late', return_status = 'done'
    where id = ?`,
    other.id,
  )
  assertRefused(await refund(other.id, { amount_minor: 1 }), 'payment_not_refundable')
})

test('a payment has 1,000 refunds at most, those of the bank included', async () => {
  const paid = await seller.payment()
  const { id } = paid
  const reverse = () => seller.post(`/sandbox/payments/${id}/reverse`, { amount_minor: 1 })
  await putFailedRefunds(seller, paid, MAX_REFUNDS_OF_PAYMENT - 2)
  assert.equal((await reverse()).status, 200)
  assert.equal((await refund(id, { amount_minor: 1 })).status, 201)
  assertRefused(await refund(id, { amount_minor: 1 }), 'too_many_refunds')
  assertRefused(await reverse(), 'too_many_refunds')
  assert.equal((await payment(id)).amount_refunded_minor, 2)
})

test('refunds for 90 days after the payment', async () => {
  const on = await startService()
  const of = await on.account()
  const { id } = await of.payment()
  on.clock.advanceMs(90 * DAY_MS)
  const last = await on.login(of)
  assert.equal((await refund(id, { amount_minor: 1 }, last)).status, 201)
  on.clock.advanceMs(1)
  for (const body of [{}, { amount_minor: 1 }, { amount_minor: 99_999 }]) {
    assertRefused(await refund(id, body, last), 'refund_window_closed')
  }
})

test('a repeated external_id is refused before anything else', async () => {
  const of = await service.account()
  const [one, two] = [await of.payment(), await of.payment()]
  await of.refund(one.id, { external_id: 'a' })
  for (const { id } of [one, two]) {
    const answer = await refund(id, { external_id: 'a', amount_minor: 99_999 }, of)
    assertRefused(answer, 'refund_external_id_already_exists', 'external_id')
  }
  assert.equal((await payment(two.id, of)).amount_refunded_minor, 0)
  // Case counts, and so does the account.
  await of.refund(two.id, { external_id: 'A', amount_minor: 1 })
  await seller.refund((await seller.payment()).id, { external_id: 'a' })
})

test('50 refunds of 40% at once: two are made', async () => {
  const { id } = await seller.payment()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => refund(id, { amount_minor: 1996 })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 2)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 'refund_amount_exceeds_payment', 'amount_minor')
  }
  assert.equal((await payment(id)).amount_refunded_minor, 3992)
})

test('refuses fields that break the contract', async () => {
  const { id } = await seller.payment()
  for (const amount_minor of [0, -1, 1.5, '1', null, 100_000_000_000]) {
    assertRefused(await refund(id, { amount_minor }), 'invalid_request', 'amount_minor')
  }
  for (const reason of ['', 'x'.repeat(141), null, 5]) {
    assertRefused(await refund(id, { reason }), 'invalid_request', 'reason')
  }
  assertRefused(await refund(id, { external_id: '' }), 'invalid_external_id', 'external_id')
  const long = { external_id: 'x'.repeat(256) }
  assertRefused(await refund(id, long), 'invalid_request', 'external_id')
  assertRefused(await refund(id, { currency: 'BRL' }), 'invalid_request', 'currency')
  assert.equal((await payment(id)).amount_refunded_minor, 0)
})

test('keeps metadata, reason and external_id as they were sent', async () => {
  for (const json of Object.values(metadataSamples)) {
    const { id } = await seller.payment()
    const body = {
      metadata: JSON.parse(json) as object,
      reason: 'ç'.repeat(140),
      external_id: `${crypto.randomUUID()}${'é'.repeat(219)}`,
    }
    const { metadata, reason, external_id } = await seller.refund(id, body)
    assert.deepEqual({ metadata, reason, external_id }, body)
  }
})
