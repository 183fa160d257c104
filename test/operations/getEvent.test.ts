import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import type { components } from '../../generated/types.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/events'

/** The newest event of the account. */
async function newest(of: TestAccount) {
  const { body } = await of.get<'EventList'>(`${path}?limit=1`)
  const [event] = body.data
  assert.ok(event)
  return event
}

test('gives an event back, with the session as it was when it happened', async () => {
  const { id } = await seller.checkout({ external_id: 'a', metadata: { z: [1, null], a: 'é' } })
  const { body: declined } = await seller.post(`/sandbox/checkouts/${id}/decline`)
  const event = await newest(seller)
  service.clock.advanceMs(1000)
  const { body: canceled } = await seller.post<'Checkout'>(`/v1/checkouts/${id}/cancel`)
  const { status, body } = await seller.get<'Event'>(`${path}/${event.id}`)
  assert.equal(status, 200)
  assert.match(event.id, /^evt_/)
  assert.deepEqual(body, {
    id: event.id,
    object: 'event',
    type: 'payment.declined',
    data: declined,
    created_at: new Date(service.clock.now().getTime() - 1000).toISOString(),
  })
  const { type, data, created_at } = await newest(seller)
  assert.deepEqual([type, data], ['checkout.canceled', canceled])
  assert.equal(created_at, service.clock.now().toISOString())
})

test('gives an event that is older than two fields of the session these fields', async () => {
  const on = await startService()
  const of = await on.account()
  const { id } = await of.checkout()
  await of.post(`/v1/checkouts/${id}/cancel`)
  const { id: eventId, data } = await newest(of)
  const { payment_id, amount_refunded_minor, ...older } = data as components['schemas']['Checkout']
  assert.deepEqual([payment_id, amount_refunded_minor], [null, 0])
  await on.sql('update events set data = ? where id = ?', JSON.stringify(older), eventId)
  const { body } = await of.get<'Event'>(`${path}/${eventId}`)
  assert.deepEqual(body.data, data)
})
