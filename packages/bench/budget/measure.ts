/** Counts what operations and whole sales do, one after another, in a service with few objects. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../cli/ports.ts'
import { authenticated } from '../data.ts'
import { median } from '../median.ts'
import { made, requestOf } from '../requests.ts'
import { sell, Tally } from '../sale/sale.ts'
import type { Shop } from '../sale/sale.ts'
import { openShop } from '../sale/shop.ts'
import { startBank, startReceiver } from '../sale/world.ts'
import { ours } from '../servers.ts'
import type { Counts } from './counting.ts'

/** In the order in which they are counted: checkouts are made before they are listed. */
export const subjects = [
  'getCustomer',
  'updateOffer',
  'createCustomer',
  'createCheckout',
  'listCheckouts',
  'sale',
] as const

export type Subject = (typeof subjects)[number]

/** The counts for each request of an operation, and for each sale. */
export type Budget = Partial<Record<Subject, Counts>>

/** A count is the median of rounds, so that what a process does by itself is left out. */
const ROUNDS = 5
const REQUESTS = 10

/** Requests and sales that are not counted: they load code and prepare statements. */
const FIRST_REQUESTS = 30
const FIRST_SALES = 2

/**
 * A sale has ended when nothing has been written for so long. The outcome of its delivery waits
 * longer, and shares the first commit of the next sale.
 */
const QUIET_MS = 100

/**
 * Only code that V8 has not optimized allocates the same objects each time, and the heap tells what
 * was allocated only while nothing is collected.
 */
const options = [
  '--no-opt',
  '--no-maglev',
  '--min-semi-space-size=512',
  '--max-semi-space-size=512',
  '--import',
  new URL('counting.ts', import.meta.url).href,
]

type ReadCounts = () => Promise<Counts>
type Task = () => Promise<unknown>

/** The median counts of rounds, for each of the works in one. */
async function countRounds(read: ReadCounts, works: number, work: Task): Promise<Counts> {
  const readings = [await read()]
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < works; i++) await work()
    readings.push(await read())
  }
  const names = Object.keys(readings[0] ?? {}) as (keyof Counts)[]
  const counts = names.map((name) => {
    const values = readings.map((reading) => reading[name])
    const added = values.slice(1).map((value, round) => (value - (values[round] ?? NaN)) / works)
    return [name, Math.round(median(added) * 10) / 10]
  })
  return Object.fromEntries(counts) as Counts
}

async function sellAlone(shop: Shop, read: ReadCounts): Promise<void> {
  await sell(shop, new Tally())
  for (let before = NaN; ; ) {
    const { statements } = await read()
    if (statements === before) return
    before = statements
    await wait(QUIET_MS)
  }
}

async function countEach(shop: Shop, read: ReadCounts, named: readonly Subject[]): Promise<Budget> {
  const { url, client, customer_id, offer_id } = shop
  const account = { ...client, seller_id: '', customers: [customer_id], offers: [offer_id] }
  const caller = await authenticated(url, account)
  const budget: Budget = {}
  for (const subject of named) {
    let n = 1_000
    const work: Task =
      subject === 'sale'
        ? () => sellAlone(shop, read)
        : () => made(url, requestOf[subject](caller, n++))
    const [first, each] = subject === 'sale' ? [FIRST_SALES, 1] : [FIRST_REQUESTS, REQUESTS]
    for (let i = 0; i < first; i++) await work()
    budget[subject] = await countRounds(read, each, work)
  }
  return budget
}

/** @param folder for files that the caller removes */
export async function measureBudget(folder: string, named: readonly Subject[]): Promise<Budget> {
  const counts_port = await freePort()
  const env = { ...ours.env, COUNTS_PORT: String(counts_port), RATE_LIMIT: 'off' }
  const program = { ...ours, options: [...(ours.options ?? []), ...options], env }
  const place = {
    DATABASE_URL: `sqlite:${join(folder, 'budget.db')}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const [bank, receiver] = await Promise.all([startBank(), startReceiver(folder)])
  const { shop, start } = await openShop(program, {
    place,
    bank,
    receiver,
    areBuyersStaying: false,
  })
  const server = await start()
  const read = async () => (await (await fetch(`http://127.0.0.1:${counts_port}`)).json()) as Counts
  try {
    return await countEach(shop, read, named)
  } finally {
    shop.agent.destroy()
    await server.stop()
    receiver.stop()
    bank.stop()
  }
}
