/** Due work of subscriptions in the running service: by rounds, and on the way of a moved clock. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { approveMandate, receiveTransfer, startOn } from '../../domain/subscriptions/bankWords.ts'
import { DueRounds } from '../../domain/subscriptions/rounds/dueRounds.ts'
import type { Subscription } from '../../domain/subscriptions/rows.ts'
import { SandboxClock } from '../../runtime/clock.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/logger.ts'
import { startService } from '../support/service.ts'
import { brasilia, Plans } from '../support/subscriptions.ts'

const DAY_SECONDS = 86_400

const service = await startService()
const plans = new Plans(await service.account())
const clock: Clock = { now: () => plans.now }

/** Rounds of one process, and the lines that it logs. */
function process({ on = clock, recorder = plans.recorder } = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  return { rounds: new DueRounds({ db: plans.db, clock: on, log, recorder }), lines }
}

beforeEach(() => {
  plans.told()
})

/** A plan that is authorised, and paid where its code pays. */
async function running(order: { starts_on?: string } = {}): Promise<Subscription> {
  const { id, pays_with_code } = await plans.open(order)
  const key = { seller_id: plans.seller_id, id }
  await plans.run((recorder) => startOn(key, recorder))
  const payer = { tax_id: null, bank_ispb: null }
  await plans.run((recorder) => approveMandate({ ...key, payer }, recorder))
  if (pays_with_code) {
    const { id: invoice_id } = await plans.invoice({ id }, 1)
    const paid = { ...key, id: invoice_id, transfer: plans.transfer() }
    await plans.run((recorder) => receiveTransfer(paid, recorder))
  }
  return plans.read({ id })
}

test('a round expires what was not paid in time, though another fails', async () => {
  const [late, broken] = [await plans.open(), await running()]
  await service.sql('update subscriptions set interval_count = 7 where id = ?', broken.id)
  const sound = await running()
  plans.now = brasilia('2026-03-25T12:00:00')
  const { rounds, lines } = process()
  await rounds.round()
  assert.equal((await plans.read(late)).status, 'expired')
  assert.equal((await plans.invoices(sound)).length, 2)
  const failures = lines.filter((line) => line.includes('due work of a subscription failed'))
  assert.equal(failures.length, 1)
  assert.match(failures[0] ?? '', new RegExp(`"subscription_id":"${broken.id}"`))
  await service.sql('update subscriptions set interval_count = 1 where id = ?', broken.id)
  await rounds.round()
})

test('a page of failures delays nothing after it, and the log is bounded', async () => {
  const broken = []
  for (let i = 0; i < 101; i++) broken.push(await plans.open())
  const marks = broken.map(() => '?').join()
  const ids = broken.map(({ id }) => id)
  // No bank debits in such an interval: what is due cannot be done.
  const breakAll = `update subscriptions set status = 'active', activated_at = created_at,
    starts_on = '2026-03-01', interval_count = 7`
  await service.sql(`${breakAll} where id in (${marks})`, ...ids)
  const last = await plans.open()
  plans.now = new Date(plans.now.getTime() + 2 * DAY_SECONDS * 1000)
  const { rounds, lines } = process()
  await rounds.round()
  assert.equal((await plans.read(last)).status, 'expired')
  assert.equal(lines.filter((line) => line.includes('of a subscription failed')).length, 10)
  assert.match(lines.at(-1) ?? '', /"failures":101/)
  await service.sql(`update subscriptions set check_at = null where id in (${marks})`, ...ids)
})

test('what is due already when it is committed has a round begin at once', async () => {
  const begun = Promise.withResolvers<void>()
  const { rounds } = process({
    recorder(now) {
      begun.resolve()
      return plans.recorder(now)
    },
  })
  const observer = { due: () => rounds.wake(), invoices: () => undefined }
  const starts_on = new Date(plans.now.getTime() + 5 * DAY_SECONDS * 1000)
  const { id } = await plans.open({ starts_on: starts_on.toISOString().slice(0, 10) })
  const key = { seller_id: plans.seller_id, id }
  const payer = { tax_id: null, bank_ispb: null }
  const recorder = plans.recorder()
  const events = { ...recorder.events, observer }
  await plans.db.run(() => approveMandate({ ...key, payer }, { ...recorder, events }))
  await begun.promise
  await rounds.stop()
  assert.equal((await plans.invoice({ id }, 1)).status, 'open')
})

test('a service that stops leaves the rest of a round to the next start', async () => {
  const [first, second] = [await plans.open(), await plans.open()]
  plans.now = new Date(plans.now.getTime() + 2 * DAY_SECONDS * 1000)
  let stopped: Promise<void> | undefined
  const { rounds, lines } = process({
    recorder: (now) => {
      stopped ??= rounds.stop()
      return plans.recorder(now)
    },
  })
  await rounds.round()
  await stopped
  const statuses = async () =>
    [await plans.read(first), await plans.read(second)].map(({ status }) => status)
  await rounds.round()
  assert.deepEqual((await statuses()).toSorted(), ['expired', 'incomplete'])
  assert.deepEqual(lines, [])
  await process().rounds.round()
  assert.deepEqual(await statuses(), ['expired', 'expired'])
})

test('processes that move the clock at once add up, and pass over nothing due', async () => {
  const on = new SandboxClock(plans.db)
  const at = new Date(await on.now())
  plans.now = at
  const subscription = await running()
  const moved = [
    process({ on: new SandboxClock(plans.db) }),
    process({ on: new SandboxClock(plans.db) }),
  ]
  const steps = moved.flatMap(({ rounds }) => [
    rounds.advance(100 * DAY_SECONDS),
    rounds.advance(83 * DAY_SECONDS),
  ])
  await Promise.all(steps)
  const days = ((await on.read()).now.getTime() - at.getTime()) / (DAY_SECONDS * 1000)
  assert.equal(Math.floor(days), 366)
  const invoices = await plans.invoices(subscription)
  assert.equal(invoices.filter(({ status }) => status === 'paid').length, 13)
  for (const { due_on, paid_at, number } of invoices.slice(1, 13)) {
    assert.equal(paid_at, brasilia(`${due_on}T08:00:00`).toISOString(), `invoice ${number}`)
  }
})
