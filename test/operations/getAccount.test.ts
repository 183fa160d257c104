import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createClient } from '../../domain/access/clients.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()

test('shows the seller and the API client behind the token, with every field', async () => {
  const seller = await service.account('Padaria Pão Quente', ['all'])
  const { status, body } = await seller.get<'Account'>('/v1/me')
  assert.equal(status, 200)
  assert.match(body.seller.id, /^seller_[0-9a-f-]{36}$/)
  assert.match(body.api_client.id, /^client_[0-9a-f-]{36}$/)
  assert.deepEqual(body, {
    object: 'account',
    seller: {
      id: seller.seller_id,
      name: 'Padaria Pão Quente',
      status: 'active',
      default_currency: 'BRL',
    },
    api_client: {
      id: body.api_client.id,
      name: 'Padrão',
      client_id: seller.client_id,
      scopes: ['all'],
    },
  })
})

test('shows the client that the token was issued to, by its own name', async () => {
  const { seller_id } = await service.account()
  const now = service.clock.now()
  const client = await createClient(service.db, {
    seller_id,
    name: 'Loja virtual',
    scopes: ['checkouts:read'],
    now,
  })
  assert.ok(client)
  const { body } = await (await service.login({ seller_id, ...client })).get<'Account'>('/v1/me')
  assert.equal(body.seller.id, seller_id)
  const { id, client_id } = client
  const name = 'Loja virtual'
  assert.deepEqual(body.api_client, { id, name, client_id, scopes: ['checkouts:read'] })
})

test('shows the scopes of the token, not those of the client', async () => {
  const { client_id, client_secret } = await service.account()
  const scope = 'products:read customers:write'
  const { body: token } = await service.requestToken(client_id, client_secret, { scope })
  const { body } = await service.request<'Account'>('GET', '/v1/me', { token: token.access_token })
  assert.deepEqual(body.api_client.scopes, ['products:read', 'customers:write'])
})

test('shows nothing of the secret', async () => {
  const seller = await service.account()
  const { text } = await seller.get('/v1/me')
  assert.doesNotMatch(text, /secret|hash|generation/)
})

test('refuses query parameters', async () => {
  const seller = await service.account()
  assertRefused(await seller.get('/v1/me?expand=seller'), 'invalid_request', 'expand')
})
