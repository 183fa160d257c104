import assert from 'node:assert/strict'
import { test } from 'vitest'
import { joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const get = (id: string) => seller.get<'User'>(`/v1/users/${id}`)

test('reads a user, with the passkeys by which it signs in', async () => {
  const { user_id, email, browser } = await joinedUser(seller, { role: 'developer' })
  const joined_at = service.clock.now().toISOString()
  service.clock.advanceMs(1_000)
  await browser.signIn()
  const { status, body } = await get(user_id)
  assert.equal(status, 200)
  const [passkey] = body.passkeys
  assert.match(passkey?.id ?? '', /^passkey_[0-9a-f-]{36}$/)
  const signed_in_at = service.clock.now().toISOString()
  assert.deepEqual(body, {
    id: user_id,
    object: 'user',
    name: null,
    email,
    role: 'developer',
    status: 'active',
    passkeys: [
      {
        id: passkey?.id,
        name: 'Notebook',
        created_at: joined_at,
        last_used_at: signed_in_at,
      },
    ],
    last_signed_in_at: signed_in_at,
    created_at: joined_at,
    updated_at: joined_at,
  })
})
