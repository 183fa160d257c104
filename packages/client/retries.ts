import { attempt, TooLarge } from './attempt.ts'
import { NoResponse } from './errors.ts'

/** Attempts for each request, the first included. */
const ATTEMPTS = 5

/** The first pause is between half of this and this; each one after it is twice as long. */
const FIRST_PAUSE_MS = 1_000

/** A response with a longer `Retry-After` is returned at once instead. */
const LONGEST_PAUSE_MS = 60_000

/** After these the service has done nothing, so every request can be retried. */
const UNDONE = [408, 429]

/** Network, time and randomness, which tests replace. */
export type World = {
  fetch: (request: Request) => Promise<Response>
  /** Rejects when the signal is aborted. */
  wait: (durationMs: number, signal: AbortSignal) => Promise<void>
  /** At least 0 and less than 1. */
  random: () => number
  /** Milliseconds that only ever increase. */
  nowMs: () => number
  /** The timeout of an attempt, the body of its response included. */
  limitMs: number
}

function wait(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, durationMs)
    signal.addEventListener('abort', abort, { once: true })
  })
}

/** The real world. */
export const world: World = {
  fetch: (request) => fetch(request),
  wait,
  random: Math.random,
  nowMs: () => performance.now(),
  limitMs: 10_000,
}

/** `Retry-After`, which is in seconds or a date (RFC 9110 §10.2.3), in milliseconds; 0 without. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get('retry-after') ?? ''
  const durationMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Math.max(0, durationMs) || 0
}

/**
 * Sends a request, and retries it after a `408` or `429`, and after a `5xx` or no response when it
 * is repeatable. Pauses grow exponentially with jitter, and are added to `Retry-After`.
 *
 * @param repeatable whether the request is idempotent
 * @param signal ends the attempt that is under way, or the pause
 * @throws NoResponse, or the reason for which the signal was aborted
 */
export async function sendWithRetries(
  request: Request,
  { repeatable, name, signal }: { repeatable: boolean; name: string; signal: AbortSignal },
  world: World,
): Promise<Response> {
  const { fetch, limitMs } = world
  for (let count = 1; ; count++) {
    let response: Response | undefined
    let cause: unknown
    try {
      response = await attempt(request, { fetch, limitMs, signal })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TooLarge) throw new NoResponse(`${name}: ${error.message}`)
      cause = error
    }
    const status = response?.status ?? 0
    const failed = !response || status >= 500
    const again = UNDONE.includes(status) || (failed && repeatable)
    const askedMs = response ? retryAfterMs(response) : 0
    if (!again || count === ATTEMPTS || askedMs > LONGEST_PAUSE_MS) {
      if (response) return response
      throw new NoResponse(`${name}: the service did not answer.`, { cause })
    }
    const backoffMs = (0.5 + world.random() / 2) * FIRST_PAUSE_MS * 2 ** (count - 1)
    await world.wait(askedMs + backoffMs, signal)
  }
}
