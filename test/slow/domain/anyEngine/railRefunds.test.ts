/** Money that completes nothing goes back, whatever the bank does on the way. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { HIDDEN } from '../../../../domain/pix/refunds/orders.ts'
import { trailOf } from '../../../support/audit.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'

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

test('the audit trail has the order of a return by the service, and its end', async () => {
  const rail = await first.another()
  await overpay(rail)
  const refunds = (await trailOf(rail.seller)).filter(({ target }) => target.type === 'refund')
  assert.deepEqual(
    refunds.map(({ actor, action }) => [actor.type, action]),
    [
      ['system', 'refund.requested'],
      ['system', 'refund.updated'],
    ],
  )
  assert.deepEqual(refunds[1]?.changes, [
    { field: 'status', before: 'pending', after: 'succeeded' },
  ])
})

for (const fault of [500, 503, 401, 'drop'] as const) {
  test(`an order that ends with ${fault} stays due, and is given again`, async () => {
    const rail = await first.another()
    for (const on of ['PUT /devolucao', 'GET /devolucao']) rail.bank.order(on, fault)
    const { checkout, pix } = await overpay(rail)
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount due'])
    assert.deepEqual(await rail.events(), [])
    await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount due'])
    rail.bank.recover()
    await rail.reconcile()
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
    assert.deepEqual(await rail.events(), ['payment.reversed'])
    assert.equal(pix.devolucoes?.length, 1)
    await rail.assertMoneyAccountedFor()
  })
}

test('a return that is being processed is followed until it is done', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const { checkout, pix } = await overpay(rail)
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount processing'])
    await rail.reconcile()
  }
  assert.deepEqual(await rail.events(), [])
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal(pix.devolucoes?.length, 1)
  const asked = rail.bank.requests.length
  await rail.reconcile()
  assert.equal(rail.bank.count('PUT /devolucao'), 1)
  const polls = ['GET /cob', 'GET /pix']
  assert.ok(rail.bank.requests.slice(asked).every((one) => polls.includes(one)))
  assert.deepEqual(await rail.events(), ['payment.reversed'])
  await rail.assertMoneyAccountedFor()
})

test('a bank that takes days for a return is asked less and less often', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const { checkout } = await overpay(rail)
  await rail.assertAskedLessOften(checkout, 3)
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile(RETRY_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal(rail.bank.count('PUT /devolucao'), 1)
  await rail.assertMoneyAccountedFor()
})

test('a return that takes the bank more than 90 days is followed until it is done', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const { checkout } = await overpay(rail)
  for (let round = 0; round < 2; round++) await rail.reconcile(91 * 24 * HOUR_MS)
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile(24 * HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

test('a return that fails while the clock is days ahead is ordered once it is right', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 503)
  const { checkout } = await overpay(rail)
  await rail.reconcile(10 * 24 * HOUR_MS)
  rail.service.clock.advanceMs(-10 * 24 * HOUR_MS)
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
})

test('a return whose id the bank says is used is under way, and never ordered anew', async () => {
  const rail = await first.another()
  rail.bank.books.queuedMs = 5 * 24 * HOUR_MS
  rail.bank.order('PUT /devolucao', 'lose', 1)
  const { checkout, pix } = await overpay(rail)
  for (let round = 0; round < 3; round++) await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount processing'])
  for (let day = 0; day < 4; day++) await rail.reconcile(24 * HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount processing'])
  const [refund] = await rail.rows('refunds')
  assert.deepEqual([refund?.status, refund?.order_status], ['pending', 'used'])
  assert.ok(rail.service.log.some((line) => line.includes(HIDDEN)))
  for (let day = 0; day < 2; day++) await rail.reconcile(24 * HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  assert.equal(pix.devolucoes?.length, 1)
  await rail.assertMoneyAccountedFor()
})

test('a return whose answer was lost is looked at after one interval', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 'lose', 1)
  await overpay(rail)
  const [payment] = await rail.rows('payments')
  const pauseMs = Date.parse(payment?.return_check_at ?? '') - rail.service.clock.now().getTime()
  assert.equal(pauseMs, INTERVAL_MS)
  const orders = rail.bank.count('PUT /devolucao')
  await rail.reconcile()
  assert.equal((await rail.rows('payments'))[0]?.return_status, 'done')
  assert.equal(rail.bank.count('PUT /devolucao'), orders)
})

test('a return that may be there is ordered under another id after a day, no sooner', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /devolucao', 'drop', 1)
  const { checkout } = await overpay(rail)
  rail.bank.order('PUT /devolucao', 400)
  for (let round = 0; round < 3; round++) await rail.reconcile()
  await rail.reconcile(23 * HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount processing'])
  await rail.reconcile(24 * HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  rail.bank.recover()
  await rail.reconcile(RETRY_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

test('a return that was processed and then not carried out is ordered anew, too', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const { checkout } = await overpay(rail)
  rail.bank.books.endReturns('NAO_REALIZADO')
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  rail.bank.books.return_state = 'DEVOLVIDO'
  await rail.reconcile(RETRY_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount done'])
  await rail.assertMoneyAccountedFor()
})

test('a return is given up after the last order that can have an id', async () => {
  const rail = await first.another()
  rail.bank.books.return_state = 'NAO_REALIZADO'
  const { checkout, pix } = await overpay(rail)
  const change = 'update payments set return_id = ? where seller_id = ?'
  await rail.service.sql(change, `${pix.endToEndId}998`, rail.seller.seller_id)
  for (let time = 0; time < 2; time++) await rail.reconcile(RETRY_MS)
  assert.deepEqual(
    pix.devolucoes?.map(({ id }) => id.replace(pix.endToEndId, '#')),
    ['#', '#999'],
  )
  assert.deepEqual(await rail.outcomes(checkout), ['wrong_amount failed'])
  assert.equal((await rail.rows('payments'))[0]?.return_check_at, null)
  assert.ok(rail.service.log.some((line) => line.includes('given up')))
})

test('a return that is given up is counted, when a person has to settle it', async () => {
  const rail = await first.another()
  const counted: string[] = []
  rail.service.service.metrics.money = (state) => void counted.push(state)
  rail.bank.order('PUT /devolucao', 400)
  await overpay(rail)
  await rail.reconcile(89 * 24 * HOUR_MS)
  const returns = () => counted.filter((state) => state.startsWith('return'))
  assert.deepEqual(returns(), ['return_failed'])
  for (let day = 0; day < 2; day++) await rail.reconcile(24 * HOUR_MS)
  assert.deepEqual(returns(), ['return_failed', 'return_given_up'])
})

test('a late answer of the bank is dated when it was heard', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /devolucao', { hold: promise }, 1)
  const wrong = rail.bank.books.pay(txid, 100)
  await rail.post({ pix: [wrong] })
  while (rail.bank.count('PUT /devolucao') === 0) await new Promise(setImmediate)
  const heard = rail.service.clock.advanceMs(14_000).toISOString()
  resolve()
  await rail.service.service.rail.idle()
  const events = await rail.rows('events')
  assert.deepEqual(
    events.map(({ type, created_at }) => [type, created_at]),
    [
      ['refund.succeeded', heard],
      ['payment.reversed', heard],
    ],
  )
})

test('the event of a return shows the checkout as it was then', async () => {
  const rail = await first.another()
  const { checkout } = await overpay(rail)
  const events = await rail.rows('events')
  const event = events.find(({ type }) => type === 'payment.reversed')
  assert.deepEqual(JSON.parse(String(event?.data)), checkout)
})
