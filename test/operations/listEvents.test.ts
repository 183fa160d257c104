import assert from 'node:assert/strict'
import { test } from 'vitest'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { passLifetime } from '../support/sessions.ts'

const service = await startService()
const path = '/v1/events'

/** The types of the events that the query finds. */
async function typesOf(seller: TestAccount, query = ''): Promise<string[]> {
  const { status, body, text } = await seller.get<'EventList'>(path + query)
  assert.equal(status, 200, text)
  return body.data.map(({ type }) => type)
}

/** An account with an event of four types, a second between each and the next. */
async function withEvents() {
  const on = await startService()
  const first = await on.account()
  const [paid, canceled] = [await first.checkout(), await first.checkout()]
  const times = [on.clock.now().toISOString()]
  for (const path of [
    `/sandbox/checkouts/${paid.id}/decline`,
    `/sandbox/checkouts/${paid.id}/pay`,
    `/v1/checkouts/${canceled.id}/cancel`,
  ]) {
    assert.equal((await first.post(path)).status, 200)
    times.push(on.clock.advanceMs(1000).toISOString())
  }
  const { id } = await first.checkout()
  times[3] = passLifetime(on).toISOString()
  const seller = await on.login(first)
  await seller.get(`/v1/checkouts/${id}`)
  return { seller, times: times as [string, string, string, string] }
}

test('an account to which nothing has happened has an empty list', async () => {
  const { status, body } = await (await service.account()).get<'EventList'>(path)
  assert.equal(status, 200)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists events newest first, whether or not there is an endpoint', async () => {
  const { seller, times } = await withEvents()
  const { body } = await seller.get<'EventList'>(path)
  const happened = body.data.map(({ type, created_at }) => [type, created_at])
  assert.deepEqual(happened.toReversed(), [
    ['payment.declined', times[0]],
    ['payment.succeeded', times[1]],
    ['checkout.canceled', times[2]],
    ['checkout.expired', times[3]],
  ])
  for (const event of body.data) {
    assert.deepEqual((await seller.get(`${path}/${event.id}`)).body, event)
  }
})

test('a refund announced before it had a subscription shows that it has none', async () => {
  const seller = await service.account()
  const refund = await seller.refund((await seller.payment()).id)
  const { subscription_id, invoice_id, ...before } = refund
  assert.deepEqual([subscription_id, invoice_id], [null, null])
  await service.sql(
    "update events set data = ? where seller_id = ? and type = 'refund.succeeded'",
    JSON.stringify(before),
    seller.seller_id,
  )
  const { body } = await seller.get<'EventList'>(`${path}?type=refund.succeeded`)
  assert.deepEqual(body.data[0]?.data, refund)
})

test('walks the pages by next_cursor, with a filter too', async () => {
  const { seller } = await withEvents()
  for (const filter of ['', '&created_from=2026-03-02T00:00:00.000Z']) {
    const { body: first } = await seller.get<'EventList'>(`${path}?limit=3${filter}`)
    assert.deepEqual([first.has_more, first.next_cursor], [true, first.data[2]?.id])
    const next = `?limit=3&starting_after=${first.next_cursor}${filter}`
    assert.deepEqual(await typesOf(seller, next), ['payment.declined'])
  }
})

test('filters by each type that there is', async () => {
  const { seller } = await withEvents()
  const there = new Set(await typesOf(seller))
  for (const type of EVENT_TYPES) {
    assert.deepEqual(await typesOf(seller, `?type=${type}`), there.has(type) ? [type] : [])
  }
})

