/** Settles as the promise does, unless the signal is aborted first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    const done = () => signal.removeEventListener('abort', abort)
    // The promise is waited for all the same: its rejection must not be an unhandled one.
    promise.finally(done).then(resolve, reject)
    if (signal.aborted) abort()
  })
}

/** Of one response; what is longer is not from the service. */
const MAX_BODY_BYTES = 64 * 2 ** 20

/** The body of a response is longer than any of the service's. */
export class TooLarge extends Error {
  constructor() {
    super('the answer is too large.')
  }
}

/** Reads a body to its end. */
async function bytesOf({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value === undefined) break
    length += value.byteLength
    if (length > MAX_BODY_BYTES) {
      // A failed cancellation changes nothing: the body is refused as too large either way.
      reader?.cancel().catch(() => undefined)
      throw new TooLarge()
    }
    parts.push(value)
  }
  if (length === 0) return null
  const whole = new Uint8Array(length)
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.byteLength
  }
  return whole
}

type Fetch = (request: Request) => Promise<Response>

/**
 * The response with its body read to its end. A parameter holds the request for as long: in Node.js
 * what aborts a request is garbage once the request is.
 */
async function whole(request: Request, fetch: Fetch): Promise<Response> {
  const response = await fetch(request)
  const { status, headers } = response
  // The body is decoded here, so the headers about its encoding are left out.
  const kept = ['content-type', 'content-disposition', 'retry-after', 'x-request-id'].flatMap(
    (name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    },
  )
  const body = await bytesOf(response)
  return new Response(body, { status, headers: kept })
}

/**
 * Sends a request once. The body of its response is read to its end, so that one that breaks off
 * is a rejection, as is one that takes longer than the limit.
 *
 * @throws the reason for which the signal was aborted, and whatever `fetch` throws
 */
export async function attempt(
  request: Request,
  { fetch, limitMs, signal }: { fetch: Fetch; limitMs: number; signal: AbortSignal },
): Promise<Response> {
  signal.throwIfAborted()
  // Neither `AbortSignal.timeout` nor `any` (Node.js 20.3): their signals can become garbage, too.
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  const late = () => own.abort(new DOMException('The response took too long.', 'TimeoutError'))
  const timer = setTimeout(late, limitMs)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const limited = new Request(request.clone(), { signal: own.signal })
    return await unlessAborted(whole(limited, fetch), own.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
