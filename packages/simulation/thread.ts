/** A thread that runs worlds, one after another. */
import { parentPort } from 'node:worker_threads'
import { worldOf } from './worlds.ts'
import type { Run } from './worlds.ts'

// Differences are told by their messages; to capture stacks took a fiftieth of the time.
Error.stackTraceLimit = 0

parentPort?.on('message', async (run: Run) => {
  parentPort?.postMessage(await worldOf(run).run(run.count))
})
