import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { assertNotOpen, endedSessions, passLifetime } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const decline = (id: string, body?: unknown) =>
  seller.post<'Checkout'>(`/sandbox/checkouts/${id}/decline`, body)

test('leaves the session open, so that the buyer may try again', async () => {
  const open = await seller.checkout({ external_id: 'a' })
  for (let attempt = 0; attempt < 3; attempt++) {
    const { status, body } = await decline(open.id)
    assert.equal(status, 200)
    assert.deepEqual(body, open)
  }
  assert.deepEqual((await seller.get(`/v1/checkouts/${open.id}`)).body, open)
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${open.id}/pay`)
  assert.equal(body.status, 'completed')
})

test('refuses a session that is completed, canceled or expired', async () => {
  const on = await startService()
  const { seller: of, sessions } = await endedSessions(on)
  for (const { id } of sessions) assertNotOpen(await of.post(`/sandbox/checkouts/${id}/decline`))
})

test('refuses a session that is past its end before anyone has read it', async () => {
  const on = await startService()
  const first = await on.account()
  const { id } = await first.checkout()
  passLifetime(on)
  const of = await on.login(first)
  assertNotOpen(await of.post(`/sandbox/checkouts/${id}/decline`))
})

test('takes an empty object, and refuses fields, for it has none', async () => {
  const open = await seller.checkout()
  assert.equal((await decline(open.id, {})).status, 200)
  assertRefused(await decline(open.id, { reason: 'x' }), 'invalid_request', 'reason')
})
