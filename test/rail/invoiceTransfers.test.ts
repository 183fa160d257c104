/** Money for invoices is in the books once, to the cent, however its bank's word arrives. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Row } from '../../db/schema/tables.ts'
import { startOn } from '../../domain/subscriptions/bankWords.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import type { Invoice, Subscription } from '../../domain/subscriptions/rows.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import { Plans } from '../support/subscriptions.ts'

const first = await startRail()

type Sale = { rail: RailTest; plans: Plans; subscription: Subscription; invoice: Invoice }

/** A subscription whose first invoice has a charge at its bank. */
async function sale(order: object = {}): Promise<Sale> {
  const rail = await first.another()
  const { service, seller, bank } = rail
  const plans = new Plans(await service.login(seller), service.clock.now())
  const [connection] = await service.sql<{ id: string }>(
    'select id from bank_connections where seller_id = ?',
    seller.seller_id,
  )
  const opened = await plans.open({ external_id: 'plano-1', ...order }, connection?.id ?? '')
  const key = { seller_id: seller.seller_id, id: opened.id }
  await plans.run((recorder) => startOn(key, recorder))
  const invoice = await plans.invoice(opened, 1)
  bank.books.perform('PUT /cob', [invoice.txid], {
    calendario: { expiracao: 86_400 },
    valor: { original: '49.90' },
    chave: bank.pix_key,
  })
  return { rail, plans, subscription: await plans.read(opened), invoice }
}

const outcomes = async (rail: RailTest) =>
  (await rail.rows('payments')).map(({ outcome, return_reason, return_status }) =>
    outcome === 'settled' ? outcome : `${return_reason} ${return_status}`,
  )

const statusOf = async ({ plans, subscription }: Sale) =>
  (await plans.invoice(subscription, 1)).status

/** Statement, days and payments add up to what the bank's books hold. */
async function assertSums({ rail }: Sale): Promise<void> {
  await rail.assertMoneyAccountedFor()
  const seller = await rail.service.login(rail.seller)
  const days = 'date_from=2026-03-02&date_to=2026-03-04&limit=100'
  const { body } = await seller.get<'StatementEntryList'>(`/v1/statement_entries?${days}`)
  const sum = body.data.reduce((total, { amount_minor }) => total + amount_minor, 0)
  const { received_minor, returned_minor } = rail.bank.books.sums()
  assert.equal(sum, received_minor - returned_minor)
  const settled = (await rail.rows('payments')).filter(({ outcome }) => outcome === 'settled')
  const totals = await seller.get<'DailyTotalList'>(
    '/v1/daily_totals?from=2026-03-02&to=2026-03-04',
  )
  const add = (field: 'payments_count' | 'amount_minor' | 'amount_refunded_minor') =>
    totals.body.data.reduce((total, day) => total + day[field], 0)
  const of = (field: 'amount_minor' | 'amount_refunded_minor') =>
    settled.reduce((total, payment) => total + Number(payment[field]), 0)
  assert.deepEqual(
    [add('payments_count'), add('amount_minor'), add('amount_refunded_minor')],
    [settled.length, of('amount_minor'), of('amount_refunded_minor')],
  )
}

test('a listed transfer pays its invoice once, and is no unmatched money', async () => {
  const sold = await sale({ cycles: 12 })
  const { rail, invoice, subscription } = sold
  const pix = rail.bank.books.pay(invoice.txid, PRICE_MINOR)
  await rail.reconcile()
  await Promise.all([rail.reconcile(), rail.announce(pix), rail.announce(pix)])
  assert.deepEqual(await outcomes(rail), ['settled'])
  assert.equal(await statusOf(sold), 'paid')
  const seller = await rail.service.login(rail.seller)
  const [paid] = (await seller.get<'PaymentList'>('/v1/payments')).body.data
  assert.deepEqual(
    [paid?.checkout_id, paid?.subscription_id, paid?.invoice_id, paid?.txid],
    [null, subscription.id, invoice.id, invoice.txid],
  )
  const days = 'date_from=2026-03-02&date_to=2026-03-03'
  const { data } = (await seller.get<'StatementEntryList'>(`/v1/statement_entries?${days}`)).body
  assert.deepEqual(
    data.map((entry) => [entry.type, entry.external_id, entry.description, entry.invoice_id]),
    [['payment', 'plano-1', `${subscription.name} 1/12`, invoice.id]],
  )
  assert.equal(data[0]?.customer?.id, subscription.customer_id)
  await assertSums(sold)
})

test('what pays nothing goes back by itself: a second transfer, and a wrong amount', async () => {
  const sold = await sale()
  const { rail, invoice } = sold
  rail.bank.books.pay(invoice.txid, 100)
  await rail.reconcile()
  assert.equal(await statusOf(sold), 'open')
  rail.bank.books.pay(invoice.txid, PRICE_MINOR)
  rail.bank.books.pay(invoice.txid, PRICE_MINOR)
  await rail.reconcile()
  await rail.reconcile()
  assert.deepEqual((await outcomes(rail)).toSorted(), [
    'duplicate done',
    'settled',
    'wrong_amount done',
  ])
  assert.equal(await statusOf(sold), 'paid')
  await assertSums(sold)
})

