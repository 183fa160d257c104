import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const remove = (id: string, by: TestAccount = seller) =>
  by.delete<'WebhookEndpoint'>(`/v1/webhook_endpoints/${id}`)

test('answers with the endpoint as it was, and the time of its end', async () => {
  const { secret: _, ...made } = await seller.webhookEndpoint()
  const at = service.clock.advanceMs(1500).toISOString()
  const { status, body } = await remove(made.id)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...made, deleted_at: at, updated_at: at })
})

test('a deleted endpoint gets no delivery, and its secrets are gone', async () => {
  const of = await service.account()
  const { id } = await of.webhookEndpoint()
  await of.post(`/v1/webhook_endpoints/${id}/rotate_secret`)
  await remove(id, of)
  const checkout = await of.checkout()
  await of.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const { body } = await of.get<'WebhookDeliveryList'>('/v1/webhook_deliveries')
  assert.deepEqual(body.data, [])
  const [row] = await service.sql('select * from webhook_endpoints where id = ?', id)
  assert.deepEqual([row?.['secret_sealed'], row?.['previous_secret_sealed']], ['', null])
})

test('does not find one that is deleted already', async () => {
  const { id } = await seller.webhookEndpoint()
  await remove(id)
  assertRefused(await remove(id), 'webhook_endpoint_not_found')
})
