/** A subscription at its bank, from its code to its end. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addDays } from '../../../runtime/brasilia.ts'
import {
  authorize,
  cancelSchedule,
  revoke,
  setFunds,
} from '../../../packages/bank/recurring/controls.ts'
import { brasilia } from '../../support/subscriptions.ts'
import { CPF, SubscriptionRail } from '../../support/subscriptionRail.ts'

const first = await SubscriptionRail.start()

test('a whole sale: code, authorisation, twelve debits, cancellation', async () => {
  const at = first
  const opened = await at.open({ offer_id: await at.plans.offer({ billing_interval: 'week' }) })
  const { code, txid } = await at.code(opened)
  assert.equal(txid, (await at.plans.invoice(opened, 1)).txid)
  const { starts_on } = await at.plans.read(opened)
  assert.equal(starts_on, at.recurrences[0]?.calendario.dataInicial)
  authorize(at.bank.books, { code, cpf: CPF })
  await at.round()
  assert.equal((await at.plans.read(opened)).status, 'active')
  assert.deepEqual(at.plans.told(), ['invoice.paid 1', 'subscription.activated'])
  await at.passHours(24 * 7 * 12 + 12)
  const invoices = await at.plans.invoices(opened)
  const paid = invoices.filter(({ status }) => status === 'paid')
  assert.equal(paid.length, 13)
  assert.deepEqual(await at.attempts(paid[12] ?? assert.fail()), [
    `first ${addDays(starts_on ?? '', 7 * 12)} paid`,
  ])
  assert.equal(at.arrivedMinor, 13 * 4990)
  await at.cancel(opened)
  await at.passHours(2)
  const { status, mandate_status } = await at.plans.read(opened)
  assert.deepEqual([status, mandate_status], ['canceled', 'canceled'])
  assert.equal(at.recurrences[0]?.status, 'CANCELADA')
  await at.passHours(24 * 15)
  assert.equal(at.arrivedMinor, 13 * 4990)
  at.assertRules()
})

test('a debit without money is tried on three days, and then paid by a code', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, 9)}T12:00:00`))
  const second = await at.plans.invoice(opened, 2)
  assert.deepEqual(await at.attempts(second), [
    `first ${due} failed insufficient_funds`,
    `retry ${addDays(due, 2)} failed insufficient_funds`,
    `retry ${addDays(due, 4)} failed insufficient_funds`,
    `retry ${addDays(due, 7)} failed insufficient_funds`,
  ])
  assert.equal(second.status, 'uncollectible')
  const current = await at.plans.read(opened)
  assert.equal(current.status, 'past_due')
  const { code, invoice_id } = await at.code(current)
  assert.equal(invoice_id, second.id)
  at.bank.books.payCode(code, 4990)
  await at.passHours(1)
  assert.equal((await at.plans.invoice(opened, 2)).status, 'paid')
  assert.equal((await at.plans.read(opened)).status, 'active')
  at.assertRules()
})

test('paid and never authorised, it expires after a day and its mandate ends', async () => {
  const at = await first.another()
  const opened = await at.authorized({}, { consents: false })
  assert.equal(opened.status, 'incomplete')
  await at.passHours(25)
  const { status, cancellation, mandate_status } = await at.plans.read(opened)
  assert.deepEqual([status, cancellation?.reason], ['expired', 'not_authorized'])
  assert.equal(mandate_status, 'canceled')
  assert.equal(at.recurrences[0]?.status, 'CANCELADA')
  assert.equal((await at.plans.invoice(opened, 1)).status, 'paid')
  at.assertRules()
})

test('one that nobody pays expires once the bank has ended its code and its mandate', async () => {
  const at = await first.another()
  const opened = await at.open()
  const starts_on = addDays(opened.created_at.slice(0, 10), 10)
  const later = await at.open({ starts_on })
  await at.code(later)
  const { code } = await at.code(opened)
  await at.passHours(24.2)
  assert.equal((await at.plans.read(opened)).status, 'expired')
  assert.equal(at.bank.books.payCode(code, 4990), undefined)
  assert.equal((await at.plans.read(later)).status, 'incomplete')
  await at.passHours(24 * 9)
  assert.equal((await at.plans.read(later)).status, 'expired')
  assert.deepEqual(
    at.recurrences.map((one) => one.status),
    ['CANCELADA', 'CANCELADA'],
  )
  at.assertRules()
})

test('canceled at 23:00 of the day before, the debit comes and goes back', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -1)}T23:00:00`))
  await at.cancel(opened)
  await at.passTo(brasilia(`${addDays(due, 1)}T12:00:00`))
  assert.equal((await at.plans.read(opened)).status, 'canceled')
  assert.deepEqual(
    at.plans.returned.map(({ reason }) => reason),
    ['canceled'],
  )
  at.assertRules()
})

test('what payer and seller take back in time is never debited', async () => {
  const at = await first.another()
  const [taken, voided, revoked] = [
    await at.authorized(),
    await at.authorized(),
    await at.authorized(),
  ]
  const due = (await at.plans.read(taken)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -3)}T12:00:00`))
  const { txid } = await at.plans.invoice(taken, 2)
  cancelSchedule(at.bank.books, { txid })
  await at.cancel(voided)
  const idRec = (await at.plans.read(revoked)).recurrence_id ?? ''
  revoke(at.bank.books, { idRec })
  await at.rail.heardOfMandates(at.plans.seller_id, [idRec])
  await at.rail.heardOfCharges(at.plans.seller_id, [txid])
  await at.rail.idle()
  const end = await at.plans.read(revoked)
  assert.deepEqual([end.status, end.cancellation?.by], ['canceled', 'payer'])
  const second = await at.plans.invoice(taken, 2)
  assert.deepEqual([second.status, second.failure_reason], ['uncollectible', 'canceled_by_payer'])
  await at.passTo(brasilia(`${addDays(due, 2)}T12:00:00`))
  assert.equal(at.arrivedMinor, 3 * 4990)
  for (const one of [taken, voided, revoked]) {
    const [attempt] = await at.attempts(await at.plans.invoice(one, 2))
    assert.match(attempt ?? '', / canceled/)
  }
  at.assertRules()
})
