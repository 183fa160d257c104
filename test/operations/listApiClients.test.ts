import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const list = (query = '', by: TestAccount = seller) =>
  by.get<'ApiClientList'>(`/v1/api_clients${query}`)

test('lists the clients of the account, newest first, revoked ones included', async () => {
  const of = await service.account()
  const made = []
  for (let i = 0; i < 3; i++) {
    service.clock.advanceMs(1)
    const { client_secret: _, ...shown } = await of.apiClient({ name: `c${i}` })
    made.push(shown)
  }
  const [first, second, third] = made
  const path = `/v1/api_clients/${second?.id}/revoke`
  const { made: _, ended: __, ...revoked } = (await of.post<'RevokedApiClient'>(path)).body
  assert.equal(revoked.status, 'revoked')
  const { status, body, text } = await list('', of)
  assert.equal(status, 200)
  assert.deepEqual(body.data.slice(0, 3), [third, revoked, first])
  assert.deepEqual(
    body.data.slice(3).map(({ client_id, name }) => [client_id, name]),
    [[of.client_id, 'Padrão']],
  )
  assert.deepEqual([body.object, body.has_more, body.next_cursor], ['list', false, null])
  assert.doesNotMatch(text, /client_secret|secret_hash|generation/)
})

test('pages neither repeat nor leave out a client', async () => {
  const of = await service.account()
  for (let i = 0; i < 4; i++) {
    service.clock.advanceMs(1)
    await of.apiClient()
  }
  const { data: all } = (await list('', of)).body
  const seen = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&starting_after=${cursor}`
    const { body } = await list(`?limit=2${after}`, of)
    seen.push(...body.data)
    cursor = body.next_cursor
  }
  assert.deepEqual(seen, all)
})

test('refuses a limit out of its range and a parameter that it does not know', async () => {
  for (const limit of ['0', '101', 'x']) {
    assertRefused(await list(`?limit=${limit}`), 'invalid_request', 'limit')
  }
  assertRefused(await list('?status=active'), 'invalid_request', 'status')
})
