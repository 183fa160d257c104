import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { moduleFile } from '../../db/moduleFile.ts'
import type { ProviderName } from '../bank/providers.ts'
import type { FaultKind } from './faults.ts'
import { seedOf } from './random.ts'
import type { SimulationResult } from './world.ts'

/** The checkouts of a world: the bank's lists grow with them. */
const CHECKOUTS = 1_000

/** A run makes much short-lived garbage, and its world becomes garbage at its end. */
const resourceLimits = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2_048 }

/** The run of one world: its seed, its checkouts, the faults that are left out, and its bank. */
export type Run = {
  seed: number
  checkouts: number
  only?: readonly number[]
  without?: readonly FaultKind[]
  provider?: ProviderName
}

/** Splits a simulation into runs, the first of which has the seed of the simulation itself. */
export function runsOf(seed: number, checkouts: number): Run[] {
  return Array.from({ length: Math.ceil(checkouts / CHECKOUTS) }, (_, i) => ({
    seed: i === 0 ? seed : seedOf(seed, `world ${i}`),
    checkouts: Math.min(CHECKOUTS, checkouts - i * CHECKOUTS),
  }))
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
