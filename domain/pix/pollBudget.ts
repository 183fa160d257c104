import { recentlyUsed } from '../../runtime/recent.ts'

/**
 * Polls of one bank by one process in a minute, on average. Some banks allow 120 requests a minute,
 * and the checks that callbacks cause need room beside the polls.
 */
export const POLLS_A_MINUTE = 60
const MINUTE_MS = 60_000

/** The banks whose budget is kept; one that was evicted has its whole budget again. */
const MAX_BANKS = 10_000

/** A token bucket for each bank: how many more polls it is to get now. */
export class PollBudget {
  readonly #aMinute: number
  readonly #left = recentlyUsed<{ polls: number; atMs: number }>(MAX_BANKS)

  constructor(aMinute = POLLS_A_MINUTE) {
    this.#aMinute = aMinute
  }

  /** @returns how many of the wanted polls may be made now; they are taken from the budget */
  take(connectionId: string, wanted: number, now: Date): number {
    const atMs = now.getTime()
    const known = this.#left.get(connectionId) ?? { polls: this.#aMinute, atMs }
    const earned = (Math.max(0, atMs - known.atMs) * this.#aMinute) / MINUTE_MS
    const polls = Math.min(this.#aMinute, known.polls + earned)
    const taken = Math.min(wanted, Math.floor(polls))
    this.#left.set(connectionId, { polls: polls - taken, atMs })
    return taken
  }

  /** Gives back polls that were taken and not used. */
  giveBack(connectionId: string, polls: number): void {
    const known = this.#left.get(connectionId)
    if (known) known.polls += polls
  }
}
