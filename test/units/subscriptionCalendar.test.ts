/** The calendar of subscriptions, by its edges; M13 compares all of it with a second model. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  codeEndsAt,
  draftedAt,
  dueDay,
  dueOf,
  finalizesAt,
  isSupported,
  orderTime,
  periodOf,
  startDays,
} from '../../domain/subscriptions/calendar.ts'
import type { PendingInvoice } from '../../domain/subscriptions/calendar.ts'

const monthly = { billing_interval: 'month', interval_count: 1 } as const

/** A moment by Brasília's clock. */
const brasilia = (text: string): string => new Date(`${text}-03:00`).toISOString()

const open: PendingInvoice = {
  ...monthly,
  status: 'open',
  due_on: '2026-03-20',
  period_end: '2026-04-20',
  finalizes_at: brasilia('2026-03-14T06:00:00'),
  retries: true,
  attempts: [],
  is_closed: false,
  is_bank_error: false,
}

const failed = (date: string, at: string) => ({ date, failed_at: brasilia(at) })

test('due days are counted from the first one, so that a short month shifts no later day', () => {
  const of = { ...monthly, starts_on: '2026-01-31' }
  const days = [1, 2, 3, 4].map((number) => dueDay(of, number))
  assert.deepEqual(days, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
  const leap = { billing_interval: 'year', interval_count: 1, starts_on: '2028-02-29' } as const
  assert.deepEqual([dueDay(leap, 2), dueDay(leap, 5)], ['2029-02-28', '2032-02-29'])
})

test('six intervals are supported, and no other', () => {
  const names = (['day', 'week', 'month', 'year'] as const).flatMap((billing_interval) =>
    [1, 2, 3, 4, 6, 12, 24]
      .filter((interval_count) => isSupported({ billing_interval, interval_count }))
      .map((count) => `${count} ${billing_interval}`),
  )
  const expected = ['1 week', '1 month', '3 month', '6 month', '12 month', '1 year']
  assert.deepEqual(names, expected)
  const daily = { billing_interval: 'day', interval_count: 1, starts_on: '2026-01-31' } as const
  assert.throws(() => dueDay(daily, 2))
})

test('there is no period after the last cycle', () => {
  const terms = { ...monthly, starts_on: '2026-01-31', cycles: 2 }
  assert.deepEqual(periodOf(terms, 2), {
    number: 2,
    period_start: '2026-02-28',
    period_end: '2026-03-31',
  })
  assert.equal(periodOf(terms, 3), undefined)
})

test('a draft waits for the due day before it and for the activation', () => {
  const weekly = { billing_interval: 'week', interval_count: 1, cycles: null } as const
  const terms = { ...weekly, starts_on: '2026-03-06' }
  assert.equal(draftedAt(terms, 2, ''), brasilia('2026-03-06T00:00:00'))
  const activated = brasilia('2026-03-02T15:00:00')
  assert.equal(draftedAt(terms, 1, activated), activated)
  assert.equal(finalizesAt('2026-03-06', activated), activated)
})

test('orders go out from 06:00 to 22:00 in Brasília, whatever the day is in UTC', () => {
  const opening = brasilia('2026-03-15T06:00:00')
  assert.equal(orderTime(brasilia('2026-03-14T22:00:00')), opening)
  assert.equal(orderTime(brasilia('2026-03-15T05:59:59.999')), opening)
  // Three times of the same day there; in UTC the last one is of the next.
  for (const time of ['06:00:00', '20:59:59.999', '21:30:00']) {
    const now = brasilia(`2026-03-15T${time}`)
    assert.equal(orderTime(now), now)
  }
})

test('an instruction that comes late moves the due day, or is missed', () => {
  const at = (time: string) => dueOf(open, brasilia(time))
  assert.deepEqual(at('2026-03-01T12:00:00'), {
    step: 'instruct',
    date: '2026-03-20',
    at: open.finalizes_at,
    until: brasilia('2026-03-18T22:00:00'),
  })
  assert.deepEqual(at('2026-03-18T22:00:00'), {
    step: 'instruct',
    date: '2026-03-21',
    at: brasilia('2026-03-19T06:00:00'),
    until: brasilia('2026-03-19T22:00:00'),
  })
  const last = dueOf(open, brasilia('2026-04-17T21:59:59.999'))
  assert.equal(last?.step === 'instruct' && last.date, '2026-04-19')
  const now = brasilia('2026-04-17T22:00:00')
  assert.deepEqual(dueOf(open, now), { step: 'miss', at: now })
})

test('a draft is opened at its time, and only the bank ends an attempt under way', () => {
  assert.deepEqual(dueOf({ ...open, status: 'draft' }, ''), {
    step: 'finalize',
    at: open.finalizes_at,
  })
  const attempts = [{ date: open.due_on, failed_at: null }]
  assert.equal(dueOf({ ...open, attempts }, brasilia('2026-12-01T12:00:00')), undefined)
})

test('a retry is ordered the morning after a failure, for a day that has had none', () => {
  const first = failed('2026-03-20', '2026-03-20T23:00:00')
  const now = brasilia('2026-03-20T23:00:00')
  assert.deepEqual(dueOf({ ...open, attempts: [first] }, now), {
    step: 'retry',
    date: '2026-03-22',
    at: brasilia('2026-03-21T06:00:00'),
    until: brasilia('2026-03-21T22:00:00'),
  })
  // The bank may refuse the order for a day at once: that day has had its attempt.
  const refused = failed('2026-03-24', '2026-03-22T10:00:00')
  const again = dueOf({ ...open, attempts: [first, refused] }, brasilia('2026-03-22T10:00:00'))
  assert.equal(again?.step === 'retry' && again.date, '2026-03-27')
})

test('without retries, and once the charge is closed, the invoice is given up', () => {
  const attempts = [failed('2026-03-20', '2026-03-20T23:00:00')]
  const now = brasilia('2026-03-20T23:00:00')
  for (const change of [{ retries: false }, { is_closed: true }]) {
    assert.deepEqual(dueOf({ ...open, attempts, ...change }, now), { step: 'give_up', at: now })
  }
})

test('no retry is on the next due day', () => {
  const moved = { ...open, due_on: '2026-04-18' }
  const now = brasilia('2026-04-18T23:00:00')
  const attempts = [failed('2026-04-18', '2026-04-18T23:00:00')]
  assert.equal(dueOf({ ...moved, attempts }, now)?.step, 'give_up')
})

test('an instruction that was not passed on is sent once a day while two days are left', () => {
  const not = (time: string) => {
    const attempts = [failed('2026-03-20', time)]
    return dueOf({ ...open, attempts, is_bank_error: true }, brasilia(time))
  }
  assert.deepEqual(not('2026-03-17T20:00:00'), {
    step: 'resend',
    date: '2026-03-20',
    at: brasilia('2026-03-18T06:00:00'),
    until: brasilia('2026-03-18T22:00:00'),
  })
  const late = not('2026-03-18T07:00:00')
  assert.equal(late?.step === 'retry' && late.date, '2026-03-22')
})

test('the first day is five to 365 days ahead, counted in Brasília', () => {
  const days = { first: '2026-03-06', last: '2027-03-01' }
  assert.deepEqual(startDays(new Date(brasilia('2026-03-01T23:59:59.999'))), days)
  assert.equal(startDays(new Date(brasilia('2026-03-02T00:00:00'))).first, '2026-03-07')
  assert.equal(codeEndsAt('2026-03-06'), brasilia('2026-03-04T00:00:00'))
})
