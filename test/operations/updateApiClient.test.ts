import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, holds, manager } from '../support/apiClients.ts'
import { recordedBy } from '../support/audit.ts'
import { assertRefused } from '../support/refused.ts'
import { blankNames } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account('Loja', manager)

const update = (id: string, body: unknown, by: TestAccount = seller) =>
  by.patch<'ApiClientRecord'>(`/v1/api_clients/${id}`, body)

/** A client with these scopes, and a token of it. */
async function client(scopes: string[]) {
  const made = await seller.apiClient({ scopes })
  const { seller_id } = seller
  const { client_secret = '' } = made
  const user = await service.login({ seller_id, client_id: made.client_id, client_secret })
  return { id: made.id, user }
}

test('renames a client and changes nothing else; its tokens live on', async () => {
  const { client_secret, ...made } = await seller.apiClient()
  const { seller_id } = seller
  const of = { seller_id, client_id: made.client_id, client_secret: client_secret ?? '' }
  const user = await service.login(of)
  const updated_at = service.clock.advanceMs(1500).toISOString()
  const { status, body } = await update(made.id, { name: ' Loja do Centro ' })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...made, name: 'Loja do Centro', updated_at })
  assert.deepEqual((await seller.get(`/v1/api_clients/${made.id}`)).body, body)
  assert.equal((await user.get<'Account'>('/v1/me')).body.api_client.name, 'Loja do Centro')
})

test('a scope that is added stands in the next token, and the present one lives on', async () => {
  const { id, user } = await client(['customers:read'])
  const scopes = ['customers:read', 'customers:write']
  assert.deepEqual((await update(id, { scopes })).body.scopes, scopes)
  assert.equal((await user.get<'Account'>('/v1/me')).body.api_client.scopes.length, 1)
  const { body } = await (await service.login(user)).get<'Account'>('/v1/me')
  assert.deepEqual(body.api_client.scopes, scopes)
})

test('a scope that is taken away ends the tokens at once, and no token gets it', async () => {
  for (const [before, after] of [
    [['customers:read', 'customers:write'], ['customers:read']],
    [['all'], ['customers:read', 'customers:write']],
    [['all', 'account:read'], ['all']],
  ] as const) {
    const { id, user } = await client([...before])
    assert.equal((await update(id, { scopes: after })).status, 200)
    assert.equal(await holds(service, user.token), false)
    const { body } = await service.requestToken(user.client_id, user.client_secret)
    assert.equal(body.scope, after.join(' '))
  }
})

test('scopes that another one contains are not taken away', async () => {
  const { id, user } = await client(['customers:read', 'customers:write'])
  await update(id, { scopes: ['all'] })
  assert.equal(await holds(service, user.token), true)
})

test('no client gives a scope that it lacks, or changes a client which has one', async () => {
  const { user } = await client(['account:write', 'customers:read'])
  const { id: weak } = await client(['customers:read'])
  const { id: strong } = await client(['customers:read', 'products:read', 'account:read'])
  assertLacks(await update(weak, { scopes: ['products:read'] }, user), ['products:read'], 'scopes')
  const needed = ['products:read', 'account:read']
  assertLacks(await update(strong, { scopes: ['customers:read'] }, user), needed)
  assertLacks(await update(strong, { name: 'a' }, user), needed)
  assert.equal((await update(weak, { name: 'a' }, user)).status, 200)
})

test('a client may take scopes from itself, and gives itself none', async () => {
  const { id, user } = await client(['account:write', 'customers:read'])
  assertLacks(await update(id, { scopes: ['all'] }, user), ['all'], 'scopes')
  assert.equal((await update(id, { scopes: ['account:write'] }, user)).status, 200)
  assert.equal(await holds(service, user.token), false)
  const narrow = await service.login(user)
  const wider = { scopes: ['account:write', 'customers:read'] }
  assertLacks(await update(id, wider, narrow), ['customers:read'], 'scopes')
})

test('refuses a client that is revoked', async () => {
  const { id } = await client(['customers:read'])
  await seller.post(`/v1/api_clients/${id}/revoke`)
  assertRefused(await update(id, { name: 'a' }), 'api_client_revoked')
})

test('refuses bodies that change nothing or that the contract does not describe', async () => {
  const { id } = await client(['customers:read'])
  assertRefused(await update(id, {}), 'invalid_request')
  for (const [body, param] of [
    [{ scopes: [] }, 'scopes'],
    [{ scopes: null }, 'scopes'],
    [{ scopes: ['x'] }, 'scopes.0'],
    [{ name: 1 }, 'name'],
    [{ status: 'revoked' }, 'status'],
    [{ client_id: 'bci_x' }, 'client_id'],
  ] as const) {
    assertRefused(await update(id, body), 'invalid_request', param)
  }
  for (const name of blankNames) {
    assertRefused(await update(id, { name }), 'invalid_api_client_name', 'name')
  }
})

test('endpoints of a client are disabled once it may not read their events', async () => {
  const account = await service.account()
  const made = await account.apiClient({ scopes: ['all', 'account:write'] })
  const { client_id, client_secret = '' } = made
  const maker = await service.login({ seller_id: account.seller_id, client_id, client_secret })
  const [its, off] = [await maker.webhookEndpoint(), await maker.webhookEndpoint()]
  await account.patch(`/v1/webhook_endpoints/${off.id}`, { enabled: false })
  const other = await account.webhookEndpoint()
  const enabled = async () => {
    const { body } = await account.get<'WebhookEndpointList'>('/v1/webhook_endpoints')
    return body.data.filter((one) => one.enabled).map(({ id }) => id)
  }
  await update(made.id, { scopes: ['checkouts:read', 'account:write'] }, account)
  assert.deepEqual(await enabled(), [other.id, its.id])
  const recorded = await recordedBy(account, () =>
    update(made.id, { scopes: ['account:write'] }, account),
  )
  assert.deepEqual(await enabled(), [other.id])
  assert.deepEqual(
    recorded.map(({ action, target }) => [action, target.id]),
    [
      ['webhook_endpoint.updated', its.id],
      ['api_client.updated', made.id],
    ],
  )
})

test("an endpoint that another client has led elsewhere counts as that one's", async () => {
  const account = await service.account()
  const made = await account.apiClient({ scopes: ['all', 'account:write'] })
  const { client_id, client_secret = '' } = made
  const maker = await service.login({ seller_id: account.seller_id, client_id, client_secret })
  const { id } = await maker.webhookEndpoint()
  await account.patch(`/v1/webhook_endpoints/${id}`, { url: 'http://127.0.0.1:9/elsewhere' })
  await update(made.id, { scopes: ['account:write'] }, account)
  const { body } = await account.get<'WebhookEndpoint'>(`/v1/webhook_endpoints/${id}`)
  assert.equal(body.enabled, true)
})
