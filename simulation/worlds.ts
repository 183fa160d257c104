import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { moduleFile } from '../db/moduleFile.ts'
import type { Kind } from './misfortune.ts'
import { seedOf } from './random.ts'
import type { Outcome } from './world.ts'

/** How many checkouts share a world: what a bank lists grows with them. */
const CHECKOUTS = 1_000

/** A life leaves much that is soon forgotten, and a world that ends leaves everything. */
const resourceLimits = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2_048 }

/** What is lived in one world, and what is left out of it. */
export type Life = {
  seed: number
  checkouts: number
  only?: readonly number[]
  without?: readonly Kind[]
}

/** The worlds of a run, the first of which has the seed of the run itself. */
export function worldsOf(seed: number, checkouts: number): Life[] {
  return Array.from({ length: Math.ceil(checkouts / CHECKOUTS) }, (_, i) => ({
    seed: i === 0 ? seed : seedOf(seed, `world ${i}`),
    checkouts: Math.min(CHECKOUTS, checkouts - i * CHECKOUTS),
  }))
}

/** One hash of all worlds, in their order. */
export function traceOf(outcomes: readonly Outcome[]): string {
  const hash = createHash('sha256')
  for (const { trace_sha256 } of outcomes) hash.update(trace_sha256)
  return hash.digest('hex')
}

/** Lives on some threads; which of them has which life changes nothing in what comes of it. */
export class Threads {
  readonly #idle: Worker[]

  constructor(count: number) {
    const file = new URL(moduleFile('./thread'), import.meta.url)
    this.#idle = Array.from({ length: count }, () => new Worker(file, { resourceLimits }))
  }

  /** @returns what came of each life */
  async live(lives: readonly Life[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const left = lives.entries()
    const work = async (thread: Worker) => {
      for (const [i, life] of left) outcomes[i] = await liveOn(thread, life)
    }
    await Promise.all(this.#idle.map(work))
    return outcomes
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.map((thread) => thread.terminate()))
  }
}

function liveOn(thread: Worker, life: Life): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  thread.once('message', (outcome: Outcome) => {
    thread.off('error', reject)
    resolve(outcome)
  })
  thread.once('error', reject)
  thread.postMessage(life)
  return promise
}
