import type { LoadShedderLimits } from './loadShedder.ts'

/** Refusals leave so long after one another, as long as none waits for too long. */
const INTERVAL_MS = 1

/** Memory of all refusals that wait: of their heads, and of as much beside each. */
const MAX_BYTES = 16 * 1024 * 1024
const REFUSAL_BYTES = 4 * 1024

type Refusal = { send: () => void; bytes: number; dueMs: number }

/**
 * Sends refusals at a pace. A client that asks again as soon as it was refused costs the service a
 * refusal each time, and a thousand of them took nine tenths of its time: so each waits for its
 * refusal, like one that is served, and cannot ask again meanwhile. Up to a thousand a second leave
 * at once.
 */
export class Refusals {
  readonly #maxDelayMs: number
  readonly #waiting: Refusal[] = []
  #bytes = 0
  #lastDueMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ maxRefusalDelayMs }: Pick<LoadShedderLimits, 'maxRefusalDelayMs'>) {
    this.#maxDelayMs = maxRefusalDelayMs
  }

  /** @param headBytes of the request that is refused */
  add(send: () => void, headBytes: number): void {
    const nowMs = performance.now()
    const dueMs = Math.min(Math.max(nowMs, this.#lastDueMs + INTERVAL_MS), nowMs + this.#maxDelayMs)
    this.#lastDueMs = dueMs
    if (dueMs === nowMs && this.#waiting.length === 0) return send()
    const bytes = headBytes + REFUSAL_BYTES
    this.#bytes += bytes
    this.#waiting.push({ send, bytes, dueMs })
    while (this.#bytes > MAX_BYTES) this.#sendFirst()
    this.#timer ??= setTimeout(this.#sendDue, dueMs - nowMs)
  }

  readonly #sendDue = (): void => {
    const nowMs = performance.now()
    while (this.#waiting[0] && this.#waiting[0].dueMs <= nowMs) this.#sendFirst()
    const next = this.#waiting[0]
    this.#timer = next && setTimeout(this.#sendDue, next.dueMs - nowMs)
  }

  #sendFirst(): void {
    const first = this.#waiting.shift()
    this.#bytes -= first?.bytes ?? 0
    first?.send()
  }
}
