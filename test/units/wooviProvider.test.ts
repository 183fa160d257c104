/**
 * Woovi behind the port, at the simulated provider: lost, repeated, stale and unexpected answers.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { BankError } from '../../domain/pix/bank/provider.ts'
import { providerAt } from '../../domain/pix/connections/providers.ts'
import {
  chargeCodeOf,
  pageOf,
  refundsIn,
  withDispute,
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
  assert.equal(refundsIn({ refunds: [refund] }, 1000).refunds.length, 1)
  assert.throws(() => refundsIn({ refunds: [refund, { ...refund, correlationID: 'r2' }] }, 1000))
  // The other refunds of a transfer stay readable beside one that is not.
  const other = { correlationID: 'r3', value: 5, status: 'CONFIRMED' }
  for (const refunds of [
    [{ ...refund, status: 'NOVO' }],
    [{ ...refund, status: null }],
    [{ ...refund, value: 0 }],
    [{ ...refund, correlationID: null }],
    [refund, refund],
  ]) {
    const found = refundsIn({ refunds: [...refunds, other] }, 1005)
    assert.deepEqual(
      found.refunds.map(({ return_id }) => return_id),
      ['r3'],
    )
    assert.equal(found.unclear.length, 1)
  }
})

test('each documented state of a refund is read', () => {
  const states = {
    IN_PROCESSING: 'processing',
    CONFIRMED: 'done',
    REFUNDED: 'done',
    REJECTED: 'failed',
    NOT_ACCOMPLISHED: 'failed',
  }
  for (const [status, read] of Object.entries(states)) {
    const refunds = [{ correlationID: 'r1', value: 1000, status }]
    assert.equal(refundsIn({ refunds }, 1000).refunds[0]?.status, read)
  }
})

test('a refund is dated by its time, else by the minute in its id', () => {
  const refund = { correlationID: 'r1', value: 1000, status: 'CONFIRMED' }
  const dateOf = (fields: object) =>
    refundsIn({ refunds: [{ ...refund, ...fields }] }, 1000).refunds[0]?.completed_at
  const endToEndId = 'D548114172026030109301234567890a'
  const time = '2026-02-27T23:30:00.000Z'
  assert.equal(dateOf({ endToEndId, time }), time)
  assert.equal(dateOf({ endToEndId }), '2026-03-01T09:30:00.000Z')
  assert.equal(dateOf({ endToEndId: `E${endToEndId.slice(1)}` }), null)
  assert.equal(dateOf({}), null)
})

/** A refund as the adapter reads it. */
const refundBefore = (amount_minor: number, status: 'done' | 'processing' | 'failed') => ({
  return_id: `r${amount_minor}`,
  amount_minor,
  status,
  nature: 'ORIGINAL',
  reason: null,
})

test('an accepted dispute takes its value or all, of what is left, under its id', () => {
  const end_to_end_id = `E${'1'.repeat(31)}`
  const dispute = { status: 'ACCEPTED', value: '1000', type: 'MED', disputeReason: 'Golpe' }
  const of = { end_to_end_id, amount_minor: 1000, refunds: [], unclear: [], openMinor: 0 }
  const taken = (fields: object, refunds: ReturnType<typeof refundBefore>[] = []) =>
    withDispute({ dispute: { ...dispute, ...fields } }, { ...of, refunds }).refunds.slice(
      refunds.length,
    )
  assert.equal(taken({})[0]?.nature, 'MED')
  for (const status of ['CREATED', 'OPENED', 'IN_REVIEW', 'REJECTED', 'CANCELED', 'NOVO', null]) {
    assert.deepEqual(taken({ status }), [])
  }
  assert.deepEqual(withDispute(undefined, of).refunds, [])
  const shown = refundsIn(
    { refunds: [{ endToEndId: 'D1', value: 1000, status: 'CONFIRMED' }] },
    1000,
  )
  assert.deepEqual(withDispute({ dispute }, { ...of, ...shown }).refunds, shown.refunds)
  // Over the whole, or over no value, once a part was refunded.
  for (const value of [1000, '1000', undefined, null]) {
    assert.equal(taken({ value }, [refundBefore(300, 'done')])[0]?.amount_minor, 700)
    assert.equal(taken({ value }, [refundBefore(300, 'failed')])[0]?.amount_minor, 1000)
  }
  assert.equal(taken({ value: 200 }, [refundBefore(300, 'done')])[0]?.amount_minor, 200)
  assert.equal(taken({})[0]?.return_id, `MED${end_to_end_id}`)
  const named = taken({ id: '67e3170b38e62d5935ed4faf' })[0]
  assert.equal(named?.return_id, '67e3170b38e62d5935ed4faf')
  assert.equal(named?.rtr_id, `MED${end_to_end_id}`)
  for (const type of ['MED', 'DISPUTE', 'CHARGEBACK']) {
    assert.equal(taken({ type })[0]?.nature, type)
  }
})

