/** Lives what it is told to, one life after another. */
import { parentPort } from 'node:worker_threads'
import { World } from './world.ts'
import type { Life } from './worlds.ts'

parentPort?.on('message', async ({ seed, checkouts, ...options }: Life) => {
  parentPort?.postMessage(await new World(seed, options).run(checkouts))
})
