/** The totals of days count the bank's reports, and nothing that was rolled back. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { settle } from '../../../domain/payments/settle.ts'
import { reversePayment } from '../../../domain/payments/refundPayment.ts'
import { newDatabase } from '../../support/engine.ts'
import { PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'

const databaseUrl = await newDatabase()
const first = await startRail({ databaseUrl })

/** The totals of a seller's days: payments, their sum, refunds, their sum. */
async function totalsOf({ service, seller }: Pick<RailTest, 'service' | 'seller'>) {
  const rows = await service.sql(
    `select date, sum(payments_count) as paid, sum(amount_minor) as paid_minor,
       sum(refunds_count) as refunded, sum(amount_refunded_minor) as refunded_minor
     from daily_totals where seller_id = ? group by date order by date`,
    seller.seller_id,
  )
  return rows.map(({ paid, paid_minor, refunded, refunded_minor }) =>
    [paid, paid_minor, refunded, refunded_minor].map(Number),
  )
}

async function assertSound(): Promise<void> {
  const broken = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
}

test('each return that the bank makes by itself is counted once', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  rail.bank.books.takeBack(pix, 1000)
  rail.bank.books.takeBack(pix, 200)
  for (let time = 0; time < 3; time++) await rail.announce(pix)
  await Promise.all([rail.announce(pix), rail.reconcile(), rail.announce(pix)])
  assert.deepEqual(await totalsOf(rail), [[1, PRICE_MINOR, 2, 1200]])
  await assertSound()
})

test('money that settles nothing is not counted, nor its return', async () => {
  const rail = await first.another()
  const { txid } = await rail.charged()
  await rail.pay(txid)
  await rail.pay(txid)
  await rail.reconcile()
  const refunds = await rail.rows('refunds')
  assert.deepEqual(
    refunds.map(({ origin, status }) => [origin, status]),
    [['automatic', 'succeeded']],
  )
  assert.deepEqual(await totalsOf(rail), [[1, PRICE_MINOR, 0, 0]])
  await assertSound()
})

test('a payment counts on the day of its transfer, a refund when it is known', async () => {
  const rail = await first.another()
  const { clock, sql } = rail.service
  const { txid } = await rail.charged()
  const now = clock.now()
  const midnight = `${now.toISOString().slice(0, 10)}T03:00:00.000Z`
  const next_ms = Date.parse(midnight) + 24 * 60 * 60 * 1000
  clock.advanceMs(next_ms - 60_000 - now.getTime())
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  clock.advanceMs(120_000)
  await rail.announce(pix)
  rail.bank.books.takeBack(pix, 1)
  await rail.announce(pix)
  const { seller_id } = rail.seller
  const days = await sql('select date from daily_totals where seller_id = ? order by 1', seller_id)
  const dates = [now, clock.now()].map((moment) => moment.toISOString().slice(0, 10))
  assert.deepEqual(
    days.map(({ date }) => date),
    dates,
  )
  assert.deepEqual(await totalsOf(rail), [
    [1, PRICE_MINOR, 0, 0],
    [0, 0, 1, 1],
  ])
  await assertSound()
})

test('a payment that is rolled back is not counted', async () => {
  const { service } = first
  const seller = await service.account()
  const { seller_id } = seller
  const now = service.clock.now()
  const { events, metrics } = service.service
  const undone = new Error('undone')
  const { id: payment_id } = await seller.payment()
  const { id } = await seller.checkout()
  await assert.rejects(
    service.db.run(function* () {
      const of = { seller_id, id, rail: 'sandbox', now, events, metrics } as const
      assert.ok(yield* settle(of))
      yield* reversePayment({ seller_id, payment_id }, { events, now })
      throw undone
    }),
    undone,
  )
  assert.deepEqual(await totalsOf({ service, seller }), [[1, PRICE_MINOR, 0, 0]])
  await assertSound()
})
