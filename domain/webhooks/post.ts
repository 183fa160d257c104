import type { Agent } from 'node:http'
import type { LookupFunction } from 'node:net'
import { nodeHttps, outgoingTls, request, responseTo } from '../../runtime/nodeHttp.ts'
import { faultOfUrl, publicOnly } from './ssrfGuard.ts'

/** How much of a response is read and kept. */
const MAX_RESPONSE_BYTES = 1024

/** The timeout of a request, from the DNS look-up to the end of the response. */
const REQUEST_TIMEOUT_MS = 10_000

/** How a request ended. */
export type Outcome = {
  /** `delivered`: a whole response with 2xx came in time. */
  status: 'delivered' | 'failed'
  response_status: number | null
  /** The first bytes of the response's body, or the error. */
  response_text: string
}

/** Sends one POST request: no retry after a failure, and no redirect is followed. */
export type Post = (request: {
  url: string
  headers: Record<string, string>
  body: string
  /** Aborts the request. */
  signal: AbortSignal
}) => Promise<Outcome>

// The error of a connection that was tried at several addresses has its text one level down.
function textOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return message || errors?.[0]?.message || code || String(error)
}

// PostgreSQL cannot store NUL.
const readable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '�')

/** Loaded for the first delivery, because it imports what `runtime/nodeHttp.ts` does not. */
async function filteringAgent(): Promise<Agent> {
  const { RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  // No keep-alive: a delivery on a connection that the receiver has just closed would be lost.
  return new RequestFilteringHttpsAgent({ keepAlive: false, ...outgoingTls() })
}

/**
 * Creates the function that sends. In live mode it reaches public HTTPS addresses only: the very
 * address that is then connected to is checked, so that a DNS answer cannot change between.
 *
 * @param lookup replaces the look-up of names
 */
export function createPost({
  mode,
  limitMs = REQUEST_TIMEOUT_MS,
  lookup,
}: {
  mode: 'sandbox' | 'live'
  limitMs?: number
  lookup?: LookupFunction
}): Post {
  let filtering: Promise<Agent> | undefined
  // The agent's own list leaves out some addresses, such as ::127.0.0.1.
  const find = mode === 'live' ? publicOnly(lookup) : lookup

  return async ({ url, headers, body, signal }) => {
    // An endpoint may have been created in sandbox mode.
    const fault = faultOfUrl(url, mode)
    if (fault) return { status: 'failed', response_status: null, response_text: fault }
    const agent = mode === 'live' && (await (filtering ??= filteringAgent()))
    const tls = outgoingTls()
    const options = { method: 'POST', headers, agent, signal, lookup: find, ...tls }
    const address = new URL(url)
    const send = address.protocol === 'https:' ? nodeHttps().request : request
    let late = false
    let limit: NodeJS.Timeout | undefined
    let response_status: number | null = null
    try {
      // It throws when the URL's credentials cannot be decoded.
      const outgoing = send(address, options)
      limit = setTimeout(() => {
        late = true
        outgoing.destroy(new Error('late'))
      }, limitMs)
      const closed = new Promise((resolve) => outgoing.once('close', resolve))
      outgoing.end(body)
      // The rest of a longer response is not read: its connection is closed.
      const { response, body: told } = await responseTo(outgoing, MAX_RESPONSE_BYTES)
      response_status = response.statusCode ?? 0
      const response_text = readable((await told).bytes)
      // A receiver that answers and takes nothing more of the request keeps its connection open.
      await closed
      const status = response_status >= 200 && response_status < 300 ? 'delivered' : 'failed'
      return { status, response_status, response_text }
    } catch (error) {
      const reason = late ? `No whole answer within ${limitMs / 1000} s.` : textOf(error)
      // The error of a certificate lists all of its names.
      const response_text = reason.slice(0, MAX_RESPONSE_BYTES)
      return { status: 'failed', response_status, response_text }
    } finally {
      clearTimeout(limit)
    }
  }
}
