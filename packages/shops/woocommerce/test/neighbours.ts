/**
 * Two WooCommerce shops and a copy of the first, of one seller: sales, refunds, cancellations and
 * late money in one leave the others untouched. The control takes the shops' names out of their
 * sessions, and has to be noticed. `WOOCOMMERCE` names the real one; else doubles trade.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../../../../cli/ports.ts'
import type { Checkout } from '../../../client/index.ts'
import { BalcaoService } from '../../test/support/balcao.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import { Steps } from '../../test/support/steps.ts'
import { adminAnswers } from './admin.ts'
import { Shop } from './order.ts'
import { saveSettings } from './selling.ts'
import { lacking, wooCommerceVersion } from './wordpress.ts'
import { openShop } from './world.ts'
import type { World } from './world.ts'

/** The sales of each shop; with `--short` and in the control fewer. */
const SALES = 300
const SALES_SHORT = 12
const SALES_CONTROL = 4

const REFUND_MINOR = 1500
const TOTAL_MINOR = 4990

/** The ways that sales go, in turn. `late` is paid by an amount that the order has no more. */
const FATES = ['paid', 'refunded', 'canceled', 'late'] as const

type Fate = (typeof FATES)[number]

type Sale = { world: World; fate: Fate; order: number; checkoutId: string }

/** Sells, and cancels what is to be canceled. */
async function sell(world: World, count: number, fates: readonly Fate[]): Promise<Sale[]> {
  const plan = Array.from({ length: count }, (_, index) => fates[index % fates.length] as Fate)
  const input = { product: world.product, fates: plan }
  const sold = await world.shop.wordpress.do<{ order: number; checkout_id: string }[]>(
    'trade',
    input,
  )
  return sold.map(({ order, checkout_id }, index) => ({
    world,
    fate: plan[index] as Fate,
    order,
    checkoutId: checkout_id,
  }))
}

/** Pays what is to be paid while no shop hears of it, and lets each read the events. */
async function pay(service: BalcaoService, worlds: World[], sales: Sale[]): Promise<void> {
  for (const { proxy } of worlds) proxy.events = 'lost'
  for (const { fate, checkoutId } of sales) if (fate !== 'canceled') await service.pay(checkoutId)
  for (const { shop } of worlds) await shop.reconcile()
  for (const { shop } of worlds) {
    const refunded = sales.filter((sale) => sale.world.shop === shop && sale.fate === 'refunded')
    const orders = refunded.map(({ order }) => order)
    await shop.wordpress.do('refunds', { orders, amount: REFUND_MINOR / 100 })
  }
  for (const { shop } of worlds) {
    await shop.reconcile()
    await shop.retry()
  }
  for (const { proxy } of worlds) proxy.events = 'pass'
}

/** Holds every session of the seller against its fate, to the cent. @returns its shops' ids */
async function verify(service: BalcaoService, sales: Sale[]): Promise<Set<unknown>> {
  const checkouts = new Map<string, Checkout>()
  for (const checkout of await service.everyCheckout()) checkouts.set(checkout.id, checkout)
  const shopIds = new Set<unknown>()
  for (const { fate, checkoutId } of sales) {
    const checkout = checkouts.get(checkoutId)
    assert.ok(checkout)
    const back = { paid: 0, canceled: 0, refunded: REFUND_MINOR, late: TOTAL_MINOR }
    assert.equal(checkout.amount_refunded_minor, back[fate], `${fate} ${checkoutId}`)
    assert.equal(checkout.status, fate === 'canceled' ? 'canceled' : 'completed', fate)
    shopIds.add(checkout.metadata['shop_id'])
  }
  return shopIds
}

/** The orders of a shop say the same. */
async function verifyOrders(worlds: World[], sales: Sale[]): Promise<void> {
  const expected = { paid: [true, 0], refunded: [true, 15], canceled: [false, 0], late: [false, 0] }
  for (const { shop } of worlds) {
    const own = sales.filter((sale) => sale.world.shop === shop)
    const orders = own.map(({ order }) => order)
    const seen = await shop.wordpress.do<[boolean, number][]>('outcomes', { orders })
    assert.deepEqual(
      seen,
      own.map(({ fate }) => expected[fate]),
    )
  }
}

