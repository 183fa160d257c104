/** Sales at a steady pace, and what they cost the process that serves them. */
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../median.ts'
import { paced } from '../pace.ts'
import { processorTimes, totalOf } from '../processorTime.ts'
import type { ProcessorTimes } from '../processorTime.ts'
import { sell, Tally } from './sale.ts'
import { now_us } from './selfTimes.ts'
import type { Window } from './selfTimes.ts'
import type { Stand } from './shop.ts'

/** The outcome of the last delivery is written after its sale has been read. */
const SETTLING_MS = 1_000

/** How long a process is looked at that has nothing to do. */
const IDLE_MS = 5_000

/** After its start, a process has had time for what it does by itself. */
const STARTED_MS = 3_000

/** How many sales are begun in a second; how many are measured first, then not, and then again. */
export type Plan = { per_second: number; cold: number; warm_up: number; warm: number }

/** The cost of some sales to the process that serves them. */
export type Phase = {
  sales: number
  /** Processor time for each sale, without that of an idle process. */
  processor_ms: number
  /** The same by the name of the thread, with what the idle process uses. */
  threads_ms: ProcessorTimes
  /** The time of a sale, as shop and buyer wait for it: the median. */
  duration_ms: number
  /** Counts for each sale, by name. */
  counts: Record<string, number>
  window: Window
}

const sellPaced = ({ shop }: Stand, sales: number, { per_second }: Plan, tally: Tally) =>
  paced(sales, per_second, () => sell(shop, tally))

type Counts = Record<string, number>

/** The requests that the bank was sent, by method and path. */
async function bankRequests(control_url: string): Promise<Counts> {
  const books = await (await fetch(`${control_url}/books`)).json()
  const counts: Counts = {}
  for (const name of (books as { requests: string[] }).requests) {
    counts[`bank ${name}`] = (counts[`bank ${name}`] ?? 0) + 1
  }
  return counts
}

/** The part of each of some sales in counts. */
function addedTo(before: Counts, after: Counts, sales: number): Counts {
  const added: Counts = {}
  for (const [name, count] of Object.entries(after)) {
    const more = (count - (before[name] ?? 0)) / sales
    if (more > 0) added[name] = more
  }
  return added
}

async function measure(stand: Stand, pid: number, sales: number, plan: Plan): Promise<Phase> {
  const counted = async () => ({
    ...(await bankRequests(stand.shop.control_url)),
    ...(await stand.counts()),
  })
  const tally = new Tally()
  const before = await counted()
  const [from, from_us] = [processorTimes(pid), now_us()]
  const durations_ms = await sellPaced(stand, sales, plan, tally)
  await wait(SETTLING_MS)
  const [until, until_us] = [processorTimes(pid), now_us()]
  const counts = addedTo({}, Object.fromEntries(tally.counts), sales)
  return {
    sales,
    processor_ms: (totalOf(until) - totalOf(from)) / sales,
    threads_ms: addedTo(from, until, sales),
    duration_ms: median(durations_ms),
    counts: { ...counts, ...addedTo(before, await counted(), sales) },
    window: { from_us, until_us },
  }
}

/** The processor time that an idle process uses in a millisecond. */
async function idleShare(pid: number): Promise<number> {
  const before = totalOf(processorTimes(pid))
  await wait(IDLE_MS)
  return (totalOf(processorTimes(pid)) - before) / IDLE_MS
}

/** The first sales of a process and later ones. */
export type Phases = { cold: Phase; warm: Phase; idle_ms_per_second: number }

/** Starts the service, and measures its first sales and later ones. */
export async function phasesOf(stand: Stand, plan: Plan): Promise<Phases> {
  const { pid, stop } = await stand.start()
  try {
    await wait(STARTED_MS)
    const idle = await idleShare(pid)
    const cold = await measure(stand, pid, plan.cold, plan)
    await sellPaced(stand, plan.warm_up, plan, new Tally())
    const warm = await measure(stand, pid, plan.warm, plan)
    const withoutIdle = (phase: Phase): Phase => {
      const { from_us, until_us } = phase.window
      const idle_ms = (idle * (until_us - from_us)) / 1000
      return { ...phase, processor_ms: phase.processor_ms - idle_ms / phase.sales }
    }
    return {
      cold: withoutIdle(cold),
      warm: withoutIdle(warm),
      idle_ms_per_second: idle * 1000,
    }
  } finally {
    await stop()
  }
}
