import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createEndpoint } from '../../domain/webhooks/endpoints.ts'
import { systemUser } from '../../runtime/systemUser.ts'
import { accessOf, bankOf, clientOf, clientOfUser, userOf } from '../support/makers.ts'
import type { Grant } from '../support/makers.ts'
import { joinedUser } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const { clock } = service

const grantOf = (grants: Grant[], id: string): Grant => {
  const found = grants.find((grant) => grant.id === id)
  assert.ok(found, `no grant ${id}`)
  return found
}

const ofType = (grants: Grant[], type: Grant['type']) =>
  grants.filter((grant) => grant.type === type)

const nothing = { scopes: null, role: null, device: null, last_used_at: null, expires_at: null }

test('names clients, endpoints and the bank, every field of them, and who made them', async () => {
  const seller = await service.account()
  const created_at = clock.now().toISOString()
  const maker = await clientOf(seller, ['account:write', 'checkouts:read'])
  clock.advanceMs(1)
  const at = clock.now().toISOString()
  const { id: endpoint } = await maker.as.webhookEndpoint()
  const bank = await bankOf(seller, maker.id)
  const grants = await accessOf(seller)
  const account = grants.at(-1)
  const object = 'access_grant'
  const created_by = { type: 'api_client', id: maker.id, name: 'Programa' }
  assert.deepEqual(grantOf(grants, maker.id), {
    ...nothing,
    object,
    id: maker.id,
    type: 'api_client',
    name: 'Programa',
    scopes: ['account:write', 'checkouts:read'],
    created_at,
    created_by: { type: 'api_client', id: account?.id, name: account?.name },
    last_used_at: `${created_at.slice(0, 13)}:00:00.000Z`,
  })
  const made = { ...nothing, object, created_at: at, created_by }
  assert.deepEqual(grantOf(grants, endpoint), {
    ...made,
    id: endpoint,
    type: 'webhook_endpoint',
    name: 'http://127.0.0.1:9/',
    scopes: ['checkouts:read'],
  })
  const ofBank = { ...made, id: bank, type: 'bank_connection', name: 'bacen' }
  assert.deepEqual(grantOf(grants, bank), ofBank)
  assert.equal(grants.length, 4)
})

test('names users, their sessions and invitations, every field of them, by whom', async () => {
  const seller = await service.account()
  const maker = await clientOf(seller)
  clock.advanceMs(1)
  const owner = await userOf(maker.as)
  const joinedAt = clock.now().toISOString()
  clock.advanceMs(1)
  const created_at = clock.now().toISOString()
  const fromDashboard = await clientOfUser(service, owner.session, ['customers:read'])
  const { email } = await maker.as.user({ role: 'viewer' })
  const grants = await accessOf(seller)
  const object = 'access_grant'
  const { email: name } = owner.session.user
  const created_by = { type: 'api_client', id: maker.id, name: 'Programa' }
  const byOwner = { type: 'user', id: owner.id, name }
  const ofOwner = { ...nothing, object, name, role: 'owner', created_at: joinedAt }
  assert.deepEqual(grantOf(grants, owner.id), {
    ...ofOwner,
    id: owner.id,
    type: 'user',
    created_by,
    last_used_at: joinedAt,
  })
  const [session] = ofType(grants, 'session')
  assert.deepEqual(session, {
    ...ofOwner,
    id: session?.id,
    type: 'session',
    created_by: byOwner,
    last_used_at: joinedAt,
    expires_at: owner.session.expires_at,
  })
  assert.deepEqual(grantOf(grants, fromDashboard.id).created_by, byOwner)
  const [invitation] = ofType(grants, 'invitation')
  const ofInvited = { ...nothing, object, name: email, role: 'viewer', created_at, created_by }
  const expires_at = new Date(Date.parse(created_at) + 24 * 3_600_000).toISOString()
  assert.deepEqual(invitation, {
    ...ofInvited,
    id: invitation?.id,
    type: 'invitation',
    expires_at,
  })
})

test('created_by names the operator, and is null where the maker is unknown', async () => {
  const seller = await service.account()
  const { vault } = service.service
  const { seller_id } = seller
  const url = 'http://127.0.0.1:9/'
  const endpoint = { seller_id, url, mode: 'sandbox', vault, now: clock.now() } as const
  const { id } = await createEndpoint(service.db, endpoint)
  const { user_id } = await joinedUser(seller)
  const operator = { type: 'operator', id: null, name: systemUser() }
  const [client] = ofType(await accessOf(seller), 'api_client')
  const told = async () => {
    const grants = await accessOf(seller)
    return [id, user_id, client?.id ?? ''].map((one) => grantOf(grants, one).created_by)
  }
  assert.deepEqual(await told(), [operator, operator, operator])
  await service.sql('delete from audit_events where seller_id = ?', seller_id)
  assert.deepEqual(await told(), [null, null, null])
})

