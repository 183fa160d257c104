/**
 * Woovi behind the port, at the simulated provider: lost, repeated, stale and unexpected answers.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { BankError } from '../../domain/pix/bank/provider.ts'
import { providerAt } from '../../domain/pix/connections/providers.ts'
import {
  chargeCodeOf,
  disputeOf,
  pageOf,
  refundsIn,
} from '../../domain/pix/bank/others/wooviResponses.ts'
import { startProvider } from '../support/providers.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const txid = 'a'.repeat(32)
const amount_minor = 4990
const charge = { txid, amount_minor, lifetime_seconds: 60, now, sellerName: 'Loja' }

async function started() {
  const provider = await startProvider('woovi', () => now)
  return { provider, line: providerAt(provider.settings) }
}

const unavailable = (error: unknown) => error instanceof BankError && error.kind === 'unavailable'

test('a charge whose answer was lost is the same one when it is requested again', async () => {
  const { provider, line } = await started()
  provider.order('POST /charge', 'lose')
  await assert.rejects(line.createCharge(charge), unavailable)
  provider.recover()
  const { pix_code } = await line.createCharge({ ...charge, repeated: true })
  assert.equal(provider.books.sales.size, 1)
  assert.equal(pix_code, provider.books.find(txid).code)
})

test('a refund whose answer was lost goes out once, however often it is ordered', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const { endToEndId: end_to_end_id } = provider.books.pay(txid).arrival
  const order = { end_to_end_id, return_id: 'devolucao1' }
  provider.order('POST /charge/id/refund', 'lose')
  await assert.rejects(line.refund({ ...order, amount_minor: 1000 }), unavailable)
  provider.recover()
  assert.equal((await line.readRefund(order))?.status, 'done')
  assert.equal((await line.refund({ ...order, amount_minor: 1000 })).status, 'done')
  assert.equal(provider.books.find(txid).refunds.length, 1)
  const transfer = await line.readTransfer(end_to_end_id, txid)
  assert.deepEqual(
    transfer?.refunds.map(({ return_id }) => return_id),
    ['devolucao1'],
  )
})

test('a refund over more than is left is refused, and not known afterwards', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const { endToEndId: end_to_end_id } = provider.books.pay(txid).arrival
  const order = { end_to_end_id, return_id: 'devolucao1' }
  await assert.rejects(line.refund({ ...order, amount_minor: 4991 }), (error) => {
    return error instanceof BankError && error.kind === 'refused' && /left/.test(error.problem)
  })
  assert.equal(await line.readRefund(order), undefined)
})

test('a stale read shows a charge as it was, and no transfer that is not there', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  provider.order('GET /charge/id', 'stale', 1)
  assert.equal((await line.readCharge(txid))?.status, 'active')
  const { endToEndId } = provider.books.pay(txid).arrival
  assert.equal((await line.readCharge(txid))?.status, 'active')
  assert.equal(await line.readTransfer(endToEndId, txid), undefined)
  provider.recover()
  assert.equal((await line.readCharge(txid))?.status, 'paid')
})

test('an unknown charge is not found, and a wrong key is reported as such', async () => {
  const { provider, line } = await started()
  assert.equal(await line.readCharge('b'.repeat(32)), undefined)
  provider.replaceKey()
  await assert.rejects(line.readCharge(txid), unavailable)
})

test('amounts, references and states that are not as documented are not relied on', () => {
  const asked = { txid, amount_minor }
  const good = { correlationID: txid, value: 4990, brCode: '000201' }
  assert.equal(chargeCodeOf({ charge: good }, asked), '000201')
  for (const bad of [
    { correlationID: 'outra' },
    { value: 4991 },
    { value: 49.9 },
    { value: '49.90' },
    { value: null },
    { brCode: '' },
    { brCode: 'x'.repeat(513) },
  ]) {
    assert.throws(() => chargeCodeOf({ charge: { ...good, ...bad } }, asked), BankError)
  }
  const refund = { correlationID: 'r1', value: 1000, status: 'CONFIRMED' }
  assert.equal(refundsIn({ refunds: [refund] }, 1000).length, 1)
  for (const refunds of [
    [{ ...refund, status: 'NOVO' }],
    [{ ...refund, value: 0 }],
    [{ ...refund, correlationID: null }],
    [refund, refund],
    [refund, { ...refund, correlationID: 'r2' }],
  ]) {
    assert.throws(() => refundsIn({ refunds }, 1000), BankError)
  }
})

test('an accepted dispute is a refund, unless the refunds show it already', () => {
  const end_to_end_id = `E${'1'.repeat(31)}`
  const dispute = { status: 'ACCEPTED', value: '1000', type: 'MED', disputeReason: 'Golpe' }
  const of = { end_to_end_id, amount_minor: 1000, refunds: [] }
  assert.equal(disputeOf({ dispute }, of)?.nature, 'MED')
  assert.equal(disputeOf({ dispute: { ...dispute, status: 'REJECTED' } }, of), undefined)
  assert.equal(disputeOf(undefined, of), undefined)
  const shown = refundsIn(
    { refunds: [{ endToEndId: 'D1', value: 1000, status: 'CONFIRMED' }] },
    1000,
  )
  assert.equal(disputeOf({ dispute }, { ...of, refunds: shown }), undefined)
})

test('a list shows what was refunded without saying that nothing was', () => {
  const one = { endToEndId: `E${'1'.repeat(31)}`, value: 1, time: now.toISOString() }
  const named = { ...one, charge: { correlationID: txid } }
  const transactions = [
    { ...named, status: 'CONFIRMED' },
    { ...named, status: 'PARTIAL_REFUND' },
    { ...named, status: 'CONFIRMED', value: 1.5 },
    { ...one, status: 'CONFIRMED' },
    { status: 'CONFIRMED' },
  ]
  const page = pageOf({ transactions, pageInfo: { hasNextPage: true } }, { page: 0, pageSize: 100 })
  assert.deepEqual([page.count, page.pages], [5, 2])
  const read = page.transfers.map(({ transfer }) => transfer?.amount_minor)
  assert.deepEqual(read, [1, undefined, undefined])
})

/** States of a transaction in the OpenAPI document, and those in which the money has arrived. */
const states = {
  CREATED: false,
  IN_PROCESSING: false,
  REJECTED: false,
  CONFIRMED: true,
  PARTIAL_REFUND: true,
  REFUNDED: true,
}

