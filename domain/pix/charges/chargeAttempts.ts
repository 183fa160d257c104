import type { Timers } from '../../../runtime/timers.ts'

/** How long a request waits for a bank to create a charge. */
const WAIT_MS = 5_000

/** Requests that wait at once in this process, and those of one seller. */
const MAX_WAITING = 128
const MAX_WAITING_OF_SELLER = 16

/** How the wait for an attempt ended; `over` also when too many wait already. */
type AttemptResult = 'created' | 'failed' | 'over'

type Attempt = PromiseWithResolvers<AttemptResult> & { waiting: number }

/**
 * Attempts to create a charge, for the requests that wait for one. A request that waits holds a
 * place that others need, so few do; the others are answered that the code is still to come.
 */
export class ChargeAttempts {
  readonly #timers: Timers
  readonly #attempts = new Map<string, Attempt>()
  readonly #waitingOf = new Map<string, number>()
  #waiting = 0

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /**
   * Waits for the end of the next attempt for a charge, for WAIT_MS at most.
   *
   * @param begin has the attempt made; called at once, even when too many wait
   */
  async next(seller_id: string, key: string, begin: () => void): Promise<AttemptResult> {
    const ofSeller = this.#waitingOf.get(seller_id) ?? 0
    const isFull = this.#waiting >= MAX_WAITING || ofSeller >= MAX_WAITING_OF_SELLER
    if (isFull) {
      begin()
      return 'over'
    }
    const attempt = this.#attempts.get(key) ?? {
      ...Promise.withResolvers<AttemptResult>(),
      waiting: 0,
    }
    this.#attempts.set(key, attempt)
    attempt.waiting++
    this.#waiting++
    this.#waitingOf.set(seller_id, ofSeller + 1)
    const over = Promise.withResolvers<AttemptResult>()
    const cancel = this.#timers.after(WAIT_MS, () => over.resolve('over'))
    try {
      begin()
      return await Promise.race([attempt.promise, over.promise])
    } finally {
      cancel()
      // An attempt that is put off, or that never begins, leaves nothing behind.
      if (--attempt.waiting === 0 && this.#attempts.get(key) === attempt) this.#attempts.delete(key)
      this.#waiting--
      const waiting = (this.#waitingOf.get(seller_id) ?? 1) - 1
      if (waiting > 0) this.#waitingOf.set(seller_id, waiting)
      else this.#waitingOf.delete(seller_id)
    }
  }

  /** Ends an attempt: the requests that wait for it go on. */
  end(key: string, outcome: Exclude<AttemptResult, 'over'>): void {
    this.#attempts.get(key)?.resolve(outcome)
    this.#attempts.delete(key)
  }
}
