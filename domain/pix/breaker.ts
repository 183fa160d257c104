import { LRUCache } from 'lru-cache'
import type { Logger } from '../../runtime/logger.ts'
import { BankError } from './bank/provider.ts'
import type { PixProvider } from './bank/provider.ts'

/** So many exchanges in a row without an answer open the breaker. */
const FAILURES = 3

const LONGEST_PAUSE_MS = 30_000

/** So many banks are known to be well or not; one that is forgotten counts as well. */
const KNOWN_BANKS = 10_000

/** `half_open`: the pause is over, and one exchange may try whether the bank answers again. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/**
 * Leaves one bank alone while it does not answer: what is asked of it meanwhile fails at once,
 * where it would have waited for the time limits of an exchange. After a pause, which doubles with
 * each failure, one exchange at a time tries again.
 */
export class Breaker {
  readonly #firstPauseMs: number
  readonly #onChange: (state: BreakerState) => void
  #failures = 0
  /** 0 while it is closed. */
  #pauseMs = 0
  #openUntilMs = 0
  #probing = false

  /** @param firstPauseMs 0 never opens */
  constructor(firstPauseMs: number, onChange: (state: BreakerState) => void) {
    this.#firstPauseMs = firstPauseMs
    this.#onChange = onChange
  }

  get state(): BreakerState {
    if (this.#pauseMs === 0) return 'closed'
    return this.#probing || performance.now() < this.#openUntilMs ? 'open' : 'half_open'
  }

  /** The same bank behind the breaker. */
  around(bank: PixProvider): PixProvider {
    return new Proxy(bank, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name, target)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) =>
          this.#run(() => method.apply(target, args) as Promise<unknown>)
      },
    })
  }

  /** @throws BankError `unavailable` without asking while the breaker is open */
  async #run(exchange: () => Promise<unknown>): Promise<unknown> {
    const { state } = this
    if (state === 'open') {
      throw new BankError('unavailable', 'The bank does not answer, and is left alone for a while.')
    }
    const isProbe = state === 'half_open'
    if (isProbe) this.#probing = true
    try {
      const result = await exchange()
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

  /** What was under way when the breaker opened says nothing new. */
  #fail(isProbe: boolean): void {
    if (this.#firstPauseMs === 0) return
    if (isProbe) this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
    else if (this.#pauseMs > 0 || ++this.#failures < FAILURES) return
    else {
      this.#pauseMs = this.#firstPauseMs
      this.#onChange('open')
    }
    this.#openUntilMs = performance.now() + this.#pauseMs
  }
}

/** A refusal is an answer: it came at once, and says that the bank is there. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof BankError &&
  error.kind === 'unavailable' &&
  (error.status === undefined || error.status >= 500)

/** The breakers of all banks, by their connections' ids. */
export class Breakers {
  readonly #log: Logger
  readonly #firstPauseMs: number
  readonly #known = new LRUCache<string, Breaker>({ max: KNOWN_BANKS })

  /** @param firstPauseMs how long a bank is left alone at first; 0 is never */
  constructor(log: Logger, firstPauseMs: number) {
    this.#log = log
    this.#firstPauseMs = firstPauseMs
  }

  of(connection_id: string): Breaker {
    const known = this.#known.get(connection_id)
    if (known) return known
    const breaker = new Breaker(this.#firstPauseMs, (state) => {
      if (state === 'open') this.#log.warn({ connection_id }, 'bank does not answer: left alone')
      else this.#log.info({ connection_id }, 'bank answers again')
    })
    this.#known.set(connection_id, breaker)
    return breaker
  }
}
