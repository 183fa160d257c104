import assert from 'node:assert/strict'
import { test } from 'vitest'
import { press } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/payment_links'

test('reads a link of the account as it was made', async () => {
  const custom_amount = { min_minor: 1, max_minor: 2 }
  const { body } = await seller.post<'PaymentLink'>(path, { name: 'Link', custom_amount })
  assert.deepEqual((await seller.get(`${path}/${body.id}`)).body, body)
  await press(service, body, { amount: '0,02' })
  const held = { ...body, open_count: 1 }
  assert.deepEqual((await seller.get(`${path}/${body.id}`)).body, held)
  assert.deepEqual((await seller.get<'PaymentLinkList'>(path)).body.data, [held])
})
