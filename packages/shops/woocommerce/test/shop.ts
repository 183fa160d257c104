/**
 * Sells with the WooCommerce plugin on a real WordPress with a real database, from nothing to a
 * refunded order, through every fault, and uninstalls it. `WOOCOMMERCE` names the folder of
 * WooCommerce; without it a double of the few classes that the plugin touches takes its place.
 */
import assert from 'node:assert/strict'
import { freePort } from '../../../../cli/ports.ts'
import { BalcaoService } from '../../test/support/balcao.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import { Steps } from '../../test/support/steps.ts'
import { atABank } from './bank.ts'
import { browsers } from './browser.ts'
import { carts } from './carts.ts'
import { events } from './events.ts'
import { faults } from './faults.ts'
import { Shop } from './order.ts'
import { refunds } from './refunds.ts'
import { selling } from './selling.ts'
import {
  WordPress,
  lacking,
  wooCommerce,
  wooCommerceVersion,
  wordPressVersion,
} from './wordpress.ts'
import type { World } from './world.ts'

const steps = new Steps(`woocommerce ${wooCommerceVersion}`)

async function startShop(): Promise<World> {
  const port = await freePort()
  const proxy = await ShopProxy.start(`http://127.0.0.1:${port}`)
  steps.atEnd(() => proxy.close())
  const wordpress = new WordPress({ port, home: proxy.url })
  steps.atEnd(() => wordpress.close())
  const service = await steps.step('starts Balcão on an empty database', async () => {
    const started = await BalcaoService.start()
    steps.atEnd(() => started.close())
    return started
  })
  await steps.step(`installs WordPress ${wordPressVersion} on an empty database`, () =>
    wordpress.install(),
  )
  await steps.step(wooCommerce ? `activates ${wooCommerce}` : 'activates the double', async () => {
    for (const plugin of ['woocommerce/woocommerce.php', 'balcao/balcao.php']) {
      assert.equal(await wordpress.do('activate', { plugin }), 'ok')
      if (plugin.startsWith('balcao')) continue
      const options = {
        woocommerce_currency: 'BRL',
        woocommerce_default_country: 'BR:SP',
        woocommerce_manage_stock: 'yes',
        woocommerce_hold_stock_minutes: '60',
        permalink_structure: '/%postname%/',
      }
      await wordpress.do('prepare', { options })
    }
    await wordpress.start()
  })
  const shop = new Shop(wordpress)
  const name = 'Camiseta &quot;São João&quot; &amp; Boné'
  const product = await wordpress.do<number>('product', { name, price: '49.90' })
  return { steps, service, proxy, shop, product }
}

async function uninstall({ shop, service }: World): Promise<void> {
  assert.deepEqual(await shop.wordpress.do('uninstall', {}), [])
  assert.deepEqual((await service.api.listWebhookEndpoints()).data, [])
  for (const hook of ['balcao_reconcile', 'balcao_retry']) {
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
  const world = await startShop()
  await selling(world)
  await events(world)
  await faults(world)
  await refunds(world)
  await carts(world)
  await browsers(world)
  await atABank(world)
  await steps.step('uninstalls: endpoint, secrets and actions are gone', () => uninstall(world))
  await steps.step('PHP has nothing to complain of', () => sayNothingWasLogged(world))
})
