import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertLacks, manager } from '../support/apiClients.ts'
import { joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const end = (id: string, by: TestAccount = seller, json?: unknown) =>
  by.post<'User'>(`/v1/users/${id}/end_sessions`, json)

test('signs a user out everywhere, and no other; it may sign in again', async () => {
  const other = await joinedUser(seller)
  const { user_id, browser, token } = await joinedUser(seller)
  const { token: second } = await browser.signIn()
  const { status, body } = await end(user_id)
  assert.deepEqual([status, body], [200, (await seller.get(`/v1/users/${user_id}`)).body])
  for (const ended of [token, second]) assert.equal(await browser.session(ended), undefined)
  assert.ok(await browser.session(other.token))
  await browser.signIn()
})

test('no client ends sessions of a user whose role it does not cover', async () => {
  const { user_id, browser, token } = await joinedUser(seller)
  assertLacks(await end(user_id, await seller.restrictedTo(manager)), [
    'refunds:write',
    'bank:write',
  ])
  assert.ok(await browser.session(token))
})

test('refuses fields, for it has none', async () => {
  const { id } = await seller.user()
  assertRefused(await end(id, seller, { all: true }), 'invalid_request', 'all')
})
