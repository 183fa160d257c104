/** A thread that runs worlds, one after another. */
import { parentPort } from 'node:worker_threads'
import { World } from './world.ts'
import type { Run } from './worlds.ts'

// Differences are told by their messages; to capture stacks took a fiftieth of the time.
Error.stackTraceLimit = 0

parentPort?.on('message', async ({ seed, checkouts, ...options }: Run) => {
  parentPort?.postMessage(await new World(seed, options).run(checkouts))
})
