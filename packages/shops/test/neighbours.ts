/**
 * Two Medusas and two Vendures of one seller, each with a client and a database of its own: sales,
 * refunds and cancellations in one leave the others untouched. The control takes the shops' names
 * out of their sessions, and has to be noticed.
 */
import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Checkout } from '../../client/index.ts'
import * as medusa from '../medusa/test/doubleShop.ts'
import * as vendure from '../vendure/test/doubleShop.ts'
import { BalcaoService } from './support/balcao.ts'
import { installDoubles } from './support/double.ts'
import { Steps } from './support/steps.ts'
import { until } from './support/until.ts'

/** The sales of each shop: in the short form each fate comes twice, in the control only `paid`. */
const SALES = 300
const SALES_SHORT = 8
const SALES_CONTROL = 4

const REFUND_MINOR = 1500

/** The ways that sales go, in turn. `late` is paid after its order was canceled. */
const FATES = ['paid', 'refunded', 'canceled', 'late'] as const

type Fate = (typeof FATES)[number]

/** An order in a shop, and what the test does with it there. */
type Sale = {
  checkoutId: string
  cancel: () => Promise<unknown>
  /** Cancels the order without its session, whose money then comes too late. */
  abandon: () => void
  refund: () => Promise<unknown>
  isPaid: () => boolean
}

type Shop = { name: string; buy: () => Promise<Sale>; settle: (seen: Set<string>) => Promise<void> }

type Folders = { medusa: string[]; vendure: string[] }

async function medusaShop(
  steps: Steps,
  folder: string,
  service: BalcaoService,
  index: number,
): Promise<Shop> {
  const client = await service.createClient('Medusa')
  const shop = await medusa.MedusaDouble.start(steps, folder, service, client, index * SALES)
  const buy = async (): Promise<Sale> => {
    const sale = await shop.buy()
    return {
      checkoutId: sale.session.id,
      cancel: () => shop.provider.cancelPayment(sale.session),
      abandon: () => void (sale.order['status'] = 'canceled'),
      refund: () => shop.refund(sale, REFUND_MINOR / 100),
      isPaid: () => sale.row['payment'] !== undefined,
    }
  }
  const settle = async (seen: Set<string>) => {
    await until('each payment has been told', () => {
      const paid = shop.actions.filter(({ event }) => event.includes('"payment.succeeded"'))
      const told = new Set(paid.map(({ event }) => /checkout_[0-9a-f-]{36}/.exec(event)?.[0]))
      return [...seen].every((id) => told.has(id))
    })
  }
  return { name: 'medusa', buy, settle }
}

async function vendureShop(steps: Steps, folder: string, service: BalcaoService): Promise<Shop> {
  const client = await service.createClient('Vendure')
  const shop = await vendure.VendureDouble.start(steps, folder, service, client)
  const buy = async (): Promise<Sale> => {
    const order = await shop.buy()
    return {
      checkoutId: vendure.sessionOf(order),
      cancel: () => shop.handler.cancelPayment(vendure.BUYER, order, order.payments[0]),
      abandon: () => void (order.state = 'Cancelled'),
      refund: () => shop.refund(order, REFUND_MINOR),
      isPaid: () => order.state === 'PaymentSettled',
    }
  }
  return { name: 'vendure', buy, settle: () => shop.shop.reconciler.pass() }
}

/** Sells in every shop at once, and lets each sale meet its fate. */
async function trade(
  service: BalcaoService,
  shops: Shop[],
  count: number,
  fates: readonly Fate[] = FATES,
): Promise<void> {
  const sales: { sale: Sale; fate: Fate }[] = []
  await Promise.all(
    shops.map(async (shop) => {
      for (let index = 0; index < count; index++) {
        const fate = fates[index % fates.length] as Fate
        const sale = await shop.buy()
        sales.push({ sale, fate })
        if (fate === 'canceled') await sale.cancel()
        else if (fate === 'late') sale.abandon()
        if (fate !== 'canceled') await service.pay(sale.checkoutId)
        if (fate !== 'refunded') continue
        await until(`${shop.name} has its money`, () => sale.isPaid(), 20_000)
        await sale.refund()
      }
    }),
  )
  const paid = sales.filter(({ fate }) => fate !== 'canceled')
  const seen = new Set(paid.map(({ sale }) => sale.checkoutId))
  for (const shop of shops) await shop.settle(seen)
  await verify(service, sales)
}

