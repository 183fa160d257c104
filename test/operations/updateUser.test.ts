import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, manager } from '../support/apiClients.ts'
import { joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const update = (id: string, body: unknown = { role: 'viewer' }, by: TestAccount = seller) =>
  by.patch<'User'>(`/v1/users/${id}`, body)

test('gives a user another role, which holds from its next request on', async () => {
  await joinedUser(seller)
  const { user_id, browser, token } = await joinedUser(seller)
  const before = (await seller.get<'User'>(`/v1/users/${user_id}`)).body
  service.clock.advanceMs(1_000)
  const { status, body } = await update(user_id, { role: 'finance' })
  assert.equal(status, 200)
  const updated_at = service.clock.now().toISOString()
  assert.deepEqual(body, { ...before, role: 'finance', updated_at })
  assert.equal((await browser.session(token))?.user.role, 'finance')
})

test('the role that a user has already changes nothing', async () => {
  const { id, updated_at } = await seller.user()
  service.clock.advanceMs(1_000)
  assert.equal((await update(id)).body.updated_at, updated_at)
})

test('ends the invitation that was made with the role before', async () => {
  const of = await service.account()
  const by = await of.restrictedTo(manager)
  const { id, email, invitation_url } = await by.user()
  const token = invitation_url?.split('/').at(-1) ?? ''
  const { people } = service.service
  const isGood = async () =>
    (await people.readInvitation(service.db, token, service.clock.now())) !== undefined
  assert.equal((await update(id, { role: 'viewer' }, of)).status, 200)
  assert.equal(await isGood(), true)
  assert.equal((await update(id, { role: 'owner' }, of)).body.status, 'invited')
  assert.equal(await isGood(), false)
  const again = await of.post<'UserWithInvitation'>('/v1/users', { email, role: 'owner' })
  assert.equal(again.status, 200)
})

test('the last active owner keeps the role, also when another one is invited', async () => {
  const of = await service.account()
  const { user_id } = await joinedUser(of)
  await of.user({ role: 'owner' })
  assertRefused(await update(user_id, { role: 'developer' }, of), 'last_owner', 'role')
  assert.equal((await update(user_id, { role: 'owner' }, of)).status, 200)
  await joinedUser(of)
  assert.equal((await update(user_id, { role: 'developer' }, of)).status, 200)
})

test('no client gives or takes a role that it does not cover', async () => {
  const of = await service.account()
  const { user_id: owner } = await joinedUser(of)
  const { id: viewer } = await of.user()
  const by = await of.restrictedTo(manager)
  const missing = ['refunds:write', 'bank:write']
  assertLacks(await update(owner, { role: 'viewer' }, by), missing)
  assertLacks(await update(viewer, { role: 'finance' }, by), ['refunds:write'], 'role')
  assert.equal((await update(viewer, { role: 'developer' }, by)).status, 200)
})

test('refuses a role that is none, and other fields', async () => {
  const { id, email } = await seller.user()
  assertRefused(await update(id, { role: 'admin' }), 'invalid_request', 'role')
  assertRefused(await update(id, {}), 'invalid_request')
  assertRefused(await update(id, { role: 'owner', email }), 'invalid_request', 'email')
})

test('a name is one line, leaves role and invitation alone, and is cleared by null', async () => {
  const of = await service.account()
  const { id, email, invitation_url } = await of.user()
  const named = await update(id, { name: '  Ana\tSouza\n' }, of)
  assert.deepEqual([named.status, named.body.name], [200, 'Ana Souza'])
  const token = invitation_url?.split('/').at(-1) ?? ''
  const { people } = service.service
  const invited = await people.readInvitation(service.db, token, service.clock.now())
  assert.deepEqual([invited?.email, invited?.name], [email, 'Ana Souza'])
  const trail = await of.get<'AuditEventList'>(`/v1/audit_events?target_id=${id}`)
  const { action, changes } = trail.body.data[0] ?? {}
  assert.deepEqual(
    [action, changes],
    ['user.updated', [{ field: 'name', before: null, after: 'Ana Souza' }]],
  )
  assert.equal((await update(id, { name: null }, of)).body.name, null)
  for (const body of [{}, { name: 'x'.repeat(81) }, { name: 7 }]) {
    assert.equal((await update(id, body, of)).status, 400)
  }
})