test('filters by time to the millisecond: from is inside, to is not', async () => {
  const { seller, times } = await withEvents()
  const later = (time: string) => new Date(Date.parse(time) + 1).toISOString()
  const all = ['checkout.expired', 'checkout.canceled', 'payment.succeeded', 'payment.declined']
  for (const [query, from, to] of [
    [`?created_from=${times[1]}`, 0, 3],
    [`?created_from=${later(times[1])}`, 0, 2],
    [`?created_to=${times[1]}`, 3, 4],
    [`?created_to=${later(times[1])}`, 2, 4],
    [`?created_from=${times[1]}&created_to=${times[3]}`, 1, 3],
    [`?created_from=${times[3]}&created_to=${times[1]}`, 0, 0],
    ['?created_from=0000-01-01T00:00:00.000Z&created_to=9999-12-31T23:59:59.999Z', 0, 4],
  ] as const) {
    assert.deepEqual(await typesOf(seller, query), all.slice(from, to), query)
  }
  const both = `?type=checkout.canceled&created_from=${times[2]}`
  assert.deepEqual(await typesOf(seller, both), ['checkout.canceled'])
  assert.deepEqual(await typesOf(seller, `?type=checkout.canceled&created_to=${times[2]}`), [])
})

test('filters by a moment in every form of RFC 3339, none lost and none twice', async () => {
  const { seller, times } = await withEvents()
  const all = await typesOf(seller)
  const at = times[1] ?? ''
  const local = new Date(Date.parse(at) - 3 * 3_600_000).toISOString().slice(0, -1)
  const same = [at.replace('Z', '%2B00:00'), at.replace('Z', '+00:00'), `${local}-03:00`]
  const exactly = [...same, at.toLowerCase(), at.replace('T', '%20'), at.replace('Z', '000Z')]
  for (const moment of exactly) {
    assert.deepEqual(await typesOf(seller, `?created_from=${moment}`), all.slice(0, 3), moment)
    assert.deepEqual(await typesOf(seller, `?created_to=${moment}`), all.slice(3), moment)
  }
  const after = at.replace('Z', '001Z')
  assert.deepEqual(await typesOf(seller, `?created_from=${after}`), all.slice(0, 2))
  assert.deepEqual(await typesOf(seller, `?created_to=${after}`), all.slice(2))
  const second = `${at.slice(0, 19)}Z`
  const before = await typesOf(seller, `?created_to=${second}`)
  assert.deepEqual([...(await typesOf(seller, `?created_from=${second}`)), ...before], all)
})

test('filters by checkout, of which refunds are a part, and by type within it', async () => {
  const seller = await service.account()
  const { id, checkout_id } = await seller.payment()
  await seller.refund(id, { amount_minor: 100 })
  await seller.payment()
  const own = `?checkout_id=${checkout_id}`
  assert.deepEqual(await typesOf(seller, own), [
    'payment.reversed',
    'refund.succeeded',
    'payment.succeeded',
  ])
  assert.deepEqual(await typesOf(seller, `${own}&type=refund.succeeded`), ['refund.succeeded'])
  assert.deepEqual(await typesOf(seller, `${own}&type=checkout.expired`), [])
  const { body } = await seller.get<'EventList'>(`${path}${own}&limit=1`)
  const next = `${own}&starting_after=${body.next_cursor}`
  assert.deepEqual(await typesOf(seller, next), ['refund.succeeded', 'payment.succeeded'])
  assert.deepEqual(await typesOf(seller, `?checkout_id=${unknownId('checkout_')}`), [])
  assertRefused(await seller.get(`${path}?checkout_id=x`), 'invalid_checkout_id', 'checkout_id')
})

test('refuses a type that there is not, and times that are none', async () => {
  const seller = await service.account()
  assertRefused(await seller.get(`${path}?type=payment`), 'invalid_request', 'type')
  for (const name of ['created_from', 'created_to']) {
    for (const time of [
      '',
      '2026-03-02',
      '2026-03-02T12:00:00',
      '2026-02-30T12:00:00.000Z',
      '2026-03-02T12:00:00.000-24:00',
      '2026-03-02T12:00:00.000-3',
      '2016-12-31T22:59:60.000Z',
      '1772452800000',
    ]) {
      assertRefused(await seller.get(`${path}?${name}=${time}`), 'invalid_request', name)
    }
  }
})
