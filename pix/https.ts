import type { Agent } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeHttps } from '../runtime/nodeHttp.ts'
import { inSpan } from '../runtime/traces.ts'
import { BankError } from './provider.ts'

/** An exchange with a bank, from the look-up of its name to the end of its answer. */
const EXCHANGE_LIMIT_MS = 5_000

/** So often an exchange is tried when the bank does not answer or fails. */
const ATTEMPTS = 2
const PAUSE_MS = 100

const ANSWER_LIMIT_BYTES = 1024 * 1024
const MAX_SOCKETS = 16
const SHOWN_CHARACTERS = 200

/** With what we show ourselves to a bank, and whom we believe to be it; all in PEM. */
export type Identity = { certificate: string; private_key: string; authority: string | null }

export type BankRequest = {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export type BankAnswer = { status: number; text: string }

const HANDSHAKE_FAULTS: [RegExp, string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|UNTRUSTED|SIGNATURE_FAILURE/,
    'its certificate is not signed by an authority that is trusted here (--ca names one)',
  ],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME_INVALID/, 'its certificate is for another name'],
  [/ALERT|HANDSHAKE_FAILURE/, 'it refused our certificate (--cert, --key)'],
  [
    /ECONNRESET|EPIPE/,
    'it closed the connection, as banks do that do not accept our certificate (--cert, --key)',
  ],
]

/** Why there was no answer, told so that somebody can mend it. */
function unavailable(error: NodeJS.ErrnoException, url: string): BankError {
  const { code = '', name, message } = error
  const [, fault] = HANDSHAKE_FAULTS.find(([codes]) => codes.test(code)) ?? []
  const reason = name === 'TimeoutError'
    ? `it did not answer within ${EXCHANGE_LIMIT_MS / 1000} s`
    : fault ?? oneLine(message || code)
  const { host } = new URL(url)
  return new BankError('unavailable', `${host}: ${reason}.`, { cause: error })
}

/** Text of the bank as it may stand in a line of ours. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim().replace(/\.$/, '')
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line
}

/** Talks to one bank over mutual TLS. Redirects are not followed. */
export class BankLine {
  readonly #agent: Agent
  readonly #closed = new AbortController()
  readonly #ended: AbortSignal
  #underWay = 0
  #retired = false

  /** @param ending cuts off what is under way, as `close` does */
  constructor({ certificate, private_key, authority }: Identity, ending?: AbortSignal) {
    const { signal } = this.#closed
    this.#ended = ending ? AbortSignal.any([signal, ending]) : signal
    const https = nodeHttps()
    this.#agent = new https.Agent({
      cert: certificate,
      key: private_key,
      ...authority !== null && { ca: authority },
      minVersion: 'TLSv1.2',
      keepAlive: true,
      maxSockets: MAX_SOCKETS,
    })
  }

  /**
   * Makes a request, and makes it again when the bank does not answer or fails: what is asked of it
   * must be safe to repeat.
   *
   * @throws BankError `unavailable`
   */
  send(request: BankRequest): Promise<BankAnswer> {
    const { hostname } = new URL(request.url)
    const attributes = { 'http.request.method': request.method, 'server.address': hostname }
    return inSpan(`bank ${request.method}`, { kind: 'CLIENT', attributes }, async (span) => {
      this.#underWay++
      try {
        const answer = await this.#attempts(request)
        span?.setAttribute('http.response.status_code', answer.status)
        return answer
      } finally {
        this.#underWay--
        this.#closeUnused()
      }
    })
  }

  async #attempts(request: BankRequest): Promise<BankAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#exchange(request).catch((error: NodeJS.ErrnoException) => error)
      const failed = answer instanceof Error || answer.status >= 500
      if (!failed) return answer
      if (attempt < ATTEMPTS && !this.#ended.aborted) {
        await wait(PAUSE_MS * (1 + Math.random()))
      } else if (answer instanceof Error) throw unavailable(answer, request.url)
      else return answer
    }
  }

  /** Cuts off what is under way. */
  close(): void {
    this.#closed.abort()
    this.#agent.destroy()
  }

  /** Lets what is under way come to its end, and keeps no connection open after it. */
  retire(): void {
    this.#retired = true
    this.#closeUnused()
  }

  #closeUnused(): void {
    if (this.#retired && this.#underWay === 0) this.#agent.destroy()
  }

  #exchange({ method, url, headers, body }: BankRequest): Promise<BankAnswer> {
    const signal = AbortSignal.any([AbortSignal.timeout(EXCHANGE_LIMIT_MS), this.#ended])
    const { promise, resolve, reject } = Promise.withResolvers<BankAnswer>()
    // The signal's own reason says more than the error that the request makes of it.
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : error)
    const all = body === undefined
      ? headers
      : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const request = nodeHttps().request(url, { method, headers: all, agent: this.#agent, signal })
    request.on('error', fail)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('error', fail)
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > ANSWER_LIMIT_BYTES) response.destroy(new Error('The answer is too long.'))
        else parts.push(part)
      })
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
      })
    })
    request.end(body)
    return promise
  }
}
