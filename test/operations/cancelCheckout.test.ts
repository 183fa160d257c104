import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { assertNotOpen, endedSessions, pageOf } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const cancel = (id: string, body?: unknown) =>
  seller.post<'Checkout'>(`/v1/checkouts/${id}/cancel`, body)

test('closes an open session, and changes nothing else of it', async () => {
  const on = await startService()
  const of = await on.account()
  const open = await of.checkout({ external_id: 'a', metadata: { b: 1 } })
  const updated_at = on.clock.advanceMs(1500).toISOString()
  const { status, body } = await of.post<'Checkout'>(`/v1/checkouts/${open.id}/cancel`)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...open, status: 'canceled', updated_at })
  assert.deepEqual((await of.get(`/v1/checkouts/${open.id}`)).body, body)
})

test('refuses a session that is canceled, completed or expired', async () => {
  const on = await startService()
  const { seller: of, sessions } = await endedSessions(on)
  for (const session of sessions) {
    assertNotOpen(await of.post(`/v1/checkouts/${session.id}/cancel`))
    assert.deepEqual((await of.get(`/v1/checkouts/${session.id}`)).body, session)
  }
})

test('the page of a canceled session cannot be paid', async () => {
  const checkout = await seller.checkout()
  await cancel(checkout.id)
  assertNotOpen(await seller.post(`/sandbox/checkouts/${checkout.id}/pay`))
  const answer = await service.request('POST', pageOf(checkout), {
    raw: new URLSearchParams({ action: 'pay' }),
  })
  assert.equal(answer.status, 200)
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  assert.deepEqual([body.status, body.completed_at], ['canceled', null])
})

test('takes an empty object, and refuses fields, for it has none', async () => {
  assert.equal((await cancel((await seller.checkout()).id, {})).status, 200)
  const open = await seller.checkout()
  assertRefused(await cancel(open.id, { reason: 'x' }), 'invalid_request', 'reason')
  assert.deepEqual((await seller.get(`/v1/checkouts/${open.id}`)).body, open)
})

test('announces it once, as it was then; a repeat and a refusal announce nothing', async () => {
  const of = await service.account()
  const { id } = await of.checkout()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { body } = await of.post<'Checkout'>(`/v1/checkouts/${id}/cancel`, undefined, key)
  await of.post(`/v1/checkouts/${id}/cancel`, undefined, key)
  await of.post(`/v1/checkouts/${id}/cancel`)
  const { body: events } = await of.get<'EventList'>('/v1/events')
  assert.deepEqual(
    events.data.map(({ type, data, created_at }) => ({ type, data, created_at })),
    [{ type: 'checkout.canceled', data: body, created_at: body.updated_at }],
  )
})
