/** Sales at a steady pace, and what they cost the process that serves them. */
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../median.ts'
import { processorTimeMs } from './processorTime.ts'
import { sell, Tally } from './sale.ts'
import type { Stand } from './shop.ts'

/** What is left of the work when the last sale has been read: the outcome of its delivery. */
const SETTLING_MS = 1_000

/** How long a process is looked at that has nothing to do. */
const IDLE_MS = 5_000

/** After its start, a process has had time for what it does by itself. */
const STARTED_MS = 3_000

/** How many sales are begun in a second; how many are measured first, then not, and then again. */
export type Plan = { per_second: number; cold: number; warm_up: number; warm: number }

/** The counts and the cost of some sales. */
export type Phase = {
  sales: number
  /** Processor time of the service for each sale, without that of an idle process. */
  processor_ms: number
  /** The time of a sale, as shop and buyer wait for it: the median. */
  duration_ms: number
  /** Counts for each sale, by name. */
  counts: Record<string, number>
}

type Measured = Phase & { total_ms: number; elapsed_ms: number }

/** Begins so many sales, and resolves when all have ended. */
async function sellPaced(
  { shop }: Stand,
  sales: number,
  { per_second }: Plan,
  tally: Tally,
): Promise<number[]> {
  const begun: Promise<number>[] = []
  const start_ms = performance.now()
  const timed = async () => {
    const begin_ms = performance.now()
    await sell(shop, tally)
    return performance.now() - begin_ms
  }
  for (let n = 0; n < sales; n++) {
    await wait(Math.max(0, start_ms + (n * 1000) / per_second - performance.now()))
    begun.push(timed())
  }
  const ended = await Promise.allSettled(begun)
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** The requests that the bank was sent, by method and path. */
async function bankRequests(control_url: string): Promise<Record<string, number>> {
  const { requests } = (await (await fetch(`${control_url}/books`)).json()) as {
    requests: string[]
  }
  const counts: Record<string, number> = {}
  for (const name of requests) counts[`bank ${name}`] = (counts[`bank ${name}`] ?? 0) + 1
  return counts
}

async function commits(metrics_url: string): Promise<Record<string, number>> {
  const text = await (await fetch(metrics_url)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
  return {
    commits: value('balcao_database_commit_groups_total'),
    transactions: value('balcao_database_transactions_total'),
  }
}

async function measure(stand: Stand, pid: number, sales: number, plan: Plan): Promise<Measured> {
  const counters = async () => ({
    ...(await bankRequests(stand.shop.control_url)),
    ...(await commits(stand.metrics_url)),
  })
  const tally = new Tally()
  const before: Record<string, number> = await counters()
  const [processor_ms, start_ms] = [processorTimeMs(pid), performance.now()]
  const durations_ms = await sellPaced(stand, sales, plan, tally)
  await wait(SETTLING_MS)
  const total_ms = processorTimeMs(pid) - processor_ms
  const elapsed_ms = performance.now() - start_ms
  const counts: Record<string, number> = {}
  for (const [name, count] of tally.counts) counts[name] = count / sales
  for (const [name, count] of Object.entries(await counters())) {
    const more = count - (before[name] ?? 0)
    if (more > 0) counts[name] = more / sales
  }
  const duration_ms = median(durations_ms)
  return { sales, processor_ms: NaN, duration_ms, counts, total_ms, elapsed_ms }
}

/** Starts the service, and measures its first sales and later ones. */
export async function phasesOf(
  stand: Stand,
  plan: Plan,
): Promise<{ cold: Phase; warm: Phase; idle_ms_per_second: number }> {
  const server = await stand.start()
  try {
    await wait(STARTED_MS)
    const first = await measure(stand, server.pid, plan.cold, plan)
    await sellPaced(stand, plan.warm_up, plan, new Tally())
    const later = await measure(stand, server.pid, plan.warm, plan)
    const before_ms = processorTimeMs(server.pid)
    await wait(IDLE_MS)
    const idle = (processorTimeMs(server.pid) - before_ms) / IDLE_MS
    const phase = ({ total_ms, elapsed_ms, ...rest }: Measured): Phase => ({
      ...rest,
      processor_ms: (total_ms - idle * elapsed_ms) / rest.sales,
    })
    return { cold: phase(first), warm: phase(later), idle_ms_per_second: idle * 1000 }
  } finally {
    await server.stop()
  }
}
