/** Money at Woovi that has not arrived or has gone back, through the running service. */
import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { connectAtBank } from '../../../domain/pix/connections/connecting.ts'
import { POLLS_A_MINUTE } from '../../../domain/pix/rounds/pollBudget.ts'
import type { Happening, ProviderBank } from '../../../packages/bank/providerBank.ts'
import { startProviderControl } from '../../../packages/bank/providerControl.ts'
import { startProvider } from '../../support/providers.ts'
import { PRICE_MINOR, RailTest, startRail } from '../../support/rail.ts'
import { entriesOf, sumOf } from '../../support/statement.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An entry of a list that was handled is handled again after so long. */
const HANDLED_AGAIN_MS = 20 * 60 * 1000

const { service, vault, bank } = await startRail()

/** A seller whose buyers pay through Woovi. */
class WooviShop extends RailTest {
  readonly provider: ProviderBank

  constructor(provider: ProviderBank, seller: RailTest['seller']) {
    super({ service, bank, vault, seller })
    this.provider = provider
  }

  async connect() {
    const { seller_id } = this.seller
    const { db, clock, url } = service
    const by = { actor: operator(), now: clock.now() }
    const settings = this.provider.settings
    return connectAtBank({ db, vault, baseUrl: url }, { seller_id, settings, ...by })
  }

  /** An open session whose page shows the code of its charge. */
  async sale() {
    const checkout = await (await service.login(this.seller)).checkout()
    assert.notEqual(await this.view(checkout), null)
    return { checkout, txid: txidOf(checkout.id) }
  }

  /** A session that was paid, and announced. */
  async sold() {
    const { checkout, txid } = await this.sale()
    const { endToEndId } = this.provider.books.pay(txid).arrival
    await this.call(endToEndId, 'paid')
    const { status, payment_id } = await this.read(checkout)
    assert.equal(status, 'completed')
    return { checkout, endToEndId, payment_id: payment_id ?? '' }
  }

  /** A request to the provider's control; resolves when the service is done with the callbacks. */
  async control(path: string, body: object): Promise<void> {
    const { url, close } = await startProviderControl(this.provider)
    onTestFinished(close)
    const json = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(url + path, json)
    assert.equal(answer.status, 200, await answer.text())
    await service.service.rail.idle()
  }

  /** The provider's callbacks about a transfer; resolves when the service is done with them. */
  async call(endToEndId: string, what: Happening): Promise<void> {
    await this.provider.announce(this.provider.books.byTransfer(endToEndId), what)
    await service.service.rail.idle()
  }
}

async function openShop(): Promise<WooviShop> {
  const provider = await startProvider('woovi', () => service.clock.now())
  const shop = new WooviShop(provider, await service.account())
  await shop.connect()
  return shop
}

for (const state of ['CREATED', 'IN_PROCESSING', 'REJECTED', 'NOVO']) {
  test(`a transaction that is ${state} settles nothing until it is CONFIRMED`, async () => {
    const shop = await openShop()
    const { checkout, txid } = await shop.sale()
    const sale = shop.provider.books.pay(txid, state)
    const { endToEndId } = sale.arrival
    // Some say of a charge that it is paid before the money is there.
    shop.provider.answer('charge', { status: 'COMPLETED' })
    await shop.call(endToEndId, 'paid')
    await shop.reconcile()
    assert.equal((await shop.read(checkout)).status, 'open')
    assert.deepEqual(await shop.rows('payments'), [])
    shop.provider.books.changeArrival(endToEndId, undefined)
    await shop.call(endToEndId, 'paid')
    assert.equal((await shop.read(checkout)).status, 'completed')
    assert.deepEqual(shop.provider.violations, [])
  })
}

test("the statement with the provider's fees is the seller's balance there", async () => {
  const shop = await openShop()
  shop.provider.books.fee_minor = 85
  const { payment_id } = await shop.sold()
  const refund = await shop.refund(payment_id, { amount_minor: 1000 })
  assert.equal((await shop.readRefund(refund)).status, 'succeeded')
  const entries = await entriesOf(await service.login(shop.seller))
  assert.equal(sumOf(entries), shop.provider.books.balance())
  assert.deepEqual(
    entries.map(({ type, amount_minor }) => [type, amount_minor]),
    [
      ['refund', -1000],
      ['payment', PRICE_MINOR],
      ['fee', -85],
    ],
  )
})

