/** A4: some sellers' banks hang, fail, are slow or lie. The others' buyers pay as before. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { median } from '../../../../packages/bench/median.ts'
import { Breaker, Breakers } from '../../../../domain/pix/connections/breaker.ts'
import type { Bank } from '../../../../packages/bank/bank.ts'
import { control, long, property } from '../../../support/property.ts'
import { bankOf, INTERVAL_MS, PRICE_MINOR, startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'
import type { ServiceLimits } from '../../../../server.ts'
import { pageOf } from '../../../support/sessions.ts'

type Kind = 'hanging' | 'failing' | 'slow' | 'lying' | 'well'
type Seller = RailTest & { txids: string[] }

/** More than a round of the reconciler visits at once, with more charges than tasks run at once. */
const few = { hanging: 34, failing: 1, slow: 1, lying: 1, well: 3 }
const many = { hanging: 100, failing: 20, slow: 20, lying: 20, well: 40 }

const SLOW_MS = 300
const CHARGES = 2

/** The longest wait for an expected state. */
const PATIENCE_MS = 30_000

const ROUNDS = 7
const ROUND_MS = 3_000

/** An answer takes its time, each by itself. */
const slowly = {
  // biome-ignore lint/suspicious/noThenProperty: each `await` of it starts a delay of its own.
  then: (answer: (value: unknown) => void) => void setTimeout(answer, SLOW_MS),
} as unknown as Promise<unknown>

const troubles: Record<Exclude<Kind, 'well'>, (bank: Bank, end: Promise<void>) => void> = {
  hanging: (bank, end) => bank.order('', { hold: end }),
  failing: (bank) => bank.order('', 'drop'),
  slow: (bank) => bank.order('', { hold: slowly }),
  lying: (bank) =>
    bank.order('GET /cob', {
      change: (body) => {
        body['txid'] = 'x'
      },
    }),
}

/** Sellers of each kind, at one bank for each kind, whose buyers have opened their pages. */
class Market {
  readonly rail: RailTest
  readonly banks: Record<Kind, Bank>
  readonly sellers: Record<Kind, Seller[]>
  readonly end = Promise.withResolvers<void>()

  constructor(of: Pick<Market, 'rail' | 'banks' | 'sellers'>) {
    this.rail = of.rail
    this.banks = of.banks
    this.sellers = of.sellers
  }

  get everySeller(): Seller[] {
    return Object.values(this.sellers).flat()
  }

  makeTrouble(): void {
    for (const [kind, order] of Object.entries(troubles)) {
      order(this.banks[kind as Kind], this.end.promise)
    }
  }

  recover(): void {
    for (const bank of Object.values(this.banks)) bank.recover()
    this.end.resolve()
  }

  /** Counts the sellers that have all their money. */
  async settled(sellers: Seller[]): Promise<number> {
    const rows = await this.rail.service.sql<{ seller_id: string; count: number }>(`
      select seller_id, count(*) as count from payments
      where outcome = 'settled' group by seller_id`)
    const counts = new Map(rows.map(({ seller_id, count }) => [seller_id, Number(count)]))
    return sellers.filter(({ seller }) => counts.get(seller.seller_id) === CHARGES).length
  }
}

async function newMarket(
  counts: Record<Kind, number>,
  limits: Partial<ServiceLimits> = {},
): Promise<Market> {
  const rail = await startRail({}, limits)
  const market = { rail, banks: {}, sellers: {} } as Market
  for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
    market.banks[kind] = await bankOf(rail.service)
    market.sellers[kind] = []
    for (let i = 0; i < count; i++) {
      const one = await rail.another(market.banks[kind])
      const charges = await Promise.all(Array.from({ length: CHARGES }, () => one.charged()))
      market.sellers[kind].push(Object.assign(one, { txids: charges.map(({ txid }) => txid) }))
    }
  }
  return new Market(market)
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end_ms = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    assert.ok(performance.now() < end_ms, what)
    await wait(10)
  }
}

/** Opens a page, and waits for the code that its stream or the next look at it brings. */
async function codeOfNewPage(seller: Seller): Promise<void> {
  const checkout = await (await seller.service.login(seller.seller)).checkout()
  await until(async () => (await seller.glance(checkout)) !== null, 'no code on the page')
}

/**
 * Every buyer pays; of some the bank says so, of others the reconciler has to ask. Meanwhile no
 * exchange with a bank that hangs ends, not even by its time limit.
 */
