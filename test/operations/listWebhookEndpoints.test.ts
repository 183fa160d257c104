import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const list = (by: TestAccount, query = '') =>
  by.get<'WebhookEndpointList'>(`/v1/webhook_endpoints${query}`)

/**
 * Makes so many endpoints, and returns them newest first, as they are shown without their secrets.
 */
async function endpoints(of: TestAccount, count: number) {
  const made = []
  for (let i = 0; i < count; i++) {
    service.clock.advanceMs(1)
    const { secret: _, ...shown } = await of.webhookEndpoint({ enabled: i % 2 === 0 })
    made.unshift(shown)
  }
  return made
}

test('lists the endpoints of the account, newest first, without deleted ones', async () => {
  const seller = await service.account()
  await (await service.account()).webhookEndpoint()
  const [third, second, first] = await endpoints(seller, 3)
  await seller.delete(`/v1/webhook_endpoints/${second?.id}`)
  const { status, body, text } = await list(seller)
  assert.equal(status, 200)
  const page = { object: 'list', data: [third, first], has_more: false, next_cursor: null }
  assert.deepEqual(body, page)
  assert.doesNotMatch(text, /whsec_|sealed/)
})

test('pages go on after an endpoint that was deleted meanwhile', async () => {
  const seller = await service.account()
  const [third, second, first] = await endpoints(seller, 3)
  const { body } = await list(seller, '?limit=2')
  assert.deepEqual(body.data, [third, second])
  assert.deepEqual([body.has_more, body.next_cursor], [true, second?.id])
  await seller.delete(`/v1/webhook_endpoints/${second?.id}`)
  const { body: rest } = await list(seller, `?limit=2&starting_after=${body.next_cursor}`)
  assert.deepEqual(rest.data, [first])
})

test('refuses a limit out of its range and a parameter that it does not know', async () => {
  const seller = await service.account()
  for (const limit of ['0', '101', 'x']) {
    assertRefused(await list(seller, `?limit=${limit}`), 'invalid_request', 'limit')
  }
  assertRefused(await list(seller, '?enabled=true'), 'invalid_request', 'enabled')
})
