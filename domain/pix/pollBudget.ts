import { LRUCache } from 'lru-cache'

/**
 * Charges of one bank that a process asks about by itself in a minute. Banks count requests, some
 * allow 120 a minute, and what is announced is not to wait behind what is only polled.
 */
export const POLLS_A_MINUTE = 60
const MINUTE_MS = 60_000

/** Of so many banks it is known what was spent; the others have all of it. */
const REMEMBERED_BANKS = 10_000

/** How many more questions about charges each bank is to be asked (a token bucket). */
export class PollBudget {
  readonly #left = new LRUCache<string, { polls: number; atMs: number }>({
    max: REMEMBERED_BANKS,
  })

  /** @returns how many of the wanted ones may be asked now; they are spent */
  take(connectionId: string, wanted: number, now: Date): number {
    const atMs = now.getTime()
    const known = this.#left.get(connectionId) ?? { polls: POLLS_A_MINUTE, atMs }
    const earned = (Math.max(0, atMs - known.atMs) * POLLS_A_MINUTE) / MINUTE_MS
    const polls = Math.min(POLLS_A_MINUTE, known.polls + earned)
    const taken = Math.min(wanted, Math.floor(polls))
    this.#left.set(connectionId, { polls: polls - taken, atMs })
    return taken
  }

  /** Gives back what was taken, and not used. */
  giveBack(connectionId: string, polls: number): void {
    const known = this.#left.get(connectionId)
    if (known) known.polls += polls
  }
}
