import assert from 'node:assert/strict'
import { test } from 'vitest'
import { logoOf } from '../support/images.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/settings/logo'

test('the file is gone, and the rest of the settings stays', async () => {
  await seller.patch('/v1/settings', { display_name: 'Loja' })
  const id = await logoOf(seller)
  const { status, body } = await seller.delete<'Settings'>(path)
  assert.deepEqual([status, body.logo_url, body.display_name], [200, null, 'Loja'])
  assertRefused(await service.request('GET', `/logos/${seller.seller_id}/${id}`), 'logo_not_found')
  assert.deepEqual(
    await service.sql('select id from logos where seller_id = ?', seller.seller_id),
    [],
  )
})

test('without a logo nothing changes, and nothing is recorded', async () => {
  const other = await service.account()
  const before = await other.get<'AuditEventList'>('/v1/audit_events')
  const { status, body } = await other.delete<'Settings'>(path)
  assert.deepEqual([status, body.logo_url], [200, null])
  assert.deepEqual((await other.get('/v1/audit_events')).body, before.body)
})
