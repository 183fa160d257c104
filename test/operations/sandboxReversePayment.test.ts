import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const reverse = (id: string, body?: unknown) =>
  seller.post<'Payment'>(`/sandbox/payments/${id}/reverse`, body)

test('takes a part back: a refund of origin bank, and the two events', async () => {
  const of = await service.account()
  const paid = await of.payment()
  const at = service.clock.advanceMs(1_500).toISOString()
  const path = `/sandbox/payments/${paid.id}/reverse`
  const { status, body } = await of.post<'Payment'>(path, { amount_minor: 990 })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...paid,
    status: 'partially_refunded',
    amount_refunded_minor: 990,
    updated_at: at,
  })
  const { body: list } = await of.get<'RefundList'>(`/v1/refunds?payment_id=${paid.id}`)
  assert.equal(list.data.length, 1)
  const [refund] = list.data
  assert.deepEqual(refund, {
    id: refund?.id,
    object: 'refund',
    payment_id: paid.id,
    checkout_id: paid.checkout_id,
    subscription_id: null,
    invoice_id: null,
    amount_minor: 990,
    currency: 'BRL',
    status: 'succeeded',
    origin: 'bank',
    reason: null,
    external_id: null,
    metadata: {},
    failure_reason: null,
    completed_at: at,
    created_at: at,
    updated_at: at,
  })
  const events = await service.sql('select type from events where seller_id = ?', of.seller_id)
  assert.deepEqual(events.map(({ type }) => type).toSorted(), [
    'payment.reversed',
    'payment.succeeded',
    'refund.succeeded',
  ])
})

test('takes all that is left back when no amount is named', async () => {
  for (const body of [undefined, {}]) {
    const { id } = await seller.payment()
    await seller.refund(id, { amount_minor: 1000 })
    const { body: payment } = await reverse(id, body)
    assert.deepEqual([payment.status, payment.amount_refunded_minor], ['refunded', 4990])
  }
})

test('refuses when nothing is left, and more than is left', async () => {
  const { id } = await seller.payment()
  assertRefused(
    await reverse(id, { amount_minor: 4991 }),
    'refund_amount_exceeds_payment',
    'amount_minor',
  )
  await reverse(id)
  for (const body of [{}, { amount_minor: 1 }]) {
    assertRefused(await reverse(id, body), 'payment_not_refundable')
  }
  assertRefused(
    await seller.post(`/v1/payments/${id}/refunds`, { amount_minor: 1 }),
    'payment_not_refundable',
  )
})

test('refuses what is no amount, and fields that it does not have', async () => {
  const { id } = await seller.payment()
  for (const amount_minor of [0, -1, 1.5, '1', null]) {
    assertRefused(await reverse(id, { amount_minor }), 'invalid_request', 'amount_minor')
  }
  assertRefused(await reverse(id, { reason: 'x' }), 'invalid_request', 'reason')
})
