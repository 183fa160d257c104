/** A subscription at its bank in short; test/slow/rail has a whole life of it, and its faults. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { addDays } from '../../runtime/brasilia.ts'
import { authorize } from '../../packages/bank/recurring/controls.ts'
import { quirks } from '../../packages/bank/quirks.ts'
import { INTERVAL_MS } from '../support/rail.ts'
import { brasilia } from '../support/subscriptions.ts'
import { CPF, SubscriptionRail } from '../support/subscriptionRail.ts'

const first = await SubscriptionRail.start()

const viewed = 'select viewed_at from subscription_codes where subscription_id = ?'

test('a code is paid and authorised, the next period debited, and the mandate ended', async () => {
  const at = first
  const opened = await at.open()
  assert.equal((await at.rail.subscriptionPageCode(opened, 'Loja'))?.status, 'pending')
  const { code, txid } = await at.code(opened)
  assert.equal(txid, (await at.plans.invoice(opened, 1)).txid)
  const { starts_on } = await at.plans.read(opened)
  assert.equal(starts_on, at.recurrences[0]?.calendario.dataInicial)
  authorize(at.bank.books, { code, cpf: CPF })
  await at.round()
  assert.deepEqual(at.plans.told(), ['invoice.paid 1', 'subscription.activated'])
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${due}T12:00:00`))
  const second = await at.plans.invoice(opened, 2)
  assert.deepEqual([second.status, await at.attempts(second)], ['paid', [`first ${due} paid`]])
  await at.cancel(opened)
  await at.round()
  assert.equal(at.recurrences[0]?.status, 'CANCELADA')
  assert.equal((await at.plans.read(opened)).mandate_status, 'canceled')
  at.assertRules()
})

test('an order that was lost is there once, and two processes give one', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  const second = at.process()
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  const day = addDays(due, -6)
  at.bank.order('PUT /cobr', 'lose', 1)
  await at.passTo(brasilia(`${day}T05:00:00`))
  at.at(brasilia(`${day}T06:01:00`))
  await at.reconcile(second)
  await at.round()
  at.bank.recover()
  assert.equal(at.charges.length, 1)
  assert.deepEqual(await at.attempts(await at.plans.invoice(opened, 2)), [`first ${due} scheduled`])
  at.assertRules()
})

test('a round at a bank that has no subscriptions makes no claim on any', async () => {
  const at = await first.another()
  await at.rail.reconcile()
  const runs = mock.method(at.service.db, 'run')
  await at.rail.reconcile()
  runs.mock.restore()
  assert.equal(runs.mock.callCount(), 0)
})

test('a bank that ends mandates slowly is asked once, and read until one has ended', async () => {
  const at = await first.another()
  const opened = await at.open()
  const { code } = await at.code(opened)
  const [before] = await at.service.sql<{ viewed_at: string }>(viewed, opened.id)
  at.at(new Date(at.now.getTime() + 2 * INTERVAL_MS))
  await at.rail.subscriptionPageCode(opened, 'Loja')
  const [after] = await at.service.sql<{ viewed_at: string }>(viewed, opened.id)
  assert.ok((after?.viewed_at ?? '') > (before?.viewed_at ?? ''))
  authorize(at.bank.books, { code, cpf: CPF })
  await at.round()
  quirks['slow-cancel']?.apply(at.bank, 3600)
  await at.cancel(opened)
  await at.round()
  await at.round()
  assert.equal(at.bank.count('PATCH /rec'), 1)
  assert.equal((await at.plans.read(opened)).mandate_status, 'approved')
  await at.round(2 * 60 * 60 * 1000)
  await at.round()
  assert.equal((await at.plans.read(opened)).mandate_status, 'canceled')
  assert.equal(at.bank.count('PATCH /rec'), 1)
})