async function assertOthersSettled(market: Market): Promise<string> {
  const {
    rail: { service },
    sellers: { well, hanging },
  } = market
  mock.method(AbortSignal, 'timeout', () => new AbortController().signal)
  market.makeTrouble()
  for (const { bank, txids } of market.everySeller) {
    for (const txid of txids) bank.books.pay(txid, PRICE_MINOR)
  }
  const hint = (seller: Seller, txids: string[]) =>
    seller.post({
      pix: txids.map((txid) => ({ endToEndId: 'E', txid, valor: '1.00', horario: 'agora' })),
    })
  const inTrouble = market.everySeller.filter((seller) => !well.includes(seller))
  for (const seller of inTrouble) assert.equal(await hint(seller, seller.txids), 200)
  for (const seller of hanging.slice(0, 8)) {
    const checkout = await seller.seller.checkout()
    assert.equal((await service.request('GET', pageOf(checkout))).status, 200)
  }
  for (const seller of well) assert.equal(await hint(seller, seller.txids.slice(0, 1)), 200)
  service.clock.advanceMs(INTERVAL_MS)
  let roundIsOver = false
  const round = service.service.rail.reconcile().then(() => {
    roundIsOver = true
  })
  const all = async () => (await market.settled(well)) === well.length
  await until(async () => roundIsOver || (await all()), 'not settled in time')
  assert.ok(await all(), 'the round is over, and not all of the others have their money')
  for (const seller of well.slice(0, 3)) await codeOfNewPage(seller)
  market.recover()
  mock.restoreAll()
  await round
  await service.service.rail.idle()
  return (
    `${inTrouble.length} sellers' banks in trouble: ${well.length} of ${well.length} others ` +
    'settled in the same round, before one exchange with a bank that hangs had ended'
  )
}

/** Asserts that nothing of sellers in trouble is lost once their banks are well again. */
async function assertAllSettledLater(market: Market): Promise<string> {
  const {
    rail: { service },
    everySeller,
  } = market
  for (let i = 0; i < 3; i++) {
    service.clock.advanceMs(INTERVAL_MS)
    await service.service.rail.reconcile()
  }
  assert.equal(await market.settled(everySeller), everySeller.length)
  return `later ${everySeller.length} of ${everySeller.length}`
}

/** The latencies of a healthy seller's requests, in turns, for a while. */
async function latencies({ service, seller }: Seller): Promise<number[]> {
  const { checkout_url, id } = await seller.checkout()
  const page = new URL(checkout_url).pathname
  const found: number[] = []
  for (const end_ms = performance.now() + ROUND_MS; performance.now() < end_ms; ) {
    const start_ms = performance.now()
    const answers = [await seller.get(`/v1/checkouts/${id}`), await service.request('GET', page)]
    for (const { status } of answers) assert.equal(status, 200)
    found.push(performance.now() - start_ms)
  }
  return found
}

const p99 = (found: number[]) =>
  found.toSorted((a, b) => a - b)[Math.floor(found.length * 0.99)] ?? 0

/** Callbacks and pages for the banks in trouble, and rounds, until it is told to end. */
async function disturb({ rail: { service }, sellers }: Market, ending: AbortSignal): Promise<void> {
  const inTrouble = [...sellers.hanging, ...sellers.failing, ...sellers.slow]
  for (let i = 0; !ending.aborted; i = (i + 1) % inTrouble.length) {
    const one = inTrouble[i] as Seller
    const pix = one.txids.map((txid) => ({
      endToEndId: 'E',
      txid,
      valor: '1.00',
      horario: 'agora',
    }))
    assert.equal(await one.post({ pix }), 200)
    if (i === 0) service.clock.advanceMs(1_000)
    if (i === 0) void service.service.rail.reconcile()
    await wait(10)
  }
}

async function assertOthersAsFast(): Promise<string> {
  const market = await newMarket(many, { checkPauseMs: 2_000, bankPauseMs: 1_000 })
  const [one] = market.sellers.well
  assert.ok(one)
  await latencies(one)
  /** The same is asked of the same banks, whether they are well or not. */
  const measured = async () => {
    const ending = new AbortController()
    const disturbed = disturb(market, ending.signal)
    const found = p99(await latencies(one))
    ending.abort()
    await disturbed
    return found
  }
  await measured()
  const ratios: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const quiet_ms = await measured()
    market.makeTrouble()
    ratios.push((await measured()) / quiet_ms)
    for (const bank of Object.values(market.banks)) bank.recover()
  }
  market.recover()
  const ratio = median(ratios)
  const figure = `the others' p99 is ${ratio.toFixed(2)} times that beside banks that are well`
  assert.ok(ratio <= 2, figure)
  return figure
}

afterEach(() => mock.restoreAll())

property('A4', async () => {
  const market = await newMarket(long ? many : few)
  const settled = await assertOthersSettled(market)
  const later = await assertAllSettledLater(market)
  return long ? `${settled}; ${later}; ${await assertOthersAsFast()}` : `${settled}; ${later}`
})

control('A4', 'all banks stand behind one breaker', async () => {
  const shared = new Breaker(600_000, () => undefined)
  const counts = { hanging: 0, failing: 4, slow: 0, lying: 0, well: 2 }
  mock.method(Breakers.prototype, 'of', () => ({ ordinary: shared, recurring: shared }))
  const market = await newMarket(counts)
  market.banks.failing.order('', 'drop')
  for (const one of market.sellers.failing) await one.view(await one.seller.checkout())
  return assertOthersSettled(market)
})
