/** Sales of before checkouts named their payment, while the background has not filled that in. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { repairSweeps } from '../../../domain/repair/running.ts'
import { repairDatabase } from '../../../domain/repair/whole.ts'
import { createLog } from '../../../runtime/logger.ts'
import { Sweeper } from '../../../runtime/sweeper.ts'
import type { components } from '../../../generated/types.ts'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { newDatabase } from '../../support/engine.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl })
const { db, clock, sql } = service
// The background is held back, as it is while many sales are still to be filled in.
await service.service.repairer.stop()

type Checkout = components['schemas']['Checkout']

const AMOUNT_MINOR = 4990

/** Leaves what an upgrade of version 1.0.0 leaves: no `payment_id`, and no day that counts it. */
async function unname({ seller_id }: TestAccount): Promise<void> {
  await sql('update checkouts set payment_id = null where seller_id = ?', seller_id)
  await sql('delete from daily_totals where seller_id = ?', seller_id)
  db.beginRequest()
}

async function broken(): Promise<string[]> {
  const checks = await checkDatabase(databaseUrl)
  return checks.filter(({ ok }) => !ok).map(({ name }) => name)
}

async function totalsOf(seller: TestAccount) {
  const { body } = await seller.get<'DailyTotalList'>('/v1/daily_totals')
  return body.data.map(({ date, payments_count, amount_minor, amount_refunded_minor }) => [
    date,
    payments_count,
    amount_minor,
    amount_refunded_minor,
  ])
}

/** Two sales of the day before and two of today, unnamed, and one of today that is named. */
async function sold() {
  const seller = await service.account()
  const today = dayOf(clock.now())
  const days = [today, addDays(today, -1)] as const
  const payments = []
  for (const day of [days[1], days[1], today, today]) {
    const payment = await seller.payment()
    const paid_at = payment.paid_at.replace(/^.{10}/, day)
    await sql('update payments set paid_at = ? where id = ?', paid_at, payment.id)
    payments.push(payment)
  }
  await unname(seller)
  payments.push(await seller.payment())
  return { seller, days, payments }
}

test('unnamed sales name their payments and stand in their days at once', async () => {
  const { seller, days, payments } = await sold()
  const expected = [
    [days[0], 3, 3 * AMOUNT_MINOR, 0],
    [days[1], 2, 2 * AMOUNT_MINOR, 0],
  ]
  assert.deepEqual(await totalsOf(seller), expected)
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts')
  assert.deepEqual(
    body.data.map(({ id, payment_id }) => [id, payment_id]),
    payments.map(({ id, checkout_id }) => [checkout_id, id]).toReversed(),
  )
  for (const { id, checkout_id } of payments) {
    const one = await seller.get<'Checkout'>(`/v1/checkouts/${checkout_id}`)
    assert.equal(one.body.payment_id, id)
  }
  assert.deepEqual(await broken(), [])
  const log = createLog('error', { write: (line) => assert.fail(line) })
  await new Sweeper({ db, clock, log, sweeps: repairSweeps }).round()
  assert.deepEqual(await totalsOf(seller), expected)
  assert.deepEqual(await broken(), [])
})

test('an unnamed sale that is refunded is told with its payment, and counted once', async () => {
  const { seller, days, payments } = await sold()
  const [first] = payments
  assert.ok(first)
  await seller.refund(first.id, { amount_minor: 1000 })
  const { body } = await seller.get<'EventList'>('/v1/events?type=payment.reversed')
  assert.deepEqual(
    (body.data.map(({ data }) => data) as Checkout[]).map((checkout) => [
      checkout.payment_id,
      checkout.amount_refunded_minor,
    ]),
    [[first.id, 1000]],
  )
  const expected = [
    [days[0], 3, 3 * AMOUNT_MINOR, 1000],
    [days[1], 2, 2 * AMOUNT_MINOR, 0],
  ]
  assert.deepEqual(await totalsOf(seller), expected)
  const { body: refunded } = await seller.get<'Checkout'>(`/v1/checkouts/${first.checkout_id}`)
  assert.equal(refunded.amount_refunded_minor, 1000)
  assert.deepEqual(await broken(), [])
  await repairDatabase(db, { databaseUrl, actor: { type: 'system' }, now: clock.now() })
  db.beginRequest()
  assert.deepEqual(await totalsOf(seller), expected)
  assert.deepEqual(await broken(), [])
})
