import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startRail } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'

const { service, seller } = await startRail()

test('buyers pay through the bank no longer, and a second time there is none', async () => {
  const other = await service.account()
  assertRefused(await other.delete('/v1/bank_connection'), 'bank_not_connected')
  const { status, body } = await seller.delete<'BankConnection'>('/v1/bank_connection')
  assert.deepEqual([status, body.provider, body.health], [200, 'sandbox', null])
  const { checkout_url } = await seller.checkout()
  const page = await service.request('GET', new URL(checkout_url).pathname)
  assert.match(page.text, /name="action" value="pay"/)
  const { body: trail } = await seller.get<'AuditEventList'>('/v1/audit_events?limit=100')
  assert.ok(trail.data.some(({ action }) => action === 'bank.disconnected'))
  assertRefused(await seller.delete('/v1/bank_connection'), 'bank_not_connected')
})
