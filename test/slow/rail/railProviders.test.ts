/**
 * Each profile and provider × what a sale takes, through the running service: at a simulated bank
 * or provider that refuses a customer without the profile.
 */
import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { profileNamed } from '../../../domain/pix/bank/profiles.ts'
import type { Capabilities } from '../../../domain/pix/bank/provider.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { connectAtBank, testBank } from '../../../domain/pix/connections/connecting.ts'
import { profileNames, subjectOf } from '../../support/providers.ts'
import type { ProviderSubject } from '../../support/providers.ts'
import { PRICE_MINOR, RailTest, startRail } from '../../support/rail.ts'

const PART_MINOR = 1000
const DAY_MS = 24 * 60 * 60 * 1000

const started = await startRail()
const { service, vault, bank } = started

/** A seller whose buyers pay through one of the banks or providers. */
class Shop extends RailTest {
  readonly subject: ProviderSubject

  constructor(rail: RailTest, subject: ProviderSubject) {
    super(rail)
    this.subject = subject
  }

  /** Connects with the credentials that there are now; the connection's id. */
  async connect(): Promise<string> {
    const { seller_id } = this.seller
    const { db, clock, url } = service
    const by = { actor: operator(), now: clock.now() }
    const settings = this.subject.settings()
    const made = await connectAtBank({ db, vault, baseUrl: url }, { seller_id, settings, ...by })
    return made.id
  }

  get capabilities(): Capabilities {
    return profileNamed(this.subject.settings().profile).capabilities
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
    const paid = this.subject.pay(txid)
    await paid.announce()
    const { status, payment_id } = await this.read(checkout)
    assert.equal(status, 'completed')
    return { checkout, paid, payment_id: payment_id ?? '' }
  }
}

/** A capability that a provider lacks ends a cell as `cannot`; the others end with nothing. */
type Cell = (shop: Shop) => Promise<unknown>

const cells: Record<string, Cell> = {
  async connect(shop) {
    await shop.connect()
  },
  async 'callback address'(shop) {
    if (!shop.capabilities.registersCallbacks) return 'registersCallbacks'
    const store = { db: service.db, vault, baseUrl: service.url }
    const { seller_id } = shop.seller
    const tested = await testBank(store, { seller_id, now: service.clock.now() })
    assert.equal(tested?.webhook_url, tested?.callback_url)
    return undefined
  },
  async charge(shop) {
    await shop.sale()
  },
  async pay(shop) {
    const { checkout, txid } = await shop.sale()
    shop.subject.pay(txid)
    await shop.reconcile()
    assert.equal((await shop.read(checkout)).status, 'completed')
  },
  async callback(shop) {
    await shop.sold()
  },
  async list(shop) {
    const { checkout, txid } = await shop.sale()
    // The charge itself is not asked about in the next round, so only the list can tell.
    const late = new Date(service.clock.now().getTime() + DAY_MS).toISOString()
    await service.sql('update charges set check_at = ? where checkout_id = ?', late, checkout.id)
    shop.subject.pay(txid)
    await shop.reconcile()
    assert.equal((await shop.read(checkout)).status, 'completed')
  },
  async 'late payment'(shop) {
    const { checkout, txid } = await shop.sale()
    service.clock.advanceMs(DAY_MS + 1)
    const paid = shop.subject.pay(txid)
    await paid.announce()
    assert.deepEqual(await shop.outcomes(checkout), ['late done'])
    assert.equal(shop.subject.sentBack(paid), PRICE_MINOR)
  },
  async 'refund in part'(shop) {
    const { checkout, paid, payment_id } = await shop.sold()
    const refund = await shop.refund(payment_id, { amount_minor: PART_MINOR })
    assert.equal((await shop.readRefund(refund)).status, 'succeeded')
    assert.equal(shop.subject.sentBack(paid), PART_MINOR)
    // The provider announces that refund, and no other one.
    await paid.announce()
    assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR)
  },
  async reversal(shop) {
    const { checkout, paid } = await shop.sold()
    await shop.subject.takeBack(paid, PART_MINOR).announce()
    assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR)
    const [refund] = (await shop.rows('refunds')).toReversed()
    assert.equal(refund?.origin, 'bank')
  },
  async 'reversal, unannounced'(shop) {
    const { checkout, paid } = await shop.sold()
    shop.subject.takeBack(paid, PART_MINOR)
    if (!shop.capabilities.listsRefunded) return 'listsRefunded'
    await shop.reconcile()
    assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR)
    return undefined
  },
  async renewal(shop) {
    const id = await shop.connect()
    const { checkout, txid } = await shop.sale()
    await shop.subject.replaceCredentials()
    assert.equal(await shop.connect(), id)
    await shop.subject.pay(txid).announce()
    assert.equal((await shop.read(checkout)).status, 'completed')
  },
}

test('a refund whose answer was lost goes out once at a provider without our ids', async () => {
  const seller = await service.account()
  const subject = await subjectOf({ service, seller, profile: 'mercadopago' })
  const shop = new Shop(new RailTest({ service, bank, vault, seller }), subject)
  await shop.connect()
  const { checkout, paid, payment_id } = await shop.sold()
  subject.loseRefunds()
  const refund = await shop.refund(payment_id, { amount_minor: PART_MINOR })
  assert.equal((await shop.readRefund(refund)).status, 'pending')
  subject.recover()
  await shop.reconcile()
  assert.equal((await shop.readRefund(refund)).status, 'succeeded')
  assert.equal(subject.sentBack(paid), PART_MINOR)
  assert.equal((await shop.read(checkout)).amount_refunded_minor, PART_MINOR)
  assert.equal((await shop.rows('refunds')).length, 1)
  // The next one over the same amount is another one.
  await shop.refund(payment_id, { amount_minor: PART_MINOR })
  await paid.announce()
  assert.equal(subject.sentBack(paid), 2 * PART_MINOR)
  assert.equal((await shop.read(checkout)).amount_refunded_minor, 2 * PART_MINOR)
  assert.equal((await shop.rows('refunds')).length, 2)
})

const table: Record<string, Record<string, string>> = {}

for (const profile of profileNames) {
  test(`${profile}: a sale is made, paid, heard of, sent back and seen to the end`, async () => {
    const seller = await service.account()
    const subject = await subjectOf({ service, seller, profile })
    const shop = new Shop(new RailTest({ service, bank, vault, seller }), subject)
    const row: Record<string, string> = {}
    table[profile] = row
    for (const [name, run] of Object.entries(cells)) {
      row[name] = await run(shop).then(
        (lacked) => (lacked === undefined ? 'ok' : `cannot: ${String(lacked)}`),
        ({ message }: Error) => message.split('\n').slice(0, 3).join(' '),
      )
    }
    assert.deepEqual(subject.violations(), [])
    const lacked = Object.entries(shop.capabilities).flatMap(([name, can]) => (can ? [] : [name]))
    const foreseen = ['ok', ...lacked.map((name) => `cannot: ${name}`)]
    assert.deepEqual(
      Object.entries(row).filter(([, told]) => !foreseen.includes(told)),
      [],
    )
  })
}

afterAll(() => {
  const names = Object.keys(cells)
  const line = (parts: string[]) => `| ${parts.join(' | ')} |`
  const rows = Object.entries(table).map(([profile, row]) =>
    line([profile, ...names.map((name) => row[name] ?? '')]),
  )
  process.stdout.write(
    `${[line(['', ...names]), line(['-', ...names.map(() => '-')]), ...rows].join('\n')}\n`,
  )
})