test('how much a dispute takes is open while another refund is', () => {
  const of = { end_to_end_id: `E${'1'.repeat(31)}`, amount_minor: 1000, unclear: [], openMinor: 0 }
  const answer = { dispute: { status: 'ACCEPTED', type: 'MED' } }
  const refunds = [refundBefore(300, 'processing')]
  const found = withDispute(answer, { ...of, refunds })
  assert.deepEqual([found.refunds, found.unclear.length], [refunds, 1])
  assert.equal(withDispute(answer, { ...of, refunds: [], openMinor: 1 }).refunds.length, 0)
  const over = { dispute: { status: 'ACCEPTED', type: 'MED', value: 700 } }
  assert.equal(withDispute(over, { ...of, refunds }).refunds[1]?.amount_minor, 700)
  const unread = { dispute: { status: 'ACCEPTED', type: 'MED', value: 7.5 } }
  assert.equal(withDispute(unread, { ...of, refunds }).unclear.length, 1)
})

test('a list shows what was refunded without saying that nothing was', () => {
  const one = { endToEndId: `E${'1'.repeat(31)}`, value: 1, time: now.toISOString() }
  // Without the price of its charge, it is open whether the payer had a discount.
  const named = { ...one, charge: { correlationID: txid, value: 1 } }
  const transactions = [
    { ...named, status: 'CONFIRMED' },
    { ...named, status: 'PARTIAL_REFUND' },
    { ...named, status: 'CONFIRMED', value: 1.5 },
    { ...one, status: 'CONFIRMED', charge: { correlationID: txid } },
    { ...one, status: 'CONFIRMED' },
    { status: 'CONFIRMED' },
  ]
  const page = pageOf({ transactions, pageInfo: { hasNextPage: true } }, { page: 0, pageSize: 100 })
  assert.deepEqual([page.count, page.pages], [6, 2])
  const read = page.transfers.map(({ transfer }) => transfer?.amount_minor)
  assert.deepEqual(read, [1, undefined, undefined, undefined])
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

test('each field that is absent is no other amount, state or date', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  provider.books.fee_minor = 85
  const { endToEndId } = provider.books.pay(txid).arrival
  provider.books.refund(provider.books.find(txid), 'devolucao1', 1000)
  provider.books.takeBack(endToEndId, 7)
  /** A transfer in one line, `unclear` where it is so in part, or the kind of the failure. */
  const read = () =>
    line.readTransfer(endToEndId, txid).then(
      (transfer) => {
        const { amount_minor, fee_minor = 0, paid_at, refunds = [], unclear } = transfer ?? {}
        const back = refunds.map((refund) => `${refund.amount_minor} ${refund.status}`)
        const facts = [amount_minor, fee_minor, paid_at === now.toISOString(), ...back]
        return `${facts.join(', ')}${unclear ? ', unclear' : ''}`
      },
      (error: BankError) => error.kind,
    )
  const whole = '4990, 85, true, 1000 done, 7 done'
  assert.equal(await read(), whole)
  const absent: Record<string, Record<string, string>> = {
    transaction: {
      value: 'unreadable',
      time: 'unreadable',
      charge: 'unreadable',
      status: `${whole}, unclear`,
      type: whole,
      endToEndId: whole,
      fee: whole.replace('85', '0'),
    },
    charge: { status: whole, value: whole, valueWithDiscount: whole, brCode: whole },
    refund: {
      correlationID: whole,
      endToEndId: whole,
      time: whole,
      value: '4990, 85, true, unclear',
      status: '4990, 85, true, 7 done, unclear',
    },
    dispute: {
      status: '4990, 85, true, 1000 done',
      value: '4990, 85, true, 1000 done, 3990 done',
      type: whole,
      id: whole,
      disputeReason: whole,
    },
  }
  for (const [of, fields] of Object.entries(absent)) {
    for (const [name, expected] of Object.entries(fields)) {
      provider.answerByTheBooks()
      provider.answer(of, { [name]: null })
      assert.equal(await read(), expected, `${of}.${name}`)
    }
  }
  const states = { ACTIVE: 'active', COMPLETED: 'paid', EXPIRED: 'removed', NOVO: 'unknown' }
  for (const [status, expected] of Object.entries(states)) {
    provider.answer('charge', { status })
    assert.equal((await line.readCharge(txid))?.status, expected)
  }
  provider.answerByTheBooks()
  provider.answer('charge', { brCode: null })
  assert.equal((await line.createCharge(charge)).pix_code, provider.books.find(txid).code)
})
