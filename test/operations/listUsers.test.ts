import assert from 'node:assert/strict'
import { test } from 'vitest'
import { joinedUser } from '../support/people.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const list = (query = '', by: TestAccount = seller) => by.get<'UserList'>(`/v1/users${query}`)

test('lists the users of the account, newest first, without those who are removed', async () => {
  const of = await service.account()
  const { user_id } = await joinedUser(of)
  const made = []
  for (let i = 0; i < 3; i++) {
    service.clock.advanceMs(1)
    const { invitation_url: _, invitation_expires_at: __, ...shown } = await of.user()
    made.push(shown)
  }
  await of.delete(`/v1/users/${made[1]?.id}`)
  const { status, body, text } = await list('', of)
  assert.equal(status, 200)
  const { body: owner } = await of.get<'User'>(`/v1/users/${user_id}`)
  assert.equal(owner.passkeys.length, 1)
  assert.deepEqual(body.data, [made[2], made[0], owner])
  assert.deepEqual([body.object, body.has_more, body.next_cursor], ['list', false, null])
  assert.doesNotMatch(text, /invitation|credential|public_key|counter/)
})

test('pages neither repeat nor leave out a user', async () => {
  const of = await service.account()
  for (let i = 0; i < 5; i++) {
    service.clock.advanceMs(1)
    await of.user()
  }
  const { data: all } = (await list('', of)).body
  const seen = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&starting_after=${cursor}`
    const { body } = await list(`?limit=2${after}`, of)
    seen.push(...body.data)
    cursor = body.next_cursor
  }
  assert.deepEqual([seen.length, seen], [5, all])
})

test('refuses a limit out of its range and a parameter that it does not know', async () => {
  for (const limit of ['0', '101', 'x']) {
    assertRefused(await list(`?limit=${limit}`), 'invalid_request', 'limit')
  }
  assertRefused(await list('?role=owner'), 'invalid_request', 'role')
})
