import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ROTATION_MS } from '../../domain/webhooks/endpoints.ts'
import { assertLacks } from '../support/apiClients.ts'
import { startReceiver, verified } from '../support/receiver.ts'
import type { ReceivedRequest } from '../support/receiver.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const rotate = (id: string, body?: unknown) =>
  seller.post<'WebhookEndpointWithSecret'>(`/v1/webhook_endpoints/${id}/rotate_secret`, body)

test('gives a new secret, and says until when the one before signs too', async () => {
  const { secret: first, ...made } = await seller.webhookEndpoint()
  const now = service.clock.advanceMs(1500)
  const { status, body } = await rotate(made.id)
  assert.equal(status, 200)
  assert.match(body.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(body.secret, first)
  assert.deepEqual(body, {
    ...made,
    secret: body.secret,
    previous_secret_expires_at: new Date(now.getTime() + ROTATION_MS).toISOString(),
    updated_at: now.toISOString(),
  })
})

test('a delivery is signed by both secrets', async () => {
  const receiver = await startReceiver()
  const { id, secret: first = '' } = await seller.webhookEndpoint({ url: receiver.url })
  const { secret: second = '' } = (await rotate(id, {})).body
  const checkout = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const [received] = await receiver.arrived(1)
  for (const secret of [first, second]) verified(received as ReceivedRequest, secret)
})

test('refuses fields, for it has none', async () => {
  const { id } = await seller.webhookEndpoint()
  assertRefused(await rotate(id, { secret: 'x' }), 'invalid_request', 'secret')
})

test('the secret before is deleted once it signs no more, and the new one stays', async () => {
  const { id } = await seller.webhookEndpoint()
  await rotate(id)
  const stored = async () => {
    const [row] = await service.sql(
      `select secret_sealed, previous_secret_sealed, previous_secret_until
       from webhook_endpoints where id = ?`,
      id,
    )
    return row
  }
  const before = await stored()
  service.clock.advanceMs(ROTATION_MS - 1)
  await service.service.sweeper.round()
  assert.deepEqual(await stored(), before)
  service.clock.advanceMs(1)
  await service.service.sweeper.round()
  const nothing = { previous_secret_sealed: null, previous_secret_until: null }
  assert.deepEqual(await stored(), { ...before, ...nothing })
})

test('a client that may not read the events is given no secret', async () => {
  const seller = await service.account()
  const { id } = await seller.webhookEndpoint()
  const blind = await seller.restrictedTo(['account:read', 'account:write'])
  const path = `/v1/webhook_endpoints/${id}/rotate_secret`
  assertLacks(await blind.post(path), ['checkouts:read'])
  const { body } = await seller.get<'WebhookEndpoint'>(`/v1/webhook_endpoints/${id}`)
  assert.equal(body.previous_secret_expires_at, null)
  const reader = await seller.restrictedTo(['account:write', 'checkouts:read'])
  assert.equal((await reader.post(path)).status, 200)
})
