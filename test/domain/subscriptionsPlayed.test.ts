/** The sandbox's buyer and bank: paid, authorised, refused, ended, debited and failed at once. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import {
  playAuthorization,
  playFailure,
  playPayment,
  playRefusal,
  playRevocation,
} from '../../domain/subscriptions/played.ts'
import type { PlayedFailure } from '../../domain/subscriptions/played.ts'
import { FAILURE_REASONS } from '../../db/schema/subscriptionStatuses.ts'
import { person } from '../support/person.ts'
import { startService } from '../support/service.ts'
import { brasilia, Plans } from '../support/subscriptions.ts'

const service = await startService()
const plans = new Plans(await service.account())

beforeEach(() => {
  plans.told()
})

const keyOf = ({ id }: { id: string }) => ({ seller_id: plans.seller_id, id })

const authorize = (of: { id: string }, isApproved = true) =>
  plans.run((recorder) => playAuthorization({ ...keyOf(of), isApproved }, recorder))
const refuse = (of: { id: string }) => plans.run((recorder) => playRefusal(keyOf(of), recorder))
const revoke = (of: { id: string }, by: 'payer' | 'payer_bank' = 'payer') =>
  plans.run((recorder) => playRevocation({ ...keyOf(of), by }, recorder))

const pay = async (of: { id: string }, number: number) => {
  const { id } = await plans.invoice(of, number)
  return plans.run((recorder) => playPayment(keyOf({ id }), recorder))
}

const fail = async (
  of: { id: string },
  number: number,
  reason: PlayedFailure = 'insufficient_funds',
) => {
  const { id } = await plans.invoice(of, number)
  return plans.run((recorder) => playFailure({ ...keyOf({ id }), reason }, recorder))
}

/** The attempts of an invoice, as `kind date status`. */
const attemptsOf = async (of: { id: string }, number: number) => {
  const attempts = await plans.attempts(await plans.invoice(of, number))
  return attempts.map(({ kind, date, status }) => `${kind} ${date} ${status}`)
}

/** A monthly plan of 2 March that is active, with the invoice of 2 April open. */
async function withOpenInvoice() {
  plans.now = brasilia('2026-03-02T12:00:00')
  const subscription = await plans.open()
  assert.equal(await authorize(subscription), undefined)
  await plans.passTo(brasilia('2026-03-30T12:00:00'))
  plans.told()
  return subscription
}

test('authorising pays the first period and activates', async () => {
  const subscription = await plans.open()
  assert.equal(await authorize(subscription), undefined)
  const after = await plans.read(subscription)
  assert.deepEqual(
    [after.status, after.starts_on, after.paid_until, after.mandate_status],
    ['active', '2026-03-02', '2026-04-02', 'approved'],
  )
  assert.deepEqual([after.payer_tax_id, after.payer_bank_ispb], [person.tax_id, '99999999'])
  assert.deepEqual(plans.told(), ['invoice.paid 1', 'subscription.activated'])
  assert.equal(await authorize(subscription), 'subscription_not_incomplete')
  assert.equal(await refuse(subscription), 'subscription_not_incomplete')
})

test('one that has paid only is approved afterwards, or expires after a day', async () => {
  const [late, approved] = [await plans.open(), await plans.open()]
  for (const subscription of [late, approved]) {
    assert.equal(await authorize(subscription, false), undefined)
    assert.equal(await authorize(subscription, false), undefined)
    assert.equal((await plans.read(subscription)).status, 'incomplete')
    assert.equal((await plans.invoice(subscription, 1)).status, 'paid')
  }
  assert.equal(await authorize(approved), undefined)
  assert.equal((await plans.read(approved)).status, 'active')
  plans.now = new Date(plans.now.getTime() + 25 * 60 * 60 * 1000)
  assert.equal(await authorize(late), 'subscription_not_incomplete')
  await plans.due()
  const { status, paid_until, cancellation } = await plans.read(late)
  assert.deepEqual([status, paid_until], ['expired', '2026-04-02'])
  assert.deepEqual(cancellation?.reason, 'not_authorized')
  plans.now = brasilia('2026-03-02T12:00:00')
})

test('a plan with a first day is authorised, and nothing is paid', async () => {
  const subscription = await plans.open({ starts_on: '2026-03-20' })
  assert.equal(await authorize(subscription), undefined)
  assert.equal((await plans.read(subscription)).status, 'active')
  assert.deepEqual(plans.told(), ['subscription.activated'])
})

test('a refusal expires it, a revocation cancels it, each by whom', async () => {
  const [refused, revoked] = [await plans.open(), await plans.open()]
  assert.equal(await revoke(refused), 'subscription_already_ended')
  assert.equal(await refuse(refused), undefined)
  const { status, mandate_status, cancellation } = await plans.read(refused)
  assert.deepEqual([status, mandate_status], ['expired', 'rejected'])
  assert.deepEqual([cancellation?.by, cancellation?.code], ['payer', 'AP13'])
  assert.equal((await plans.invoice(refused, 1)).status, 'void')
  await authorize(revoked)
  assert.equal(await revoke(revoked, 'payer_bank'), undefined)
  const ended = await plans.read(revoked)
  assert.deepEqual([ended.status, ended.cancellation?.by], ['canceled', 'payer_bank'])
  assert.equal(await revoke(revoked), 'subscription_already_ended')
})

