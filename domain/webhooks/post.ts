import { lookup as systemLookup } from 'node:dns'
import type { Agent, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { nodeHttps, request } from '../../runtime/nodeHttp.ts'
import { faultOfUrl, publicOnly } from './ssrfGuard.ts'

/** How much of an answer is read and kept, in bytes. */
const ANSWER_BYTES = 1024

/** The whole exchange, from the look-up of the name to the end of the answer, takes no longer. */
const EXCHANGE_LIMIT_MS = 10_000

/** How a request ended. */
export type Outcome = {
  /** Delivered is what was answered with 2xx, wholly and in time. */
  status: 'delivered' | 'failed'
  response_status: number | null
  /** The beginning of the answer's body, or what went wrong. */
  response_text: string
}

/** Posts once, and never again: neither after a failure nor to where a redirect points. */
export type Post = (request: {
  url: string
  headers: Record<string, string>
  body: string
  /** Cuts the exchange off. */
  signal: AbortSignal
}) => Promise<Outcome>

// Errors of connections that were tried at several addresses have their text one level down.
function textOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return message || errors?.[0]?.message || code || String(error)
}

// PostgreSQL cannot hold NUL.
const readable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '�')

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    // Leaving the loop closes the connection; whatever else the receiver has to say is not heard.
    if (length >= ANSWER_BYTES) break
  }
  return readable(Buffer.concat(chunks).subarray(0, ANSWER_BYTES))
}

/** Loaded for the first delivery, since it imports what `runtime/nodeHttp.ts` does not. */
async function filteringAgent(): Promise<Agent> {
  const { RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  // Without kept connections: one that the receiver has just closed would lose a delivery.
  return new RequestFilteringHttpsAgent({ keepAlive: false })
}

/**
 * Makes the function that posts. In live mode it reaches public HTTPS addresses only: what a name
 * leads to is checked on the very address that is then connected to.
 *
 * @param lookup takes the place of the system's look-up of names
 */
export function createPost({
  mode,
  limitMs = EXCHANGE_LIMIT_MS,
  lookup = systemLookup,
}: {
  mode: 'sandbox' | 'live'
  limitMs?: number
  lookup?: LookupFunction
}): Post {
  let filtering: Promise<Agent> | undefined
  // The agent lets through what its own list leaves out, such as ::127.0.0.1.
  const find = mode === 'live' ? publicOnly(lookup) : lookup

  return async ({ url, headers, body, signal }) => {
    // An endpoint may have been made in sandbox mode.
    const fault = faultOfUrl(url, mode)
    if (fault) return { status: 'failed', response_status: null, response_text: fault }
    const agent = mode === 'live' && (await (filtering ??= filteringAgent()))
    const options = { method: 'POST', headers, agent, signal, lookup: find }
    const send = url.startsWith('https:') ? nodeHttps().request : request
    const exchange = send(new URL(url), options)
    let late = false
    const limit = setTimeout(() => {
      late = true
      exchange.destroy(new Error('late'))
    }, limitMs)
    let response_status: number | null = null
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        exchange.on('response', resolve).on('error', reject).end(body)
      })
      response_status = response.statusCode ?? 0
      const response_text = await readAnswer(response)
      const status = response_status >= 200 && response_status < 300 ? 'delivered' : 'failed'
      return { status, response_status, response_text }
    } catch (error) {
      const reason = late ? `No whole answer within ${limitMs / 1000} s.` : textOf(error)
      return { status: 'failed', response_status, response_text: reason }
    } finally {
      clearTimeout(limit)
    }
  }
}
