import { errorOf, NoAnswer } from './errors.ts'
import { persist } from './persistence.ts'
import type { World } from './persistence.ts'

/** A token is renewed this long before it ends, so that it does not end on its way. */
const MARGIN_MS = 60_000

/** Which account is meant, and where. */
export type Credentials = { base_url: string; client_id: string; client_secret: string }

export type Token = { readonly access_token: string; readonly renew_at_ms: number }

/** Settles as the promise does, unless the signal is aborted first. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    const done = () => signal.removeEventListener('abort', abort)
    promise.finally(done).then(resolve, reject)
  })
}

/** The access token, fetched when it is first needed and renewed before it ends. */
export class Tokens {
  readonly #credentials: Credentials
  readonly #world: World
  #token: Token | undefined
  /** The one request for a token that is on its way, for however many callers. */
  #coming: Promise<Token> | undefined

  constructor(credentials: Credentials, world: World) {
    this.#credentials = credentials
    this.#world = world
  }

  /** @param signal of the caller, who stops waiting by it; the others go on */
  async get(signal: AbortSignal): Promise<Token> {
    if (this.#token && this.#world.now_ms() < this.#token.renew_at_ms) return this.#token
    this.#coming ??= this.#fetch().finally(() => {
      this.#coming = undefined
    })
    return unlessAborted(this.#coming, signal)
  }

  /** Forgets a token that was refused, unless there is another one already. */
  forget(token: Token): void {
    if (this.#token === token) this.#token = undefined
  }

  async #fetch(): Promise<Token> {
    const { base_url, client_id, client_secret } = this.#credentials
    const asked_ms = this.#world.now_ms()
    const basic = btoa(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`)
    const request = new Request(`${base_url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'manual',
    })
    const options = { repeatable: true, name: 'issueToken' }
    const response = await persist(request, options, this.#world)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw errorOf('issueToken', response, body)
    const { access_token, expires_in } = Object(body) as Record<string, unknown>
    if (typeof access_token !== 'string' || typeof expires_in !== 'number') {
      throw new NoAnswer(`issueToken: ${response.status}, but no token.`)
    }
    const lifetime_ms = expires_in * 1000
    // Of a short life, half is used.
    const renew_at_ms = asked_ms + Math.max(lifetime_ms - MARGIN_MS, lifetime_ms / 2)
    this.#token = { access_token, renew_at_ms }
    return this.#token
  }
}
