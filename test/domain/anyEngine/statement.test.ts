import assert from 'node:assert/strict'
import { test } from 'vitest'
import { repairSweeps } from '../../../domain/repair/running.ts'
import { createLog } from '../../../runtime/logger.ts'
import { Sweeper } from '../../../runtime/sweeper.ts'
import { startService } from '../../support/service.ts'
import { entriesOf, startStatement } from '../../support/statement.ts'

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

test('refunds of an older process have their type at once, and a round fills it in', async () => {
  const { rail, seller } = await startStatement()
  const { service: on } = rail
  await on.service.repairer.stop()
  const all = await entriesOf(seller)
  const assertTyped = async () => {
    for (const type of ['refund', 'reversal', 'return']) {
      const of = all.filter((entry) => entry.type === type)
      assert.ok(of.length > 0)
      assert.deepEqual(await entriesOf(seller, { type }), of)
      assert.deepEqual(await entriesOf(seller, { type }, 1), of)
    }
  }
  const outcomes = async () => {
    const rows = await on.sql('select payment_outcome from refunds order by payment_outcome')
    return rows.map((row) => row['payment_outcome'])
  }
  const written = await outcomes()
  assert.deepEqual(written, ['returned', 'settled', 'settled', 'settled'])
  await on.sql(`update refunds set payment_outcome = null where nature <> 'MED_FRAUDE'
    and id <> (select max(id) from refunds)`)
  await assertTyped()
  await on.sql('update refunds set payment_outcome = null')
  await assertTyped()
  const log = createLog('error', { write: (line) => assert.fail(line) })
  await new Sweeper({ db: on.db, clock: on.clock, log, sweeps: repairSweeps }).round()
  assert.deepEqual(await outcomes(), written)
  await assertTyped()
})
