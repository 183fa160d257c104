import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
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

test('refuses an id that is not a refund id', async () => {
  for (const id of malformedIds('refund_')) {
    assertRefused(await get(id), 'invalid_refund_id', 'refundId')
  }
})

test('does not know a refund that does not exist or is of another account', async () => {
  const other = await service.account()
  const theirs = await other.refund((await other.payment()).id)
  for (const id of [unknownId('refund_'), theirs.id]) {
    assertRefused(await get(id), 'refund_not_found')
  }
})
