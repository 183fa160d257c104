/** Refunds that a seller orders are carried out once, whatever the bank does on the way. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../../../db/database.ts'
import { checkDatabase } from '../../../../db/maintenance/check.ts'
import { DOUBT_MS, HIDDEN, LONG_DOUBT_MS } from '../../../../domain/pix/refunds/orders.ts'
import { newDatabase } from '../../../support/engine.ts'
import { PRICE_MINOR, startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'

const databaseUrl = await newDatabase()
const secretKey = randomBytes(32)
const first = await startRail({ databaseUrl, secretKey })
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** A session that was paid at the bank, and its payment. */
async function paid(rail: RailTest) {
  const { checkout, txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const { payment_id } = await rail.read(checkout)
  return { checkout, pix, payment_id: payment_id ?? '' }
}

const returnIdOf = ({ id }: { id: string }) => id.slice('refund_'.length).replaceAll('-', '')

async function payment(rail: RailTest, id: string) {
  const seller = await rail.service.login(rail.seller)
  const { body } = await seller.get<'Payment'>(`/v1/payments/${id}`)
  return [body.status, body.amount_refunded_minor]
}

for (const fault of [500, 503, 401, 'drop'] as const) {
  test(`an order that ends with ${fault} is pending, and given again`, async () => {
    const rail = await first.another()
    const { pix, payment_id } = await paid(rail)
    for (const on of ['PUT /devolucao', 'GET /devolucao']) rail.bank.order(on, fault)
    const made = await rail.refund(payment_id)
    await rail.reconcile()
    assert.equal((await rail.readRefund(made)).status, 'pending')
    assert.deepEqual(await payment(rail, payment_id), ['succeeded', 0])
    assert.deepEqual(await rail.refundEvents(), [])
    rail.bank.recover()
    await rail.reconcile()
    assert.equal((await rail.readRefund(made)).status, 'succeeded')
    assert.deepEqual(
      pix.devolucoes?.map(({ id }) => id),
      [returnIdOf(made)],
    )
    await rail.assertMoneyAccountedFor()
  })
}

test('a bank that takes days is asked less and less often, until it is done', async () => {
  const rail = await first.another()
  const { checkout, pix, payment_id } = await paid(rail)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const made = await rail.refund(payment_id)
  await rail.assertAskedLessOften(checkout, 4)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  assert.equal(rail.bank.count('PUT /devolucao'), 1)
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile(DAY_MS)
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
  const questions = rail.bank.count('GET /devolucao')
  await rail.reconcile(DAY_MS)
  assert.equal(rail.bank.count('GET /devolucao'), questions)
  await rail.assertMoneyAccountedFor()
})

test('an announced end of a refund is asked about, and recorded', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const made = await rail.refund(payment_id)
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.announce(pix)
  assert.deepEqual(await rail.readRefund(made), {
    ...(await rail.readRefund(made)),
    status: 'succeeded',
    origin: 'seller',
  })
  const [row] = await rail.rows('refunds')
  assert.equal(row?.check_at, null)
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
  await rail.assertMoneyAccountedFor()
})

for (const [end, status, told] of [
  ['NAO_REALIZADO', 'failed', ['refund.failed']],
  ['DEVOLVIDO', 'succeeded', ['refund.failed', 'refund.succeeded']],
] as const) {
  test(`a failed refund that the bank takes up is announced once: ${end}`, async () => {
    const rail = await first.another()
    const { pix, payment_id } = await paid(rail)
    rail.bank.books.return_state = 'NAO_REALIZADO'
    const made = await rail.refund(payment_id)
    const [order] = pix.devolucoes ?? []
    Object.assign(order ?? {}, { status: 'EM_PROCESSAMENTO' })
    await rail.announce(pix)
    const taken = await rail.readRefund(made)
    assert.deepEqual([taken.status, taken.failure_reason], ['pending', null])
    rail.bank.books.endReturns(end)
    await rail.announce(pix)
    assert.equal((await rail.readRefund(made)).status, status)
    assert.deepEqual(await rail.refundEvents(), told)
    const checks = await checkDatabase(databaseUrl)
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    )
    await rail.assertMoneyAccountedFor()
  })
}

test('without words of the bank, a failure has words of ours', async () => {
  const rail = await first.another()
  const { payment_id } = await paid(rail)
  rail.bank.books.return_state = 'NAO_REALIZADO'
  const made = await rail.refund(payment_id)
  assert.match((await rail.readRefund(made)).failure_reason ?? '', /não realizou/)
})

test('metrics count the money that a bank sends back, and not that of failed refunds', async () => {
  const rail = await first.another()
  const counted: (string | number)[][] = []
  const { payment_id } = await paid(rail)
  rail.service.service.metrics.money = (...money) => void counted.push(money)
  rail.bank.books.return_state = 'NAO_REALIZADO'
  await rail.refund(payment_id, { amount_minor: 1000 })
  rail.bank.books.return_state = 'DEVOLVIDO'
  await rail.refund(payment_id, { amount_minor: 2000 })
  assert.deepEqual(counted, [['returned', 2000]])
})

