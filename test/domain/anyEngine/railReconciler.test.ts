/** The reconciler asks the bank for transfers that no callback announced. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { CHECKOUT_LIFETIME_MS } from '../../../domain/checkouts/expire.ts'
import type { Transaction } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { nextCheck, WATCH_MS } from '../../../domain/pix/charges/checkSchedule.ts'
import { PollBudget, POLLS_A_MINUTE } from '../../../domain/pix/rounds/pollBudget.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../../support/rail.ts'

const first = await startRail()

const HOUR_MS = 60 * 60 * 1000

test('a payment without a callback is settled by the next round', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile()
  assert.equal((await rail.read(checkout)).status, 'completed')
  assert.deepEqual(await rail.events(), ['payment.succeeded'])
  await rail.reconcile()
  assert.deepEqual(await rail.events(), ['payment.succeeded'])
  await rail.assertMoneyAccountedFor()
})

test('charges whose page was opened are asked about, and no more often than set', async () => {
  const rail = await first.another()
  await rail.seller.checkout()
  await rail.charged()
  await rail.charged()
  await rail.reconcile()
  assert.equal(rail.bank.count('GET /cob'), 2)
  await rail.reconcile(INTERVAL_MS - 1)
  assert.equal(rail.bank.count('GET /cob'), 2)
  await rail.reconcile(1)
  assert.equal(rail.bank.count('GET /cob'), 4)
})

test('a round sends no claims for a bank where nothing is due', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile()
  const { db } = rail.service
  const run = db.run.bind(db)
  let claims = 0
  const counted = function* <Result>(body: () => Transaction<Result>): Transaction<Result> {
    const steps = body()
    let next = steps.next([])
    while (!next.done) {
      if (next.value.definition.name.startsWith('claim_')) claims++
      next = steps.next(yield next.value)
    }
    return next.value
  }
  const running = mock.method(db, 'run', (body: () => Transaction<unknown>) =>
    run(() => counted(body)),
  )
  try {
    await rail.reconcile(INTERVAL_MS - 1)
    assert.equal(claims, 0)
    rail.bank.order('GET /pix', 503)
    rail.bank.books.pay(txid, PRICE_MINOR)
    await rail.reconcile(1)
    assert.ok(claims > 0)
  } finally {
    running.mock.restore()
  }
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
})

test('one bank that fails does not keep others from being asked', async () => {
  const [broken, dead, well] = [await first.another(), await first.another(), await first.another()]
  for (const rail of [broken, dead, well]) {
    const { txid } = await rail.charged()
    rail.bank.books.pay(txid, PRICE_MINOR)
  }
  broken.bank.order('', 500)
  dead.bank.order('', 'drop')
  await well.reconcile()
  const events = () => Promise.all([broken, dead, well].map((rail) => rail.events()))
  assert.deepEqual(await events(), [[], [], ['payment.succeeded']])
  broken.bank.recover()
  dead.bank.recover()
  await well.reconcile()
  assert.deepEqual(
    await events(),
    Array.from({ length: 3 }, () => ['payment.succeeded']),
  )
})

test('the charge of a checkout that expired is canceled at the bank', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile(CHECKOUT_LIFETIME_MS + 1)
  assert.equal((await rail.read(checkout)).status, 'expired')
  const charge = rail.bank.books.charges.get(txid)
  assert.equal(charge?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  assert.equal((await rail.rows('charges'))[0]?.status, 'open')
})

test('late money without a callback is found for 48 hours, and sent back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await rail.reconcile(CHECKOUT_LIFETIME_MS + 1)
  for (const hours of [12, 12, 12, 11]) await rail.reconcile(hours * HOUR_MS)
  rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile(HOUR_MS)
  assert.deepEqual(await rail.outcomes(checkout), ['late done'])
  assert.equal((await rail.rows('charges'))[0]?.status, 'closed')
  await rail.assertMoneyAccountedFor()
})

test('the bank is asked the less often, the more time has passed since the end', () => {
  const at = (ms: number) => new Date(Date.parse('2026-03-02T12:00:00.000Z') + ms)
  const checkout = {
    status: 'canceled',
    expires_at: at(CHECKOUT_LIFETIME_MS).toISOString(),
    completed_at: null,
    updated_at: at(0).toISOString(),
  } as Row<'checkouts'>
  const charge = { viewed_at: null, created_at: at(0).toISOString() }
  const next = (ms: number) => nextCheck(checkout, charge, { now: at(ms), intervalMs: INTERVAL_MS })
  let now_ms = 0
  let checks = 0
  for (let due = next(0); due; due = next(now_ms)) {
    assert.ok(due > at(now_ms))
    now_ms = due.getTime() - at(0).getTime()
    checks += 1
  }
  assert.equal(now_ms, WATCH_MS)
  assert.ok(checks <= 12, `${checks}`)
  assert.equal(next(INTERVAL_MS)?.getTime(), at(2 * INTERVAL_MS).getTime())
  assert.equal(next(10 * INTERVAL_MS)?.getTime(), at(20 * INTERVAL_MS).getTime())
})

test('polls have a budget; announced transfers do not wait for it', async () => {
  const rail = await first.another()
  const all = []
  for (let i = 0; i < POLLS_A_MINUTE + 10; i++) all.push(await rail.charged())
  // One request for each of the three lists; the polls of charges have the rest.
  const polls = () => rail.bank.count('GET /cob') + rail.bank.count('GET /pix')
  await rail.reconcile()
  assert.deepEqual([polls(), rail.bank.count('GET /pix')], [POLLS_A_MINUTE, 3])
  await rail.reconcile(0)
  assert.equal(polls(), POLLS_A_MINUTE)
  const { checkout, txid } = all.at(-1) ?? assert.fail()
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  // Charges that were passed over come first, as soon as there is a budget again.
  await rail.reconcile(10_000)
  assert.equal(polls(), POLLS_A_MINUTE + 1 + 10)
})

test('an open charge is polled less often at a bank whose list names what arrives', () => {
  const created_at = '2026-03-02T12:00:00.000Z'
  const now = new Date(Date.parse(created_at) + 8 * INTERVAL_MS)
  const checkout = { status: 'open', expires_at: '2026-03-03T12:00:00.000Z' } as Row<'checkouts'>
  const pauseMs = (viewed_at: string | null, isListed: boolean) => {
    const next = nextCheck(
      checkout,
      { viewed_at, created_at },
      { now, intervalMs: INTERVAL_MS, isListed },
    )
    return Number(next) - now.getTime()
  }
  assert.equal(pauseMs(null, false), 2 * INTERVAL_MS)
  assert.equal(pauseMs(null, true), 8 * INTERVAL_MS)
  // While its page is viewed, the list stands for nothing.
  assert.equal(pauseMs(now.toISOString(), true), INTERVAL_MS)
})

test('a budget is earned evenly, kept for a minute, and given back where it was not used', () => {
  const budget = new PollBudget()
  const at = (ms: number) => new Date(Date.parse('2026-03-02T12:00:00.000Z') + ms)
  assert.equal(budget.take('a', 8, at(0)), 8)
  budget.giveBack('a', 8)
  assert.equal(budget.take('a', 1000, at(0)), POLLS_A_MINUTE)
  assert.equal(budget.take('a', 1, at(999)), 0)
  assert.equal(budget.take('b', 1, at(999)), 1)
  assert.equal(budget.take('a', 100, at(10_000)), 10)
  assert.equal(budget.take('a', 1000, at(3_600_000)), POLLS_A_MINUTE)
  // A clock that goes back earns nothing.
  assert.equal(budget.take('a', 1, at(0)), 0)
})
