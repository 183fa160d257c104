/** Subscriptions of a seller over a simulated year, at a bank of Pix Automático. */
import { dayOf } from '../../../runtime/brasilia.ts'
import { atHour } from '../../bank/recurring/calendar.ts'
import { startFaults } from '../faults.ts'
import type { FaultKind } from '../faults.ts'
import type { Process } from '../process.ts'
import type { Scenario, World } from '../world.ts'
import { SubscriptionBank } from './bank.ts'
import { subscriptionDifferences } from './differences.ts'
import { live } from './life.ts'
import { openPlans } from './plans.ts'
import { driveRounds } from './rounds.ts'
import { Subscriber } from './subscriber.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The interval in which the bank has happen what is due, and calls back. */
const BANK_MS = 10 * MINUTE_MS

/** The days after the last fault in which everything that is due must have been done. */
const PEACE_DAYS = 4

/** The hour of the last day at which nothing is under way: debits have been read, none is tried. */
const REST_HOUR = 15

/**
 * Faults of other promises: by a wrong clock an order goes out at a wrong hour, and events are sent
 * as those of checkouts are.
 */
export const untold = ['clock', 'receiver'] as const satisfies FaultKind[]

/** A fault each few days: more of them would be most of the work of a year. */
const FAULT_PACE = 24

/** A process beside that which callers reach; one that a power cut has ended starts again. */
async function keepBeside(world: World): Promise<void> {
  let beside: Process | undefined
  while (!world.isAtPeace) {
    if (!beside || beside.isDead) {
      if (beside) await world.end(beside)
      beside = await world.startBeside()
    }
    await world.sleep(DAY_MS)
  }
}

async function keepBank(world: World): Promise<void> {
  for (;;) {
    await world.sleep(BANK_MS)
    ;(world.bank as SubscriptionBank).books.clock.catchUp()
  }
}

async function run(world: World, subscribers: Subscriber[], days: number): Promise<void> {
  startFaults(world)
  void keepBank(world)
  if (world.draw.of('processes').chance(0.5)) void keepBeside(world)
  const lives = subscribers.map((one) => live(one, days))
  for (const one of lives) {
    one.catch((error: Error) => world.differ(error.stack ?? error.message))
  }
  await world.sleep(days * DAY_MS)
  world.makePeace()
  const last = dayOf(new Date(world.timeline.now_ms + PEACE_DAYS * DAY_MS))
  await world.sleep(atHour(last, REST_HOUR) - world.timeline.now_ms)
}

/** @param days how long the subscriptions run before the faults end */
export const subscriptionsOf = (days: number): Scenario => ({
  bankOf: (world) => new SubscriptionBank(world),
  reconcileSeconds: 3_600,
  faultPace: FAULT_PACE,
  longestMs: (days + 2 * PEACE_DAYS) * DAY_MS,
  drive(process, world) {
    void process.service.rail.resume()
    driveRounds(process, world)
  },
  async begin(world, count) {
    const plans = await openPlans(world.process, world.bank as SubscriptionBank)
    const { only } = world.options
    const subscribers = Array.from(
      { length: count },
      (_, number) => new Subscriber(world, plans, number),
    ).filter(({ number }) => only?.includes(number) ?? true)
    return {
      caller: plans.caller,
      live: () => run(world, subscribers, days),
      differences: () => subscriptionDifferences(world, subscribers),
    }
  },
})