test('an order stays pending while a gateway answers 404 to everything', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.order('PUT /devolucao', 'lose')
  rail.bank.order('GET /devolucao', 503)
  const made = await rail.refund(payment_id, { amount_minor: 2000 })
  rail.bank.recover()
  rail.bank.order('', 404)
  for (let i = 0; i < 2; i++) await rail.reconcile(DAY_MS)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  rail.bank.recover()
  await rail.reconcile(DAY_MS)
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(rail.bank.books.balances().get(pix.endToEndId), PRICE_MINOR - 2000)
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
})

test('a refund is on record with the amount that the bank says it sent back', async () => {
  const rail = await first.another()
  const { payment_id } = await paid(rail)
  const body = Buffer.from(JSON.stringify({ status: 'DEVOLVIDO', valor: '19.99' }))
  rail.bank.order('PUT /devolucao', { answer: { status: 201, headers: {}, body } })
  const made = await rail.refund(payment_id, { amount_minor: 2000 })
  assert.equal((await rail.readRefund(made)).amount_minor, 1999)
  assert.deepEqual(await payment(rail, payment_id), ['partially_refunded', 1999])
  const told = 'the bank has another amount of a refund'
  assert.equal(rail.service.log.filter((line) => line.includes(told)).length, 1)
})

test('a refused order has failed once the bank has shown twice that it has none', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.order('PUT /devolucao', 400)
  rail.bank.order('GET /devolucao', 503)
  const made = await rail.refund(payment_id)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  // A refusal to say is no answer either.
  rail.bank.order('GET /devolucao', 400)
  await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'pending')
  rail.bank.recover()
  rail.bank.order('PUT /devolucao', 400)
  await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'pending')
  await rail.reconcile(DOUBT_MS - 1)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  await rail.reconcile()
  const failed = await rail.readRefund(made)
  assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'Requisição inválida'])
  assert.equal(pix.devolucoes, undefined)
  const orders = rail.bank.count('PUT /devolucao')
  await rail.reconcile(DAY_MS)
  assert.equal(rail.bank.count('PUT /devolucao'), orders)
  await rail.assertMoneyAccountedFor()
})

for (const fault of ['lose', 'drop', 503] as const) {
  test(`an order that ended with ${fault} stays pending when its repeat is refused`, async () => {
    const rail = await first.another()
    const { pix, payment_id } = await paid(rail)
    rail.bank.books.queuedMs = 3 * DAY_MS
    rail.bank.order('PUT /devolucao', fault, 1)
    const made = await rail.refund(payment_id)
    rail.bank.order('PUT /devolucao', 400)
    await rail.reconcile()
    await rail.reconcile()
    const [row] = await rail.rows('refunds')
    assert.deepEqual([row?.status, row?.order_status], ['pending', 'sent'])
    await rail.reconcile(LONG_DOUBT_MS - HOUR_MS)
    assert.equal((await rail.readRefund(made)).status, 'pending')
    assert.deepEqual(await rail.refundEvents(), [])
    await rail.reconcile(LONG_DOUBT_MS)
    assert.equal((await rail.readRefund(made)).status, 'failed')
    assert.equal((await rail.readRefund(made)).failure_reason, 'Requisição inválida')
    assert.equal(pix.devolucoes?.length ?? 0, fault === 'lose' ? 1 : 0)
  })
}

test('an order whose id the bank says is used is under way until it is shown', async () => {
  const rail = await first.another()
  const { payment_id } = await paid(rail)
  rail.bank.books.queuedMs = 4 * DAY_MS
  rail.bank.order('PUT /devolucao', 'lose', 1)
  const made = await rail.refund(payment_id)
  await rail.reconcile()
  const [row] = await rail.rows('refunds')
  assert.deepEqual([row?.status, row?.order_status], ['pending', 'used'])
  const orders = rail.bank.count('PUT /devolucao')
  const isTold = () => rail.service.log.some((line) => line.includes(HIDDEN))
  for (let hour = 0; hour < 24; hour += 6) await rail.reconcile(6 * HOUR_MS - 1)
  assert.equal(isTold(), false)
  for (let day = 1; day < 3; day++) await rail.reconcile(DAY_MS)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  assert.equal(isTold(), true)
  assert.equal(rail.bank.count('PUT /devolucao'), orders)
  await rail.reconcile(2 * DAY_MS)
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
  await rail.assertMoneyAccountedFor()
})

