import assert from 'node:assert/strict'
import { test } from 'vitest'
import { MAX_USERS } from '../../domain/people/userChanges.ts'
import { assertLacks, manager } from '../support/apiClients.ts'
import { recordedBy } from '../support/audit.ts'
import { Browser, joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const invite = (body: unknown, by: TestAccount = seller) =>
  by.post<'UserWithInvitation'>('/v1/users', body)

const tokenOf = (url: string | undefined) => url?.split('/').at(-1) ?? ''

const invitationOf = (url: string | undefined) =>
  service.service.people.readInvitation(service.db, tokenOf(url), service.clock.now())

test('invites a user, every field of it, by an address that lets it join', async () => {
  const { status, body } = await invite({ email: 'Ana@Loja.Example', role: 'finance' })
  assert.equal(status, 201)
  const { id, invitation_url = '' } = body
  assert.match(id, /^user_[0-9a-f-]{36}$/)
  const at = service.clock.now()
  assert.deepEqual(body, {
    id,
    object: 'user',
    name: null,
    email: 'ana@loja.example',
    role: 'finance',
    status: 'invited',
    passkeys: [],
    last_signed_in_at: null,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    invitation_url,
    invitation_expires_at: new Date(at.getTime() + 86_400_000).toISOString(),
  })
  const path = invitation_url.slice(0, -64)
  assert.equal(path, `${service.service.baseUrl}/dashboard/join/`)
  const browser = new Browser(service)
  const token = tokenOf(invitation_url)
  const { session } = await browser.join(token, await browser.registration(token))
  assert.deepEqual([session?.user.id, session?.seller.id], [id, seller.seller_id])
})

test('a user who is there gets a new invitation, and stays as it is', async () => {
  const { email, invitation } = await joinedUser(seller)
  assert.equal(await invitationOf(invitation), undefined)
  const first = await invite({ email: email.toUpperCase(), role: 'owner' })
  assert.equal(first.status, 200)
  const second = await invite({ email, role: 'owner' })
  const { invitation_url, invitation_expires_at: _, ...shown } = second.body
  assert.deepEqual((await seller.get(`/v1/users/${shown.id}`)).body, shown)
  assert.deepEqual([shown.status, shown.passkeys.length], ['active', 1])
  assert.equal(await invitationOf(first.body.invitation_url), undefined)
  assert.ok(await invitationOf(invitation_url))
})

test('an e-mail has one role, and is free again when its user is removed', async () => {
  const { id, email } = await seller.user({ role: 'viewer' })
  assertRefused(await invite({ email, role: 'finance' }), 'user_already_exists', 'email')
  await seller.delete(`/v1/users/${id}`)
  const again = await invite({ email, role: 'finance' })
  assert.equal(again.status, 201)
  assert.notEqual(again.body.id, id)
})

test('two accounts may have a user with the same e-mail', async () => {
  const { email } = await seller.user()
  assert.equal((await invite({ email, role: 'viewer' }, await service.account())).status, 201)
})

test('no client gives a role that has a scope which its own token lacks', async () => {
  const by = await service.account('Loja', manager)
  for (const role of ['developer', 'viewer']) {
    const { status } = await invite({ email: `${role}@loja.example`, role }, by)
    assert.equal(status, 201)
  }
  const lacking = { owner: ['refunds:write', 'bank:write'], finance: ['refunds:write'] }
  for (const [role, scopes] of Object.entries(lacking)) {
    const answer = await invite({ email: `${role}@loja.example`, role }, by)
    assertLacks(answer, scopes, 'role')
  }
})

test('no client gets an invitation of a user whose role it does not cover', async () => {
  const of = await service.account()
  const { email } = await joinedUser(of)
  const by = await of.restrictedTo(manager)
  const lacking = ['refunds:write', 'bank:write']
  assertLacks(await invite({ email, role: 'owner' }, by), lacking, 'role')
})

test('no client that lacks a scope lets itself in as a user who has joined', async () => {
  const of = await service.account()
  const { email, user_id } = await joinedUser(of, { role: 'viewer' })
  const invited = await of.user()
  const by = await of.restrictedTo(manager)
  const lacking = ['refunds:write', 'bank:write']
  assertLacks(await invite({ email, role: 'viewer' }, by), lacking, 'role')
  assert.equal((await invite({ email: invited.email, role: 'viewer' }, by)).status, 200)
  const [told] = await recordedBy(of, async () => invite({ email, role: 'viewer' }, of))
  assert.deepEqual([told?.action, told?.target.id], ['user.invited', user_id])
})

test('a repeat by Idempotency-Key has no address, which is stored nowhere', async () => {
  const body = { email: 'bia@loja.example', role: 'viewer' }
  const key = { 'idempotency-key': 'convite' }
  const first = await seller.post<'UserWithInvitation'>('/v1/users', body, key)
  const again = await seller.post<'UserWithInvitation'>('/v1/users', body, key)
  const { invitation_url, ...shown } = first.body
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual([again.status, again.body], [201, shown])
  assert.ok(await invitationOf(invitation_url))
  const secret = tokenOf(invitation_url).slice(22)
  const stored = ['idempotency_keys', 'invitations', 'users'].map((table) =>
    service.sql(`select * from ${table}`),
  )
  const kept = JSON.stringify(await Promise.all(stored)) + service.log.join()
  assert.ok(secret.length > 40 && !kept.includes(secret))
})

test(`an account has ${MAX_USERS} users, and may have another when one is removed`, async () => {
  const of = await service.account()
  const { id } = await of.user()
  for (let i = 1; i < MAX_USERS; i++) await of.user()
  const one = { email: 'mais@loja.example', role: 'viewer' }
  assertRefused(await invite(one, of), 'user_limit_reached')
  await of.delete(`/v1/users/${id}`)
  assert.equal((await invite(one, of)).status, 201)
})

test('refuses an e-mail or a role that is none', async () => {
  for (const email of ['', 'a', 'a@', '@a', 'a b@c.example', 'á@b.example', 7, null]) {
    assertRefused(await invite({ email, role: 'viewer' }), 'invalid_request', 'email')
  }
  for (const role of ['', 'admin', 'OWNER', null, ['owner']]) {
    assertRefused(await invite({ email: 'a@b.example', role }), 'invalid_request', 'role')
  }
  assertRefused(await invite({ role: 'viewer' }), 'invalid_request', 'email')
  const more = { email: 'a@b.example', role: 'viewer', name: 'Ana' }
  assertRefused(await invite(more), 'invalid_request', 'name')
})
