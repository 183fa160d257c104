import assert from 'node:assert/strict'
import { test } from 'vitest'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
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

/** Posts a callback to the address as it was registered. */
async function post(json: object, query = ''): Promise<number> {
  const path = new URL(callbackUrl(rail.service.url, rail.seller.seller_id)).pathname
  const { status } = await rail.service.request('POST', path + query, { json })
  await rail.service.service.rail.idle()
  return status
}

test('a callback of another form has the charge checked that it names', async () => {
  const { checkout, txid } = await rail.charged()
  rail.bank.books.pay(txid, PRICE_MINOR)
  const event = 'OPENPIX:CHARGE_COMPLETED'
  assert.equal(await post({ event, charge: { correlationID: txid }, pix: { value: 4990 } }), 200)
  assert.equal((await rail.read(checkout)).status, 'completed')
})

test('a callback that names a transfer on record has its charge checked', async () => {
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const { endToEndId } = pix
  for (const [name, gone] of [
    ['dispute', 1000],
    ['originalTransaction', 2000],
  ] as const) {
    rail.bank.books.takeBack(pix, 1000)
    assert.equal(await post({ [name]: { endToEndId } }), 200)
    assert.equal((await rail.read(checkout)).amount_refunded_minor, gone)
  }
})

test('any object is received, and the bank asked of nothing that names no charge', async () => {
  const asked = rail.bank.requests.length
  for (const json of [
    {},
    { data_criacao: '2026-01-23T20:32:14.429Z', event: 'OPENPIX:CHARGE_COMPLETED' },
    { pix: 'x', charge: 1, data: null, dispute: [], originalTransaction: 'x' },
    { charge: { correlationID: 'a'.repeat(32) }, dispute: { endToEndId: `E${'1'.repeat(31)}` } },
    { charge: { correlationID: { toString: 1 } }, data: { id: { toString: null } } },
    { type: 'payment', action: 'payment.updated', data: { id: '139301856905' } },
  ]) {
    assert.equal(await post(json), 200)
  }
  const query = '?data.id=139301856905&type=payment'
  assert.equal(await post({ type: 'payment', data: { id: 139301856905 } }, query), 200)
  assert.equal(rail.bank.requests.length, asked)
})

test('refuses what is no JSON object', async () => {
  for (const json of [[], [{ txid: 'x' }]]) assert.equal(await post(json), 400)
})

test('refuses an address that names no seller id', async () => {
  for (const id of malformedIds('seller_')) {
    const answer = await rail.service.request('POST', `/pix/${id}`, { json: { pix: [{}] } })
    assertRefused(answer, 'invalid_request', 'sellerId')
  }
})