test('an order whose process died before its answer counts as sent', async () => {
  const rail = await first.another()
  const { payment_id } = await paid(rail)
  const answered = Promise.withResolvers<void>()
  rail.bank.order('PUT /devolucao', { hold: answered.promise })
  const seller = await rail.service.login(rail.seller)
  await seller.refund(payment_id)
  await rail.bank.holdsUp(AbortSignal.timeout(10_000))
  const [row] = await rail.rows('refunds')
  assert.deepEqual([row?.status, row?.order_status], ['pending', 'sent'])
  rail.bank.recover()
  answered.resolve()
  await rail.service.service.rail.idle()
  await rail.assertMoneyAccountedFor()
})

test('an order that the bank shows after its refusal is in no doubt any more', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.order('PUT /devolucao', 400)
  const made = await rail.refund(payment_id, { amount_minor: 2000 })
  rail.bank.books.takeBack(pix, 2000, { status: 'EM_PROCESSAMENTO', natureza: 'ORIGINAL' })
  const [order] = pix.devolucoes ?? []
  Object.assign(order ?? {}, { id: returnIdOf(made) })
  await rail.reconcile()
  const [row] = await rail.rows('refunds')
  assert.deepEqual([row?.status, row?.absent_since, row?.refusal_reason], ['pending', null, null])
})

for (const [scopes, shown] of [
  ['cob.write cob.read pix.read webhook.write webhook.read', 'the transfer'],
  ['cob.write cob.read webhook.write webhook.read', 'the charge'],
] as const) {
  test(`without the scope for returns, a refund fails by what ${shown} shows`, async () => {
    const rail = await first.another()
    const { pix, payment_id } = await paid(rail)
    rail.bank.scopes = scopes
    const made = await rail.refund(payment_id)
    assert.equal((await rail.readRefund(made)).status, 'pending')
    await rail.reconcile()
    const failed = await rail.readRefund(made)
    assert.equal(failed.status, 'failed')
    assert.equal(failed.failure_reason, 'Acesso Negado; Falta pix.write')
    assert.deepEqual(await payment(rail, payment_id), ['succeeded', 0])
    assert.equal(pix.devolucoes, undefined)
  })
}

test('an order is not given while its refund fails, as another may be', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  const bank = Promise.withResolvers<void>()
  rail.bank.order('PUT /devolucao', { hold: bank.promise })
  const seller = await rail.service.login(rail.seller)
  const order = (amount_minor: number) => seller.refund(payment_id, { amount_minor })
  // The orders that a seller may have under way at once; the next one waits.
  for (let i = 0; i < 8; i++) await order(1)
  const made = await order(2000)
  rail.bank.recover()
  rail.bank.order('PUT /devolucao', 400)
  for (let round = 0; round < 2; round++) await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'failed')
  rail.bank.recover()
  bank.resolve()
  const again = await rail.refund(payment_id, { amount_minor: 2000 })
  await rail.reconcile()
  assert.equal((await rail.readRefund(again)).status, 'succeeded')
  assert.equal((await rail.readRefund(made)).status, 'failed')
  const sent = pix.devolucoes?.filter(({ valor }) => valor === '20.00')
  assert.deepEqual(
    sent?.map(({ id }) => id),
    [returnIdOf(again)],
  )
  await rail.assertMoneyAccountedFor()
})

test('an order whose id the bank writes in another case is that order', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  const inUpperCase = (body: Record<string, unknown>) => {
    body['id'] = String(body['id']).toUpperCase()
  }
  rail.bank.order('PUT /devolucao', { change: inUpperCase })
  const made = await rail.refund(payment_id, { amount_minor: 1000 })
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  const [order] = pix.devolucoes ?? []
  Object.assign(order ?? {}, { id: order?.id.toUpperCase() })
  await rail.announce(pix)
  await rail.reconcile()
  assert.equal((await rail.rows('refunds')).length, 1)
  assert.deepEqual(await payment(rail, payment_id), ['partially_refunded', 1000])
})

test('an order fails when the bank took the money back meanwhile', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.order('PUT /devolucao', 'drop')
  const made = await rail.refund(payment_id)
  rail.bank.books.takeBack(pix, 4990)
  rail.bank.recover()
  await rail.announce(pix)
  // The first answer was lost: the order may be there, whatever its repeat is refused for.
  for (let round = 0; round < 2; round++) await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'pending')
  await rail.reconcile(LONG_DOUBT_MS)
  const failed = await rail.readRefund(made)
  assert.equal(failed.status, 'failed')
  assert.match(failed.failure_reason ?? '', /O valor excede o do Pix/)
  assert.deepEqual(await payment(rail, payment_id), ['refunded', 4990])
  const [row] = await rail.rows('payments')
  assert.equal(row?.amount_committed_minor, 4990)
  await rail.assertMoneyAccountedFor()
})

