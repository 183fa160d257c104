import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { inSpan } from '../../../runtime/traces.ts'
import { NoAnswer } from '../../outgoing/connections.ts'
import type { Answer, Connect, Connections, Identity } from '../../outgoing/connections.ts'
import { connectDirectly } from '../../outgoing/direct.ts'
import { MAX_SOCKETS, sendRepeating, StaleConnection } from './attempts.ts'
import type { RequestKind } from './attempts.ts'
import { AnswerTooLong, BankError } from './provider.ts'

/**
 * The timeout of a request, from the DNS look-up to the end of the response. No buyer waits for it,
 * and a bank that takes half of it for each response must be usable.
 */
const REQUEST_TIMEOUT_MS = 15_000

/** The longest `Retry-After` that is obeyed. */
const MAX_RETRY_AFTER_MS = 5 * 60 * 1000

/** The pause after a 429 without a `Retry-After`. */
const DEFAULT_RETRY_AFTER_MS = 5_000

const MAX_RESPONSE_BYTES = 1024 * 1024
const bounded = { maxOutputLength: MAX_RESPONSE_BYTES }
const TOO_LONG = 'The response is too long.'
const MAX_SHOWN_CHARACTERS = 200

export type { Identity }

export type BankRequest = {
  kind: RequestKind
  /** It is of Pix Automático, whose `Retry-After` holds up nothing else. */
  isRecurring?: boolean
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
}

export type BankResponse = {
  status: number
  text: string
  /** From `Retry-After`; 0 without one. */
  retryAfterMs: number
}

const decompress: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: (body) => promisify(gunzip)(body, bounded),
  deflate: (body) => promisify(inflate)(body, bounded),
  br: (body) => promisify(brotliDecompress)(body, bounded),
}

/** The text of a response. Some banks compress it although the request asks for `identity`. */
async function textOf({ body: bytes, headers, isWhole }: Answer): Promise<string> {
  if (!isWhole) throw new AnswerTooLong(TOO_LONG)
  const { 'content-encoding': encoding = 'identity' } = headers
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (encoding === 'identity' || body.length === 0) return body.toString('utf8')
  const plain = await decompress[encoding.toLowerCase()]?.(body)
  if (!plain) throw new Error(`The response is compressed in an unknown way, ${oneLine(encoding)}.`)
  return plain.toString('utf8')
}

/** The header `Retry-After` (RFC 9110 §10.2.3): seconds, or a date. */
function retryAfterOf(status: number, header: string | undefined): number {
  if (status !== 429 && status !== 503) return 0
  const ms = /^\d+$/.test(header ?? '')
    ? Number(header) * 1000
    : Date.parse(header ?? '') - Date.now()
  if (ms > 0) return Math.min(ms, MAX_RETRY_AFTER_MS)
  return status === 429 ? DEFAULT_RETRY_AFTER_MS : 0
}

const HANDSHAKE_FAULTS: [RegExp, string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|UNTRUSTED|SIGNATURE_FAILURE/,
    'its certificate is signed by no authority that is trusted here or was named for it',
  ],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME_INVALID/, 'its certificate is for another name'],
  [/ALERT|HANDSHAKE_FAILURE/, 'it refused our certificate'],
  [/ECONNRESET|EPIPE/, 'it closed the connection, as banks do that do not accept our certificate'],
]

/** Why there was no response, in words that help an operator to mend it. */
function unavailable(
  error: NodeJS.ErrnoException,
  { url, limitMs }: { url: string; limitMs: number },
): BankError {
  const { code = '', name, message } = error
  const [, fault] = HANDSHAKE_FAULTS.find(([codes]) => codes.test(code)) ?? []
  const reason =
    name === 'TimeoutError'
      ? `it did not answer within ${limitMs / 1000} s`
      : (fault ?? oneLine(message || code))
  const { host } = new URL(url)
  return new BankError('unavailable', `${host}: ${reason}.`, { cause: error })
}

/** Text from a bank as it may stand in a log line of ours. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS)}…` : line
}

export type MtlsOptions = {
  /** The timeout of each request. */
  limitMs?: number
  /** Aborts the requests under way, as `close` does. */
  ending?: AbortSignal
  /** Refuses names that lead to other than public addresses. */
  isPublicOnly?: boolean
  /** Opens the connections; by default in the calling thread. */
  connect?: Connect
  /** The seller whose bank it is. */
  owner?: string
  /** Where `Retry-After` is kept: with the clients of other keys of the same application. */
  pause?: Pause
}

/** When `Retry-After` ends, by `performance.now()`: of all requests, and of recurring ones. */
export type Pause = { untilMs: number; recurringUntilMs: number }

/** Sends requests to one bank. */
export type BankTransport = Pick<MtlsClient, 'send' | 'close' | 'retire' | 'rest'>

/** An HTTPS client for one bank, with mutual TLS. Redirects are not followed. */
export class MtlsClient {
  readonly #connections: Connections
  readonly #closed = new AbortController()
  readonly #ended: AbortSignal
  readonly #limitMs: number
  readonly #pause: Pause
  #underWay = 0
  #retired = false

