import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, getsTokens, holds, manager } from '../support/apiClients.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account('Loja', manager)

const revoke = (id: string, by: TestAccount = seller, body?: unknown) =>
  by.post<'RevokedApiClient'>(`/v1/api_clients/${id}/revoke`, body)

async function client(scopes: string[]) {
  const { client_secret = '', ...shown } = await seller.apiClient({ scopes })
  const { seller_id } = seller
  const user = await service.login({ seller_id, client_id: shown.client_id, client_secret })
  return { shown, secret: client_secret, user }
}

test('ends the secret, the one before it and every token at once', async () => {
  const { shown, secret, user } = await client(['customers:read'])
  const kept = { previous_secret_seconds: 86_400 }
  const path = `/v1/api_clients/${shown.id}/rotate_secret`
  const { body: rotated } = await seller.post<'ApiClientWithSecret'>(path, kept)
  const at = service.clock.advanceMs(1500).toISOString()
  const { status, body } = await revoke(shown.id)
  assert.equal(status, 200)
  const nothing = { made: [], ended: [] }
  assert.deepEqual(body, {
    ...shown,
    ...nothing,
    status: 'revoked',
    revoked_at: at,
    updated_at: at,
  })
  assert.equal(await holds(service, user.token), false)
  for (const one of [secret, rotated.client_secret]) {
    assert.equal(await getsTokens(seller, shown, one), false)
  }
})

test('a client that is revoked already stays as it is', async () => {
  const { shown } = await client(['customers:read'])
  const { body } = await revoke(shown.id)
  service.clock.advanceMs(1500)
  const again = await revoke(shown.id, seller, {})
  assert.deepEqual([again.status, again.body], [200, body])
})

test('no client revokes one which has a scope that it lacks', async () => {
  const { user } = await client(['account:write', 'customers:read'])
  const { shown, user: strong } = await client(['customers:write'])
  assertLacks(await revoke(shown.id, user), ['customers:write'])
  assert.equal(await holds(service, strong.token), true)
  const { shown: weak } = await client(['customers:read'])
  assert.equal((await revoke(weak.id, user)).status, 200)
})

test('a client may revoke itself', async () => {
  const { shown, user } = await client(['account:write'])
  const { status, body } = await revoke(shown.id, user)
  assert.deepEqual([status, body.status], [200, 'revoked'])
  assert.equal(await holds(service, user.token), false)
})

test('refuses fields, for it has none', async () => {
  const { shown, user } = await client(['customers:read'])
  assertRefused(await revoke(shown.id, seller, { reason: 'x' }), 'invalid_request', 'reason')
  assert.equal(await holds(service, user.token), true)
})
