/** Refunds that a seller orders are carried out once, whatever the bank does on the way. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { test } from 'vitest'
import { newDatabase } from '../../support/engine.ts'
import { startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import { startService } from '../../support/service.ts'

const databaseUrl = await newDatabase()
const secretKey = randomBytes(32)
const first = await startRail({ databaseUrl, secretKey })
// The tests write states into its books that the contract does not have.
first.bank.checks_answers = false

const HOUR_MS = 60 * 60 * 1000
const LONG_AGO = '2000-01-01T00:00:00.000Z'

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

test('a refund is pending when it is answered, and carried out under its own id', async () => {
  const rail = await first.another()
  const { checkout, pix, payment_id } = await paid(rail)
  const made = await rail.refund(payment_id, { amount_minor: 1500, reason: 'Quebrada' })
  assert.deepEqual([made.status, made.completed_at, made.origin], ['pending', null, 'seller'])
  assert.deepEqual(
    pix.devolucoes?.map(({ id, valor, descricao }) => [id, valor, descricao]),
    [[returnIdOf(made), '15.00', 'Quebrada']],
  )
  const now = rail.service.clock.now().toISOString()
  const done = { ...made, status: 'succeeded', completed_at: now, updated_at: now }
  assert.deepEqual(await rail.readRefund(made), done)
  assert.deepEqual(await payment(rail, payment_id), ['partially_refunded', 1500])
  assert.equal((await rail.read(checkout)).amount_refunded_minor, 1500)
  assert.deepEqual(await rail.events(), ['payment.succeeded', 'payment.reversed'])
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
  await rail.assertMoneyAccountedFor()
})

for (const fault of ['lose', 'garble'] as const) {
  test(`an order whose answer ends with ${fault} is asked about, not given twice`, async () => {
    const rail = await first.another()
    const { pix, payment_id } = await paid(rail)
    rail.bank.order('PUT /devolucao', fault)
    const made = await rail.refund(payment_id)
    await rail.reconcile()
    assert.equal((await rail.readRefund(made)).status, 'succeeded')
    assert.equal(pix.devolucoes?.length, 1)
    assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
    await rail.assertMoneyAccountedFor()
  })
}

test('a refund that the bank leaves undone fails, says why, and frees its amount', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  const made = await rail.refund(payment_id)
  const [order] = pix.devolucoes ?? []
  Object.assign(order ?? {}, { status: 'NAO_REALIZADO', motivo: `Saldo\n${'x'.repeat(400)}` })
  await rail.reconcile()
  const failed = await rail.readRefund(made)
  assert.deepEqual([failed.status, failed.completed_at], ['failed', null])
  assert.match(failed.failure_reason ?? '', /^Saldo x{100,}…?$/)
  assert.ok((failed.failure_reason ?? '').length <= 255)
  assert.deepEqual(await rail.refundEvents(), ['refund.failed'])
  assert.deepEqual(await rail.events(), ['payment.succeeded'])
  rail.bank.books.return_state = 'DEVOLVIDO'
  const again = await rail.refund(payment_id)
  assert.equal((await rail.readRefund(again)).status, 'succeeded')
  assert.equal((await rail.readRefund(made)).status, 'failed')
  await rail.assertMoneyAccountedFor()
})

test('a refused order about which the bank says nothing stays pending', async () => {
  const rail = await first.another()
  const { payment_id } = await paid(rail)
  rail.bank.order('PUT /devolucao', 400)
  rail.bank.order('GET /devolucao', 400)
  const made = await rail.refund(payment_id)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  rail.bank.recover()
  await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(rail.bank.books.returns().length, 1)
  await rail.assertMoneyAccountedFor()
})

test('a bank that says that more than the payment was refunded is not believed', async () => {
  const rail = await first.another()
  const { payment_id } = await paid(rail)
  const body = Buffer.from(JSON.stringify({ status: 'DEVOLVIDO', valor: '49.91' }))
  rail.bank.order('PUT /devolucao', { answer: { status: 201, headers: {}, body } })
  const made = await rail.refund(payment_id, { amount_minor: 2000 })
  assert.equal((await rail.readRefund(made)).status, 'pending')
  assert.deepEqual(await payment(rail, payment_id), ['succeeded', 0])
  rail.bank.recover()
  await rail.reconcile()
  assert.deepEqual(await payment(rail, payment_id), ['partially_refunded', 2000])
  await rail.assertMoneyAccountedFor()
})

test('an order that was carried out and is refused at its repeat has not failed', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  rail.bank.books.staleMs = 2_000
  rail.bank.order('PUT /devolucao', 'lose', 1)
  const made = await rail.refund(payment_id, { amount_minor: 2000 })
  // The process that gave it has ended; another one asks, is shown nothing yet, and gives it.
  await rail.service.sql('update refunds set check_at = ? where id = ?', LONG_AGO, made.id)
  await rail.reconcile(1)
  assert.equal(rail.bank.count('PUT /devolucao'), 2)
  assert.equal((await rail.readRefund(made)).status, 'pending')
  await rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded'])
  await rail.assertMoneyAccountedFor()
})

test('an order goes to the bank that received the money, after another was connected', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  const connection = await rail.service.sql<{ id: string }>(
    'select id from bank_connections where seller_id = ?',
    rail.seller.seller_id,
  )
  await rail.service.sql(
    'update bank_connections set disconnected_at = created_at where id = ?',
    connection[0]?.id,
  )
  const made = await rail.refund(payment_id)
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.equal(pix.devolucoes?.length, 1)
})

test('an order of a process that ended before it gave it is given by another', async () => {
  const rail = await first.another()
  const { pix, payment_id } = await paid(rail)
  const lost = mock.method(rail.service.service.rail, 'orderRefund', () => undefined)
  const made = await rail.refund(payment_id)
  assert.equal(lost.mock.callCount(), 1)
  lost.mock.restore()
  assert.deepEqual(rail.bank.books.returns(), [])
  const other = await startService({ databaseUrl, secretKey })
  const elapsed_ms = rail.service.clock.now().getTime() - other.clock.now().getTime()
  other.clock.advanceMs(elapsed_ms + HOUR_MS)
  await other.service.rail.reconcile()
  assert.equal((await rail.readRefund(made)).status, 'succeeded')
  assert.deepEqual(
    pix.devolucoes?.map(({ id }) => id),
    [returnIdOf(made)],
  )
  await rail.assertMoneyAccountedFor()
})
