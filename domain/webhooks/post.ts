import type { LookupFunction } from 'node:net'
import { NoAnswer } from '../outgoing/connections.ts'
import type { Connect } from '../outgoing/connections.ts'
import { connectDirectly } from '../outgoing/direct.ts'
import { faultOfUrl } from '../outgoing/ssrfGuard.ts'

/** How much of a response is read and kept. */
const MAX_RESPONSE_BYTES = 2048

/** The timeout of a request, from the DNS look-up to the end of the response. */
const REQUEST_TIMEOUT_MS = 10_000

/** How a request ended. */
export type PostResult = {
  /** `delivered`: a whole response with 2xx came in time. */
  status: 'delivered' | 'failed'
  response_status: number | null
  /** The first bytes of the response's body, or the error. */
  response_text: string
}

/** Sends one POST request: no retry after a failure, and no redirect is followed. */
export type Post = (request: {
  /** The seller whose receiver it is. */
  seller_id: string
  url: string
  headers: Record<string, string>
  body: string
  /** Aborts the request. */
  signal: AbortSignal
}) => Promise<PostResult>

// PostgreSQL cannot store NUL.
const readable = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replaceAll('\0', '\ufffd')

/**
 * Creates the function that sends. In live mode it reaches public HTTPS addresses only: the very
 * address that is then connected to is checked, so that a DNS answer cannot change between.
 *
 * @param lookup replaces the look-up of names
 * @param connect opens connections; by default in the thread that calls
 */
export function createPost({
  mode,
  limitMs = REQUEST_TIMEOUT_MS,
  lookup,
  connect = (options) => connectDirectly({ ...options, lookup }),
}: {
  mode: 'sandbox' | 'live'
  limitMs?: number
  lookup?: LookupFunction
  connect?: Connect
}): Post {
  return async ({ seller_id, url, headers, body, signal }) => {
    // An endpoint may have been created in sandbox mode.
    const fault = faultOfUrl(url, mode)
    if (fault) return { status: 'failed', response_status: null, response_text: fault }
    // None is kept: a delivery on a connection that the receiver has just closed would be lost.
    const connections = connect({ owner: seller_id, isPublicOnly: mode === 'live' })
    const late = new AbortController()
    const limit = setTimeout(() => late.abort(), limitMs)
    try {
      const request = { method: 'POST', url, headers, body, maxBytes: MAX_RESPONSE_BYTES }
      const answer = await connections.exchange(request, AbortSignal.any([signal, late.signal]))
      const status = answer.status >= 200 && answer.status < 300 ? 'delivered' : 'failed'
      return { status, response_status: answer.status, response_text: readable(answer.body) }
    } catch (error) {
      const message = (error as Error).message
      const reason = late.signal.aborted ? `No whole answer within ${limitMs / 1000} s.` : message
      const response_status = error instanceof NoAnswer ? error.status : null
      // The error of a certificate lists all of its names.
      const response_text = reason.slice(0, MAX_RESPONSE_BYTES)
      return { status: 'failed', response_status, response_text }
    } finally {
      clearTimeout(limit)
    }
  }
}
