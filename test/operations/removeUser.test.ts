import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, manager } from '../support/apiClients.ts'
import { Browser, invitationTo, joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const remove = (id: string, by: TestAccount = seller) => by.delete<'RemovedUser'>(`/v1/users/${id}`)

test('removes a user: passkeys, invitation and sessions end at once', async () => {
  await joinedUser(seller)
  const { user_id, email, browser, token } = await joinedUser(seller)
  const invitation = (await invitationTo(seller, { email })).token
  const phone = new Browser(service)
  const registration = await phone.registration(invitation)
  const before = (await seller.get<'User'>(`/v1/users/${user_id}`)).body
  service.clock.advanceMs(1_000)
  const { status, body } = await remove(user_id)
  assert.equal(status, 200)
  const updated_at = service.clock.now().toISOString()
  const nothing = { made: [], ended: [] }
  assert.deepEqual(body, { ...before, ...nothing, status: 'removed', passkeys: [], updated_at })
  assert.equal(await browser.session(token), undefined)
  const refused = await browser.send(await browser.assertion())
  assert.deepEqual(refused, { refused: 'unknown_passkey' })
  assert.deepEqual(await phone.join(invitation, registration), { refused: 'invitation_ended' })
})

test('the last active owner cannot be removed, one who is only invited can', async () => {
  const of = await service.account()
  const { user_id } = await joinedUser(of)
  const { id: invited } = await of.user({ role: 'owner' })
  assertRefused(await remove(user_id, of), 'last_owner')
  assert.equal((await remove(invited, of)).status, 200)
  const { user_id: other } = await joinedUser(of)
  assert.equal((await remove(user_id, of)).status, 200)
  assertRefused(await remove(other, of), 'last_owner')
})

test('no client removes a user whose role it does not cover', async () => {
  const of = await service.account()
  await joinedUser(of)
  const { id } = await of.user({ role: 'finance' })
  const by = await of.restrictedTo(manager)
  assertLacks(await remove(id, by), ['refunds:write'])
})