async function openShops(steps: Steps): Promise<[BalcaoService, World, World]> {
  const service = await BalcaoService.start()
  steps.atEnd(() => service.close())
  const shops = [await openShop(steps, service), await openShop(steps, service)] as const
  for (const world of shops) await saveSettings(world, await service.createClient('WooCommerce'))
  return [service, ...shops]
}

/** A copy of files and database at another address, before its owner has answered. */
async function copyOf({ shop, ...world }: World): Promise<World> {
  const port = await freePort()
  const proxy = await ShopProxy.start(`http://127.0.0.1:${port}`)
  world.steps.atEnd(() => proxy.close())
  const wordpress = await shop.wordpress.copyTo({ port, home: proxy.url })
  world.steps.atEnd(() => wordpress.close())
  await wordpress.start()
  return { ...world, proxy, shop: new Shop(wordpress) }
}

async function trade(steps: Steps, count: number): Promise<void> {
  const [service, first, second] = await steps.step('opens two shops', () => openShops(steps))
  const half = await steps.step(`two shops sell ${count} times each`, async () => {
    const sales = [...(await sell(first, count, FATES)), ...(await sell(second, count, FATES))]
    return sales
  })
  const copy = await steps.step('the first is copied, and the copy does nothing', async () => {
    const made = await copyOf(first)
    await made.shop.reconcile()
    await made.shop.retry()
    return made
  })
  const worlds = [first, second, copy]
  await steps.step('they are paid, refunded and sent back beside the copy', async () => {
    await pay(service, worlds, half)
    assert.equal((await verify(service, half)).size, 2)
    await verifyOrders([first, second], half)
  })
  await steps.step(`«copied»: it sells ${count} times, too`, async () => {
    await adminAnswers(copy.shop, 'balcao_copied')
    const sales = await sell(copy, count, FATES)
    await pay(service, worlds, sales)
    const shopIds = await verify(service, [...half, ...sales])
    assert.deepEqual([shopIds.size, shopIds.has(undefined)], [3, false])
    await verifyOrders([first, second], half)
    await verifyOrders([copy], sales)
  })
}

/** Leaves the shop's name out of what the plugin sends, and has it take in every session. */
function unname({ shop }: World): void {
  const includes = join(shop.wordpress.www, 'wp-content/plugins/balcao/includes')
  const change = (name: string, from: string, to: string) => {
    const file = join(includes, `class-balcao-${name}.php`)
    const text = readFileSync(file, 'utf8')
    assert.ok(text.includes(from), `${name} has changed`)
    writeFileSync(file, text.replace(from, to))
  }
  change('cart', "'shop_id'      => Balcao_Shop::id(),", '')
  change('reconciler', "'is_ours'     => self::is_ours( $event ),", "'is_ours' => true,")
  const known = 'public static function of( array $checkout ) {'
  const everyone =
    "return array( 'order_id' => $checkout['metadata']['order_id'], 'payment_id' => '' );"
  change('known-sessions', known, `${known} ${everyone}`)
}

async function control(steps: Steps): Promise<void> {
  const [service, first, second] = await openShops(steps)
  unname(first)
  unname(second)
  const sales = await sell(first, SALES_CONTROL, ['paid'])
  // The second has orders of the same numbers, by another total.
  await sell({ ...second, product: await dearer(second) }, SALES_CONTROL, ['paid'])
  await pay(service, [second], sales)
  await assert.rejects(verify(service, sales), /^AssertionError.*: paid/s)
}

const dearer = ({ shop }: World) =>
  shop.wordpress.do<number>('product', { name: 'Vaso', price: '80.00' })

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const steps = new Steps(`woocommerce ${wooCommerceVersion} neighbours`)
await steps.run(async () => {
  const missing = lacking()
  if (missing.length > 0) throw new Error(`This needs the packages ${missing.join(', ')}.`)
  await trade(steps, values.short ? SALES_SHORT : SALES)
  await steps.step('the control: without their names they move each other’s', () => control(steps))
})
