/**
 * Money at Mercado Pago that goes back, through the running service: orders under way while the
 * process ends, refunds made on the provider's screen, chargebacks and late approvals.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { callbackUrl } from '../../../domain/pix/connections/bankConnections.ts'
import { connectAtBank } from '../../../domain/pix/connections/connecting.ts'
import type { MercadoPagoBank } from '../../../packages/bank/mercadoPagoBank.ts'
import { newDatabase } from '../../support/engine.ts'
import { startProvider } from '../../support/providers.ts'
import { INTERVAL_MS, PRICE_MINOR, RailTest, startRail } from '../../support/rail.ts'
import { startService } from '../../support/service.ts'
import { entriesOf, sumOf } from '../../support/statement.ts'
import type { TestService } from '../../support/service.ts'

const PART_MINOR = 1000
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const environment = {
  databaseUrl: await newDatabase(),
  secretKey: randomBytes(32),
  reconcileSeconds: INTERVAL_MS / 1000,
}
const rail = await startRail(environment)
let { service } = rail

/** A seller whose buyers pay through Mercado Pago. */
class Shop extends RailTest {
  readonly provider: MercadoPagoBank

  constructor(provider: MercadoPagoBank, of: { service: TestService; seller: RailTest['seller'] }) {
    super({ ...rail, ...of })
    this.provider = provider
  }

  /** An open session whose page shows the code of its charge. */
  async sale() {
    const checkout = await (await this.service.login(this.seller)).checkout()
    assert.notEqual(await this.view(checkout), null)
    return { checkout, txid: txidOf(checkout.id) }
  }

  /** A session that was paid, perhaps by a transfer whose id is from before. */
  async sold(sent?: Date) {
    const { checkout, txid } = await this.sale()
    const { endToEndId } = this.provider.books.pay(txid, undefined, sent).arrival
    await this.call(endToEndId)
    const { status, payment_id } = await this.read(checkout)
    assert.equal(status, 'completed')
    return { checkout, txid, endToEndId, payment_id: payment_id ?? '' }
  }

  /** The provider's callback about a transfer; resolves when the service is done with it. */
  async call(endToEndId: string): Promise<void> {
    await this.provider.announce(this.provider.books.byTransfer(endToEndId), 'returned')
    await this.service.service.rail.idle()
  }

  /** Another process takes the place of this one. */
  async restarted(): Promise<Shop> {
    const { clock } = service
    await service.close()
    service = await startService(environment)
    service.clock.advanceMs(clock.now().getTime() - service.clock.now().getTime())
    this.provider.callback_url = callbackUrl(service.url, this.seller.seller_id)
    return new Shop(this.provider, { service, seller: this.seller })
  }

  /** The refunds on record: their origins and states. */
  async recorded(): Promise<string[]> {
    return (await this.rows('refunds')).map(({ origin, status }) => `${origin} ${status}`)
  }

  /** The days on which refunds stand, in UTC. */
  async days(): Promise<(string | undefined)[]> {
    return (await this.rows('refunds')).map(({ completed_at }) => completed_at?.slice(0, 10))
  }

  today(): string {
    return this.service.clock.now().toISOString().slice(0, 10)
  }
}

async function openShop(): Promise<Shop> {
  // A provider lives in the time of whichever process runs.
  const provider = (await startProvider('mercadopago', () =>
    service.clock.now(),
  )) as MercadoPagoBank
  const seller = await service.account()
  const shop = new Shop(provider, { service, seller })
  const { db, clock, url } = service
  const by = { actor: operator(), now: clock.now() }
  const { seller_id } = seller
  const settings = provider.settings
  await connectAtBank({ db, vault: rail.vault, baseUrl: url }, { seller_id, settings, ...by })
  provider.callback_url = callbackUrl(url, seller_id)
  return shop
}

