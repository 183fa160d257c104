/** Requests to a bank under one set of scopes, with the token that they share. */
import type { ParseAnswer } from '../answerFields.ts'
import { censored, isSuccess, NOT_FOUND, refusedWith } from '../answers.ts'
import { problemOf } from '../fields.ts'
import type { BankResponse, BankTransport } from '../mtls.ts'
import type { BankSettings } from '../options.ts'
import { profileNamed } from '../profiles.ts'
import type { BankProfile } from '../profiles.ts'
import { BankError } from '../provider.ts'
import { apiRequest, tokenRequest, tokenUrls } from './requests.ts'
import type { ApiCall } from './requests.ts'

/** The longest token, which goes out in a header of every request; servers take 8 KiB and more. */
const MAX_TOKEN_BYTES = 8_192

/** A token is not used in the last seconds of its lifetime, so that it is valid on arrival. */
const TOKEN_MARGIN_MS = 30_000
const TOKEN_LIFETIME_SECONDS = 300

/** A scope (RFC 6749 §3.3), and how many of them are kept. */
const isScope = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/
const MAX_SCOPES = 100

type Token = { value: string; scope: string | undefined; usableUntilMs: number }

/** A token that the bank has revoked is refused as 403 too: the contract has no other status. */
const TOKEN_REFUSED = new Set([401, 403])

/** @param call the request in words, without anything secret */
export const refused = (answer: BankResponse, call: string): BankError =>
  refusedWith(answer, { asked: call, problem: problemOf(answer.text) })

type LineParts = { settings: BankSettings; client: BankTransport; parse: ParseAnswer }

export class BacenLine {
  readonly #settings: BankSettings
  readonly #profile: BankProfile
  readonly #client: BankTransport
  readonly #parse: ParseAnswer
  readonly #scopes: string
  #token: Promise<Token> | undefined
  /** Where tokens may be issued; the address that has issued one comes first. */
  #tokenUrls: string[]

  /** @param scopes of the token, separated by spaces; not named where the bank takes none */
  constructor({ settings, client, parse }: LineParts, scopes: string) {
    this.#settings = settings
    this.#profile = profileNamed(settings.profile)
    this.#client = client
    this.#parse = parse
    this.#scopes = scopes
    this.#tokenUrls = tokenUrls(settings, this.#profile)
  }

  /** The scopes of the token in force; undefined when the bank names none. @throws BankError */
  async grantedScopes(): Promise<string | undefined> {
    return (await this.#tokenInForce()).scope
  }

  /** @throws BankError when there is no token, or no response */
  async ask(call: ApiCall): Promise<BankResponse> {
    const token = await this.#tokenInForce()
    const answer = await this.#send(token, call)
    if (!TOKEN_REFUSED.has(answer.status)) return answer
    // The bank has revoked the token: repeat the request once with a new one.
    return this.#send(await this.#tokenInForce(token), call)
  }

  async #send({ value: token }: Token, call: ApiCall): Promise<BankResponse> {
    const request = apiRequest(this.#settings, this.#profile, { ...call, token })
    return this.#shown(await this.#client.send(request))
  }

  /** An answer whose text may stand in a message. */
  #shown(answer: BankResponse): BankResponse {
    return isSuccess(answer) ? answer : censored(answer, this.#settings)
  }

  /** @param revoked a token that the bank no longer accepts */
  async #tokenInForce(revoked?: Token): Promise<Token> {
    const current = this.#token
    const token = await current
    if (token && token !== revoked && token.usableUntilMs > performance.now()) return token
    // Of the calls that wait here, the first requests a new token, and the others share it.
    if (this.#token === current) {
      const asking = this.#requestToken()
      this.#token = asking
      asking.catch(() => {
        if (this.#token === asking) this.#token = undefined
      })
      return asking
    }
    return this.#tokenInForce(revoked)
  }

  /** Asks at one address after another, until one of them is there. */
  async #askForToken(): Promise<BankResponse> {
    const [first = '', ...others] = this.#tokenUrls
    const ask = async (url: string) => {
      const request = tokenRequest(this.#settings, this.#profile, { url, scopes: this.#scopes })
      return this.#shown(await this.#client.send(request))
    }
    let answer = await ask(first)
    for (const url of others) {
      if (!NOT_FOUND.has(answer.status)) break
      answer = await ask(url)
      if (isSuccess(answer)) this.#tokenUrls = [...new Set([url, ...this.#tokenUrls])]
    }
    return answer
  }

  async #requestToken(): Promise<Token> {
    const askedMs = performance.now()
    const answer = await this.#askForToken()
    if (!isSuccess(answer)) {
      const { message, status, retryAfterMs } = refused(answer, 'The request for a token')
      throw new BankError('unavailable', message, { status: status ?? 0, retryAfterMs })
    }
    const { access_token, expires_in, scope } = await this.#parse(answer.text)
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) {
      throw new BankError('unreadable', 'The bank answered without an access_token.')
    }
    if (access_token.length > MAX_TOKEN_BYTES) {
      throw new BankError('unreadable', 'The bank answered with an access_token beyond 8 KiB.')
    }
    const lifetimeMs = (Number(expires_in) || TOKEN_LIFETIME_SECONDS) * 1000
    // Of a short lifetime, half is used.
    const marginMs = Math.min(TOKEN_MARGIN_MS, lifetimeMs / 2)
    return {
      value: access_token,
      // A bank that names no scopes has granted the requested ones (RFC 6749 §5.1).
      scope: scopesOf(scope) ?? (this.#profile.asksScopes ? this.#scopes : undefined),
      usableUntilMs: askedMs + lifetimeMs - marginMs,
    }
  }
}

/** The scopes in an answer as they may be shown; undefined when it names none. */
function scopesOf(scope: unknown): string | undefined {
  if (typeof scope !== 'string') return undefined
  const scopes = scope.split(/\s+/).filter((word) => isScope.test(word))
  return scopes.length > 0 ? scopes.slice(0, MAX_SCOPES).join(' ') : undefined
}