test('money for a canceled subscription goes back, once however often it is read', async () => {
  const sold = await sale()
  const { rail, plans, invoice, subscription } = sold
  const key = { seller_id: subscription.seller_id, id: subscription.id, by: 'seller' as const }
  await plans.run((recorder) => cancelSubscription(key, recorder))
  const pix = rail.bank.books.pay(invoice.txid, PRICE_MINOR)
  await rail.reconcile()
  await rail.announce({ ...pix, endToEndId: pix.endToEndId.toLowerCase() })
  await rail.reconcile()
  assert.deepEqual(await outcomes(rail), ['canceled done'])
  assert.equal(await statusOf(sold), 'void')
  await assertSums(sold)
})

test('refunds of a paid invoice, partial and of the rest, are kept with the invoice', async () => {
  const sold = await sale()
  const { rail, plans, invoice, subscription } = sold
  rail.bank.books.pay(invoice.txid, PRICE_MINOR)
  await rail.reconcile()
  const [payment] = await rail.rows('payments')
  assert.ok(payment)
  const refund = await rail.refund(payment.id, { amount_minor: 990 })
  assert.deepEqual(
    [refund.checkout_id, refund.subscription_id, refund.invoice_id],
    [null, subscription.id, invoice.id],
  )
  await rail.reconcile()
  assert.equal(Number((await plans.invoice(subscription, 1)).amount_refunded_minor), 990)
  await assertSums(sold)
  await rail.refund(payment.id)
  await rail.reconcile()
  const after = await plans.invoice(subscription, 1)
  assert.deepEqual([Number(after.amount_refunded_minor), after.status], [PRICE_MINOR, 'paid'])
  assert.equal((await plans.read(subscription)).paid_until, '2026-04-02')
  assert.deepEqual(await rail.refundEvents(), ['refund.succeeded', 'refund.succeeded'])
  await assertSums(sold)
})

test('what the bank takes back of a paid invoice is recorded by list and by callback', async () => {
  const reversedBy = async (tell: (rail: RailTest, pix: object) => Promise<void>) => {
    const sold = await sale()
    const { rail, plans, invoice, subscription } = sold
    const pix = rail.bank.books.pay(invoice.txid, PRICE_MINOR)
    await rail.reconcile()
    rail.bank.books.takeBack(pix, 1000)
    await tell(rail, pix)
    await tell(rail, pix)
    const refunds: Row<'refunds'>[] = await rail.rows('refunds')
    assert.deepEqual(
      refunds.map((one) => [one.origin, Number(one.amount_minor), one.invoice_id]),
      [['bank', 1000, invoice.id]],
    )
    assert.equal(Number((await plans.invoice(subscription, 1)).amount_refunded_minor), 1000)
    await assertSums(sold)
  }
  await reversedBy((rail) => rail.reconcile())
  await reversedBy((rail, pix) => rail.announce(pix))
})

/** Has an invoice be one that was not collected. @returns the charge of its code */
async function givenUp({ rail, plans, subscription, invoice }: Sale): Promise<string> {
  const { sql, service } = rail.service
  await sql(
    `update invoices set status = 'uncollectible', collection = 'automatic',
     failure_reason = 'insufficient_funds' where id = ?`,
    invoice.id,
  )
  await sql(
    `update subscriptions set status = 'past_due', mandate_status = 'approved',
     activated_at = created_at, check_at = null where id = ?`,
    subscription.id,
  )
  const current = await plans.read(subscription)
  const found = await service.rail.subscriptionCode(current, 'Loja')
  assert.ok(found?.status === 'ready' && found.txid !== null)
  assert.notEqual(found.txid, invoice.txid)
  // Its page is not open any more: the list is read first.
  await sql(`update subscription_codes set check_at = '2026-03-04T12:00:00.000Z'`)
  return found.txid
}

test('money by the code of an invoice is that of the invoice, in each list', async () => {
  const sold = await sale()
  const { rail, plans, subscription } = sold
  const txid = await givenUp(sold)
  const pix = rail.bank.books.pay(txid, PRICE_MINOR)
  await rail.reconcile()
  await rail.reconcile()
  assert.deepEqual(await outcomes(rail), ['settled'])
  assert.equal(await statusOf(sold), 'paid')
  assert.equal((await rail.rows('payments'))[0]?.txid, txid)
  await assertSums(sold)
  rail.bank.books.takeBack(pix, 1000)
  await rail.reconcile()
  rail.bank.books.takeBack(pix, 500)
  await rail.announce(pix)
  assert.equal(Number((await plans.invoice(subscription, 1)).amount_refunded_minor), 1500)
  await assertSums(sold)
})
