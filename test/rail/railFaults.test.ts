/** Each transfer ends in one state, with the money accounted for, whatever the bank does. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { CHECKOUT_LIFETIME_MS } from '../../domain/checkouts/expire.ts'
import { receiveTransfer } from '../../domain/pix/transfers/transfers.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'

const first = await startRail()
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const forged = (txid: string, more: object = {}) => ({
  endToEndId: `E${'9'.repeat(31)}`,
  txid,
  valor: '49.90',
  horario: '2026-03-02T13:12:38.000Z',
  ...more,
})

test('a callback without a transfer at the bank changes nothing', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.announce(forged(txid))
  assert.deepEqual(await rail.read(checkout), checkout)
  assert.deepEqual(await rail.rows('payments'), [])
  assert.deepEqual(await rail.events(), [])
  assert.equal(rail.bank.count('GET /cob'), 1)
})

test("a callback to one seller about another's charge changes nothing of either", async () => {
  const [one, other] = [await first.another(), await first.another()]
  const { checkout, txid } = await other.charged()
  const before = [one.bank.requests.length, other.bank.requests.length]
  const pix = other.bank.books.pay(txid, PRICE_MINOR)
  await one.announce(pix)
  assert.deepEqual([one.bank.requests.length, other.bank.requests.length], before)
  assert.equal((await other.read(checkout)).status, 'open')
  assert.deepEqual([...(await one.rows('payments')), ...(await other.rows('payments'))], [])
})

test("amount and time of a callback count nothing: the bank's answer counts", async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.announce({ ...pix, valor: '0.01', horario: 'ontem', endToEndId: 'x' })
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  const [payment] = await rail.rows('payments')
  assert.deepEqual(
    [payment?.amount_minor, payment?.end_to_end_id, payment?.paid_at],
    [PRICE_MINOR, pix.endToEndId, pix.horario],
  )
  await rail.assertMoneyAccountedFor()
})

test('a wrong amount goes back, and the right one after it completes the checkout', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid, 1)
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'completed')
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done', 'settled'])
  assert.deepEqual(await rail.events(), ['payment.reversed', 'payment.succeeded'])
  await rail.assertMoneyAccountedFor()
})

test('a payment after the end goes back, and the checkout stays expired', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS + 1)
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'expired')
  assert.deepEqual(await rail.outcomes(checkout), ['late done'])
  assert.deepEqual((await rail.events()).toSorted(), ['checkout.expired', 'payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('a payment in the last millisecond completes the checkout', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.service.clock.advanceMs(CHECKOUT_LIFETIME_MS)
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'completed')
  await rail.assertMoneyAccountedFor()
})

test('a canceled checkout has its charge canceled at the bank, and late money back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.cancel(checkout)
  const { status } = rail.bank.books.charges.get(txid) ?? {}
  assert.equal(status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'canceled')
  assert.deepEqual(await rail.outcomes(checkout), ['canceled done'])
  await rail.assertMoneyAccountedFor()
})

test('a second transfer for one checkout goes back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const paid = await rail.pay(txid)
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
  assert.equal((await rail.rows('payments'))[0]?.end_to_end_id, paid.endToEndId)
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('a transfer counts once, however often it is announced', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  await rail.announce(pix)
  await rail.announce(pix, pix, pix)
  await Promise.all(Array.from({ length: 20 }, () => rail.announce(pix)))
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  assert.deepEqual(await rail.events(), ['payment.succeeded'])
  await rail.assertMoneyAccountedFor()
})

test('two processes that hear of a transfer at once: one settles, one finds it known', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const { endToEndId: end_to_end_id, horario: paid_at } = rail.bank.books.pay(txid, PRICE_MINOR)
  const { db, clock } = rail.service
  const { events, metrics } = rail.service.service
  const [charge] = await rail.rows('charges')
  assert.ok(charge)
  const given = {
    ...charge,
    transfer: { end_to_end_id, paid_at, amount_minor: PRICE_MINOR, refunds: [] },
    now: clock.now(),
    events,
    metrics,
  }
  const heard = [given, given].map((one) => db.run(() => receiveTransfer(one)))
  assert.deepEqual((await Promise.all(heard)).toSorted(), ['known', 'settled'])
  await rail.assertMoneyAccountedFor()
})
