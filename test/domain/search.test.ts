/** Search over all objects of a seller, on either engine. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linkOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService()

test('each kind is found by a word, an id, an amount or the name it has at the bank', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const product = await seller.product()
  const link = await linkOf(seller)
  const made = await seller.checkout({ customer_id: customer.id, external_id: 'pedido-77' })
  await seller.post(`/sandbox/checkouts/${made.id}/pay`)
  const { body: checkout } = await seller.get<'Checkout'>(`/v1/checkouts/${made.id}`)
  const payment_id = checkout.payment_id ?? ''
  const refund = await seller.refund(payment_id, { amount_minor: 1990 })
  const { body: payment } = await seller.get<'Payment'>(`/v1/payments/${payment_id}`)
  const idsOf = async (q: string) => {
    const query = new URLSearchParams({ q })
    const { body } = await seller.get<'SearchResultList'>(`/v1/search?${query}`)
    return body.data.map(({ id }) => id)
  }
  const expected: [string | null | undefined, string][] = [
    [customer.id, customer.id],
    [product.id, product.id],
    [product.default_offer?.id, product.id],
    [link.id, link.id],
    [checkout.id, checkout.id],
    [payment_id, payment_id],
    [refund.id, refund.id],
    [payment.end_to_end_id, payment_id],
    [payment.txid, payment_id],
    ['pedido-77', checkout.id],
    ['49,90', checkout.id],
    ['19,90', refund.id],
    [customer.email, customer.id],
  ]
  for (const [q, id] of expected) assert.ok((await idsOf(q ?? '')).includes(id), `${q}`)
  const query = new URLSearchParams({ q: customer.name.slice(0, 3) })
  const { body } = await seller.get<'CustomerList'>(`/v1/customers?${query}`)
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [customer.id],
  )
})
