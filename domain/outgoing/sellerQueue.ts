import { systemTimers } from '../../runtime/timers.ts'
import type { Timers } from '../../runtime/timers.ts'

/** Sellers visited at once, so that a seller whose node hangs does not delay the next. */
export const SELLERS_AT_ONCE = 4

/** The pause before a failed visit is repeated: exponential backoff with jitter. */
const SHORTEST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Pause = { pauseMs: number; callOff: () => void }

/**
 * A queue of sellers with work to do, each of them in it once, visited in the order in which they
 * were added. A visit that fails is repeated later and delays no other seller.
 */
export class SellerQueue {
  readonly #visit: (seller_id: string) => Promise<void>
  readonly #onError: (error: unknown, seller_id: string) => void
  readonly #hasCapacity: () => boolean
  readonly #timers: Timers
  readonly #due = new Set<string>()
  readonly #visited = new Map<string, Promise<void>>()
  readonly #pauses = new Map<string, Pause>()
  #stopped = false

  /** @param hasCapacity whether another seller can be visited; call `next` once it can again */
  constructor({
    visit,
    onError,
    hasCapacity,
    timers = systemTimers,
  }: {
    visit: (seller_id: string) => Promise<void>
    onError: (error: unknown, seller_id: string) => void
    hasCapacity: () => boolean
    timers?: Timers
  }) {
    this.#visit = visit
    this.#onError = onError
    this.#hasCapacity = hasCapacity
    this.#timers = timers
  }

  /** Schedules a visit of a seller; when one is under way, another one after it. */
  add(seller_id: string): void {
    if (this.#stopped) return
    this.#due.add(seller_id)
    this.next()
  }

  /** Visits sellers that are due, as far as there is capacity. */
  next(): void {
    for (const seller_id of this.#due) {
      if (this.#stopped || this.#visited.size >= SELLERS_AT_ONCE || !this.#hasCapacity()) return
      if (this.#visited.has(seller_id)) continue
      this.#due.delete(seller_id)
      this.#visited.set(seller_id, this.#visitOne(seller_id))
    }
  }

  /** Starts no more visits, and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const { callOff } of this.#pauses.values()) callOff()
    await Promise.all(this.#visited.values())
  }

  async #visitOne(seller_id: string): Promise<void> {
    try {
      await this.#visit(seller_id)
      this.#pauses.get(seller_id)?.callOff()
      this.#pauses.delete(seller_id)
    } catch (error) {
      this.#onError(error, seller_id)
      this.#pause(seller_id)
    } finally {
      this.#visited.delete(seller_id)
      this.next()
    }
  }

  #pause(seller_id: string): void {
    if (this.#stopped) return
    const last = this.#pauses.get(seller_id)
    last?.callOff()
    const pauseMs = Math.min((last?.pauseMs ?? SHORTEST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS)
    const pausedMs = pauseMs * (0.5 + Math.random() / 2)
    const callOff = this.#timers.after(pausedMs, () => this.add(seller_id))
    this.#pauses.set(seller_id, { pauseMs, callOff })
  }
}
