import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { moduleFile } from '../../db/moduleFile.ts'
import type { ProviderName } from '../bank/providers.ts'
import type { FaultKind } from './faults.ts'
import { seedOf } from './random.ts'
import { subscriptionsOf, untold } from './subscriptions/scenario.ts'
import { World } from './world.ts'
import type { SimulationResult, WorldOptions } from './world.ts'

/** The checkouts or mandates of a world: the bank's lists grow with them. */
const SOLD = 1_000

/** The days for which subscriptions run. */
export const YEAR_DAYS = 365

/** A run makes much short-lived garbage, and its world becomes garbage at its end. */
const resourceLimits = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2_048 }

export type Sold = 'checkouts' | 'mandates'

/** The run of one world: its seed, what is sold, the faults that are left out, and its bank. */
export type Run = {
  seed: number
  sold: Sold
  count: number
  /** How long mandates run; a year unless it is given. */
  days?: number
  only?: readonly number[]
  without?: readonly FaultKind[]
  provider?: ProviderName
}

/** Splits a simulation into runs, the first of which has the seed of the simulation itself. */
export function runsOf({ seed, sold, count }: Pick<Run, 'seed' | 'sold' | 'count'>): Run[] {
  return Array.from({ length: Math.ceil(count / SOLD) }, (_, i) => ({
    seed: i === 0 ? seed : seedOf(seed, `world ${i}`),
    sold,
    count: Math.min(SOLD, count - i * SOLD),
  }))
}

/** The world of a run. */
export function worldOf({ seed, sold, days = YEAR_DAYS, ...run }: Run, more: WorldOptions = {}) {
  const { only, without = [], provider } = run
  const options = { ...more, ...(only && { only }), ...(provider && { provider }) }
  if (sold === 'checkouts') return new World(seed, { ...options, without })
  const scenario = subscriptionsOf(days)
  return new World(seed, { ...options, scenario, without: [...untold, ...without] })
}

/** Hashes the traces of all runs, in their order. */
export function traceOf(outcomes: readonly SimulationResult[]): string {
  const hash = createHash('sha256')
  for (const { trace_sha256 } of outcomes) hash.update(trace_sha256)
  return hash.digest('hex')
}

/** Runs worlds on some threads. The outcome of a run does not depend on its thread. */
export class Threads {
  readonly #idle: Worker[]

  constructor(count: number) {
    const file = new URL(moduleFile('./thread'), import.meta.url)
    this.#idle = Array.from({ length: count }, () => new Worker(file, { resourceLimits }))
  }

  /** @returns the outcome of each run, in their order */
  async run(runs: readonly Run[]): Promise<SimulationResult[]> {
    const outcomes: SimulationResult[] = []
    const left = runs.entries()
    const work = async (thread: Worker) => {
      for (const [i, run] of left) outcomes[i] = await runOn(thread, run)
    }
    await Promise.all(this.#idle.map(work))
    return outcomes
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.map((thread) => thread.terminate()))
  }
}

function runOn(thread: Worker, run: Run): Promise<SimulationResult> {
  const { promise, resolve, reject } = Promise.withResolvers<SimulationResult>()
  thread.once('message', (outcome: SimulationResult) => {
    thread.off('error', reject)
    resolve(outcome)
  })
  thread.once('error', reject)
  thread.postMessage(run)
  return promise
}
