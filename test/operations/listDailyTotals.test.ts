import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const path = '/v1/daily_totals'

/** The totals of each day: payments, their sum, refunds, their sum. */
async function totalsOf(seller: TestAccount, query = ''): Promise<Record<string, number[]>> {
  const { status, body, text } = await seller.get<'DailyTotalList'>(path + query)
  assert.equal(status, 200, text)
  const days = body.data.map((one) => [
    one.date,
    [one.payments_count, one.amount_minor, one.refunds_count, one.amount_refunded_minor],
  ])
  return Object.fromEntries(days)
}

test('an account to which nothing has happened has no days', async () => {
  const { body } = await (await service.account()).get<'DailyTotalList'>(path)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('payments and refunds count on the day of each, however often they come at once', async () => {
  const seller = await service.account()
  const open = await Promise.all(Array.from({ length: 50 }, () => seller.checkout()))
  const paid = await Promise.all(
    open.map(({ id }) => seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)),
  )
  const [first, second] = paid.map(({ body }) => body.payment_id ?? '')
  await seller.refund(first ?? '', { amount_minor: 1000 })
  await seller.refund(first ?? '', { amount_minor: 90 })
  await seller.post(`/sandbox/payments/${second}/reverse`)
  assert.deepEqual(await totalsOf(seller), { '2026-03-02': [50, 50 * 4990, 3, 1090 + 4990] })
})

test('refused payments, and money sent back that paid nothing, count nowhere', async () => {
  const seller = await service.account()
  const { id, checkout_id } = await seller.payment()
  assert.equal((await seller.post(`/sandbox/checkouts/${checkout_id}/pay`)).status, 409)
  await seller.post(`/v1/payments/${id}/refunds`, { amount_minor: 4991 })
  assert.deepEqual(await totalsOf(seller), { '2026-03-02': [1, 4990, 0, 0] })
})

test('a day begins at midnight in Brasília', async () => {
  const on = await startService()
  const seller = await on.account()
  const at = (moment: string) => {
    on.clock.advanceMs(Date.parse(moment) - on.clock.now().getTime())
    return on.login(seller)
  }
  await (await at('2026-03-03T02:59:59.999Z')).payment()
  const later = await at('2026-03-03T03:00:00.000Z')
  const { id } = await later.payment()
  const last = await at('2026-03-04T12:00:00.000Z')
  await last.refund(id)
  const days = {
    '2026-03-02': [1, 4990, 0, 0],
    '2026-03-03': [1, 4990, 0, 0],
    '2026-03-04': [0, 0, 1, 4990],
  }
  assert.deepEqual(await totalsOf(last), days)
  assert.deepEqual(Object.keys(await totalsOf(last)), Object.keys(days).toReversed())
  const one = await totalsOf(last, '?from=2026-03-03&to=2026-03-03')
  assert.deepEqual(one, { '2026-03-03': days['2026-03-03'] })
  assert.deepEqual(await totalsOf(last, '?to=2026-03-01'), {})
})

test('refuses what is no day, and ranges that are none or too long', async () => {
  const seller = await service.account()
  const wrong = ['2026-3-1', '2026-02-30', '2026-13-01', 'hoje', '', '2026-03-01T00:00:00.000Z']
  for (const name of ['from', 'to']) {
    for (const day of wrong) {
      assertRefused(await seller.get(`${path}?${name}=${day}`), 'invalid_request', name)
    }
  }
  const ranges = [
    'from=2026-03-02&to=2026-03-01',
    'from=2026-01-01&to=2026-04-11',
    'from=9999-09-22&to=9999-12-31',
    'from=0001-01-01',
  ]
  for (const range of ranges) {
    assertRefused(await seller.get(`${path}?${range}`), 'invalid_request', 'from')
  }
  assert.equal((await seller.get(`${path}?from=2026-01-01&to=2026-04-10`)).status, 200)
  for (const day of ['0000-01-01', '9999-12-31']) {
    assert.equal((await seller.get(`${path}?to=${day}`)).status, 200, day)
  }
  assert.equal((await seller.get(`${path}?from=9999-09-23&to=9999-12-31`)).status, 200)
})

test('needs to read checkouts', async () => {
  const seller = await service.account()
  assertRefused(
    await (await seller.restrictedTo(['customers:read'])).get(path),
    'insufficient_scope',
  )
})