test('a fee that the provider names after the payment was recorded is recorded then', async () => {
  const shop = await openShop()
  shop.provider.books.fee_minor = 85
  shop.provider.answer('transaction', { fee: null })
  const { endToEndId } = await shop.sold()
  assert.equal((await shop.rows('payments'))[0]?.fee_minor, null)
  // Of the three places, the OpenAPI document has the charge's payment method.
  shop.provider.answer('charge', { paymentMethods: { pix: { fee: 85 } } })
  await shop.call(endToEndId, 'paid')
  assert.equal((await shop.rows('payments'))[0]?.fee_minor, 85)
})

test('a MED without a value, after a part was refunded, takes the rest once', async () => {
  const shop = await openShop()
  const { checkout, endToEndId, payment_id } = await shop.sold()
  await shop.refund(payment_id, { amount_minor: 1000 })
  await shop.control('/disputes', { endToEndId })
  await shop.call(endToEndId, 'taken')
  // As its id is shown, and as it is not.
  shop.provider.answer('dispute', { id: null })
  await shop.call(endToEndId, 'taken')
  await shop.reconcile()
  assert.equal((await shop.read(checkout)).amount_refunded_minor, PRICE_MINOR)
  const taken = (await shop.rows('refunds')).filter(({ origin }) => origin === 'bank')
  assert.deepEqual(
    taken.map(({ nature, amount_minor }) => [nature, amount_minor]),
    [['MED', PRICE_MINOR - 1000]],
  )
  assert.equal(shop.provider.books.balance(), 0)
})

test('a refund in a state that is not documented hides no other refund', async () => {
  const shop = await openShop()
  const { checkout, endToEndId, payment_id } = await shop.sold()
  const refund = await shop.refund(payment_id, { amount_minor: 1000 })
  shop.provider.books.refund_state = 'processing'
  await shop.control('/returns', { endToEndId, valor: '5.00' })
  const [, onScreen] = shop.provider.books.byTransfer(endToEndId).refunds
  assert.ok(onScreen)
  shop.provider.answer('refund', { status: 'NOVO' }, String(onScreen.id))
  await shop.call(endToEndId, 'paid')
  shop.provider.books.takeBack(endToEndId, 7)
  await shop.call(endToEndId, 'taken')
  assert.equal((await shop.readRefund(refund)).status, 'succeeded')
  assert.equal((await shop.read(checkout)).amount_refunded_minor, 1007)
})

test("a refund made on the provider's screen stands on the day on which it was made", async () => {
  const shop = await openShop()
  const { endToEndId } = await shop.sold()
  const time = service.clock.now().toISOString()
  service.clock.advanceMs(3 * DAY_MS)
  await shop.control('/returns', { endToEndId, valor: '5.00', time })
  await service.service.rail.idle()
  const [refund] = await shop.rows('refunds')
  assert.equal(refund?.completed_at, time)
  const [fee] = await entriesOf(await service.login(shop.seller), { type: 'refund' })
  assert.equal(fee?.occurred_at, time)
})

test('an AppID that may not read disputes is warned of, and holds nothing up', async () => {
  const shop = await openShop()
  const warned = async () => {
    const seller = await service.login(shop.seller)
    const { body } = await seller.get<'BankConnection'>('/v1/bank_connection')
    return body.warnings.map(({ code }) => code)
  }
  assert.deepEqual(await warned(), [])
  await shop.control('/scopes', { missing: ['DISPUTE_GET'] })
  // Looked for at connecting.
  await shop.connect()
  assert.deepEqual(await warned(), ['disputes_not_granted'])
  const { checkout, endToEndId, payment_id } = await shop.sold()
  const refund = await shop.refund(payment_id, { amount_minor: 1000 })
  await shop.call(endToEndId, 'paid')
  assert.equal((await shop.readRefund(refund)).status, 'succeeded')
  // Looked for once a day, as well.
  await shop.control('/scopes', { missing: [] })
  await shop.control('/disputes', { endToEndId, valor: '0.07' })
  await shop.reconcile(DAY_MS)
  await shop.call(endToEndId, 'taken')
  assert.deepEqual(await warned(), [])
  assert.equal((await shop.read(checkout)).amount_refunded_minor, 1007)
})

