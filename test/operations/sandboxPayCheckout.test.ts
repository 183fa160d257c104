import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { assertNotOpen, endedSessions } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const pay = (id: string, body?: unknown) =>
  seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`, body)

const paymentsOf = (id: string) =>
  service.sql('select amount_minor, rail from payments where checkout_id = ?', id)

test('completes an open session, and changes nothing else of it', async () => {
  const on = await startService()
  const of = await on.account()
  const open = await of.checkout({ external_id: 'a', metadata: { b: 1 } })
  const now = on.clock.advanceMs(1500).toISOString()
  const { status, body } = await of.post<'Checkout'>(`/sandbox/checkouts/${open.id}/pay`)
  assert.equal(status, 200)
  const { payment_id } = body
  assert.match(payment_id ?? '', /^pay_[0-9a-f-]{36}$/)
  const completed = { status: 'completed', payment_id, completed_at: now, updated_at: now }
  assert.deepEqual(body, { ...open, ...completed })
  assert.deepEqual((await of.get(`/v1/checkouts/${open.id}`)).body, body)
})

test('records one payment of the whole amount', async () => {
  const { id } = await seller.checkout()
  await pay(id)
  await pay(id)
  assert.deepEqual(await paymentsOf(id), [{ amount_minor: 4990, rail: 'sandbox' }])
})

test('refuses a session that is completed, canceled or expired', async () => {
  const on = await startService()
  const { seller: of, sessions } = await endedSessions(on)
  for (const session of sessions) {
    assertNotOpen(await of.post(`/sandbox/checkouts/${session.id}/pay`))
    assert.deepEqual((await of.get(`/v1/checkouts/${session.id}`)).body, session)
  }
})

test('payment and cancellation at once end in exactly one state, which stays', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await seller.checkout()
    const cancel = () => seller.post<'Checkout'>(`/v1/checkouts/${id}/cancel`)
    const order = round % 2 === 0 ? [() => pay(id), cancel] : [cancel, () => pay(id)]
    const answers = await Promise.all([...order, ...order].map((request) => request()))
    const [winner, ...more] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(more, [])
    const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
    assert.deepEqual(body, winner?.body)
    assert.equal((await paymentsOf(id)).length, body.status === 'completed' ? 1 : 0)
  }
})

test('takes an empty object, and refuses fields, for it has none', async () => {
  assert.equal((await pay((await seller.checkout()).id, {})).status, 200)
  const open = await seller.checkout()
  assertRefused(await pay(open.id, { amount_minor: 1 }), 'invalid_request', 'amount_minor')
  assert.deepEqual((await seller.get(`/v1/checkouts/${open.id}`)).body, open)
})
