/** Refunds whose transactions overlap, which on SQLite cannot be. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { refundPayment } from '../../../domain/payments/refundPayment.ts'
import { recordBankRefunds } from '../../../domain/payments/refunds.ts'
import { advanceRefund } from '../../../domain/pix/refunds/automaticRefunds.ts'
import type { PixProvider } from '../../../domain/pix/bank/provider.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { paymentByEndToEndId, receiveTransfer } from '../../../domain/pix/transfers/transfers.ts'
import { waitingForLock } from '../../support/locks.ts'
import { startRail } from '../../support/rail.ts'
import { secondProcess } from '../../support/railProcess.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const { sql } = service

test('a refund refused for its external_id takes nothing of its payment', async () => {
  const { db, clock } = service
  const { events } = service.service
  const seller = await service.account()
  const payments = [await seller.payment(), await seller.payment()]
  // Both have found the external_id free, and wait before they write the refund.
  await sql('begin')
  await sql('lock table refunds in share mode')
  const ordering = payments.map(({ id: payment_id }) => {
    const of = { seller_id: seller.seller_id, payment_id, external_id: 'devolucao-1' }
    const by = { events, actor: operator(), now: clock.now() }
    return db.run(() => refundPayment({ ...of, metadata: {} }, by))
  })
  while ((await waitingForLock(sql)) < ordering.length) await wait(1)
  await sql('commit')
  const ended = await Promise.all(ordering)
  const refused = payments.filter((_, i) => ended[i] && 'refusal' in ended[i])
  assert.equal(refused.length, 1)
  for (const { id, amount_minor } of refused) {
    const { status, body } = await seller.post<'Refund'>(`/v1/payments/${id}/refunds`)
    assert.deepEqual([status, body.amount_minor], [201, amount_minor])
  }
})

test('an order to send a transfer back is over the rest after a refund just reported', async () => {
  const { db, clock } = service
  const { events, metrics } = service.service
  const seller = await service.account()
  const { seller_id } = seller
  const { id: checkout_id } = await seller.checkout()
  const now = clock.now()
  const end_to_end_id = 'E1'
  const arrived = { end_to_end_id, amount_minor: 1000, paid_at: now.toISOString(), refunds: [] }
  const source = { seller_id, checkout_id, txid: txidOf(checkout_id), connection_id: 'bank_1' }
  const received = { ...source, transfer: arrived, now, events, metrics }
  assert.equal(await db.run(() => receiveTransfer(received)), 'wrong_amount')
  const [payment] = await db.read(() => paymentByEndToEndId({ seller_id, end_to_end_id }))
  assert.ok(payment)
  const ordered: number[] = []
  const bank = {
    capabilities: { refundsByOwnId: true },
    async refund({ amount_minor }: { amount_minor: number }) {
      ordered.push(amount_minor)
      return { status: 'processing', reason: null, amount_minor: null }
    },
  } as unknown as PixProvider
  const taken = { return_id: 'D1', amount_minor: 400, status: 'done', reason: null } as const
  const told = [{ ...taken, nature: 'MED_FRAUDE' }]
  // A process is about to record the bank's own return when another plans its order.
  await sql('begin')
  await sql('select id from payments where id = ? for update', payment.id)
  const recording = recordBankRefunds(db, { payment, told, events, now })
  while ((await waitingForLock(sql)) < 1) await wait(1)
  const ordering = advanceRefund(payment, { bank, db, events, clock, intervalMs: 1_000 })
  while ((await waitingForLock(sql)) < 2) await wait(1)
  await sql('commit')
  await Promise.all([recording, ordering])
  assert.deepEqual(ordered, [600])
  const recorded = 'select origin, amount_minor from refunds where payment_id = ? order by id'
  assert.deepEqual(await sql(recorded, payment.id), [
    { origin: 'bank', amount_minor: 400 },
    { origin: 'automatic', amount_minor: 600 },
  ])
})

test('a refund that two checks read by other ids of it is on record once', async () => {
  const rail = await startRail()
  const { bank } = rail
  const { sql } = rail.service
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  bank.books.takeBack(pix, 1_000)
  const [taken] = pix.devolucoes ?? []
  assert.ok(taken)
  // At first the bank tells it by the Pix system's id alone.
  const change = (charge: Record<string, unknown>) => {
    charge['pix'] = [{ ...pix, devolucoes: [{ ...taken, id: taken.rtrId }] }]
  }
  bank.order('GET /cob', { change }, 1)
  const second = secondProcess(rail)
  const processes = [rail.service.service.rail, second]
  // Both have found no such refund on record, and wait before they write it.
  await sql('begin')
  await sql('select id from payments where checkout_id = ? for update', checkout.id)
  const { seller_id } = rail.seller
  for (const one of processes) one.scheduleCheck({ seller_id, checkout_id: checkout.id })
  while ((await waitingForLock(sql)) < processes.length) await wait(1)
  await sql('commit')
  await Promise.all(processes.map((one) => one.idle()))
  await second.stop()
  assert.deepEqual(
    (await rail.rows('refunds')).map(({ amount_minor }) => amount_minor),
    [1_000],
  )
  const [payment] = await rail.rows('payments')
  assert.equal(payment?.amount_refunded_minor, 1_000)
})
