/** A callback about recurring charges; what it does is in receiveMandateCallback.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

test('needs no access token, and names itself in the answer', async () => {
  const service = await startService()
  const { seller_id } = await service.account()
  const json = { cobsr: [{ txid: '019caeab92a3707db5e6f9b18daf0c57' }] }
  const answer = await service.request('POST', `/pix/${seller_id}/cobr`, { json })
  assert.deepEqual([answer.status, answer.text], [200, '{}'])
  assert.match(answer.headers.get('x-request-id') ?? '', /./)
})
