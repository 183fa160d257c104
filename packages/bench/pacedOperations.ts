/**
 * The processor time of a request at a pace that a shop has, in the first requests of a process and
 * in later ones, and beside it the requests a second at most.
 */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { authenticated } from './data.ts'
import type { Fixture, Place } from './data.ts'
import type { Load } from './measure.ts'
import { paced } from './pace.ts'
import { processorTimes, totalOf } from './processorTime.ts'
import { requestOf } from './requests.ts'
import type { Caller, ComparedId } from './requests.ts'
import { exchange } from './sale/exchange.ts'
import { start } from './servers.ts'
import type { Program } from './servers.ts'

const PER_SECOND = 100

/** The requests of a process that count as its first, and those that are measured later. */
const COLD_REQUESTS = 200
const WARM_REQUESTS = 300

/** After its start, a process has had time for what it does by itself. */
const STARTED_MS = 1_000

const IDLE_MS = 2_000

/** The load in between: V8 compiles, and then the requests are counted. */
const WARM_UP_SECONDS = 2
const SATURATED_SECONDS = 1

/** A server, and the database that is its own. */
export type Subject = { program: Program; place: Place }

/** The figures of one process. */
export type PacedFigures = {
  cold_us: number
  warm_us: number
  requests_per_second: number
  /** Of all paced requests, those that were answered 503. */
  refused: number
}

/** Counted over all loads, apart from those of `load.ts`: nothing is sent twice. */
let sent = 1_000_000_000

async function processorUs(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = totalOf(processorTimes(pid))
  await work()
  return (totalOf(processorTimes(pid)) - before) * 1000
}

/** Starts a server and measures it in one operation. */
export async function measurePaced(
  { program, place }: Subject,
  operation: ComparedId,
  callers: Caller[],
  load: Load,
): Promise<PacedFigures> {
  const { url, pid, stop } = await start(program, place)
  const agent = new Agent({ keepAlive: true })
  let refused = 0
  const ask = async (n: number) => {
    const caller = callers[n % callers.length]
    if (!caller) throw new Error('There is no caller.')
    const { path, ...asked } = requestOf[operation](caller, sent++)
    const { status, text } = await exchange(url + path, { ...asked, agent })
    if (status === 503) refused += 1
    else if (status > 299)
      throw new Error(`${program.title}: ${operation} answered ${status} ${text}`)
  }
  const measured = (count: number) => processorUs(pid, () => paced(count, PER_SECOND, ask))
  try {
    await wait(STARTED_MS)
    const cold_us = await measured(COLD_REQUESTS)
    await load({ url, operation, callers, seconds: WARM_UP_SECONDS })
    const saturated = await load({ url, operation, callers, seconds: SATURATED_SECONDS })
    await wait(STARTED_MS)
    const warm_us = await measured(WARM_REQUESTS)
    const idle_us = (await processorUs(pid, () => wait(IDLE_MS))) / IDLE_MS
    const perRequest = (us: number, count: number) => us / count - (idle_us * 1000) / PER_SECOND
    return {
      cold_us: perRequest(cold_us, COLD_REQUESTS),
      warm_us: perRequest(warm_us, WARM_REQUESTS),
      requests_per_second: saturated.requests_per_second,
      refused,
    }
  } finally {
    agent.destroy()
    await stop()
  }
}

/** Tokens of now, from a server that is not measured. */
export const callersOf = (url: string, { accounts }: Fixture): Promise<Caller[]> =>
  Promise.all(accounts.map((account) => authenticated(url, account)))
