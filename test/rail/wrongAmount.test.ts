/** Money of another amount than the checkout's, as its buyer reads of it on the page. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startRail } from '../support/rail.ts'

test('the page tells of a transfer of another amount, and is paid by its next code', async () => {
  const rail = await startRail()
  const { checkout, txid } = await rail.charged()
  assert.doesNotMatch(await rail.page(checkout), /em vez de/)
  await rail.pay(txid, 554)
  await rail.reconcile()
  const told = /Chegaram R\$\s5,54 em vez de R\$\s49,90\. O valor foi devolvido à conta/
  assert.match(await rail.page(checkout), told)
  assert.match(await rail.page(checkout), /Para pagar, use o código desta página\./)
  await rail.payPage(checkout)
  await rail.reconcile()
  assert.match(await rail.page(checkout), /Pagamento confirmado/)
  assert.doesNotMatch(await rail.page(checkout), /em vez de/)
})

test('a page that is over says so of such a transfer, and asks for no payment', async () => {
  const rail = await startRail()
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid, 554)
  await rail.reconcile()
  await rail.cancel(checkout)
  const page = await rail.page(checkout)
  assert.match(page, /Chegaram R\$\s5,54 em vez de R\$\s49,90/)
  assert.doesNotMatch(page, /use o código/)
})
