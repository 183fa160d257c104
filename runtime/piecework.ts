/** Long work in pieces, so that no turn of the event loop belongs to it alone. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the pieces of one turn may take, beside the one that goes beyond it. */
const TURN_MS = 5

/** Work that can be interrupted wherever it yields. */
export type Pieces<Result> = Generator<void, Result>

type Job = { step: () => boolean; fail: (error: unknown) => void }

/** One job after another, so that each holds what it needs for a short time. */
const jobs: Job[] = []

let isWorking = false

async function work(): Promise<void> {
  isWorking = true
  // The rows of the first piece may have been read in this turn, which on PostgreSQL takes as long
  // as a piece. One `setImmediate` comes before the next look at the sockets, the second after it.
  await nextTurn()
  await nextTurn()
  for (let job = jobs[0]; job; job = jobs[0]) {
    const endMs = performance.now() + TURN_MS
    let isDone = false
    try {
      while (!isDone && performance.now() < endMs) isDone = job.step()
    } catch (error) {
      job.fail(error)
      isDone = true
    }
    if (isDone) jobs.shift()
    await nextTurn()
  }
  isWorking = false
}

/**
 * Does long work in a few milliseconds of each turn, after all such work that was begun before.
 *
 * @returns what the generator returns; what it throws rejects
 */
export function inPieces<Result>(pieces: Pieces<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const step = () => {
    const { done, value } = pieces.next()
    if (done) resolve(value)
    return done === true
  }
  jobs.push({ step, fail: reject })
  if (!isWorking) void work()
  return promise
}