test('a transaction is money in the documented states of money that has arrived', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const { endToEndId } = provider.books.pay(txid).arrival
  const period = { from: new Date(now.getTime() - 1), to: now }
  // The OpenAPI document has the states under `type`, and the types under `status`.
  for (const [state, type] of [
    ['status', 'type'],
    ['type', 'status'],
  ] as const) {
    for (const [name, arrived] of Object.entries({ ...states, NOVO: false })) {
      provider.answerByTheBooks()
      provider.answer('transaction', { [state]: name, [type]: 'PAYMENT' })
      const transfer = await line.readTransfer(endToEndId, txid)
      assert.equal(transfer?.unclear === undefined, arrived, name)
      const { transfers, unclear } = await line.readTransfers(txid, period)
      assert.deepEqual([transfers.length, unclear.length > 0], [1, !arrived], name)
      const page = await line.listTransfers({ ...period, page: 0 })
      assert.equal(page?.transfers[0]?.transfer !== undefined, name === 'CONFIRMED', name)
    }
  }
})

test('a transaction without a state, or of another type, is no money', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const { endToEndId } = provider.books.pay(txid).arrival
  const isMoney = async () => (await line.readTransfer(endToEndId, txid))?.unclear === undefined
  for (const type of ['WITHDRAW', 'REFUND', 'FEE', 'INTERNAL_TRANSFER', 'REVERSAL', 'NOVO']) {
    provider.answer('transaction', { type })
    assert.equal(await isMoney(), false, type)
  }
  for (const type of ['PAYMENT', 'DYNAMIC', 'STATIC', null]) {
    provider.answer('transaction', { type })
    assert.equal(await isMoney(), true, String(type))
  }
  provider.answer('transaction', { status: null })
  assert.equal(await isMoney(), false)
})
