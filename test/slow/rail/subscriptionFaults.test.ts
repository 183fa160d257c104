/** Orders whose answers are lost, and processes that die: each is carried out once. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { dueDay } from '../../../domain/subscriptions/calendar.ts'
import { requestVoid } from '../../../domain/subscriptions/cancel.ts'
import { startOrder } from '../../../domain/subscriptions/orders.ts'
import { authorize, setFunds } from '../../../packages/bank/recurring/controls.ts'
import { brasilia } from '../../support/subscriptions.ts'
import { CPF, SubscriptionRail } from '../../support/subscriptionRail.ts'

const first = await SubscriptionRail.start()
const MINUTE_MS = 60_000

test.each(['POST /locrec', 'PUT /cob', 'POST /rec'])(
  '%s is lost three times, and one recurrence is made',
  async (order) => {
    const at = await first.another()
    const opened = await at.open()
    at.bank.order(order, 'lose', 3)
    let found = await at.rail.subscriptionCode(opened, 'Loja')
    for (let runs = 1; runs < 5 && found?.status !== 'ready'; runs++) {
      found = await at.rail.subscriptionCode(opened, 'Loja')
    }
    at.bank.recover()
    assert.ok(found?.code)
    authorize(at.bank.books, { code: found.code, cpf: CPF })
    await at.round()
    assert.equal((await at.plans.read(opened)).status, 'active')
    assert.equal(at.recurrences.length, 1)
    at.assertRules()
  },
)

test('instruction, retry and end are lost three times, and each is there once', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  at.bank.order('PUT /cobr', 'lose', 3)
  at.bank.order('POST /retentativa', 'lose', 3)
  await at.passTo(brasilia(`${addDays(due, 3)}T12:00:00`))
  const invoice = await at.plans.invoice(opened, 2)
  assert.deepEqual(await at.attempts(invoice), [
    `first ${due} failed insufficient_funds`,
    `retry ${addDays(due, 2)} failed insufficient_funds`,
    `retry ${addDays(due, 4)} scheduled`,
  ])
  at.bank.order('PATCH /rec', 'lose', 3)
  await at.cancel(opened)
  await at.passTo(brasilia(`${addDays(due, 5)}T12:00:00`))
  assert.equal(at.recurrences[0]?.status, 'CANCELADA')
  assert.equal((await at.plans.read(opened)).mandate_status, 'canceled')
  at.bank.recover()
  at.assertRules()
})

test('a process dies before and after its order went out, and another carries it on', async () => {
  const at = await first.another()
  const [unsent, sent] = [await at.authorized(), await at.authorized()]
  const due = (await at.plans.read(sent)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -6)}T05:00:00`))
  at.at(brasilia(`${addDays(due, -6)}T06:01:00`))
  await at.plans.due()
  const orders = at.bank.count('PUT /cobr')
  for (const one of [unsent, sent]) {
    const { id } = await at.plans.invoice(one, 2)
    const key = { seller_id: at.plans.seller_id, id }
    assert.ok(await at.plans.run((recorder) => startOrder(key, recorder)))
  }
  // One of the two orders has reached the bank; its process died before the answer.
  const { txid } = await at.plans.invoice(sent, 2)
  const { account } = at.bank
  at.bank.books.perform('PUT /cobr', [txid], {
    idRec: (await at.plans.read(sent)).recurrence_id,
    calendario: { dataDeVencimento: due },
    valor: { original: '49.90' },
    ajusteDiaUtil: false,
    recebedor: { conta: account.number, agencia: account.branch, tipoConta: 'CORRENTE' },
  })
  await at.round(5 * MINUTE_MS)
  for (const one of [unsent, sent]) {
    assert.deepEqual(await at.attempts(await at.plans.invoice(one, 2)), [`first ${due} scheduled`])
  }
  assert.equal(at.bank.count('PUT /cobr') - orders, 1)
  assert.equal(at.charges.length, 2)
  at.assertRules()
})

test('an order of a process that died at night is looked for, and given by day', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -6)}T05:00:00`))
  at.at(brasilia(`${addDays(due, -6)}T21:59:00`))
  await at.plans.due()
  const { id } = await at.plans.invoice(opened, 2)
  await at.plans.run((recorder) => startOrder({ seller_id: at.plans.seller_id, id }, recorder))
  await at.passTo(brasilia(`${addDays(due, -5)}T05:00:00`))
  assert.equal(at.charges.length, 0)
  await at.passTo(brasilia(`${addDays(due, -5)}T06:10:00`))
  assert.equal(at.charges.length, 1)
  at.assertRules()
})

test('a refusal is counted, and the order is given again while its time lasts', async () => {
  const refused: string[] = []
  const at = await first.another({ recurringRefused: (code) => void refused.push(code) })
  const opened = await at.authorized()
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  at.bank.order('PUT /cobr', 400, 2)
  await at.passTo(brasilia(`${addDays(due, -5)}T23:00:00`))
  assert.deepEqual(refused, ['400', '400'])
  assert.equal((await at.attempts(await at.plans.invoice(opened, 2))).length, 1)
  at.bank.recover()
  at.assertRules()
})

test('two processes at once place one charge for each invoice', async () => {
  const at = await first.another()
  const opened = [await at.authorized(), await at.authorized(), await at.authorized()]
  const second = at.process()
  const due = (await at.plans.read(opened[0] ?? assert.fail())).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -6)}T05:00:00`))
  at.at(brasilia(`${addDays(due, -6)}T06:01:00`))
  await at.reconcile(second)
  await at.round()
  assert.equal(at.charges.length, 3)
  at.assertRules()
})

test('a suspended seller and a bank that was left get no order; an end goes out', async () => {
  const at = await first.another()
  const [suspended, left] = [await at.authorized(), await at.authorized()]
  const { sql } = at.service
  const { seller_id } = at.plans
  const due = (await at.plans.read(left)).next_due_on ?? ''
  await sql(`update sellers set status = 'suspended' where id = ?`, seller_id)
  await at.passTo(brasilia(`${addDays(due, -6)}T12:00:00`))
  await at.cancel(suspended)
  await at.round()
  assert.equal(at.charges.length, 0)
  assert.equal((await at.plans.read(suspended)).mandate_status, 'canceled')
  await sql(`update sellers set status = 'active' where id = ?`, seller_id)
  const change = 'update bank_connections set disconnected_at = ? where id = ?'
  await sql(change, at.now.toISOString(), at.connection_id)
  await at.round()
  assert.equal(at.charges.length, 0)
  await sql(change, null, at.connection_id)
  await at.round()
  assert.equal(at.charges.length, 1)
  at.assertRules()
})

test('a mandate that ended unheard of is noticed before the next order', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  const { recurrence_id, next_due_on } = await at.plans.read(opened)
  await at.passTo(brasilia(`${addDays(next_due_on ?? '', -6)}T05:00:00`))
  at.bank.books.recurring.recurrences.end(
    at.bank.books.recurring.recurrences.find(recurrence_id ?? ''),
    'USUARIO_PAGADOR',
    'CPCL',
  )
  await at.passTo(brasilia(`${addDays(next_due_on ?? '', -6)}T07:00:00`))
  assert.equal((await at.plans.read(opened)).status, 'canceled')
  assert.equal(at.charges.length, 0)
  at.assertRules()
})

/** A gateway whose bank is away: it has its token already, and 404 for everything. */
const awayBehindGateway = { answer: { status: 404, body: '<html>404</html>' } }

