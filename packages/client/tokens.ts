import { unlessAborted } from './attempt.ts'
import { errorOf, NoResponse } from './errors.ts'
import { sendWithRetries } from './retries.ts'
import type { World } from './retries.ts'

/** A token is renewed this long before it expires, so that it does not expire on its way. */
const MARGIN_MS = 60_000

/** RFC 6750 §2.1: what becomes a header holds no line break. */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/

/** The address of the service, and the credentials of an API client. */
export type Credentials = { baseUrl: string; clientId: string; clientSecret: string }

export type Token = { readonly accessToken: string; readonly renewAtMs: number }

/** The access token: fetched when it is first needed, cached, and renewed before it expires. */
export class Tokens {
  readonly #credentials: Credentials
  readonly #world: World
  #token: Token | undefined
  /** The request for a token that is under way, shared by all callers. */
  #coming: Promise<Token> | undefined

  constructor(credentials: Credentials, world: World) {
    this.#credentials = credentials
    this.#world = world
  }

  /** @param signal ends the wait of this caller; the request goes on for the others */
  async get(signal: AbortSignal): Promise<Token> {
    signal.throwIfAborted()
    if (this.#token && this.#world.nowMs() < this.#token.renewAtMs) return this.#token
    this.#coming ??= this.#fetch().finally(() => {
      this.#coming = undefined
    })
    return unlessAborted(this.#coming, signal)
  }

  /** Drops a token that was refused, unless a newer one has replaced it. */
  forget(token: Token): void {
    if (this.#token === token) this.#token = undefined
  }

  async #fetch(): Promise<Token> {
    const { baseUrl, clientId, clientSecret } = this.#credentials
    const askedMs = this.#world.nowMs()
    const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
    const request = new Request(`${baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'manual',
    })
    // Others may wait for it, so that no caller ends it.
    const { signal } = new AbortController()
    const options = { repeatable: true, name: 'issueToken', signal }
    const response = await sendWithRetries(request, options, this.#world)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw errorOf('issueToken', response, body)
    const { access_token, expires_in } = Object(body) as Record<string, unknown>
    const isToken = typeof access_token === 'string' && BEARER.test(access_token)
    if (!isToken || typeof expires_in !== 'number') {
      throw new NoResponse(`issueToken: ${response.status}, but no token.`)
    }
    const lifetimeMs = expires_in * 1000
    // A token that lives for less than twice the margin is renewed after half its life.
    const renewAtMs = askedMs + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2)
    this.#token = { accessToken: access_token, renewAtMs }
    return this.#token
  }
}
