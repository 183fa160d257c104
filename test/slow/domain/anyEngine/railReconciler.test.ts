/** The reconciler asks the bank for transfers that no callback announced. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { Vault } from '../../../../domain/identity/vault.ts'
import { CHECKOUT_LIFETIME_MS } from '../../../../domain/checkouts/expire.ts'
import { txidOf } from '../../../../domain/pix/bank/txid.ts'
import { WATCH_MS } from '../../../../domain/pix/charges/checkSchedule.ts'
import { POLLS_A_MINUTE } from '../../../../domain/pix/rounds/pollBudget.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../../support/rail.ts'
import { secondProcess } from '../../../support/railProcess.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

test('charges beyond one batch are all asked about in one round', async () => {
  const rail = await first.another()
  const all = []
  for (let i = 0; i < 19; i++) all.push(await rail.charged())
  for (const { txid } of all) rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile()
  for (const { checkout } of all) assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  await rail.assertMoneyAccountedFor()
})

test('credentials that cannot be opened do not keep others from being asked', async () => {
  const [sealed, well] = [await first.another(), await first.another()]
  await sealed.charged()
  const { checkout, txid } = await well.charged()
  well.bank.books.pay(txid, PRICE_MINOR)
  const sealed_elsewhere = new Vault(randomBytes(32)).seal('x', 'x')
  const change = 'update bank_connections set client_secret_sealed = ? where seller_id = ?'
  await first.service.sql(change, sealed_elsewhere, sealed.seller.seller_id)
  const process = secondProcess(first)
  first.service.clock.advanceMs(INTERVAL_MS)
  await process.reconcile()
  assert.deepEqual(await well.outcomes(checkout), ['settled'])
  await process.stop()
})

test('a bank that does not answer is not asked until the next round', async () => {
  const rail = await first.another()
  for (let i = 0; i < 30; i++) await rail.charged()
  rail.bank.order('GET /cob', 503)
  await rail.reconcile()
  // Eight at once, each tried twice.
  assert.equal(rail.bank.count('GET /cob'), 16)
  rail.bank.recover()
  await rail.reconcile()
  assert.equal(rail.bank.count('GET /cob'), 16 + 30)
})

test('a charge that its bank fails to show does not keep others from being asked', async () => {
  const rail = await first.another()
  for (let i = 0; i < 30; i++) await rail.charged()
  // Eight are asked about at once, and each a second time: of nine failures, one is the second.
  rail.bank.order('GET /cob', 503, 9)
  await rail.reconcile()
  assert.ok(rail.bank.count('GET /cob') > 30, `${rail.bank.count('GET /cob')}`)
})

test('a charge that could not be canceled is canceled in the next round', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.order('PATCH /cob', 503)
  await rail.cancel(checkout)
  assert.equal(rail.bank.books.charges.get(txid)?.status, 'ATIVA')
  rail.bank.recover()
  await rail.reconcile()
  const charge = rail.bank.books.charges.get(txid)
  assert.equal(charge?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
})

test('a charge that fails while the clock is months ahead is asked about at once', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.order('', 503)
  await rail.reconcile(5_000 * HOUR_MS)
  rail.service.clock.advanceMs(-5_000 * HOUR_MS)
  rail.bank.recover()
  // Nor does its list tell of what arrives.
  rail.bank.order('GET /pix', 403)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('a charge is not asked about after 48 hours, and callbacks about it still count', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.cancel(checkout)
  await rail.reconcile(WATCH_MS)
  const asked = rail.bank.count('GET /cob')
  await rail.reconcile(WATCH_MS)
  assert.equal(rail.bank.count('GET /cob'), asked)
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['canceled done'])
  await rail.assertMoneyAccountedFor()
})

test('a charge that the bank makes an hour after it was asked for is canceled there', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /cob', 'lose')
  rail.bank.order('GET /cob', 404)
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.view(checkout), null)
  await rail.cancel(checkout)
  await rail.reconcile(HOUR_MS)
  const statusAtBank = () => rail.bank.books.charges.get(txidOf(checkout.id))?.status
  assert.equal(statusAtBank(), 'ATIVA')
  rail.bank.recover()
  await rail.reconcile(HOUR_MS)
  assert.equal(statusAtBank(), 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
})

test('a charge that the bank never made is not asked about after 48 hours', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /cob', 503)
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.view(checkout), null)
  rail.bank.requests.length = 0
  await rail.reconcile()
  assert.equal(rail.bank.count('GET /cob'), 0)
  await rail.reconcile(CHECKOUT_LIFETIME_MS + WATCH_MS)
  assert.equal(rail.bank.count('GET /cob'), 1)
  assert.deepEqual(
    (await rail.rows('charges')).map(({ txid, status }) => [txid, status]),
    [[txidOf(checkout.id), 'closed']],
  )
})

test('a stop in the middle of a round ends it, and loses nothing', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.books.pay(txid, PRICE_MINOR)
  const process = secondProcess(rail)
  rail.bank.order('GET /pix', 'hang')
  rail.service.clock.advanceMs(INTERVAL_MS)
  const round = process.reconcile()
  while (rail.bank.count('GET /pix') === 0) await new Promise(setImmediate)
  await process.stop()
  await round
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('charges beyond the budget: the page viewed last comes first, none is left out', async () => {
  const rail = await first.another()
  rail.bank.order('GET /pix', 403)
  const viewed = await rail.charged()
  for (let i = 0; i < POLLS_A_MINUTE + 10; i++) await rail.charged()
  rail.service.clock.advanceMs(INTERVAL_MS)
  await rail.view(viewed.checkout)
  rail.bank.books.pay(viewed.txid, PRICE_MINOR)
  await rail.reconcile(0)
  assert.deepEqual(await rail.outcomes(viewed.checkout), ['settled'])
  const asked = rail.bank.count('GET /cob')
  assert.ok(asked < POLLS_A_MINUTE, `${asked}`)
  await rail.reconcile(30_000)
  assert.equal(rail.bank.count('GET /cob'), 1 + POLLS_A_MINUTE + 10)
})
