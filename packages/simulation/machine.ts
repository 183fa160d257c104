import type { World } from './world.ts'

/**
 * Does some work while the thread's clocks and its chance are those of a world: batches, breakers
 * and the jitter of timers look at them, by which no two runs would be alike.
 */
export async function onMachine<Result>(
  world: World,
  work: () => Promise<Result>,
): Promise<Result> {
  const { now } = performance
  const { now: dateNow } = Date
  const { random } = Math
  const { timeline, draw } = world
  performance.now = () => timeline.passed_ms
  Date.now = () => timeline.now_ms + world.skew_ms
  Math.random = draw.of('machine').random
  try {
    return await work()
  } finally {
    performance.now = now
    Date.now = dateNow
    Math.random = random
  }
}
