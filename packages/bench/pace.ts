/** Work that is begun at a steady pace, however long each piece takes. */
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Begins so many pieces of work, and resolves when all have ended.
 *
 * @returns how long each took
 * @throws the first error, once all have ended
 */
export async function paced(
  count: number,
  per_second: number,
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const timed = async (n: number) => {
    const begin_ms = performance.now()
    await work(n)
    return performance.now() - begin_ms
  }
  const begun: Promise<number>[] = []
  const start_ms = performance.now()
  for (let n = 0; n < count; n++) {
    await wait(Math.max(0, start_ms + (n * 1000) / per_second - performance.now()))
    begun.push(timed(n))
  }
  const ended = await Promise.allSettled(begun)
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