test('a void is confirmed by the bank, and by no gateway that answers 404', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -6)}T12:00:00`))
  const { id } = await at.plans.invoice(opened, 2)
  at.bank.order('', awayBehindGateway)
  at.plans.now = at.now
  await at.plans.run((recorder) => requestVoid({ seller_id: at.plans.seller_id, id }, recorder))
  await at.passHours(3)
  assert.equal((await at.plans.invoice(opened, 2)).status, 'open')
  assert.equal(at.charges[0]?.status, 'ATIVA')
  at.bank.recover()
  await at.passHours(1)
  assert.equal((await at.plans.invoice(opened, 2)).status, 'void')
  assert.equal(at.charges[0]?.status, 'CANCELADA')
  at.assertRules()
})

test('a mandate whose answer was lost is ended, whatever a gateway says meanwhile', async () => {
  const at = await first.another()
  const opened = await at.open()
  at.bank.order('POST /rec', 'lose')
  at.bank.order('GET /locrec', 503)
  await at.rail.subscriptionCode(opened, 'Loja')
  assert.equal((await at.plans.read(opened)).recurrence_id, null)
  at.bank.recover()
  at.bank.order('', awayBehindGateway)
  await at.cancel(opened)
  await at.passHours(3)
  assert.equal((await at.plans.read(opened)).mandate_status, 'pending')
  at.bank.recover()
  await at.passHours(1)
  assert.equal((await at.plans.read(opened)).mandate_status, 'canceled')
  assert.deepEqual(
    at.recurrences.map(({ status }) => status),
    ['CANCELADA'],
  )
})

/** The first day from another one on that is followed by a Saturday a month later. */
function monthBeforeSaturday(from: string): string {
  const next = dueDay({ billing_interval: 'month', interval_count: 1, starts_on: from }, 2)
  return new Date(next).getUTCDay() === 6 ? from : monthBeforeSaturday(addDays(from, 1))
}

test('retries are counted from the day that was ordered, where the bank moves debits', async () => {
  const at = await first.another()
  const offer_id = await at.plans.offer()
  await at.plans.customer()
  at.bank.books.recurring.settings.adjustsDays = true
  at.at(brasilia(`${monthBeforeSaturday(dayOf(at.now))}T23:00:00`))
  const opened = await at.authorized({ offer_id })
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, 11)}T12:00:00`))
  const invoice = await at.plans.invoice(opened, 2)
  assert.deepEqual([invoice.due_on, invoice.status], [due, 'uncollectible'])
  assert.deepEqual(await at.attempts(invoice), [
    `first ${addDays(due, 2)} failed insufficient_funds`,
    `retry ${addDays(due, 4)} failed insufficient_funds`,
    `retry ${addDays(due, 9)} failed insufficient_funds`,
  ])
  at.assertRules()
})

