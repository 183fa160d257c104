import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, manager } from '../support/apiClients.ts'
import { Browser, invitationTo, joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const path = (id: string, passkey: string) => `/v1/users/${id}/passkeys/${passkey}`

const remove = (id: string, passkey = unknownId('passkey_'), by: TestAccount = seller) =>
  by.delete<'User'>(path(id, passkey))

async function passkeysOf(id: string): Promise<string[]> {
  const { body } = await seller.get<'User'>(`/v1/users/${id}`)
  return body.passkeys.map((one) => one.id)
}

test('deletes a passkey, which signs in no more: its sessions end, the others stay', async () => {
  const { user_id, email, browser, token } = await joinedUser(seller)
  const phone = new Browser(service)
  const invitation = (await invitationTo(seller, { email })).token
  const joined = await phone.join(invitation, await phone.registration(invitation))
  const [second, other] = [await browser.signIn(), await phone.signIn()]
  const stranger = await joinedUser(seller)
  const [lost = '', kept] = await passkeysOf(user_id)
  const { status, body } = await remove(user_id, lost)
  assert.equal(status, 200)
  assert.deepEqual(
    body.passkeys.map(({ id }) => id),
    [kept],
  )
  assert.deepEqual(await browser.send(await browser.assertion()), { refused: 'unknown_passkey' })
  for (const ended of [token, second.token]) assert.equal(await browser.session(ended), undefined)
  for (const open of [joined.token ?? '', other.token]) assert.ok(await phone.session(open))
  assert.ok(await stranger.browser.session(stranger.token))
  await phone.signIn()
  assertRefused(await remove(user_id, lost), 'passkey_not_found')
})

test('sessions of the user that do not name their passkey end with any of them', async () => {
  const { user_id, email, browser, token } = await joinedUser(seller)
  const phone = new Browser(service)
  const invitation = (await invitationTo(seller, { email })).token
  await phone.join(invitation, await phone.registration(invitation))
  const stranger = await joinedUser(seller)
  // An earlier version left sessions without a passkey.
  await service.sql('update user_sessions set passkey_id = null')
  const named = await phone.signIn()
  const [lost] = await passkeysOf(user_id)
  await remove(user_id, lost)
  assert.equal(await browser.session(token), undefined)
  assert.ok(await phone.session(named.token))
  assert.ok(await stranger.browser.session(stranger.token))
})

test('the last owner keeps the last passkey, for as long as no other owner has one', async () => {
  const of = await service.account()
  const { user_id, email, browser } = await joinedUser(of)
  const { body } = await of.get<'User'>(`/v1/users/${user_id}`)
  const first = body.passkeys[0]?.id ?? ''
  const { id: other } = await of.user({ role: 'owner' })
  assertRefused(await remove(user_id, first, of), 'last_owner')
  await browser.signIn()
  const phone = new Browser(service)
  const invitation = (await invitationTo(of, { email })).token
  await phone.join(invitation, await phone.registration(invitation))
  assert.equal((await remove(user_id, first, of)).status, 200)
  // An owner who has lost every passkey could make no other user an owner.
  await of.delete(`/v1/users/${other}`)
  const second = await joinedUser(of)
  const { body: their } = await of.get<'User'>(`/v1/users/${second.user_id}`)
  assert.equal((await remove(second.user_id, their.passkeys[0]?.id, of)).status, 200)
  assertRefused(await of.delete(`/v1/users/${user_id}`), 'last_owner')
})

test('refuses the passkey of another user, and leaves it', async () => {
  const [one, other] = [await joinedUser(seller), await joinedUser(seller)]
  const [theirs = ''] = await passkeysOf(other.user_id)
  assertRefused(await remove(one.user_id, theirs), 'passkey_not_found')
  await other.browser.signIn()
})

test('no client deletes a passkey of a user whose role it does not cover', async () => {
  const { user_id } = await joinedUser(seller)
  const [passkey] = await passkeysOf(user_id)
  const by = await seller.restrictedTo(manager)
  assertLacks(await remove(user_id, passkey, by), ['refunds:write', 'bank:write'])
})
