/** Money that completes nothing goes back, whatever the bank does on the way. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { nextRefundId } from '../../../domain/pix/refunds/automaticRefunds.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'

const first = await startRail()
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const HOUR_MS = 60 * 60 * 1000
const RETRY_MS = 6 * HOUR_MS

/** A transfer that has to go back arrives; the faults that were ordered are in its way. */
async function overpay(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid, PRICE_MINOR + 1)
  return { checkout, pix }
}

test("a return carries the transfer's id, and the whole amount", async () => {
  const rail = await first.another()
  const { pix } = await overpay(rail)
  assert.deepEqual(
    pix.devolucoes?.map(({ id, valor }) => [id, valor]),
    [[pix.endToEndId, '49.91']],
  )
  assert.equal((await rail.rows('payments'))[0]?.return_id, pix.endToEndId)
})

for (const fault of ['lose', 'garble'] as const) {
  test(`an order whose answers all end with ${fault} is found with the charge`, async () => {
    const rail = await first.another()
    for (const on of ['PUT /devolucao', 'GET /devolucao']) rail.bank.order(on, fault)
    const { checkout, pix } = await overpay(rail)
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount due'])
    await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
    assert.equal(pix.devolucoes?.length, 1)
    assert.deepEqual(await rail.events(), ['payment.reversed'])
    await rail.assertMoneyAccountedFor()
  })
}

test('an order whose answer was lost is found again, not given twice', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 'lose', 1)
  const { checkout, pix } = await overpay(rail)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount due'])
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal(rail.bank.count('PUT /devolucao'), 1)
  assert.equal(pix.devolucoes?.length, 1)
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('a return that was carried out and is refused when it comes again is found', async () => {
  const rail = await first.another()
  rail.bank.books.staleMs = 2_000
  rail.bank.order('PUT /devolucao', 'lose', 1)
  const { checkout, pix } = await overpay(rail)
  rail.service.clock.advanceMs(2_000)
  await rail.announce(pix)
  const change = 'update payments set return_check_at = ? where seller_id = ?'
  await rail.service.sql(change, '2000-01-01T00:00:00.000Z', rail.seller.seller_id)
  await rail.reconcile(1)
  for (let round = 0; round < 2; round++) await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal(pix.devolucoes?.length, 1)
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('an announced end of a return is asked about, and recorded', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const { checkout, pix } = await overpay(rail)
  await rail.announce({ ...pix, devolucoes: [{ status: 'DEVOLVIDO' }] })
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount processing'])
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.announce(pix)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(await rail.events(), ['payment.reversed'])
})

test('a return that the bank did not carry out is ordered anew, under another id', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'NAO_REALIZADO'
  const { checkout, pix } = await overpay(rail)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  assert.deepEqual(await rail.events(), [])
  assert.ok(
    rail.service.log.some(
      (line) => line.includes('did not send a transfer back') && line.includes(pix.endToEndId),
    ),
  )

  await rail.reconcile(RETRY_MS - 1)
  assert.equal(pix.devolucoes?.length, 1)
  await rail.reconcile(1)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  rail.bank.books.return_state = 'DEVOLVIDO'
  await rail.reconcile(RETRY_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  const id = pix.endToEndId
  assert.deepEqual(
    pix.devolucoes?.map((one) => [one.id, one.status]),
    [
      [id, 'NAO_REALIZADO'],
      [`${id}2`, 'NAO_REALIZADO'],
      [`${id}3`, 'DEVOLVIDO'],
    ],
  )
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('money that was sent back by hand at the bank is not sent back again', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  const { checkout, pix } = await overpay(rail)
  pix.devolucoes = [
    {
      id: 'aplicativo',
      rtrId: 'D'.repeat(32),
      valor: pix.valor,
      horario: {},
      status: 'DEVOLVIDO',
    },
  ]
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  assert.equal(pix.devolucoes.length, 1)
  await rail.assertMoneyAccountedFor()
})

test('finished returns of a bank count, failed ones do not: the rest goes back, too', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.cancel(checkout)
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  rail.bank.books.takeBack(pix, 1000, { status: 'EM_PROCESSAMENTO' })
  const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  for (const { promise } of holds) rail.bank.order('PUT /devolucao', { hold: promise }, 1)
  const ordered = async (count: number) => {
    while (rail.bank.count('PUT /devolucao') < count) await new Promise(setImmediate)
  }
  await rail.post({ pix: [pix] })
  await ordered(1)
  // The return that the bank planned by itself comes to nothing, and the order is planned anew.
  rail.bank.books.endReturns('NAO_REALIZADO')
  const round = rail.reconcile(INTERVAL_MS)
  await ordered(2)
  holds[0].resolve()
  await rail.service.service.rail.idle()
  holds[1].resolve()
  await round
  for (let i = 0; i < 2; i++) await rail.reconcile(INTERVAL_MS)
  assert.equal(rail.bank.books.balances().get(pix.endToEndId), 0)
  await rail.assertMoneyAccountedFor()
})

test('the ids of returns: letters and digits, 35 at most, one for each order', () => {
  const seen = new Set<string>()
  for (let id: string | undefined = 'E'.padEnd(32, '0'); id; id = nextRefundId(id)) {
    assert.match(id, /^[a-zA-Z0-9]{1,35}$/)
    seen.add(id)
  }
  assert.equal(seen.size, 999)
})

test('an order that the bank refuses is on record as failed, and tried for 90 days', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 400)
  const { checkout, pix } = await overpay(rail)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount processing'])
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  await rail.reconcile(89 * 24 * HOUR_MS)
  assert.equal((await rail.rows('payments'))[0]?.return_id, `${pix.endToEndId}2`)
  assert.notEqual((await rail.rows('payments'))[0]?.return_check_at, null)
  await rail.reconcile(24 * HOUR_MS)
  // No round asks about it any more; the record stays, for people to look at.
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  assert.equal((await rail.rows('payments'))[0]?.return_check_at, null)
  const orders = rail.bank.count('PUT /devolucao')
  await rail.reconcile(24 * HOUR_MS)
  assert.equal(rail.bank.count('PUT /devolucao'), orders)
  assert.deepEqual(await rail.events(), ['checkout.expired'])
  await rail.assertMoneyAccountedFor()
})

test('a payment that names no bank is sent back at the bank of its charge by a round', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.order('PUT /devolucao', 503)
  await rail.pay(txid, 1)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount due'])
  rail.bank.recover()
  for (const change of [
    'update payments set txid = null, connection_id = null',
    "update charges set status = 'closed'",
  ]) {
    await rail.service.sql(`${change} where seller_id = ?`, rail.seller.seller_id)
  }
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
})