test('the audit trail names the maker of objects from before makers were kept', async () => {
  const seller = await service.account()
  const maker = await clientOf(seller)
  const { id } = await maker.as.webhookEndpoint()
  const one = await clientOf(maker.as)
  await service.sql('update webhook_endpoints set created_by = null where id = ?', id)
  await service.sql('update api_clients set created_by = null where id = ?', one.id)
  const grants = await accessOf(seller)
  for (const made of [id, one.id]) assert.equal(grantOf(grants, made).created_by?.id, maker.id)
})

test('created_by names a maker that has ended', async () => {
  const seller = await service.account()
  const maker = await clientOf(seller)
  const { id } = await maker.as.webhookEndpoint()
  await seller.post(`/v1/api_clients/${maker.id}/revoke`)
  const { created_by } = grantOf(await accessOf(seller), id)
  assert.deepEqual(created_by, { type: 'api_client', id: maker.id, name: 'Programa' })
})

test('access that has ended or expired is not listed', async () => {
  const seller = await service.account()
  const [client, endpoint] = [await seller.apiClient(), await seller.webhookEndpoint()]
  const [owner, left] = [await joinedUser(seller), await joinedUser(seller)]
  await seller.user()
  await seller.post(`/v1/api_clients/${client.id}/revoke`)
  await seller.delete(`/v1/webhook_endpoints/${endpoint.id}`)
  await seller.delete(`/v1/users/${left.user_id}`)
  const before = await accessOf(seller)
  const kinds = before.map(({ type }) => type).toSorted()
  assert.deepEqual(kinds, ['api_client', 'invitation', 'session', 'user'])
  clock.advanceMs(24 * 3_600_000)
  const later = await service.login(seller)
  const after = await accessOf(later)
  assert.deepEqual(after.map(({ type }) => type).toSorted(), ['api_client', 'user'])
  assert.equal(grantOf(after, owner.user_id).role, 'owner')
})

test('an endpoint that was delivered to says when', async () => {
  const seller = await service.account()
  const receiver = await startReceiver()
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  const { id: checkout } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${checkout}/pay`)
  await receiver.arrived(1)
  const lastUse = async () => grantOf(await accessOf(seller), id).last_used_at
  while ((await lastUse()) === null) await new Promise(setImmediate)
  assert.equal(await lastUse(), clock.now().toISOString())
})

test('no answer holds a token, or what the database keeps of one', async () => {
  const seller = await service.account()
  const { token, session } = await joinedUser(seller)
  const { invitation_url = '' } = await seller.user()
  const { text } = await seller.get('/v1/access')
  const invitation = invitation_url.split('/').at(-1) ?? ''
  const rows = await service.sql<{ id: string }>(
    'select id from invitations where seller_id = ?',
    seller.seller_id,
  )
  // The first 16 bytes of a token are those of the seller's id.
  const secrets = [token, invitation].map((one) => Buffer.from(one, 'base64url').subarray(16))
  const hashes = [session.id, ...rows.map(({ id }) => id)].map((id) => Buffer.from(id, 'base64url'))
  assert.equal(hashes.length, 2)
  for (const bytes of [...secrets, ...hashes]) {
    for (const encoding of ['base64url', 'hex'] as const) {
      assert.ok(!text.includes(bytes.toString(encoding).slice(0, 8)))
    }
  }
})

test('goes page by page, the newest first, and each grant once', async () => {
  const seller = await service.account()
  const owner = await joinedUser(seller)
  for (let i = 0; i < 4; i++) {
    clock.advanceMs(1)
    await owner.browser.signIn()
    await seller.user()
    await seller.webhookEndpoint()
  }
  const whole = (await seller.get<'AccessGrantList'>('/v1/access?limit=100')).body.data
  const times = whole.map(({ created_at }) => created_at)
  assert.deepEqual(times, times.toSorted().toReversed())
  for (const limit of [1, 3, 15, 16]) assert.deepEqual(await accessOf(seller, limit), whole)
  assert.equal(whole.length, 15)
})

const cursor = (by: TestAccount, id: string) => by.get(`/v1/access?starting_after=${id}`)

test('refuses a cursor that is malformed, of another account, or of what has ended', async () => {
  const seller = await service.account()
  const { id } = await seller.apiClient()
  const theirs = await (await service.account()).apiClient()
  assert.equal((await cursor(seller, id)).status, 200)
  await seller.post(`/v1/api_clients/${id}/revoke`)
  for (const one of ['x', 'audit_1', unknownId('client_'), unknownId('session_'), theirs.id, id]) {
    assertRefused(await cursor(seller, one), 'invalid_cursor', 'starting_after')
  }
})