/** Holds every session of the seller against its fate, to the cent. */
async function verify(service: BalcaoService, sales: { sale: Sale; fate: Fate }[]): Promise<void> {
  const checkouts = new Map<string, Checkout>()
  for (const checkout of await service.everyCheckout()) checkouts.set(checkout.id, checkout)
  const shopIds = new Set<unknown>()
  for (const { sale, fate } of sales) {
    const checkout = checkouts.get(sale.checkoutId)
    assert.ok(checkout)
    const back = { paid: 0, canceled: 0, refunded: REFUND_MINOR, late: checkout.amount_total_minor }
    assert.equal(checkout.amount_refunded_minor, back[fate], `${fate} ${checkout.id}`)
    assert.equal(checkout.status, fate === 'canceled' ? 'canceled' : 'completed')
    assert.equal(sale.isPaid(), fate === 'paid' || fate === 'refunded', `${fate} ${checkout.id}`)
    shopIds.add(checkout.metadata['shop_id'])
  }
  assert.deepEqual([shopIds.size, shopIds.has(undefined)], [4, false])
}

/** The installation of another shop of the same kind. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'balcao-neighbour-'))
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/** Leaves the shop's name out of what a plugin sends, and has it take in every event. */
function unname(folder: string, name: string): void {
  const shared = join(folder, 'node_modules/@balcao', name, 'dist/shared')
  appendFileSync(
    join(shared, 'account.js'),
    `const open = Account.prototype.open
Account.prototype.open = function ({ metadata: { shop_id, ...metadata }, ...sale }) {
  return open.call(this, { ...sale, metadata })
}\n`,
  )
  appendFileSync(
    join(shared, 'installation.js'),
    'Installation.prototype.isKnown = async () => true\n',
  )
}

async function openShops(steps: Steps, folders: Folders, service: BalcaoService): Promise<Shop[]> {
  return [
    ...(await Promise.all(
      folders.medusa.map((one, index) => medusaShop(steps, one, service, index)),
    )),
    ...(await Promise.all(folders.vendure.map((one) => vendureShop(steps, one, service)))),
  ]
}

async function newService(steps: Steps): Promise<BalcaoService> {
  const service = await BalcaoService.start()
  steps.atEnd(() => service.close())
  return service
}

/** Trades once in shops without their names. */
async function tradeUnnamed(steps: Steps, folders: Folders): Promise<void> {
  for (const folder of folders.medusa) unname(folder, 'medusa')
  for (const folder of folders.vendure) unname(folder, 'vendure')
  const service = await newService(steps)
  await trade(service, await openShops(steps, folders, service), SALES_CONTROL, ['paid'])
}

async function neighbours(steps: Steps, isShort: boolean): Promise<void> {
  await steps.run(async () => {
    const count = isShort ? SALES_SHORT : SALES
    const { folder, remove } = await steps.step('compile', () =>
      installDoubles(['medusa', 'vendure'], { ...medusa.doubles, ...vendure.doubles }),
    )
    const copies = Array.from({ length: 7 }, () => copyOf(folder))
    steps.atEnd(() => {
      for (const copy of copies) rmSync(copy, { recursive: true, force: true })
      remove()
    })
    const named = { medusa: [folder, ...copies.slice(0, 1)], vendure: copies.slice(1, 3) }
    const unnamed = { medusa: copies.slice(3, 5), vendure: copies.slice(5) }
    await steps.step(`four shops sell ${count} times each, and move their own money`, async () => {
      const service = await newService(steps)
      await trade(service, await openShops(steps, named, service), count)
    })
    await steps.step('the control: without their names they move each other’s', async () => {
      // A payment that has only to stay where it is has gone back.
      await assert.rejects(tradeUnnamed(steps, unnamed), /^AssertionError.*: paid/s)
    })
  })
}

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
await neighbours(new Steps('neighbours'), values.short)
