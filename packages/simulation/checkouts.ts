/** Checkouts of a shop with its buyers: what a world runs unless it is told otherwise. */
import { Buyer } from './buyer.ts'
import { ContractBank } from './contractBank.ts'
import { differencesOf } from './differences.ts'
import { startFaults } from './faults.ts'
import { SimulatedProvider } from './simulatedProvider.ts'
import { openShop } from './shop.ts'
import { sendByStrangers } from './strangers.ts'
import type { Scenario, World } from './world.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/**
 * How long after the last fault everything that is due must have been done: a session lives for a
 * day, and an order whose answer was lost and whose repeat is refused has failed after a day, is
 * seen to have after 6 hours more, and is ordered anew 6 hours later.
 */
const PEACE_MS = 2.5 * DAY_MS

/**
 * A return that the bank makes by itself is seen in its list within this time, without a callback.
 */
const NEWS_MS = 2 * HOUR_MS

/** The checkouts whose money the bank takes back after the last fault. */
const LATE_REVERSALS = 8

/**
 * The interval of looks for due work: longer than the service's, which would be most of the work.
 */
const LOOK_MS = 600_000

async function runBuyers(world: World, buyers: Buyer[]): Promise<void> {
  startFaults(world)
  void sendByStrangers(world)
  await Promise.all(buyers.map((buyer) => buyer.run()))
  world.makePeace()
  await world.sleep(PEACE_MS - NEWS_MS)
  for (const buyer of buyers.slice(-LATE_REVERSALS)) buyer.reverse()
  await world.sleep(NEWS_MS)
}

export const checkouts: Scenario = {
  bankOf(world) {
    const { provider } = world.options
    return provider ? new SimulatedProvider(world, provider) : new ContractBank(world)
  },
  // With its day of arrivals.
  longestMs: 30 * DAY_MS,
  reconcileSeconds: 600,
  faultPace: 1,
  drive(process) {
    const { rail, sweeper, webhooks } = process.service
    void rail.resume()
    rail.start()
    process.every(LOOK_MS, () => void sweeper.round())
    webhooks.start()
  },
  async begin(world, count) {
    const shop = await openShop(world.process, world.bank.settings)
    const { only } = world.options
    const buyers = Array.from({ length: count }, (_, i) => new Buyer(world, shop, i)).filter(
      ({ number }) => only?.includes(number) ?? true,
    )
    return {
      caller: shop.caller,
      live: () => runBuyers(world, buyers),
      differences: () => differencesOf(world, buyers),
    }
  },
}