test('money that went back at the provider is told within one interval', async () => {
  const shop = await openShop()
  const { checkout, endToEndId } = await shop.sold()
  const [other, disputed] = [await shop.sold(), await shop.sold()]
  const { books } = shop.provider
  books.returnOnScreen(endToEndId, 500)
  books.takeBack(disputed.endToEndId, 7)
  await shop.reconcile()
  const refunded = async (sold: typeof other.checkout) =>
    (await shop.read(sold)).amount_refunded_minor
  assert.equal(await refunded(checkout), 500)
  assert.equal(await refunded(disputed.checkout), 7)
  assert.equal(await refunded(other.checkout), 0)
  // A refund that is under way when it is listed is told once more when it ends.
  books.refund_state = 'processing'
  books.returnOnScreen(other.endToEndId, 1000)
  await shop.reconcile()
  assert.equal(await refunded(other.checkout), 0)
  books.endRefunds('done')
  await shop.reconcile()
  assert.equal(await refunded(other.checkout), 1000)
  // Neither is asked about in each round.
  shop.provider.requests.length = 0
  await shop.reconcile(60_000)
  assert.equal(shop.provider.count('GET /charge/id/refund'), 0)
  assert.deepEqual(shop.provider.violations, [])
})

test('a page of more refunds than a round asks about is read to its end', async () => {
  const shop = await openShop()
  const { books } = shop.provider
  for (let i = 0; i < POLLS_A_MINUTE + 10; i++) {
    const { endToEndId } = await shop.sold()
    books.returnOnScreen(endToEndId, 500)
  }
  // No charge is looked at by itself from now on.
  await service.sql("update charges set status = 'closed'")
  // So much later that all of the page would be handled again.
  for (let round = 0; round < 3; round++) await shop.reconcile(HANDLED_AGAIN_MS)
  assert.equal((await shop.rows('refunds')).length, POLLS_A_MINUTE + 10)
})

const CASHBACK_MINOR = 490

test('a transfer of valueWithDiscount completes the sale, and the discount is a fee', async () => {
  for (const shown of [{}, { value: null, valueWithDiscount: null }]) {
    const shop = await openShop()
    const { checkout, txid } = await shop.sale()
    shop.provider.books.fee_minor = 85
    shop.provider.books.find(txid).discount_minor = CASHBACK_MINOR
    const { endToEndId } = shop.provider.books.pay(txid).arrival
    // A transaction need not repeat what its charge says.
    const charge = { correlationID: txid, value: PRICE_MINOR, ...shown }
    shop.provider.answer('transaction', { charge, fee: null })
    shop.provider.answer('charge', { fee: 85 })
    await shop.reconcile()
    const { status, payment_id } = await shop.read(checkout)
    assert.equal(status, 'completed')
    const [payment] = await shop.rows('payments')
    assert.equal(payment?.amount_minor, PRICE_MINOR)
    assert.equal(payment?.fee_minor, CASHBACK_MINOR + 85)
    // More than it took in, the provider does not give back, and says so.
    const refund = await shop.refund(payment_id ?? '')
    await shop.reconcile()
    await shop.reconcile()
    const failed = await shop.readRefund(refund)
    assert.equal(failed.status, 'failed')
    assert.match(failed.failure_reason ?? '', /exceeds/)
    // A dispute takes all that arrived.
    await shop.control('/disputes', { endToEndId })
    await shop.call(endToEndId, 'taken')
    const entries = await entriesOf(await service.login(shop.seller))
    assert.equal(sumOf(entries), shop.provider.books.balance())
    assert.equal(shop.provider.books.balance(), -85)
  }
})

test('a discounted transfer that comes too late goes back as it came', async () => {
  const shop = await openShop()
  const { checkout, txid } = await shop.sale()
  shop.provider.books.find(txid).discount_minor = CASHBACK_MINOR
  service.clock.advanceMs(DAY_MS + 1)
  const { endToEndId } = shop.provider.books.pay(txid).arrival
  await shop.call(endToEndId, 'paid')
  assert.deepEqual(await shop.outcomes(checkout), ['late done'])
  assert.equal((await shop.rows('payments'))[0]?.amount_minor, PRICE_MINOR - CASHBACK_MINOR)
  await shop.call(endToEndId, 'paid')
  assert.equal(shop.provider.books.balance(), 0)
  const entries = await entriesOf(await service.login(shop.seller))
  assert.equal(sumOf(entries), 0)
})
