import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MAX_ACTIVE_CLIENTS } from '../../domain/access/clientChanges.ts'
import { assertLacks, manager } from '../support/apiClients.ts'
import { assertRefused } from '../support/refused.ts'
import { blankNames, trimmedNames, unstorableTexts } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account('Loja', manager)

const create = (body: unknown, by: TestAccount = seller) =>
  by.post<'ApiClientWithSecret'>('/v1/api_clients', body)

const scopes = ['checkouts:read', 'checkouts:write']

test('makes a client, every field of it, whose secret gets tokens with its scopes', async () => {
  const { status, body } = await create({ name: 'Loja virtual', scopes })
  assert.equal(status, 201)
  const { id, client_id, client_secret = '', created_at } = body
  assert.match(id, /^client_[0-9a-f-]{36}$/)
  assert.match(client_id, /^bci_[\w-]{22}$/)
  assert.match(client_secret, /^bcs_[\w-]{43}$/)
  assert.deepEqual(body, {
    id,
    object: 'api_client',
    name: 'Loja virtual',
    client_id,
    client_secret,
    scopes,
    status: 'active',
    previous_secret_expires_at: null,
    revoked_at: null,
    created_at: service.clock.now().toISOString(),
    updated_at: created_at,
  })
  const { body: token } = await service.requestToken(client_id, client_secret)
  assert.equal(token.scope, scopes.join(' '))
})

test('the client acts for the account of the client that made it', async () => {
  const { client_id, client_secret = '' } = (await create({ name: 'a', scopes: ['all'] })).body
  const { seller_id } = seller
  const made = await service.login({ seller_id, client_id, client_secret })
  const { body } = await made.get<'Account'>('/v1/me')
  assert.equal(body.seller.id, seller_id)
})

test('a secret is shown once, and only its hash is stored', async () => {
  const { body } = await create({ name: 'a', scopes })
  const secret = body.client_secret ?? ''
  const { text } = await seller.get(`/v1/api_clients/${body.id}`)
  const rows = JSON.stringify(await service.sql('select * from api_clients where id = ?', body.id))
  for (const shown of [text, rows, service.log.join()]) {
    assert.ok(!shown.includes(secret.slice('bcs_'.length)))
  }
  assert.doesNotMatch(text, /secret_hash|generation/)
})

test('no client grants a scope that its own token lacks', async () => {
  const writer = await seller.restrictedTo(['account:write', 'customers:read'])
  for (const [asked, missing] of [
    [['customers:write'], ['customers:write']],
    [['customers:read', 'account:read'], ['account:read']],
    [['all'], ['all']],
    [
      ['checkouts:read', 'account:write', 'all'],
      ['checkouts:read', 'all'],
    ],
  ] as const) {
    assertLacks(await create({ name: 'a', scopes: asked }, writer), [...missing], 'scopes')
  }
  assert.equal((await create({ name: 'a', scopes: ['customers:read'] }, writer)).status, 201)
  const withAll = await seller.restrictedTo(['all', 'account:write'])
  assert.equal((await create({ name: 'a', scopes: ['customers:write'] }, withAll)).status, 201)
  assertLacks(
    await create({ name: 'a', scopes: ['account:read'] }, withAll),
    ['account:read'],
    'scopes',
  )
})

test('a token with fewer scopes than its client grants no more than it carries', async () => {
  const { client_id, client_secret } = seller
  const scope = 'account:write customers:read'
  const { body } = await service.requestToken(client_id, client_secret, { scope })
  const json = { name: 'a', scopes: ['customers:write'] }
  const { access_token: token } = body
  const answer = await service.request('POST', '/v1/api_clients', { token, json })
  assertLacks(answer, ['customers:write'], 'scopes')
})

test('refuses one more than an account may have active', async () => {
  const full = await service.account('Cheia', manager)
  const clients = []
  for (let i = 1; i < MAX_ACTIVE_CLIENTS; i++) clients.push(await full.apiClient())
  assertRefused(await create({ name: 'a', scopes }, full), 'api_client_limit_reached')
  await full.post(`/v1/api_clients/${clients[0]?.id}/revoke`)
  assert.equal((await create({ name: 'a', scopes }, full)).status, 201)
})

test('trims the name, and refuses one in which nothing can be seen', async () => {
  for (const [sent, kept] of trimmedNames) {
    assert.equal((await create({ name: sent, scopes })).body.name, kept)
    await service.sql('update api_clients set revoked_at = created_at where name = ?', kept)
  }
  for (const name of blankNames) {
    assertRefused(await create({ name, scopes }), 'invalid_api_client_name', 'name')
  }
})

test('refuses bodies that the contract does not describe', async () => {
  const name = 'a'
  for (const [body, param] of [
    [{ scopes }, 'name'],
    [{ name }, 'scopes'],
    [{ name: 'x'.repeat(161), scopes }, 'name'],
    ...unstorableTexts.map((text) => [{ name: text, scopes }, 'name'] as const),
    [{ name, scopes: [] }, 'scopes'],
    [{ name, scopes: 'all' }, 'scopes'],
    [{ name, scopes: ['all', 'all'] }, 'scopes'],
    [{ name, scopes: ['everything'] }, 'scopes.0'],
    [{ name, scopes, client_secret: 'x' }, 'client_secret'],
    [{ name, scopes, seller_id: 'x' }, 'seller_id'],
  ] as const) {
    assertRefused(await create(body), 'invalid_request', param)
  }
})