test('an order whose answer was lost before a restart is found by its amount alone', async () => {
  const shop = await openShop()
  const { endToEndId, payment_id } = await shop.sold()
  shop.provider.books.refund_state = 'processing'
  shop.provider.order('POST /payments/id/refunds', 'lose')
  await shop.refund(payment_id, { amount_minor: PART_MINOR })
  shop.provider.recover()
  shop.provider.forgetKeys()
  const later = await shop.restarted()
  for (let round = 0; round < 3; round++) await later.reconcile()
  const { refunds } = later.provider.books.byTransfer(endToEndId)
  assert.equal(refunds.length, 1)
  assert.deepEqual(await later.recorded(), ['seller pending'])
  later.provider.books.endRefunds('done')
  await later.reconcile(DAY_MS)
  assert.equal(refunds.length, 1)
  assert.deepEqual(await later.recorded(), ['seller succeeded'])
  assert.deepEqual(await later.refundEvents(), ['refund.succeeded'])
})

test('an order that was answered as in process before a restart is followed after it', async () => {
  const shop = await openShop()
  const { endToEndId, payment_id } = await shop.sold()
  shop.provider.books.refund_state = 'processing'
  await shop.refund(payment_id, { amount_minor: PART_MINOR })
  shop.provider.forgetKeys()
  // A refund of that amount on the provider's screen is another one.
  shop.provider.books.refund_state = 'done'
  shop.provider.books.returnOnScreen(endToEndId, PART_MINOR)
  const later = await shop.restarted()
  for (let round = 0; round < 3; round++) await later.reconcile()
  assert.deepEqual(await later.recorded(), ['seller pending', 'bank succeeded'])
  later.provider.books.endRefunds('failed')
  await later.reconcile(DAY_MS)
  assert.equal(later.provider.books.byTransfer(endToEndId).refunds.length, 2)
  assert.deepEqual(await later.recorded(), ['seller failed', 'bank succeeded'])
  assert.deepEqual(await later.refundEvents(), ['refund.succeeded', 'refund.failed'])
})

test('an automatic return under way is carried out once over a restart', async () => {
  const shop = await openShop()
  const { checkout, txid } = await shop.sale()
  service.clock.advanceMs(DAY_MS + 1)
  const { endToEndId } = shop.provider.books.pay(txid).arrival
  shop.provider.books.refund_state = 'processing'
  shop.provider.order('POST /payments/id/refunds', 'lose')
  await shop.call(endToEndId)
  shop.provider.recover()
  shop.provider.forgetKeys()
  const later = await shop.restarted()
  for (let round = 0; round < 3; round++) await later.reconcile()
  later.provider.books.endRefunds('done')
  await later.reconcile(DAY_MS)
  assert.deepEqual(await later.outcomes(checkout), ['late done'])
  const { refunds } = later.provider.books.byTransfer(endToEndId)
  assert.deepEqual(
    refunds.map(({ amount_minor }) => amount_minor),
    [PRICE_MINOR],
  )
  assert.deepEqual(await later.recorded(), ['automatic succeeded'])
})

test('a refund of a payment approved hours after its id was made is carried out', async () => {
  const shop = await openShop()
  const sent = new Date(service.clock.now().getTime() - 5 * HOUR_MS)
  const { endToEndId, payment_id } = await shop.sold(sent)
  const later = await shop.restarted()
  await later.refund(payment_id, { amount_minor: PART_MINOR })
  assert.deepEqual(await later.recorded(), ['seller succeeded'])
  assert.equal(later.provider.books.byTransfer(endToEndId).refunds.length, 1)
})

for (const source of ['object', 'list'] as const) {
  test(`money that went back on the screen is told within one interval: ${source}`, async () => {
    const shop = await openShop()
    shop.provider.view.source = source
    const { checkout, endToEndId } = await shop.sold()
    await shop.reconcile(10 * DAY_MS)
    shop.provider.books.returnOnScreen(endToEndId, PART_MINOR)
    await shop.reconcile()
    assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR)
    // Another one, shortly after.
    shop.provider.books.takeBack(endToEndId, PART_MINOR)
    await shop.reconcile()
    assert.equal((await shop.read(checkout)).amount_refunded_minor, 2 * PART_MINOR)
    const natures = (await shop.rows('refunds')).map(({ nature }) => nature)
    assert.deepEqual(natures, ['ORIGINAL', 'ADMIN'])
    assert.equal((await shop.refundEvents()).length, 2)
    assert.deepEqual(shop.provider.violations, [])
  })
}