test('a bank that moves debits and refuses them at once tries no day twice', async () => {
  const at = await first.another()
  const { settings } = at.bank.books.recurring
  const offer_id = await at.plans.offer()
  await at.plans.customer()
  settings.adjustsDays = true
  at.at(brasilia(`${monthBeforeSaturday(dayOf(at.now))}T23:00:00`))
  const opened = await at.authorized({ offer_id })
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  // The payer's bank refuses each attempt hours after it was ordered, days before its debit.
  settings.rejects = 'AM02'
  await at.passTo(brasilia(`${addDays(due, 11)}T12:00:00`))
  const invoice = await at.plans.invoice(opened, 2)
  assert.deepEqual([invoice.due_on, invoice.status], [due, 'uncollectible'])
  assert.deepEqual(await at.attempts(invoice), [
    `first ${addDays(due, 2)} failed amount_over_limit`,
    `retry ${addDays(due, 4)} failed amount_over_limit`,
    `retry ${addDays(due, 9)} failed amount_over_limit`,
  ])
  const dates = at.charges.map(({ tentativas }) => tentativas.map((one) => one.dataLiquidacao))
  assert.deepEqual(dates, [[addDays(due, 2), addDays(due, 4), addDays(due, 9)]])
  assert.equal(at.bank.count('POST /retentativa'), 2)
  at.assertRules()
})

test('a retry that the bank was told twice of stands twice, and holds nothing up', async () => {
  const at = await first.another()
  const { charges, settings } = at.bank.books.recurring
  const opened = await at.authorized()
  settings.rejects = 'AM02'
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${addDays(due, -5)}T23:00:00`))
  const [retried] = (await at.attempts(await at.plans.invoice(opened, 2))).slice(-1)
  assert.equal(retried, `retry ${addDays(due, 2)} failed amount_over_limit`)
  // As a proxy does, after the payer's bank has refused the first.
  charges.attempt(at.charges[0] ?? assert.fail(), addDays(due, 2), 'NTAG')
  await at.passTo(brasilia(`${addDays(due, -4)}T23:00:00`))
  settings.rejects = undefined
  await at.passTo(brasilia(`${addDays(due, 5)}T12:00:00`))
  const invoice = await at.plans.invoice(opened, 2)
  assert.equal(invoice.status, 'paid')
  assert.deepEqual(await at.attempts(invoice), [
    `first ${due} failed amount_over_limit`,
    `retry ${addDays(due, 2)} failed amount_over_limit`,
    `retry ${addDays(due, 2)} failed amount_over_limit`,
    `retry ${addDays(due, 4)} paid`,
  ])
})

test('a charge that was ended before its retry has no attempt that the bank has not', async () => {
  const at = await first.another()
  const opened = await at.authorized()
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  const due = (await at.plans.read(opened)).next_due_on ?? ''
  await at.passTo(brasilia(`${due}T23:55:00`))
  at.plans.told()
  const [charge] = at.charges
  at.bank.books.recurring.charges.cancel(charge ?? assert.fail(), 'PSP_PAGADOR', 'CCLD')
  await at.passTo(brasilia(`${addDays(due, 1)}T07:00:00`))
  const invoice = await at.plans.invoice(opened, 2)
  assert.deepEqual(await at.attempts(invoice), [`first ${due} failed insufficient_funds`])
  assert.equal(invoice.status, 'uncollectible')
  assert.deepEqual(at.plans.told(), ['invoice.uncollectible 2'])
  at.assertRules()
})