  constructor(identity: Identity, options: MtlsOptions = {}) {
    const { limitMs = REQUEST_TIMEOUT_MS, ending, isPublicOnly = false, pause } = options
    const { connect = connectDirectly, owner = '' } = options
    this.#pause = pause ?? { untilMs: 0, recurringUntilMs: 0 }
    const { signal } = this.#closed
    this.#ended = ending ? AbortSignal.any([signal, ending]) : signal
    this.#limitMs = limitMs
    // Picks these three members: other secrets of the caller's object must not reach the thread.
    const { certificate, private_key, authority } = identity
    this.#connections = connect({
      owner,
      identity: { certificate, private_key, authority },
      maxKept: MAX_SOCKETS,
      isPublicOnly,
    })
  }

  /**
   * Sends a request as often as its kind allows.
   *
   * @throws BankError `unavailable`
   */
  send(request: BankRequest): Promise<BankResponse> {
    const { hostname } = new URL(request.url)
    const attributes = { 'http.request.method': request.method, 'server.address': hostname }
    return inSpan(`bank ${request.method}`, { kind: 'CLIENT', attributes }, async (span) => {
      const answer = await this.#attempts(request)
      span?.setAttribute('http.response.status_code', answer.status)
      return answer
    })
  }

  async #attempts(request: BankRequest): Promise<BankResponse> {
    this.#requirePauseOver(request)
    this.#underWay++
    try {
      return await sendRepeating(request.kind, {
        sendOnce: () => this.#attempt(request),
        wait: (ms) => wait(ms),
        isEnding: () => this.#ended.aborted || this.#pauseLeftMs(request) > 0,
      })
    } catch (error) {
      if (error instanceof AnswerTooLong) throw error
      throw unavailable(error as Error, { url: request.url, limitMs: this.#limitMs })
    } finally {
      this.#underWay--
      this.#closeUnused()
    }
  }

  async #attempt(request: BankRequest): Promise<BankResponse> {
    const answer = await this.#sendOnce(request)
    this.#keepRetryAfter(request, answer)
    return answer
  }

  #pauseLeftMs({ isRecurring = false }: BankRequest): number {
    const { untilMs, recurringUntilMs } = this.#pause
    const endMs = isRecurring ? Math.max(untilMs, recurringUntilMs) : untilMs
    return endMs - performance.now()
  }

  /** @throws BankError until `Retry-After` has passed */
  #requirePauseOver(request: BankRequest): void {
    const retryAfterMs = this.#pauseLeftMs(request)
    if (retryAfterMs <= 0) return
    const { url } = request
    const pause = `${Math.ceil(retryAfterMs / 1000)} s`
    const message = `${new URL(url).host}: it wants no requests for another ${pause}.`
    throw new BankError('unavailable', message, { retryAfterMs })
  }

  #keepRetryAfter({ isRecurring }: BankRequest, { retryAfterMs }: BankResponse): void {
    if (retryAfterMs === 0) return
    const name = isRecurring ? 'recurringUntilMs' : 'untilMs'
    this.#pause[name] = Math.max(this.#pause[name], performance.now() + retryAfterMs)
  }

  /** Aborts the requests under way. */
  close(): void {
    this.#closed.abort()
    this.#connections.close()
  }

  /** Closes the connections once the requests under way have ended. */
  retire(): void {
    this.#retired = true
    this.#closeUnused()
  }

  /** Closes the connections, unless a request is under way; the next one opens another. */
  rest(): void {
    if (this.#underWay === 0) this.#connections.close()
  }

  #closeUnused(): void {
    if (this.#retired && this.#underWay === 0) this.#connections.close()
  }

  async #sendOnce({ kind, method, url, headers, body }: BankRequest): Promise<BankResponse> {
    // The timer of `AbortSignal.timeout` would run on after the answer and make an unused error.
    const late = new AbortController()
    const tooLate = () => late.abort(new DOMException('It is too late.', 'TimeoutError'))
    const limit = setTimeout(tooLate, this.#limitMs)
    const signal = AbortSignal.any([late.signal, this.#ended])
    const all = {
      ...headers,
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const request = { method, url, headers: all, body, isAlone: kind === 'order' }
    try {
      const answer = await this.#connections.exchange(
        { ...request, maxBytes: MAX_RESPONSE_BYTES },
        signal,
      )
      const { status, headers: responseHeaders } = answer
      const text = await textOf(answer)
      return { status, text, retryAfterMs: retryAfterOf(status, responseHeaders['retry-after']) }
    } catch (error) {
      // The signal's reason says more than the error that the request makes of it.
      if (signal.aborted) throw signal.reason
      if (error instanceof NoAnswer && error.isStale) throw new StaleConnection(error.message)
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ERR_BUFFER_TOO_LARGE') throw error
      throw new AnswerTooLong(TOO_LONG, { cause: error })
    } finally {
      clearTimeout(limit)
    }
  }
}
