/** The states of subscriptions and invoices, pair by pair, and the bank's words about failures. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from '../../db/schema/subscriptionStatuses.ts'
import {
  endedBy,
  endsCharge,
  reasonOfAttempt,
  reasonOfEnding,
} from '../../domain/pix/recurring/reasons.ts'
import {
  INVOICE_MOVES,
  invoiceAfter,
  isOver,
  isSettled,
  standingOf,
  SUBSCRIPTION_MOVES,
  subscriptionAfter,
} from '../../domain/subscriptions/states.ts'

/** The specification's table of a subscription, event by event, in the order of its statuses. */
const subscriptions = {
  activate: ['active', null, null, null, null, null],
  expire: ['expired', null, null, null, null, null],
  cancel: ['canceled', 'canceled', 'canceled', null, null, null],
  mandate_ended: ['expired', 'canceled', 'canceled', null, null, null],
  fall_behind: [null, 'past_due', null, null, null, null],
  catch_up: [null, null, 'active', null, null, null],
  complete: [null, 'ended', 'ended', null, null, null],
} as const

/** The same of an invoice. */
const invoices = {
  open: ['open', null, null, null, null],
  pay: [null, 'paid', null, null, 'paid'],
  void: ['void', 'void', null, null, null],
  give_up: [null, 'uncollectible', null, null, null],
} as const

test('each pair of status and event leads where the specification says', () => {
  for (const [event, targets] of Object.entries(subscriptions)) {
    for (const [i, status] of SUBSCRIPTION_STATUSES.entries()) {
      const found = subscriptionAfter(status, event as keyof typeof subscriptions) ?? null
      assert.equal(found, targets[i], `a subscription, ${status}: ${event}`)
    }
  }
  for (const [event, targets] of Object.entries(invoices)) {
    for (const [i, status] of INVOICE_STATUSES.entries()) {
      const found = invoiceAfter(status, event as keyof typeof invoices) ?? null
      assert.equal(found, targets[i], `an invoice, ${status}: ${event}`)
    }
  }
})

test('nothing leaves canceled, expired and ended, and paid and void are final', () => {
  const over = SUBSCRIPTION_STATUSES.filter(isOver)
  assert.deepEqual(over, ['canceled', 'expired', 'ended'])
  assert.deepEqual(
    SUBSCRIPTION_MOVES.filter(([from]) => isOver(from)),
    [],
  )
  const left = INVOICE_MOVES.filter(([from]) => isSettled(from))
  assert.deepEqual(left, [['uncollectible', 'pay', 'paid']])
})

test('no status has two moves for one event', () => {
  for (const moves of [SUBSCRIPTION_MOVES, INVOICE_MOVES]) {
    const pairs = moves.map(([from, event]) => `${from} ${event}`)
    assert.equal(new Set(pairs).size, pairs.length)
  }
})

test('the newest invoice with an outcome says whether a subscription is behind', () => {
  const paid = { number: 1, status: 'paid', has_failed: false } as const
  const failing = { number: 2, status: 'open', has_failed: true } as const
  assert.equal(standingOf([]), 'catch_up')
  assert.equal(standingOf([failing, paid]), 'fall_behind')
  assert.equal(standingOf([paid, { ...failing, status: 'paid' }]), 'catch_up')
  assert.equal(standingOf([paid, { ...failing, status: 'uncollectible' }]), 'fall_behind')
  // Neither has an outcome: an instruction under way, and a period that is not charged.
  assert.equal(standingOf([paid, { ...failing, has_failed: false }]), 'catch_up')
  const undecided = { number: 3, has_failed: true } as const
  assert.equal(standingOf([failing, { ...undecided, status: 'void' }]), 'fall_behind')
})

test('each code of the bank has its reason', () => {
  const expected = {
    amount_over_limit: ['AM02'],
    account_closed: ['AC05', 'ACCT'],
    account_blocked: ['AC06', 'BLCK'],
    not_authorized: ['MIDI', 'NITX', 'NIPA'],
    payer_mismatch: ['MSUC', 'DENC'],
    same_bank: ['AG12'],
    bank_error: ['AB10', 'QUNT', 'UDEI', 'FAIL'],
    rule: ['AM09', 'IRNT', 'NIEC', 'DS27', 'RC09', 'DTNT', 'FBRD', 'DTED'],
    other: ['XX99', '', 'constructor'],
    insufficient_funds: [null],
  }
  for (const [reason, codes] of Object.entries(expected)) {
    for (const code of codes) assert.equal(reasonOfAttempt(code), reason, code ?? 'none')
  }
  for (const code of ['SLCR', 'SLBD', 'CCLD', 'OTHR']) {
    assert.equal(reasonOfEnding(code, 'payer'), 'canceled_by_payer')
    assert.equal(reasonOfEnding(code, 'payer_bank'), 'canceled_by_bank')
  }
})

test('nine codes end the charge', () => {
  const ending = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09']
  assert.ok(ending.every(endsCharge))
  for (const code of ['AM02', 'AB10', 'AC06', 'XX99', null]) assert.ok(!endsCharge(code))
})

test('a mandate is ended by the side that the bank names, or that its code is of', () => {
  assert.equal(endedBy('SLCR', 'USUARIO_PAGADOR'), 'payer')
  assert.equal(endedBy('CPCL', 'USUARIO_RECEBEDOR'), 'seller')
  assert.equal(endedBy('FRUD', 'PSP_RECEBEDOR'), 'seller_bank')
  for (const code of ['ACCL', 'DCSD', 'FRUD', 'ERSL', 'PCFD', 'SLDB']) {
    assert.equal(endedBy(code, 'PSP_PAGADOR'), 'payer_bank')
    assert.equal(endedBy(code, 'USUARIO_RECEBEDOR'), 'seller_bank', code)
  }
  for (const party of ['UM_NOVO', 'constructor', '']) {
    assert.equal(endedBy(null, party), 'payer_bank', party)
  }
})
