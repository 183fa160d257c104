import { NoAnswer } from './errors.ts'

/** So often a request is tried in all. */
const ATTEMPTS = 5

/** The first pause is at most this, and at least half of it; each one after it is twice as long. */
const FIRST_PAUSE_MS = 1_000

/** Whoever is asked to wait for longer is told so at once instead. */
const LONGEST_PAUSE_MS = 60_000

/** An attempt is given up after this, with whatever it has brought. */
const ATTEMPT_LIMIT_MS = 10_000

/** By these the service says that it has done nothing: too slow a request, or one too many. */
const UNDONE = [408, 429]

/** What the client does the outside world by; the tests have their own. */
export type World = {
  fetch: (request: Request) => Promise<Response>
  /** Rejects when the signal is aborted. */
  wait: (duration_ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1, which is left out. */
  random: () => number
  /** Milliseconds that only ever increase. */
  now_ms: () => number
}

function wait(duration_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, duration_ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}

/** The world as it is. */
export const world: World = {
  fetch: (request) => fetch(request),
  wait,
  random: Math.random,
  now_ms: () => performance.now(),
}

/** How long the answer asks us to wait, in seconds or until a date; 0 when it does not say. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get('retry-after') ?? ''
  const duration_ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Math.max(0, duration_ms) || 0
}

/** One attempt, to the end of its body, so that what breaks off there is tried again as well. */
async function attempt(request: Request, { fetch }: World): Promise<Response> {
  const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS)
  const signal = AbortSignal.any([request.signal, limit])
  const response = await fetch(new Request(request.clone(), { signal }))
  const { status, headers } = response
  // The body is decoded, so what was said of its encoding holds no longer.
  const kept = ['content-type', 'retry-after', 'x-request-id'].flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new Response((await response.text()) || null, { status, headers: kept })
}

/**
 * Makes a request until its answer is final: a `408` or `429` is none, and when the request may be
 * repeated, neither is a `5xx` or no answer at all. Pauses grow exponentially, with a random part,
 * and come on top of what `Retry-After` asks for.
 *
 * @param repeatable whether doing it twice is doing it once
 * @throws NoAnswer, or the reason for which the request's signal was aborted
 */
export async function persist(
  request: Request,
  { repeatable, name }: { repeatable: boolean; name: string },
  world: World,
): Promise<Response> {
  for (let count = 1; ; count++) {
    let response: Response | undefined
    let cause: unknown
    try {
      response = await attempt(request, world)
    } catch (error) {
      request.signal.throwIfAborted()
      cause = error
    }
    const status = response?.status ?? 0
    const failed = !response || status >= 500
    const again = UNDONE.includes(status) || (failed && repeatable)
    const asked_ms = response ? retryAfterMs(response) : 0
    if (!again || count === ATTEMPTS || asked_ms > LONGEST_PAUSE_MS) {
      if (response) return response
      throw new NoAnswer(`${name}: the service did not answer.`, { cause })
    }
    const backoff_ms = (0.5 + world.random() / 2) * FIRST_PAUSE_MS * 2 ** (count - 1)
    await world.wait(asked_ms + backoff_ms, request.signal)
  }
}
