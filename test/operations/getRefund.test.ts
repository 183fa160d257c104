import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const get = (id: string) => seller.get<'Refund'>(`/v1/refunds/${id}`)

test('shows a refund as it was made', async () => {
  const { id } = await seller.payment()
  const made = await seller.refund(id, { amount_minor: 10, reason: 'x', metadata: { a: 1 } })
  const { status, body } = await get(made.id)
  assert.equal(status, 200)
  assert.deepEqual(body, made)
})
