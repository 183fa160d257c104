import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Node's HTTP module, without an `import`: that would evaluate each of its exports, one of which
 * loads what is behind `fetch`. It takes 28 ms instead of 2, of a start of about 160.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Node's HTTPS module, loaded with the first request to a bank or a webhook: TLS takes 7 ms. */
export const nodeHttps = () => process.getBuiltinModule('node:https')

/**
 * TLS of requests to servers that others have named: 1.3, or 1.2 with ECDHE. In a handshake with
 * DHE the server chooses the group, and one of 9,992 bits holds up the event loop for a second.
 */
export function outgoingTls(): { minVersion: 'TLSv1.2'; ciphers: string } {
  outgoingCiphers ??= process
    .getBuiltinModule('node:tls')
    .DEFAULT_CIPHERS.split(':')
    .filter((name) => /^(TLS_|ECDHE-)/.test(name))
    .join(':')
  return { minVersion: 'TLSv1.2', ciphers: outgoingCiphers }
}

/** Made with the first request: TLS is loaded then. */
let outgoingCiphers: string | undefined

/**
 * How long each address of a name that has several is waited for. Node's 250 ms are too short for a
 * host on another continent, for an event loop that was held up, and for a first packet that was
 * lost, which is sent again after 1 s (RFC 6298 §2). The other addresses are often IPv6, which many
 * machines cannot reach, and a webhook that cannot be sent is lost.
 */
const ADDRESS_TIMEOUT_MS = 2_000

process.getBuiltinModule('node:net').setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_TIMEOUT_MS)

/**
 * How many interim responses (1xx, RFC 9110 §15.2) may come before the response. Nothing else ends
 * them before the timeout, and a peer that sends them without a pause takes the whole event loop.
 */
const MAX_INTERIM_RESPONSES = 16

/** The indexes under which Node's parser keeps its callbacks for heads and for pieces of bodies. */
const CALLBACKS = { 2: 'parserOnHeadersComplete', 3: 'parserOnBody' }

type Parser = Record<number, unknown>

/**
 * Makes the parser pass over what has arrived already: thousands of interim responses, or of pieces
 * of a body, are in one read, and each costs microseconds also once the request is destroyed. Node
 * uses parsers again for other connections, so the callbacks are restored when this one has closed.
 */
function skipRest(socket: Socket | null): void {
  const { parser } = (socket ?? {}) as { parser?: Parser | null }
  for (const [index, name] of Object.entries(CALLBACKS)) {
    const callback = parser?.[Number(index)]
    // A parser that looks different is left as it is.
    if (!parser || typeof callback !== 'function' || callback.name !== name) continue
    parser[Number(index)] = undefined
    socket?.once('close', () => {
      parser[Number(index)] = callback
    })
  }
}

/** HTTP has no lower status (RFC 9110 §15); Node takes any three digits. */
const LOWEST_STATUS = 100

/**
 * Waits for the head of a response. It settles whatever the peer does: Node reports a 101 response
 * by `upgrade` and `close` only, and then no timeout of the request applies to it any more. The
 * body is read from then on, up to a length: thousands of its pieces may be in one read.
 */
export function responseTo(
  request: ClientRequest,
  maxBytes: number,
): Promise<{ response: IncomingMessage; body: Promise<Body> }> {
  let interim = 0
  return new Promise((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      const { statusCode = 0 } = response
      if (statusCode >= LOWEST_STATUS) {
        const body = bodyOf(response, maxBytes)
        // A reader of the body gets its error; until there is one, a rejection would be unhandled.
        body.catch(() => undefined)
        return resolve({ response, body })
      }
      response.destroy()
      reject(new Error(`The answer has the status ${statusCode}, which HTTP does not have.`))
    })
    request.on('information', () => {
      if (++interim !== MAX_INTERIM_RESPONSES + 1) return
      skipRest(request.socket)
      request.destroy(new Error(`More than ${MAX_INTERIM_RESPONSES} interim responses came.`))
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The answer was 101 Switching Protocols.'))
    })
    request.on('close', () => reject(new Error('The connection was closed without a response.')))
  })
}

/**
 * A body may come in a few pieces of any size, or in more of so many bytes on average: each costs
 * the same, however small, and in pieces of a byte 1 MiB takes a second of the event loop.
 */
const MIN_PIECE_BYTES = 64
const FEW_PIECES = 256

/** The body of a response, or its beginning when it is longer than is read. */
export type Body = { bytes: Buffer; isWhole: boolean }

/**
 * Reads the body of a response up to a length. Pieces are taken as they arrive: a stream that waits
 * would take all that has come before it can be ended.
 */
function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Body> {
  const pieces: Buffer[] = []
  let [length, count] = [0, 0]
  return new Promise((resolve, reject) => {
    const end = (isWhole: boolean) => {
      resolve({ bytes: Buffer.concat(pieces).subarray(0, maxBytes), isWhole })
    }
    const stop = (error?: Error) => {
      skipRest(response.socket)
      response.destroy(error)
    }
    // Called by the parser for each piece: listeners get none before all pieces of a read were
    // parsed.
    const push = response.push.bind(response)
    response.push = (piece: Buffer | null) => {
      if (piece === null) return push(null)
      if (response.destroyed) return false
      length += piece.length
      count++
      const isWasteful = count > FEW_PIECES && count * MIN_PIECE_BYTES > length
      if (isWasteful) stop(new Error('The answer came in too many pieces.'))
      return !isWasteful && push(piece)
    }
    let taken = 0
    response.on('data', (piece: Buffer) => {
      pieces.push(piece)
      taken += piece.length
      if (taken <= maxBytes) return
      end(false)
      stop()
    })
    response.on('end', () => end(true)).on('error', reject)
    response.on('close', () => reject(new Error('The connection was closed within the response.')))
  })
}
