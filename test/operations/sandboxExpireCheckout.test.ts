import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linkOf, press, sessionOf } from '../support/paymentLinks.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { assertNotOpen, endedSessions, pageOf, passLifetime } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const expire = (id: string, body?: unknown) =>
  seller.post<'Checkout'>(`/sandbox/checkouts/${id}/expire`, body)

const announced = async (id: string) => {
  const { body } = await seller.get<'EventList'>(`/v1/events?checkout_id=${id}`)
  return body.data.map(({ type, data, created_at }) => ({ type, data, created_at }))
}

test('expires this session alone, announces it once, and leaves the clock as it is', async () => {
  const [open, other] = [await seller.checkout({ external_id: 'a' }), await seller.checkout()]
  const now = service.clock.advanceMs(1_234)
  const { status, body } = await expire(open.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...open, status: 'expired', updated_at: now.toISOString() })
  assert.deepEqual(service.clock.now(), now)
  assert.deepEqual((await seller.get(`/v1/checkouts/${open.id}`)).body, body)
  assert.deepEqual((await seller.get(`/v1/checkouts/${other.id}`)).body, other)
  const event = { type: 'checkout.expired', data: body, created_at: now.toISOString() }
  assert.deepEqual(await announced(open.id), [event])
  assert.deepEqual(await announced(other.id), [])
})

test('an expired session cannot be paid, nor expire a second time', async () => {
  const on = await startService()
  const first = await on.account()
  const { id } = await first.checkout()
  const expired = await first.post<'Checkout'>(`/sandbox/checkouts/${id}/expire`)
  for (const action of ['pay', 'decline', 'expire']) {
    assertNotOpen(await first.post(`/sandbox/checkouts/${id}/${action}`))
  }
  passLifetime(on)
  const of = await on.login(first)
  assert.deepEqual((await of.get(`/v1/checkouts/${id}`)).body, expired.body)
  const { body: events } = await of.get<'EventList'>(`/v1/events?checkout_id=${id}`)
  assert.deepEqual(
    events.data.map(({ type }) => type),
    ['checkout.expired'],
  )
})

test('a session that would be canceled at a time is expired, too, and frees its link', async () => {
  const link = await linkOf(seller, { max_payments: 1 })
  const session = await sessionOf(seller, await press(service, link))
  assert.equal((await press(service, link)).status, 409)
  const { body } = await expire(session.id)
  assert.deepEqual([body.status, body.cancel_at], ['expired', session.cancel_at])
  assert.equal((await press(service, link)).status, 303)
})

test('its page says at once that it has expired', async () => {
  const checkout = await seller.checkout()
  await expire(checkout.id)
  const { body } = await service.request<'PaymentStatus'>('GET', `${pageOf(checkout)}/status`)
  assert.equal(body.status, 'expired')
})

test('refuses a session that is completed, canceled or expired', async () => {
  const on = await startService()
  const { seller: of, sessions } = await endedSessions(on)
  for (const { id } of sessions) assertNotOpen(await of.post(`/sandbox/checkouts/${id}/expire`))
})

test('refuses a session that is past its end before anyone has read it', async () => {
  const on = await startService()
  const first = await on.account()
  const { id } = await first.checkout()
  passLifetime(on)
  const of = await on.login(first)
  assertNotOpen(await of.post(`/sandbox/checkouts/${id}/expire`))
})

test('takes an empty object, and refuses fields, for it has none', async () => {
  const open = await seller.checkout()
  assertRefused(await expire(open.id, { reason: 'x' }), 'invalid_request', 'reason')
  assert.equal((await expire(open.id, {})).status, 200)
})
