import { setTimeout as wait } from 'node:timers/promises'

/** A step fails after this, instead of waiting for ever. */
const PATIENCE_MS = 120_000

const INTERVAL_MS = 50

/** Asks until the answer is truthy, and returns it: a shop has no event for its changes. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const end = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(`It did not come that ${what}.`)
    await wait(INTERVAL_MS)
  }
}
