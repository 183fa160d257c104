import assert from 'node:assert/strict'
import { test } from 'vitest'
import { callbackUrl } from '../../domain/pix/bankConnections.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'
import { malformedIds } from '../support/samples.ts'

const rail = await startRail()

test('a transfer that is announced without /pix after the address settles', async () => {
  const { checkout, txid } = await rail.charged()
  const json = { pix: [{ txid: null }, rail.bank.books.pay(txid, PRICE_MINOR)] }
  const path = new URL(callbackUrl(rail.service.url, rail.seller.seller_id)).pathname
  assert.equal((await rail.service.request('POST', path, { json })).status, 200)
  await rail.service.service.rail.idle()
  assert.equal((await rail.read(checkout)).status, 'completed')
})

test('refuses an address that names no seller id', async () => {
  for (const id of malformedIds('seller_')) {
    const answer = await rail.service.request('POST', `/pix/${id}`, { json: { pix: [{}] } })
    assertRefused(answer, 'invalid_request', 'sellerId')
  }
})
