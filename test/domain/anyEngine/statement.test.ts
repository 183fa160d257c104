import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../../support/service.ts'

const service = await startService()

test('a statement is read newest first and exported oldest first, whatever its types', async () => {
  const seller = await service.account()
  const { id } = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const { body } = await seller.get<'StatementEntryList'>('/v1/statement_entries')
  assert.deepEqual(
    body.data.map((entry) => entry.type),
    ['payment'],
  )
  for (const type of ['payment', 'refund', 'reversal', 'returned_payment', 'return', 'fee']) {
    for (const list of ['?', '/export?format=csv&']) {
      const path = `/v1/statement_entries${list}type=${type}`
      assert.equal((await seller.get(path)).status, 200)
    }
  }
})
