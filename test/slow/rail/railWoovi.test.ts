/** Money at Woovi that has not arrived or has gone back, through the running service. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { connectAtBank } from '../../../domain/pix/connections/connecting.ts'
import type { Happening, ProviderBank } from '../../../packages/bank/providerBank.ts'
import { startProvider } from '../../support/providers.ts'
import { RailTest, startRail } from '../../support/rail.ts'

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
