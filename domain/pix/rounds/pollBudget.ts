import { recentlyUsed } from '../../../runtime/recent.ts'

/**
 * Polls of one application at a bank by one process in a minute, on average. Some banks allow 120
 * requests a minute to a client id, and the checks that callbacks cause need room beside the polls.
 */
export const POLLS_A_MINUTE = 60
const MINUTE_MS = 60_000

/** The budgets that are kept; one that was evicted is whole again. */
const MAX_BUDGETS = 20_000

/** A token bucket for each application at a bank: the polls that are left now. */
export class PollBudget {
  readonly #aMinute: number
  readonly #left = recentlyUsed<{ polls: number; atMs: number }>(MAX_BUDGETS)

  constructor(aMinute = POLLS_A_MINUTE) {
    this.#aMinute = aMinute
  }

  /** @returns how many of the wanted polls may be made now; they are taken from the budget */
  take(application: string, wanted: number, now: Date): number {
    const atMs = now.getTime()
    const budget = this.#left.get(application) ?? { polls: this.#aMinute, atMs }
    const earned = (Math.max(0, atMs - budget.atMs) * this.#aMinute) / MINUTE_MS
    const polls = Math.min(this.#aMinute, budget.polls + earned)
    const taken = Math.min(wanted, Math.floor(polls))
    this.#left.set(application, { polls: polls - taken, atMs })
    return taken
  }

  /** Gives back polls that were taken and not used. */
  giveBack(application: string, polls: number): void {
    const budget = this.#left.get(application)
    if (budget) budget.polls += polls
  }
}
