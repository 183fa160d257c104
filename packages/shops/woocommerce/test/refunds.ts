/** Money that goes back. */
import assert from 'node:assert/strict'
import { notesSaying } from './order.ts'
import { paidOrder, whenIs } from './world.ts'
import type { World } from './world.ts'
import { until } from '../../test/support/until.ts'

/** Refunds in part, fails one that the bank refuses, and refunds the rest. */
async function inParts(world: World): Promise<void> {
  const { shop, service } = world
  const order = await paidOrder(world)
  assert.equal(await shop.refund(order, '10.00'), 'ok')
  const inPart = await shop.show(order)
  assert.deepEqual(
    inPart.refunds.map(({ amount }) => Number(amount)),
    [10],
  )
  assert.equal(notesSaying(inPart, /reembolso de R\$ 10,00 chegou/), 1)
  // The sandbox's bank refuses this amount.
  assert.match(await shop.refund(order, '13.13'), /O banco não fez o reembolso/)
  assert.equal((await shop.show(order)).refunds.length, 1)
  assert.equal(await shop.refund(order, '39.90'), 'ok')
  const refunded = await shop.show(order)
  assert.equal(refunded.status, 'refunded')
  const { data } = await service.api.listRefunds({ query: { payment_id: order.payment_id } })
  assert.deepEqual(
    data.map(({ status, amount_minor }) => [status, amount_minor]),
    [
      ['succeeded', 3990],
      ['failed', 1313],
      ['succeeded', 1000],
    ],
  )
  assert.equal(data.at(-1)?.reason, 'Veio quebrada')
  await shop.reconcile()
  assert.deepEqual(await shop.show(order), refunded, 'its events tell nothing new')
}

/** Money that the bank takes back, and a refund made at Balcão, are refunds of the order. */
async function byOthers(world: World): Promise<void> {
  const { shop, service } = world
  const order = await paidOrder(world)
  await service.api.sandboxReversePayment({
    path: { paymentId: order.payment_id },
    body: { amount_minor: 900 },
  })
  const refundsOf = async () =>
    (await shop.show(order)).refunds.map(({ amount }) => Number(amount)).toSorted()
  await until('the reversal is recorded', async () => (await refundsOf()).length === 1)
  await service.api.createRefund({
    path: { paymentId: order.payment_id },
    body: { amount_minor: 4090 },
  })
  const refunded = await whenIs(world, order, 'refunded')
  await shop.reconcile()
  await until('both have their notes', async () => {
    const now = await shop.show(order)
    return (
      notesSaying(now, 'O banco tomou de volta') === 1 && notesSaying(now, 'feito no Balcão') === 1
    )
  })
  assert.deepEqual(await refundsOf(), [40.9, 9])
  assert.equal(refunded.refunds.length, 2)
}

async function serviceDown(world: World): Promise<void> {
  const { shop, service } = world
  const order = await paidOrder(world)
  await service.stop()
  assert.match(await shop.refund(order, '20.00'), /não é pago duas vezes/)
  assert.deepEqual((await shop.show(order)).refunds, [])
  await service.start()
  assert.equal(await shop.refund(order, '20.00'), 'ok')
  const { data } = await service.api.listRefunds({ query: { payment_id: order.payment_id } })
  assert.equal(data.length, 1)
}

export async function refunds(world: World): Promise<void> {
  const { steps } = world
  await steps.step('refunds in part, fails one, refunds the rest', () => inParts(world))
  await steps.step('records what bank and Balcão gave back', () => byOthers(world))
  await steps.step('service down at a refund: said, and never paid twice', () => serviceDown(world))
}
