/** Orders to the bank: given by one process, within their hours, and never while one may stand. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { approveMandate, receiveTransfer, startOn } from '../../domain/subscriptions/bankWords.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import {
  claimMandates,
  claimOrders,
  returnOrder,
  startOrder,
} from '../../domain/subscriptions/orders.ts'
import { startService } from '../support/service.ts'
import { brasilia, Plans } from '../support/subscriptions.ts'

const connection_id = 'bank_1'
const OPENED = brasilia('2026-03-27T06:00:00')

const service = await startService()
let plans: Plans

beforeEach(async () => {
  plans = new Plans(await service.account())
})

const keyOf = ({ id }: { id: string }) => ({ seller_id: plans.seller_id, id })

/** A subscription at a bank, paid on 2 March. */
async function running() {
  const opened = await plans.open({}, connection_id)
  const key = keyOf(opened)
  await plans.run((recorder) => startOn(key, recorder))
  const { id } = await plans.invoice(opened, 1)
  const transfer = plans.transfer()
  await plans.run((recorder) => receiveTransfer({ ...key, id, transfer }, recorder))
  const payer = { tax_id: null, bank_ispb: null }
  await plans.run((recorder) => approveMandate({ ...key, payer }, recorder))
  return opened
}

const claim = (until = '2026-04-01T00:00:00.000Z') => ({
  seller_id: plans.seller_id,
  connection_id,
  now: plans.now.toISOString(),
  until,
  limit: 10,
})

const start = (of: { id: string }) => plans.run((recorder) => startOrder(keyOf(of), recorder))

const giveBack = (of: { id: string }) => plans.run((recorder) => returnOrder(keyOf(of), recorder))

test('of two processes one claims an order, and the other after its time only', async () => {
  await running()
  await plans.passTo(OPENED)
  const claimed = await Promise.all([
    plans.db.run(() => claimOrders(claim())),
    plans.db.run(() => claimOrders(claim())),
  ])
  assert.deepEqual(claimed.map(({ length }) => length).toSorted(), [0, 1])
  plans.now = brasilia('2026-04-01T12:00:00')
  assert.equal((await plans.db.run(() => claimOrders(claim('z')))).length, 1)
  const others = { ...claim(), connection_id: 'bank_2' }
  assert.deepEqual(await plans.db.run(() => claimOrders(others)), [])
})

test('an order is given once, however many try, and again once the bank lacks it', async () => {
  const subscription = await running()
  await plans.passTo(OPENED)
  const invoice = await plans.invoice(subscription, 2)
  const started = await Promise.all(Array.from({ length: 8 }, () => start(invoice)))
  assert.equal(started.filter(Boolean).length, 1)
  assert.equal(
    (await plans.read(subscription)).check_at,
    brasilia('2026-03-30T22:00:00').toISOString(),
  )
  await giveBack(invoice)
  assert.equal((await start(invoice))?.bank_order_sent_at, plans.now.toISOString())
})

test('no order is given outside of the hours, and none that the calendar has moved', async () => {
  const subscription = await running()
  await plans.passTo(OPENED)
  const invoice = await plans.invoice(subscription, 2)
  for (const time of ['2026-03-28T05:59:59.999', '2026-03-28T22:00:00', '2026-03-31T22:00:00']) {
    plans.now = brasilia(time)
    assert.equal(await start(invoice), undefined, time)
  }
  plans.now = brasilia('2026-04-01T06:00:00')
  assert.equal(await start(invoice), undefined)
  await plans.due()
  const moved = await start(invoice)
  assert.deepEqual([moved?.due_on, moved?.bank_order_date], ['2026-04-03', '2026-04-03'])
})

test('after a cancellation no order is given but those that end it', async () => {
  const subscription = await running()
  await service.sql('update subscriptions set location_id = ? where id = ?', 'loc', subscription.id)
  await plans.passTo(OPENED)
  const invoice = await plans.invoice(subscription, 2)
  await start(invoice)
  const key = keyOf(subscription)
  await plans.run((recorder) => cancelSubscription({ ...key, by: 'buyer' }, recorder))
  const [stopped] = await plans.db.run(() => claimOrders(claim()))
  assert.deepEqual([stopped?.status, stopped?.bank_order], ['void', 'void'])
  const [ended] = await plans.db.run(() => claimMandates(claim()))
  assert.deepEqual([ended?.status, ended?.bank_order], ['canceled', 'cancel'])
  plans.now = brasilia('2026-03-27T23:00:00')
  assert.equal((await start(invoice))?.bank_order, 'void')
  assert.equal(await start(invoice), undefined)
})
