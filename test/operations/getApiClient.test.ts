import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const get = (id: string) => seller.get<'ApiClientRecord'>(`/v1/api_clients/${id}`)

test('shows a client as it was made, without its secret', async () => {
  const { client_secret: _, ...made } = await seller.apiClient()
  const { status, body } = await get(made.id)
  assert.equal(status, 200)
  assert.deepEqual(body, made)
})

test('shows a client that is revoked', async () => {
  const { id } = await seller.apiClient()
  const path = `/v1/api_clients/${id}/revoke`
  const { made: _, ended: __, ...revoked } = (await seller.post<'RevokedApiClient'>(path)).body
  assert.deepEqual((await get(id)).body, revoked)
})

test('shows the end of a secret that is kept, until it has come', async () => {
  const { id } = await seller.apiClient()
  await seller.post(`/v1/api_clients/${id}/rotate_secret`, { previous_secret_seconds: 60 })
  const until = new Date(service.clock.now().getTime() + 60_000).toISOString()
  assert.equal((await get(id)).body.previous_secret_expires_at, until)
  service.clock.advanceMs(60_000)
  assert.equal((await get(id)).body.previous_secret_expires_at, null)
})
