/**
 * Sells with the WooCommerce plugin on a real WordPress with a real database, from nothing to a
 * refunded order, through every fault, and uninstalls it. `WOOCOMMERCE` names the folder of
 * WooCommerce; without it a double of the few classes that the plugin touches takes its place.
 */
import assert from 'node:assert/strict'
import { BalcaoService } from '../../test/support/balcao.ts'
import { Steps } from '../../test/support/steps.ts'
import { afternoon } from './afternoon.ts'
import { atABank } from './bank.ts'
import { browsers } from './browser.ts'
import { carts } from './carts.ts'
import { classicCheckout } from './classic.ts'
import { events } from './events.ts'
import { faults } from './faults.ts'
import { owner } from './owner.ts'
import { privacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { selling } from './selling.ts'
import { shops } from './shops.ts'
import { lacking, wooCommerce, wooCommerceVersion, wordPressVersion } from './wordpress.ts'
import { openShop } from './world.ts'
import type { World } from './world.ts'

const steps = new Steps(`woocommerce ${wooCommerceVersion}`)

async function start(): Promise<World> {
  const service = await steps.step('starts Balcão on an empty database', async () => {
    const started = await BalcaoService.start()
    steps.atEnd(() => started.close())
    return started
  })
  const name = `installs WordPress ${wordPressVersion} and WooCommerce ${wooCommerceVersion}`
  return steps.step(name, () => openShop(steps, service))
}

async function uninstall({ shop, service }: World): Promise<void> {
  assert.deepEqual(await shop.wordpress.do('uninstall', {}), [])
  assert.deepEqual((await service.api.listWebhookEndpoints()).data, [])
  for (const hook of ['balcao_reconcile', 'balcao_watch', 'balcao_retry']) {
    assert.equal(await shop.wordpress.do('scheduled', { hook }), false, hook)
  }
}

function sayNothingWasLogged({ shop }: World): void {
  const complaints = shop.wordpress
    .log()
    .split('\n')
    .filter((line) => /PHP .*\/(plugins\/balcao|woocommerce)\//.test(line))
  assert.deepEqual(complaints, [])
}

await steps.run(async () => {
  const missing = lacking()
  if (missing.length > 0) throw new Error(`This needs the packages ${missing.join(', ')}.`)
  if (!wooCommerce) {
    console.log('woocommerce: WOOCOMMERCE names no folder, so a double of WooCommerce is used')
  }
  const world = await start()
  await selling(world)
  if (wooCommerce) {
    await steps.step('a buyer pays in the classic checkout', () => classicCheckout(world))
    await afternoon(world)
  }
  await events(world)
  await faults(world)
  await refunds(world)
  await carts(world)
  await owner(world)
  await privacy(world)
  await shops(world)
  await browsers(world)
  await atABank(world)
  await steps.step('uninstalls: endpoint, secrets and actions are gone', () => uninstall(world))
  await steps.step('PHP has nothing to complain of', () => sayNothingWasLogged(world))
})
