/** Runs the service at full load, and samples event-loop lag and memory. */
import { freePort } from '../../cli/ports.ts'
import { authenticated } from './data.ts'
import type { Fixture, Place } from './data.ts'
import type { Figures, Task } from './load.ts'
import { operationIds } from './requests.ts'
import type { ComparedId } from './requests.ts'
import { ours, start } from './servers.ts'

/** The figures after one turn of all operations. */
export type Sample = {
  resident_bytes: number
  /** The delay of the event loop, under each operation. */
  lag_p99_ms: Record<ComparedId, number>
  requests: number
}

export type Soak = { seconds: number; samples: Sample[] }

/** The longest that a turn has for each operation. */
const TURN_SECONDS = 1

/** A turn to warm up, and five so that the first and the last fifth are there. */
const LEAST_TURNS = 6

/** The histogram holds the times between two looks, which without a lag are this far apart. */
const LOOKS_MS = 10

async function scrape(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return (name) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`There is no metric ${name}.`)
    return Number(value)
  }
}

/** Loads the service with all operations in turn; one sample of each turn but the first. */
export async function soak(
  place: Place,
  { accounts }: Fixture,
  seconds: number,
  load: (task: Task) => Promise<Figures>,
): Promise<Soak> {
  const METRICS_PORT = String(await freePort())
  const server = await start(ours, { ...place, METRICS_PORT } as Place)
  const metrics_url = `http://127.0.0.1:${METRICS_PORT}`
  const samples: Sample[] = []
  const turn_seconds = Math.min(TURN_SECONDS, seconds / 10)
  try {
    const end_ms = performance.now() + seconds * 1000
    for (let turn = 0; turn < LEAST_TURNS || performance.now() < end_ms; turn++) {
      const { url } = server
      const callers = await Promise.all(accounts.map((account) => authenticated(url, account)))
      let requests = 0
      const lag_p99_ms = {} as Sample['lag_p99_ms']
      // Each look tells of the time since the one before.
      let metric = await scrape(metrics_url)
      for (const operation of operationIds) {
        const found = await load({ url, operation, callers, seconds: turn_seconds })
        requests += Math.round(found.requests_per_second * turn_seconds)
        metric = await scrape(metrics_url)
        lag_p99_ms[operation] = metric('nodejs_eventloop_lag_p99_seconds') * 1000 - LOOKS_MS
      }
      const resident_bytes = metric('process_resident_memory_bytes')
      samples.push({ resident_bytes, lag_p99_ms, requests })
    }
  } finally {
    await server.stop()
  }
  return { seconds, samples: samples.slice(1) }
}