test('a payment of an older version is refunded by the bank of its charge', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  await rail.service.sql(
    'update payments set txid = null, connection_id = null where id = ?',
    payment_id,
  )
  const made = await rail.refund(payment_id)
  assert.equal(made.status, 'pending')
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.deepEqual(
    pix.devolucoes?.map(({ id }) => id),
    [returnIdOf(made)],
  )
  await rail.assertMoneyAccountedFor()
})

test('an order that finds no database ends no process, and is given later', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  const { db, log } = rail.service
  const { rail: orders } = rail.service.service
  const held = mock.method(orders, 'orderRefund', () => undefined)
  const made = await rail.refund(payment_id)
  const [refund] = held.mock.calls.map((call) => call.arguments[0])
  held.mock.restore()
  assert.ok(refund)
  const away = () => Promise.reject(new DatabaseUnavailable('It is away.'))
  const calls = [mock.method(db, 'read', away), mock.method(db, 'run', away)]
  orders.orderRefund(refund)
  await orders.idle()
  for (const call of calls) call.mock.restore()
  assert.ok(log.some((line) => line.includes('"refund not ordered"')))
  assert.deepEqual(rail.bank.books.returns(), [])
  await rail.reconcile(HOUR_MS)
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
})

async function assertChecked(): Promise<void> {
  const broken = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
}

test('an order under way keeps its amount, and one that ends has that of the bank', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const made = await rail.refund(payment_id, { amount_minor: 2000 })
  await rail.refund(payment_id, { amount_minor: 2900 })
  const [order] = pix.devolucoes ?? []
  Object.assign(order ?? {}, { valor: '49.90' })
  await rail.announce(pix)
  assert.equal((await rail.readRefund(made)).amount_minor, 2000)
  await assertChecked()
  Object.assign(order ?? {}, { valor: '20.01', status: 'DEVOLVIDO' })
  await rail.announce(pix)
  const { status, amount_minor } = await rail.readRefund(made)
  assert.deepEqual([status, amount_minor], ['succeeded', 2001])
  await assertChecked()
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.reconcile(DAY_MS)
  assert.deepEqual(await payment(rail, payment_id), ['partially_refunded', 4901])
  await rail.assertMoneyAccountedFor()
  await assertChecked()
})

test('an ended refund is asked about no more, though another process failed', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  await rail.refund(payment_id)
  const [pending] = await rail.rows('refunds')
  assert.ok(pending?.check_at)
  rail.bank.books.endReturns('DEVOLVIDO')
  await rail.announce(pix)
  rail.bank.order('PUT /devolucao', 503)
  rail.service.service.rail.orderRefund(pending)
  await rail.service.service.rail.idle()
  const [ended] = await rail.rows('refunds')
  assert.deepEqual([ended?.status, ended?.check_at], ['succeeded', null])
  await assertChecked()
})

test('a failed order keeps its own amount when the bank tells another one', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const made = await rail.refund(payment_id, { amount_minor: 1500 })
  Object.assign(pix.devolucoes?.[0] ?? {}, { status: 'NAO_REALIZADO', valor: '20.00' })
  await rail.reconcile()
  const { status, amount_minor } = await rail.readRefund(made)
  assert.deepEqual([status, amount_minor], ['failed', 1500])
  const [row] = await rail.rows('payments')
  assert.equal(row?.amount_committed_minor, 0)
  await rail.assertMoneyAccountedFor()
})

test('a failed refund that the bank takes up beside another one breaks no invariant', async () => {
  for (const state of ['EM_PROCESSAMENTO', 'DEVOLVIDO'] as const) {
    const rail = await first.another()
    const { pix, payment_id } = await paid(rail)
    rail.bank.books.return_state = 'NAO_REALIZADO'
    await rail.refund(payment_id)
    rail.bank.order('PUT /devolucao', 503)
    rail.bank.order('GET /devolucao', 503)
    const again = await rail.refund(payment_id)
    rail.bank.recover()
    const [order] = pix.devolucoes ?? []
    Object.assign(order ?? {}, { status: state })
    await rail.announce(pix)
    await assertChecked()
    for (let day = 0; day < 2; day++) await rail.reconcile(DAY_MS)
    rail.bank.books.endReturns('DEVOLVIDO')
    await rail.announce(pix)
    assert.equal((await rail.readRefund(again)).status, 'failed')
    assert.deepEqual(await payment(rail, payment_id), ['refunded', PRICE_MINOR])
    await rail.assertMoneyAccountedFor()
    await assertChecked()
  }
})

test('an order that fails while the clock is days ahead is given once it is right', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  for (const on of ['PUT /devolucao', 'GET /devolucao']) rail.bank.order(on, 503)
  const made = await rail.refund(payment_id)
  await rail.reconcile(10 * DAY_MS)
  rail.service.clock.advanceMs(-10 * DAY_MS)
  rail.bank.recover()
  await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
})
