/** A refused order is in doubt, and a transfer is known by its id, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startRail } from '../support/rail.ts'

const rail = await startRail()

test('a refused order is in doubt until the bank has shown twice that it has none', async () => {
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  const { payment_id } = await rail.read(checkout)
  rail.bank.order('PUT /devolucao', 400)
  const made = await rail.refund(payment_id ?? '', { amount_minor: 500 })
  const [doubted] = await rail.rows('refunds')
  assert.deepEqual([doubted?.status, doubted?.refusal_reason], ['pending', 'Requisição inválida'])
  await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'failed')
  rail.bank.recover()
})

test('a callback that names a transfer on record has its charge asked about', async () => {
  const { txid } = await rail.charged()
  const { endToEndId } = await rail.pay(txid)
  rail.bank.requests.length = 0
  const path = `/pix/${rail.seller.seller_id}`
  const { status } = await rail.service.request('POST', path, { json: { pix: { endToEndId } } })
  assert.equal(status, 200)
  await rail.service.service.rail.idle()
  assert.equal(rail.bank.count('GET /cob'), 1)
})
