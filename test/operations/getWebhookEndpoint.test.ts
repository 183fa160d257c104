import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const get = (id: string) => seller.get<'WebhookEndpoint'>(`/v1/webhook_endpoints/${id}`)

test('shows an endpoint as it was made, without its secret', async () => {
  const { secret: _, ...made } = await seller.webhookEndpoint({ event_types: ['payment.declined'] })
  const { status, body } = await get(made.id)
  assert.equal(status, 200)
  assert.deepEqual(body, made)
})

test('does not find one that is deleted', async () => {
  const { id } = await seller.webhookEndpoint()
  await seller.delete(`/v1/webhook_endpoints/${id}`)
  assertRefused(await get(id), 'webhook_endpoint_not_found')
})
