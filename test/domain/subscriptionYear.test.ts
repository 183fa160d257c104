/** A year of subscriptions by the calendar alone: in steps of any length it is the same. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { runDue } from '../../domain/subscriptions/due.ts'
import { brasilia } from '../support/subscriptions.ts'
import { DAY_MS, year, YEAR_MS } from '../support/subscriptionYears.ts'

const atOnce = await year(YEAR_MS)

test('a monthly plan is debited on its days, at 08:00, and drafted once ahead', () => {
  const [, monthly] = atOnce.found
  const days = monthly?.invoices.map((text) => text.split(' ').slice(1, 3).join(' '))
  assert.deepEqual(days, [
    'paid 2026-03-31',
    'paid 2026-04-30',
    'paid 2026-05-31',
    'paid 2026-06-30',
    'paid 2026-07-31',
    'paid 2026-08-31',
    'paid 2026-09-30',
    'paid 2026-10-31',
    'paid 2026-11-30',
    'paid 2026-12-31',
    'paid 2027-01-31',
    'paid 2027-02-28',
    'paid 2027-03-31',
  ])
  assert.match(monthly?.invoices[1] ?? '', / 2026-04-30T11:00:00.000Z 2026-04-24T09:00:00.000Z$/)
  assert.deepEqual([monthly?.status, monthly?.paid_until], ['active', '2027-04-30'])
})

test('weekly, rare, ending and later plans have each their invoices', () => {
  const paid = atOnce.found.map(
    ({ invoices }) => invoices.filter((text) => text.includes(' paid ')).length,
  )
  assert.deepEqual(paid, [53, 13, 5, 3, 2, 5, 11])
  const ended = atOnce.found[5]
  assert.deepEqual(
    [ended?.status, ended?.paid_until, ended?.next_due_on, ended?.check_at],
    ['ended', '2026-08-31', null, null],
  )
  assert.equal(atOnce.found[6]?.invoices[0]?.split(' ')[2], '2026-05-31')
})

test('each event is told once', () => {
  const { plans, events } = atOnce
  assert.equal(plans.kept.length, 92)
  const count = (type: string) => events.filter((text) => text.startsWith(type)).length
  assert.deepEqual(
    [count('invoice.paid'), count('subscription.activated'), count('subscription.ended')],
    [92, 7, 1],
  )
})

test('a year by 365 steps is the year by one', async () => {
  const { found, events } = await year(DAY_MS)
  assert.deepEqual(found, atOnce.found)
  assert.deepEqual(events, atOnce.events)
})

test('of several processes that find the same work due, one does it', async () => {
  const { plans, opened } = atOnce
  plans.now = brasilia('2027-04-30T08:00:00')
  const runs = Array.from({ length: 6 }, () =>
    Promise.all(
      opened.map(({ id }) =>
        plans.run((recorder) => runDue({ seller_id: plans.seller_id, id }, recorder)),
      ),
    ),
  )
  await Promise.all(runs)
  const [, monthly] = opened
  const numbers = (await plans.invoices(monthly ?? { id: '' })).map(({ number }) => Number(number))
  assert.deepEqual(
    numbers,
    Array.from({ length: 14 }, (_, i) => i + 1),
  )
})
