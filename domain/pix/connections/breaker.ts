import type { Logger } from '../../../runtime/logger.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import { recentlyUsed } from '../../../runtime/recent.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import type { RecurringProvider } from '../bank/recurring.ts'

/** Requests in a row without an answer that open the breaker. */
const MAX_FAILURES = 3

const LONGEST_PAUSE_MS = 30_000

/**
 * After this time without a failure a bank counts as unused, such as one that its seller has left.
 */
const AWAY_MS = 5 * 60 * 1000

/** The banks whose breaker is kept; the breaker of one that was evicted is closed. */
const MAX_BANKS = 20_000

/** Requests of Pix Automático: a bank may fail in these alone. */
const RECURRING_METHODS: ReadonlySet<PropertyKey> = new Set<keyof RecurringProvider>([
  'askRecurring',
  'recurringScopes',
])

/** `half_open`: the pause is over, and one request may try whether the bank answers again. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/**
 * The circuit breaker of one bank. While it is open, requests fail at once, where they would wait
 * for a timeout. After a pause, which doubles with each failure, one request at a time tries again.
 *
 * It is written here because cockatiel's breaker has its callers wait for the request that tries
 * again, and reads a clock that can jump.
 */
export class Breaker {
  readonly #firstPauseMs: number
  readonly #onChange: (state: BreakerState) => void
  #failures = 0
  /** 0 while it is closed. */
  #pauseMs = 0
  #openUntilMs = 0
  #failedMs = 0
  #probing = false

  /** @param firstPauseMs how long it stays open at first; with 0 it never opens */
  constructor(firstPauseMs: number, onChange: (state: BreakerState) => void) {
    this.#firstPauseMs = firstPauseMs
    this.#onChange = onChange
  }

  get state(): BreakerState {
    if (this.#pauseMs === 0) return 'closed'
    return this.#probing || performance.now() < this.#openUntilMs ? 'open' : 'half_open'
  }

  /** True while requests to the bank fail, the last one within `AWAY_MS`. */
  get isAway(): boolean {
    return this.#pauseMs > 0 && performance.now() - this.#failedMs < AWAY_MS
  }

  /**
   * Puts the breaker in front of every method of a bank.
   *
   * @param recurring the breaker of the methods of Pix Automático
   */
  wrap(bank: PixProvider, recurring: Breaker): PixProvider {
    return new Proxy(bank, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name, target)
        if (typeof method !== 'function') return method
        const breaker = RECURRING_METHODS.has(name) ? recurring : this
        return (...args: unknown[]) =>
          breaker.#run(() => method.apply(target, args) as Promise<unknown>)
      },
    })
  }

  /** @throws BankError `unavailable` without asking while the breaker is open */
  async #run(request: () => Promise<unknown>): Promise<unknown> {
    const { state } = this
    if (state === 'open') {
      throw new BankError('unavailable', 'The bank does not answer; its circuit breaker is open.')
    }
    const isProbe = state === 'half_open'
    if (isProbe) this.#probing = true
    try {
      const result = await request()
      this.#close()
      return result
    } catch (error) {
      if (isUnanswered(error)) this.#fail(isProbe)
      else this.#close()
      throw error
    } finally {
      if (isProbe) this.#probing = false
    }
  }

  #close(): void {
    this.#failures = 0
    if (this.#pauseMs === 0) return
    this.#pauseMs = 0
    this.#onChange('closed')
  }

  /** Requests that were under way when the breaker opened do not prolong its pause. */
  #fail(isProbe: boolean): void {
    if (this.#firstPauseMs === 0) return
    if (isProbe) this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
    else if (this.#pauseMs > 0 || ++this.#failures < MAX_FAILURES) return
    else {
      this.#pauseMs = this.#firstPauseMs
    }
    this.#failedMs = performance.now()
    this.#openUntilMs = this.#failedMs + this.#pauseMs
    if (!isProbe) this.#onChange('open')
  }
}

/** A refusal is an answer: the bank is up. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof BankError &&
  error.kind === 'unavailable' &&
  (error.status === undefined || error.status >= 500)

/**
 * The two circuit breakers of a bank. Pix Automático has one of its own: a bank whose recurring
 * operations fail takes ordinary charges, and these must not wait for it.
 */
export type BankBreakers = { ordinary: Breaker; recurring: Breaker }

/** The circuit breakers of all banks, by the names of the sellers' applications there. */
export class Breakers {
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #firstPauseMs: number
  readonly #known = recentlyUsed<BankBreakers>(MAX_BANKS)

  /** @param firstPauseMs how long a breaker stays open at first; with 0 none opens */
  constructor({ log, metrics }: { log: Logger; metrics: Metrics }, firstPauseMs: number) {
    this.#log = log
    this.#metrics = metrics
    this.#firstPauseMs = firstPauseMs
  }

  /** @param connection_id a connection of the application, by which the log names it */
  of(application: string, connection_id: string): BankBreakers {
    const existing = this.#known.get(application)
    if (existing) return existing
    const breakers = {
      ordinary: this.#make({ connection_id }),
      recurring: this.#make({ connection_id, of: 'recurring' }),
    }
    this.#known.set(application, breakers)
    return breakers
  }

  /** @param facts by which the log names the breaker */
  #make(facts: { connection_id: string; of?: 'recurring' }): Breaker {
    return new Breaker(this.#firstPauseMs, (state) => {
      if (state === 'open') this.#log.warn(facts, 'bank does not answer: circuit breaker open')
      else this.#log.info(facts, 'bank answers again')
      this.report()
    })
  }

  /** Counts the banks that are away. One that fails in Pix Automático alone is not. */
  report(): void {
    let away = 0
    for (const { ordinary } of this.#known.values()) if (ordinary.isAway) away++
    this.#metrics.banksAway(away)
  }
}
