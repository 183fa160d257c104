/** The parts that every step of this shop's test works with. */
import assert from 'node:assert/strict'
import { freePort } from '../../../../cli/ports.ts'
import type { BalcaoService } from '../../test/support/balcao.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'
import { Shop } from './order.ts'
import type { Order } from './order.ts'
import { WordPress, wooCommerce } from './wordpress.ts'

export type World = {
  steps: Steps
  service: BalcaoService
  proxy: ShopProxy
  shop: Shop
  /** A product at 49.90 without stock to count. */
  product: number
}

/** `ORDERS=posts` keeps orders as posts, as shops of before WooCommerce 8.2 do. */
const isAsPosts = process.env['ORDERS'] === 'posts'

const OPTIONS = {
  woocommerce_custom_orders_table_enabled: isAsPosts ? 'no' : 'yes',
  woocommerce_currency: 'BRL',
  woocommerce_default_country: 'BR:SP',
  woocommerce_currency_pos: 'left_space',
  woocommerce_price_decimal_sep: ',',
  woocommerce_price_thousand_sep: '.',
  woocommerce_coming_soon: 'no',
  woocommerce_manage_stock: 'yes',
  woocommerce_hold_stock_minutes: '60',
  permalink_structure: '/%postname%/',
}

/** Installs a shop with the plugin on a database of its own, and serves it. */
export async function openShop(steps: Steps, service: BalcaoService): Promise<World> {
  const port = await freePort()
  const proxy = await ShopProxy.start(`http://127.0.0.1:${port}`)
  steps.atEnd(() => proxy.close())
  const wordpress = new WordPress({ port, home: proxy.url })
  steps.atEnd(() => wordpress.close())
  await wordpress.install()
  assert.equal(await wordpress.do('activate', { plugin: 'woocommerce/woocommerce.php' }), 'ok')
  await wordpress.do('prepare', { options: OPTIONS })
  if (wooCommerce) assert.equal(await wordpress.do('as-posts', {}), isAsPosts)
  assert.equal(await wordpress.do('activate', { plugin: 'balcao/balcao.php' }), 'ok')
  await wordpress.start()
  const name = 'Camiseta &quot;São João&quot; &amp; Boné'
  const product = await wordpress.do<number>('product', { name, price: '49.90' })
  return { steps, service, proxy, shop: new Shop(wordpress), product }
}

/** The order as soon as it has this status. */
export const whenIs = ({ shop }: World, order: Order, status: string): Promise<Order> =>
  until(`order ${order.id} is ${status}`, async () => {
    const now = await shop.show(order)
    return now.status === status ? now : undefined
  })

/** Does something while the shop gets no events, as one that is away. */
export async function withoutEvents<T>({ proxy }: World, work: () => Promise<T>): Promise<T> {
  proxy.events = 'lost'
  try {
    return await work()
  } finally {
    proxy.events = 'pass'
  }
}

/** Pays a session while the shop is away, and waits until its event is lost. */
export async function payUnheard(world: World, checkoutId: string): Promise<void> {
  const { proxy, service } = world
  await withoutEvents(world, async () => {
    await service.pay(checkoutId)
    await until('the event was sent', () =>
      proxy.sent.some(
        ({ body }) => body.includes('payment.succeeded') && body.includes(checkoutId),
      ),
    )
  })
}

/** Sells one of the product and pays it. The order names the session that has paid it. */
export async function paidOrder(world: World): Promise<Order> {
  const order = await world.shop.sold({ products: [[world.product, 1]] })
  await world.service.pay(order.checkout_id)
  const paid = await whenIs(world, order, 'processing')
  assert.ok(paid.paid)
  return { ...paid, checkout_id: order.checkout_id }
}
