/** Transfers that two checks of a charge record at once, which on SQLite cannot be. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { waitingForLock } from '../../support/locks.ts'
import { PRICE_MINOR, startRail } from '../../support/rail.ts'
import { secondProcess } from '../../support/railProcess.ts'

const first = await startRail()
const { sql } = first.service

test('a transfer that two checks read in other cases of its id is on record once', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  const change = (charge: Record<string, unknown>) => {
    charge['pix'] = [{ ...pix, endToEndId: pix.endToEndId.toLowerCase() }]
  }
  rail.bank.order('GET /cob', { change }, 1)
  const second = secondProcess(rail)
  const processes = [rail.service.service.rail, second]
  // Both have found no such transfer on record, and wait before they write it.
  await sql('begin')
  await sql('select id from checkouts where id = ? for update', checkout.id)
  const { seller_id } = rail.seller
  for (const one of processes) one.scheduleCheck({ seller_id, checkout_id: checkout.id })
  while ((await waitingForLock(sql)) < processes.length) await wait(1)
  await sql('commit')
  await Promise.all(processes.map((one) => one.idle()))
  assert.deepEqual(await rail.outcomes(checkout), ['settled'])
  // Nothing of the buyer's money is sent back.
  assert.equal(pix.devolucoes, undefined)
  await second.stop()
})
