import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Row } from '../../db/schema/tables.ts'
import { sign, verifiedPayload } from './jose.ts'
import { CLOCK_SKEW_SECONDS, TOKEN_LIFETIME_SECONDS } from './keys.ts'
import type { SigningKeys } from './keys.ts'
import { scopesOf } from '../identity/scopes.ts'
import { strictHeader, strictObject, TOKEN_TYPE } from './tokenForm.ts'

/** The claims of an access token (RFC 9068 §2.2), and the client's generation at its issue. */
export type Claims = {
  iss: string
  aud: string
  sub: string
  client_id: string
  iat: number
  exp: number
  jti: string
  scope: string
  generation: number
}

/** `seller_id` is that of the token's client, while the token is accepted. */
type Verified = { token: string; kid: string; claims: Claims; seller_id?: string | undefined }

const CLAIM_NAMES = 'aud,client_id,exp,generation,iat,iss,jti,scope,sub'

const MAX_CACHED_TOKENS = 10_000

/** So many characters at the end of a signature identify it. */
const CACHE_KEY_LENGTH = 32

/** The key of a token in the cache. To hash the whole token takes longer than all else here. */
const cacheKey = (token: string) => token.slice(-CACHE_KEY_LENGTH)

/** Issues and verifies access tokens: JWTs as RFC 9068 profiles them, signed with RS256. */
export class Tokens {
  readonly #keys: SigningKeys
  readonly #issuer: string
  /**
   * Tokens that this process has signed, or whose signature and claims were verified. A cached one
   * is compared as a whole, and its expiry, its key and its client are checked at each request all
   * the same.
   */
  readonly #verified = new LRUCache<string, Verified>({ max: MAX_CACHED_TOKENS })

  /** @param issuer the public address of the service, also the tokens' audience */
  constructor(keys: SigningKeys, issuer: string) {
    this.#keys = keys
    this.#issuer = issuer
  }

  /** @returns a signed token that is valid for 900 seconds from `now` */
  async issue(client: Row<'api_clients'>, scopes: string[], now: Date): Promise<string> {
    const iat = Math.floor(now.getTime() / 1000)
    const claims: Claims = {
      iss: this.#issuer,
      aud: this.#issuer,
      sub: client.client_id,
      client_id: client.client_id,
      iat,
      exp: iat + TOKEN_LIFETIME_SECONDS,
      jti: randomUUID(),
      scope: scopes.join(' '),
      generation: client.generation,
    }
    const { kid, key } = await this.#keys.signing(now)
    const token = await sign({ typ: TOKEN_TYPE, kid }, claims, key)
    this.#verified.set(cacheKey(token), { token, kid, claims })
    return token
  }

  /** @returns the claims of a token that this service issued and that is in force, or undefined */
  verify(token: string, now: Date): Claims | undefined | Promise<Claims | undefined> {
    const inForce = (claims: Claims | undefined) =>
      claims && now.getTime() < claims.exp * 1000 ? claims : undefined
    const entry = this.#verified.get(cacheKey(token))
    if (entry?.token !== token) return this.#check(token, now).then(inForce)
    const { claims } = entry
    const signed = this.#keys.isInForce(entry.kid)
    if (signed instanceof Promise) return signed.then((is) => (is ? inForce(claims) : undefined))
    return signed ? inForce(claims) : undefined
  }

  /** The seller of a token that was accepted at its last use, without checking it again. */
  sellerOf(token: string): string | undefined {
    const entry = this.#verified.peek(cacheKey(token))
    return entry?.token === token ? entry.seller_id : undefined
  }

  /** Notes the seller of an accepted token, for `sellerOf`. */
  accepted(token: string, seller_id: string): void {
    const entry = this.#verified.peek(cacheKey(token))
    if (entry?.token === token) entry.seller_id = seller_id
  }

  /**
   * Notes that a token has ended, so that `sellerOf` no longer names its seller.
   *
   * @returns the client that it was issued to, if this service did issue it
   */
  refused(token: string): string | undefined {
    const entry = this.#verified.get(cacheKey(token))
    if (entry?.token !== token) return undefined
    entry.seller_id = undefined
    return entry.claims.client_id
  }

  async #check(token: string, now: Date): Promise<Claims | undefined> {
    const header = strictHeader(token)
    const key = header && (await this.#keys.verifying(header.kid, now))
    if (!key) return undefined
    const payload = await verifiedPayload(token, key)
    if (payload === undefined) return undefined
    const claims = strictObject(payload, CLAIM_NAMES)
    if (!claims || !this.#isOurs(claims, now)) return undefined
    this.#verified.set(cacheKey(token), { token, kid: header.kid, claims })
    return claims
  }

  /** True when every claim has a value that this service writes. */
  #isOurs(claims: Record<string, unknown>, now: Date): claims is Claims {
    const { iss, aud, sub, client_id, iat, exp, jti, scope, generation } = claims
    const latest = now.getTime() / 1000 + CLOCK_SKEW_SECONDS
    return (
      iss === this.#issuer &&
      aud === this.#issuer &&
      typeof client_id === 'string' &&
      sub === client_id &&
      typeof jti === 'string' &&
      isWhole(iat) &&
      iat <= latest &&
      exp === iat + TOKEN_LIFETIME_SECONDS &&
      isWhole(generation) &&
      typeof scope === 'string' &&
      scopesOf(scope) !== undefined
    )
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
