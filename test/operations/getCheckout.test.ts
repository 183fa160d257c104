import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import { assertNotOpen, endedSessions } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/checkouts'

test('gives the session back as it was opened', async () => {
  const checkout = await seller.checkout({ external_id: 'a', metadata: { z: [1, null] } })
  const { status, body } = await seller.get<'Checkout'>(`${path}/${checkout.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, checkout)
})

test('shows completed_at of a paid session only, and updated_at of each change', async () => {
  const on = await startService()
  const of = await on.account()
  const { id } = await of.checkout()
  const paid_at = on.clock.advanceMs(1234).toISOString()
  await of.post(`/sandbox/checkouts/${id}/pay`)
  on.clock.advanceMs(5)
  const { body } = await of.get<'Checkout'>(`${path}/${id}`)
  assert.deepEqual(
    [body.status, body.completed_at, body.updated_at],
    ['completed', paid_at, paid_at],
  )
})

test('each ended state is read the same again, and nothing leaves it', async () => {
  const on = await startService()
  const { seller: of, sessions } = await endedSessions(on)
  on.clock.advanceMs(1000)
  for (const session of sessions) {
    const { id, status, completed_at } = session
    assert.equal(completed_at !== null, status === 'completed')
    for (const action of ['pay', 'decline']) {
      assertNotOpen(await of.post(`/sandbox/checkouts/${id}/${action}`))
    }
    assertNotOpen(await of.post(`${path}/${id}/cancel`))
    assert.deepEqual((await of.get(`${path}/${id}`)).body, session)
  }
})

test('refuses an id that is not a checkout id', async () => {
  for (const id of malformedIds('checkout_')) {
    assertRefused(await seller.get(`${path}/${id}`), 'invalid_checkout_id', 'checkoutId')
  }
})

test('does not know a session that does not exist or is of another account', async () => {
  const { id } = await (await service.account()).checkout()
  for (const one of [unknownId('checkout_'), id]) {
    assertRefused(await seller.get(`${path}/${one}`), 'checkout_not_found')
  }
})

test('refuses query parameters, after the id', async () => {
  const { id } = await seller.checkout()
  assertRefused(await seller.get(`${path}/${id}?expand=customer`), 'invalid_request', 'expand')
  assertRefused(await seller.get(`${path}/x?expand=1`), 'invalid_checkout_id', 'checkoutId')
})
