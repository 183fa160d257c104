/** Returns by the bank itself, or by the seller on the bank's screen, are seen. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { SETTLED_WATCH_MS } from '../../../domain/pix/charges/checkSchedule.ts'
import { newDatabase } from '../../support/engine.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import { assertRefused } from '../../support/refused.ts'

const databaseUrl = await newDatabase()
const first = await startRail({ databaseUrl })
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const DAY_MS = 24 * 60 * 60 * 1000

async function paid(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  return { checkout, txid, pix }
}

async function assertSound(rail: RailTest): Promise<void> {
  await rail.assertMoneyAccountedFor()
  assert.deepEqual(
    (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok),
    [],
  )
}

const refundsOf = async (rail: RailTest) =>
  (await rail.rows('refunds')).map(
    ({ amount_minor, status, origin, nature }) => `${amount_minor} ${status} ${origin} ${nature}`,
  )

test('a return by the bank itself is recorded and announced, once for each return', async () => {
  const rail = await first.another()
  const { checkout, pix } = await paid(rail)
  rail.bank.books.takeBack(pix, 1000)
  for (let time = 0; time < 3; time++) await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  rail.bank.books.takeBack(pix, PRICE_MINOR - 1000, { natureza: 'ORIGINAL' })
  await Promise.all([rail.announce(pix), rail.reconcile(), rail.announce(pix)])
  assert.deepEqual(await refundsOf(rail), [
    '1000 succeeded bank MED_FRAUDE',
    '3990 succeeded bank ORIGINAL',
  ])
  assert.equal((await rail.events()).length, 3)
  assert.equal((await rail.read(checkout)).status, 'completed')
  assert.equal(rail.bank.count('PUT /devolucao'), 0)
  await assertSound(rail)
})

test('money that is back stays back, whatever the bank says of it later', async () => {
  const rail = await first.another()
  const { checkout, pix } = await paid(rail)
  const made = rail.bank.books.takeBack(pix, 1000)
  await rail.announce(pix)
  for (const status of ['EM_PROCESSAMENTO', 'NAO_REALIZADO', 'DEVOLVIDO'] as const) {
    made.status = status
    await rail.announce(pix)
    assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
    assert.equal((await rail.read(checkout)).amount_refunded_minor, 1000)
  }
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  await assertSound(rail)
})

test('a callback about a return is still heard after 90 days', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  await rail.reconcile(SETTLED_WATCH_MS + INTERVAL_MS)
  rail.bank.books.takeBack(pix, 1000)
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), ['1000 succeeded bank MED_FRAUDE'])
  await assertSound(rail)
})

test('a transfer taken back in part is sent back over the rest', async () => {
  for (const state of ['DEVOLVIDO', 'EM_PROCESSAMENTO'] as const) {
    const rail = await first.another()
    rail.bank.order('PUT /devolucao', 503)
    const { checkout, txid } = await rail.charged()
    const pix = await rail.pay(txid, PRICE_MINOR + 10)
    rail.bank.recover()
    rail.bank.books.takeBack(pix, 1000, { status: state })
    // Only the return is asked about: that this is not yet known here is found by the refusal.
    rail.bank.order('GET /cob', 503)
    await rail.reconcile()
    rail.bank.recover()
    rail.bank.books.endReturns('DEVOLVIDO')
    await rail.reconcile()
    await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
    assert.deepEqual(
      pix.devolucoes?.map(({ valor }) => valor),
      ['10.00', '40.00'],
    )
    assert.deepEqual(await rail.events(), ['payment.reversed'])
    await assertSound(rail)
  }
})

test('a bank that says that more went back than arrived is not believed', async () => {
  const rail = await first.another()
  const { pix } = await paid(rail)
  rail.bank.books.takeBack(pix, PRICE_MINOR).valor = '49.91'
  await rail.announce(pix)
  assert.deepEqual(await refundsOf(rail), [])
  assert.ok(rail.service.log.some((line) => line.includes('more went back than arrived')))
})

test('a payment at a bank is reversed by that bank alone, not by the sandbox', async () => {
  const rail = await first.another()
  await paid(rail)
  const [payment] = await rail.rows('payments')
  const path = `/sandbox/payments/${String(payment?.id)}/reverse`
  assertRefused(await rail.seller.post(path), 'payment_not_refundable')
  assert.deepEqual(await refundsOf(rail), [])
  await rail.assertMoneyAccountedFor()
})

test('a failed return is counted once, however often it is ordered', async () => {
  const rail = await first.another()
  const counted: string[] = []
  rail.service.service.metrics.money = (state) => void counted.push(state)
  rail.bank.books.return_state = 'NAO_REALIZADO'
  const { txid } = await rail.charged()
  await rail.pay(txid, 1)
  for (let time = 0; time < 3; time++) await rail.reconcile(DAY_MS / 4)
  assert.equal(rail.bank.count('PUT /devolucao'), 4)
  assert.deepEqual(
    counted.filter((state) => state === 'return_failed'),
    ['return_failed'],
  )
})

test('money that goes back by several refunds is counted once', async () => {
  const rail = await first.another()
  let returnedMinor = 0
  rail.service.service.metrics.money = (state, amountMinor) => {
    if (state === 'returned') returnedMinor += amountMinor
  }
  rail.bank.order('PUT /devolucao', 503)
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid, 30)
  rail.bank.books.takeBack(pix, 10)
  await rail.announce(pix)
  rail.bank.recover()
  await rail.reconcile()
  assert.equal(rail.bank.books.balances().get(pix.endToEndId), 0)
  assert.equal(returnedMinor, 30)
})