test('a refund made while no process ran is told after it, however long that was', async () => {
  const shop = await openShop()
  const { checkout, endToEndId } = await shop.sold()
  await shop.reconcile()
  service.clock.advanceMs(20 * DAY_MS)
  shop.provider.books.returnOnScreen(endToEndId, PART_MINOR)
  const day = shop.today()
  service.clock.advanceMs(3 * DAY_MS)
  const later = await shop.restarted()
  await later.reconcile()
  assert.equal((await later.read(checkout)).amount_refunded_minor, PART_MINOR)
  assert.deepEqual(await later.days(), [day])
})

test('a refund stands on the day on which it was carried out', async () => {
  const shop = await openShop()
  const { payment_id } = await shop.sold()
  shop.provider.books.refund_state = 'processing'
  await shop.refund(payment_id, { amount_minor: PART_MINOR })
  service.clock.advanceMs(2 * DAY_MS)
  shop.provider.books.endRefunds('done')
  const day = shop.today()
  await shop.reconcile(2 * DAY_MS)
  assert.deepEqual(await shop.days(), [day])
})

test('a refund in a state that is not documented holds up no other one', async () => {
  const shop = await openShop()
  const { checkout, endToEndId } = await shop.sold()
  const odd = shop.provider.books.returnOnScreen(endToEndId, PART_MINOR)
  shop.provider.answer('refund', { status: 'novo' }, String(odd.id))
  shop.provider.books.takeBack(endToEndId, 500)
  await shop.call(endToEndId)
  assert.equal((await shop.read(checkout)).amount_refunded_minor, 500)
  shop.provider.answerByTheBooks()
  await shop.call(endToEndId)
  assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR + 500)
})

test('a chargeback takes what is left once it is settled, and no more', async () => {
  const shop = await openShop()
  const { checkout, txid, endToEndId, payment_id } = await shop.sold()
  await shop.refund(payment_id, { amount_minor: PART_MINOR })
  const sale = shop.provider.books.find(txid)
  shop.provider.view.chargeBack(sale, 'in_process')
  await shop.reconcile()
  assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR)
  shop.provider.view.chargeBack(sale, 'settled')
  await shop.reconcile()
  await shop.call(endToEndId)
  assert.equal((await shop.read(checkout)).amount_refunded_minor, PRICE_MINOR)
  assert.equal(shop.provider.books.balance(), 0)
  const [, chargeback] = await shop.rows('refunds')
  assert.equal(chargeback?.nature, 'CHARGEBACK')
  assert.equal((await shop.rows('refunds')).length, 2)
})

test('a payment that is contested before it is known settles nothing', async () => {
  const shop = await openShop()
  const { checkout, txid } = await shop.sale()
  const sale = shop.provider.books.pay(txid)
  shop.provider.view.chargeBack(sale, 'in_process')
  await shop.call(sale.arrival.endToEndId)
  assert.equal((await shop.read(checkout)).status, 'open')
  shop.provider.view.chargeBack(sale, 'reimbursed')
  await shop.call(sale.arrival.endToEndId)
  assert.equal((await shop.read(checkout)).status, 'completed')
})

test("the statement with the provider's fees is the seller's balance there", async () => {
  const shop = await openShop()
  shop.provider.books.fee_minor = 49
  const { payment_id } = await shop.sold()
  await shop.refund(payment_id, { amount_minor: PART_MINOR })
  // Of the two places, a search has the amount received only.
  const { txid } = await shop.sale()
  shop.provider.answer('payment', { fee_details: null }, txid)
  shop.provider.books.pay(txid)
  await shop.reconcile()
  const entries = await entriesOf(await service.login(shop.seller))
  assert.equal(sumOf(entries), shop.provider.books.balance())
  assert.equal(entries.filter(({ type }) => type === 'fee').length, 2)
})
