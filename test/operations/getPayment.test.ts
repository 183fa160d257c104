import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const get = (id: string) => seller.get<'Payment'>(`/v1/payments/${id}`)

test('shows the payment that completed a checkout, with every field', async () => {
  const { id } = await seller.checkout()
  const paid_at = service.clock.advanceMs(1_000).toISOString()
  const { body: checkout } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  service.clock.advanceMs(1_000)
  assert.match(checkout.payment_id ?? '', /^pay_[0-9a-f-]{36}$/)
  const { status, body } = await get(checkout.payment_id ?? '')
  assert.equal(status, 200)
  assert.deepEqual(body, {
    id: checkout.payment_id,
    object: 'payment',
    checkout_id: id,
    subscription_id: null,
    invoice_id: null,
    status: 'succeeded',
    amount_minor: 4990,
    amount_refunded_minor: 0,
    currency: 'BRL',
    method: 'pix',
    end_to_end_id: body.end_to_end_id,
    txid: id.slice('checkout_'.length).replaceAll('-', ''),
    return_reason: null,
    paid_at,
    created_at: paid_at,
    updated_at: paid_at,
  })
})

test('shows a payment that is older than created_at as created when it was paid', async () => {
  const { id, paid_at } = await seller.payment()
  await service.sql('update payments set created_at = null, updated_at = null where id = ?', id)
  const { body } = await get(id)
  assert.deepEqual([body.created_at, body.updated_at], [paid_at, paid_at])
})
