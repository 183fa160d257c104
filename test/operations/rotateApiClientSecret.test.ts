import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, getsTokens, holds, manager } from '../support/apiClients.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account('Loja', manager)

const rotate = (id: string, body?: unknown, by: TestAccount = seller) =>
  by.post<'ApiClientWithSecret'>(`/v1/api_clients/${id}/rotate_secret`, body)

/** A client, its first secret, and a token of it. */
async function client(scopes = ['customers:read']) {
  const { client_secret = '', ...shown } = await seller.apiClient({ scopes })
  const { seller_id } = seller
  const user = await service.login({ seller_id, client_id: shown.client_id, client_secret })
  return { shown, secret: client_secret, user }
}

for (const body of [undefined, {}, { previous_secret_seconds: 0 }]) {
  test(`ends the old secret and every token at once with ${JSON.stringify(body)}`, async () => {
    const { shown, secret, user } = await client()
    const updated_at = service.clock.advanceMs(1500).toISOString()
    const { status, body: rotated } = await rotate(shown.id, body)
    assert.equal(status, 200)
    const { client_secret = '', ...rest } = rotated
    assert.match(client_secret, /^bcs_[\w-]{43}$/)
    assert.notEqual(client_secret, secret)
    assert.deepEqual(rest, { ...shown, updated_at })
    assert.equal(await getsTokens(seller, shown, secret), false)
    assert.equal(await getsTokens(seller, shown, client_secret), true)
    assert.equal(await holds(service, user.token), false)
  })
}

test('an old secret that is kept gets tokens until its time, and tokens live on', async () => {
  const { shown, secret, user } = await client()
  const { body } = await rotate(shown.id, { previous_secret_seconds: 600 })
  const now = service.clock.now().getTime()
  assert.equal(body.previous_secret_expires_at, new Date(now + 600_000).toISOString())
  assert.equal(await holds(service, user.token), true)
  assert.equal(await getsTokens(seller, shown, body.client_secret), true)
  service.clock.advanceMs(600_000 - 1)
  const late = await service.login(user)
  service.clock.advanceMs(1)
  assert.equal(await getsTokens(seller, shown, secret), false)
  assert.equal(await getsTokens(seller, shown, body.client_secret), true)
  assert.equal(await holds(service, late.token), true)
})

test('another rotation within that time ends the older secret', async () => {
  const of = await service.account('Loja', manager)
  const { client_secret: first, ...shown } = await of.apiClient()
  const kept = { previous_secret_seconds: 86_400 }
  const { client_secret: second } = (await rotate(shown.id, kept, of)).body
  const { client_secret: third } = (await rotate(shown.id, kept, of)).body
  assert.equal(await getsTokens(of, shown, first), false)
  assert.equal(await getsTokens(of, shown, second), true)
  assert.equal(await getsTokens(of, shown, third), true)
  const { client_secret: last } = (await rotate(shown.id, undefined, of)).body
  for (const secret of [first, second, third]) {
    assert.equal(await getsTokens(of, shown, secret), false)
  }
  assert.equal(await getsTokens(of, shown, last), true)
})

test('no client rotates one which has a scope that it lacks; it may rotate itself', async () => {
  const { shown, user } = await client(['account:write'])
  const { shown: strong } = await client(['customers:read'])
  assertLacks(await rotate(strong.id, {}, user), ['customers:read'])
  const { status, body } = await rotate(shown.id, {}, user)
  assert.equal(status, 200)
  assert.equal(await holds(service, user.token), false)
  assert.equal(await getsTokens(seller, shown, body.client_secret), true)
})

test('refuses a client that is revoked', async () => {
  const { shown } = await client()
  await seller.post(`/v1/api_clients/${shown.id}/revoke`)
  assertRefused(await rotate(shown.id), 'api_client_revoked')
})

test('refuses a time out of its range and fields that it does not know', async () => {
  const { shown, secret } = await client()
  for (const previous_secret_seconds of [-1, 86_401, 1.5, '60', null]) {
    const answer = await rotate(shown.id, { previous_secret_seconds })
    assertRefused(answer, 'invalid_request', 'previous_secret_seconds')
  }
  assertRefused(await rotate(shown.id, { secret: 'x' }), 'invalid_request', 'secret')
  assert.equal(await getsTokens(seller, shown, secret), true)
})