test('a debit is paid before its day, on the day of the call', async () => {
  const subscription = await withOpenInvoice()
  assert.equal(await pay(subscription, 2), undefined)
  assert.deepEqual(await attemptsOf(subscription, 2), ['first 2026-03-30 paid'])
  const { status, due_on } = await plans.invoice(subscription, 2)
  assert.deepEqual([status, due_on], ['paid', '2026-04-02'])
  assert.equal((await plans.read(subscription)).paid_until, '2026-05-02')
  assert.deepEqual(plans.told(), ['invoice.paid 2'])
  assert.equal(await pay(subscription, 2), 'invoice_not_open')
  assert.equal(await fail(subscription, 2), 'invoice_not_open')
  assert.equal(await pay(subscription, 1), 'invoice_not_open')
})

test('four failures in a day are an attempt and three retries, then the code pays', async () => {
  const subscription = await withOpenInvoice()
  for (let i = 0; i < 4; i++) assert.equal(await fail(subscription, 2), undefined)
  assert.deepEqual(await attemptsOf(subscription, 2), [
    'first 2026-03-30 failed',
    'retry 2026-03-30 failed',
    'retry 2026-03-31 failed',
    'retry 2026-04-01 failed',
  ])
  assert.deepEqual(plans.told(), [
    'invoice.payment_failed 2',
    'invoice.payment_failed 2',
    'invoice.payment_failed 2',
    'invoice.payment_failed 2',
    'invoice.uncollectible 2',
  ])
  assert.equal(await fail(subscription, 2), 'invoice_not_open')
  assert.equal((await plans.read(subscription)).status, 'past_due')
  assert.equal(await pay(subscription, 2), undefined)
  assert.equal((await plans.read(subscription)).status, 'active')
  assert.equal((await plans.invoice(subscription, 2)).status, 'paid')
})

test('a period that is over is paid by no code, nor is one of a plan that has ended', async () => {
  const [over, ended] = [await withOpenInvoice(), await withOpenInvoice()]
  for (const subscription of [over, ended]) await fail(subscription, 2, 'account_closed')
  await revoke(ended)
  assert.equal(await pay(ended, 2), 'invoice_not_open')
  plans.now = brasilia('2026-05-02T07:00:00')
  assert.equal(await pay(over, 2), 'invoice_not_open')
})

test('each reason is shown with a code of the bank, which may end the charge', async () => {
  const statuses: Record<string, string> = {}
  for (const reason of FAILURE_REASONS) {
    if (reason === 'missed') continue
    const subscription = await withOpenInvoice()
    assert.equal(await fail(subscription, 2, reason), undefined)
    const invoice = await plans.invoice(subscription, 2)
    const [attempt] = await plans.attempts(invoice)
    assert.deepEqual([invoice.failure_reason, attempt?.reason], [reason, reason])
    statuses[reason] = `${invoice.status} ${attempt?.code}`
  }
  assert.deepEqual(statuses, {
    insufficient_funds: 'open null',
    amount_over_limit: 'open AM02',
    account_closed: 'uncollectible AC05',
    account_blocked: 'open AC06',
    payer_mismatch: 'uncollectible MSUC',
    not_authorized: 'uncollectible MIDI',
    same_bank: 'open AG12',
    rule: 'uncollectible AM09',
    bank_error: 'open AB10',
    canceled_by_payer: 'uncollectible SLCR',
    canceled_by_bank: 'uncollectible SLBD',
    other: 'open null',
  })
})

test('a retry that is scheduled happens now', async () => {
  const subscription = await withOpenInvoice()
  await plans.passTo(brasilia('2026-04-01T12:00:00'))
  await fail(subscription, 2)
  await plans.passTo(brasilia('2026-04-03T12:00:00'))
  assert.deepEqual((await attemptsOf(subscription, 2)).at(-1), 'retry 2026-04-04 scheduled')
  assert.equal(await pay(subscription, 2), undefined)
  assert.deepEqual(await attemptsOf(subscription, 2), [
    'first 2026-04-01 failed',
    'retry 2026-04-03 paid',
  ])
})

test('a draft is neither paid nor failed, and what does not exist is said so', async () => {
  plans.now = brasilia('2026-03-02T12:00:00')
  const subscription = await plans.open()
  await authorize(subscription)
  await plans.passTo(brasilia('2026-03-24T12:00:00'))
  assert.equal((await plans.invoice(subscription, 2)).status, 'draft')
  assert.equal(await pay(subscription, 2), 'invoice_not_open')
  assert.equal(await fail(subscription, 2), 'invoice_not_open')
  const unknown = { id: 'inv_x' }
  assert.equal(await authorize({ id: 'sub_x' }), 'subscription_not_found')
  assert.equal(await refuse({ id: 'sub_x' }), 'subscription_not_found')
  assert.equal(await revoke({ id: 'sub_x' }), 'subscription_not_found')
  const paid = await plans.run((recorder) => playPayment(keyOf(unknown), recorder))
  assert.equal(paid, 'invoice_not_found')
})

test('the first period is paid by its invoice, and cannot fail: a code is no debit', async () => {
  plans.now = brasilia('2026-03-02T12:00:00')
  const subscription = await plans.open()
  assert.equal(await fail(subscription, 1), 'invoice_not_open')
  assert.equal(await pay(subscription, 1), undefined)
  assert.deepEqual((await plans.read(subscription)).paid_until, '2026-04-02')
})

test('what is paid here is canceled at the bank that is connected', async () => {
  plans.now = brasilia('2026-03-02T12:00:00')
  const subscription = await plans.open({}, 'bank_1')
  await authorize(subscription)
  await plans.passTo(brasilia('2026-03-30T12:00:00'))
  const { id } = await plans.invoice(subscription, 2)
  await service.sql('update invoices set bank_order_sent_at = ? where id = ?', 't', id)
  assert.equal(await pay(subscription, 2), undefined)
  const { status, bank_order } = await plans.invoice(subscription, 2)
  assert.deepEqual([status, bank_order], ['paid', 'void'])
})
