/** Lives what it is told to, one life after another. */
import { parentPort } from 'node:worker_threads'
import { World } from './world.ts'
import type { Life } from './worlds.ts'

// What is thrown is told by its message; to follow the stack took a fiftieth of the time.
Error.stackTraceLimit = 0

parentPort?.on('message', async ({ seed, checkouts, ...options }: Life) => {
  parentPort?.postMessage(await new World(seed, options).run(checkouts))
})
