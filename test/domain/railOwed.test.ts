/** Owed work is measured by its age in the database, for an alert that lasts as long. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { noMetrics } from '../../runtime/metrics/metrics.ts'
import type { OwedWork } from '../../runtime/metrics/metrics.ts'
import { Prometheus } from '../../runtime/metrics/prometheus.ts'
import { hang, startReceiver } from '../support/receiver.ts'
import { INTERVAL_MS, startRail } from '../support/rail.ts'
import { startSender } from '../support/webhooksSender.ts'

const HOUR_MS = 60 * 60 * 1000

test('the oldest refund that a bank has not ended is owed for as long, until it ends', async () => {
  const rail = await startRail()
  const owed = new Map<OwedWork, number>()
  rail.service.service.metrics.oldestOwed = (work, ageMs) => void owed.set(work, ageMs)
  const { txid } = await rail.charged()
  await rail.pay(txid)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const [payment] = await rail.rows('payments')
  await rail.seller.refund(payment?.id ?? '')
  await rail.service.service.rail.idle()
  await rail.reconcile(INTERVAL_MS)
  assert.equal(owed.get('refund'), INTERVAL_MS)
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile(INTERVAL_MS)
  await rail.reconcile(0)
  assert.equal(owed.get('refund'), 0)
})

test('a charge that is not asked about in time is overdue since then', async () => {
  const rail = await startRail({}, { bankPauseMs: 600_000 })
  const owed = new Map<OwedWork, number>()
  rail.service.service.metrics.oldestOwed = (work, ageMs) => void owed.set(work, ageMs)
  await rail.charged()
  rail.bank.order('', 503)
  for (let i = 0; i < 3; i++) await rail.view(await rail.seller.checkout())
  const [charge] = await rail.rows('charges')
  const dueMs = Date.parse(charge?.check_at ?? '')
  await rail.reconcile(HOUR_MS)
  assert.equal(owed.get('charge_check'), rail.service.clock.now().getTime() - dueMs)
  assert.ok(Number(owed.get('charge_check')) > HOUR_MS / 2)
})

test('deliveries behind an endpoint that hangs are owed since they were recorded', async () => {
  const receiver = await startReceiver(hang)
  const { promise, resolve } = Promise.withResolvers<[OwedWork, number]>()
  const oldestOwed = (work: OwedWork, ageMs: number) => resolve([work, ageMs])
  const sender = await startSender({ metrics: { ...noMetrics, oldestOwed } })
  await sender.endpoint(receiver.url)
  for (let i = 0; i < 40; i++) await sender.record()
  sender.clock.advanceMs(HOUR_MS)
  sender.start()
  assert.deepEqual(await promise, ['delivery', HOUR_MS])
  await sender.dispatcher().stop(0)
})

test('owed work that cannot be looked at grows older until the next look', async (t) => {
  const rail = await startRail()
  let nowMs = Math.ceil(performance.now())
  const clock = mock.method(performance, 'now', () => nowMs)
  t.onTestFinished(() => clock.mock.restore())
  const metrics = new Prometheus(rail.service.db, 'sqlite::memory:')
  const refundAge = async () =>
    /^balcao_oldest_owed_seconds\{work="refund"\} (.*)$/m.exec(await metrics.text())?.[1]
  metrics.oldestOwed('refund', 0)
  assert.equal(await refundAge(), '0')
  nowMs += HOUR_MS
  assert.equal(await refundAge(), '3600')
  metrics.oldestOwed('refund', 60_000)
  assert.equal(await refundAge(), '60')
})
